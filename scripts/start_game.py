"""Record the game that the start page plays, with the exact score of every column.

python -m scripts.start_game    write web/src/start/game.json
"""

import json
from pathlib import Path
from typing import Any

import fourscore as fs

FILE = Path(__file__).parents[1] / "web" / "src" / "start" / "game.json"
MOVES = "44444132652633355456553312222111177777766"
"""A perfect game: every move is best, Red wins with disc 41, and Yellow dies of zugzwang."""


def record() -> dict[str, Any]:
    """Return every disc of the game, and before each what every open column is worth."""
    positions = [fs.Position(MOVES[:ply]) for ply in range(len(MOVES) + 1)]
    outcome = positions[-1].outcome
    assert outcome is not None
    return {
        "moves": MOVES,
        "columns": [_columns(position) for position in positions[:-1]],
        "winning": [{"column": cell.column + 1, "row": cell.row + 1} for cell in outcome.cells],
    }


def _columns(position: fs.Position) -> list[dict[str, Any]]:
    """Return where a disc would land in each open column, and what that is worth."""
    scores = fs.columns(position)
    best = max(scores.values())
    return [
        {
            "column": column + 1,
            "row": position.column_height(column) + 1,
            "score": int(score),
            "says": str(score),
            "best": score == best,
        }
        for column, score in scores.items()
    ]


def read() -> dict[str, Any]:
    """Return what is recorded."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def main() -> None:
    FILE.write_text(json.dumps(record(), separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
