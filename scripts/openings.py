"""Make the tables of the opening explorer that come with fourscore.

python -m scripts.openings pack LEDGER...   counts what players choose, in data/choices-7x6.npz
python -m scripts.openings shape            counts positions by ply, in data/shape-7x6.json
python -m scripts.openings hardest          prints the positions that the levels get wrong most
python -m scripts.openings plot             draws the charts of docs/play/openings.md here

The ledgers were made by tournaments of the levels and the learned players, from the empty board and
from short random openings; the provenance in the file has their settings.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.arena.ledger import Ledger
from fourscore.book.reader import SHIPPED, open_book
from fourscore.core.notation import read_board
from fourscore.core.position import Position
from fourscore.core.variants import make_rules
from fourscore.insight.openings.choices import DATA, count_choices
from fourscore.insight.openings.shape import DATA as SHAPE
from fourscore.insight.openings.shape import Ply, shipped_shape

FOLDER = Path(__file__).parents[1] / "src" / "fourscore" / "data"
PLIES = 10
"""Choices are counted in positions with fewer discs."""
Boards = NDArray[np.int64]


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("pack").add_argument("ledgers", nargs="+", type=Path)
    commands.add_parser("shape")
    commands.add_parser("hardest")
    commands.add_parser("plot")
    given = parser.parse_args()
    if given.command == "pack":
        pack(given.ledgers)
    elif given.command == "shape":
        shape()
    elif given.command == "hardest":
        hardest()
    else:
        plot()


# What players choose


def pack(paths: list[Path]) -> None:
    """Count the choices in ledgers, and write the table."""
    games: Counter[str] = Counter()
    moves: list[tuple[Position, str, int]] = []
    made = []
    total = 0
    for path in paths:
        with Ledger.open(path) as ledger:
            made.append({"openings": ledger.settings["openings"], "seed": ledger.settings["seed"]})
            moves.extend(_moves_of(ledger, games))
            total += len(ledger.done())
    counts = count_choices(moves)
    specs = sorted(games, key=_order)
    rows = sorted((key, specs.index(spec), column) for key, spec, column in counts)
    number = [counts[key, specs[agent], column] for key, agent, column in rows]
    about = {
        "plies": PLIES,
        "games": total,
        "agents": {spec: games[spec] for spec in specs},
        "tournaments": made,
    }
    columns = list(zip(*rows, strict=True))
    with (FOLDER / DATA).open("wb") as file:
        np.savez_compressed(
            file,
            keys=np.array(columns[0], np.int64),
            agents=np.array(columns[1], np.uint8),
            columns=np.array(columns[2], np.uint8),
            counts=np.array(number, np.uint16),
            about=np.frombuffer(json.dumps(about).encode(), np.uint8),
        )
    print(f"{total:,} games, {len(rows):,} rows")


def _moves_of(ledger: Ledger, games: Counter[str]) -> Iterator[tuple[Position, str, int]]:
    """Yield the early moves of a ledger's games, and count the games of each player."""
    moves: dict[int, list[int]] = {}
    for move in ledger.moves():
        moves.setdefault(move.game, []).append(move.landing)
    for game in ledger.games():
        players = (game.first, game.second)
        games.update(players)
        at = read_board(game.opening)
        for column in moves.get(game.number, ()):
            if at.ply >= PLIES:
                break
            yield at, players[at.ply % 2], column
            at = at.play(column)


def _order(spec: str) -> tuple[bool, int, str]:
    kind, _, option = spec.partition(":")
    return kind != "level", int(option) if kind == "level" else 0, spec


# The shape


def shape() -> None:
    """Count the positions of each ply, by the book and by a breadth-first walk, and compare."""
    found = []
    for ply, (ongoing, over, folded) in enumerate(_walk()):
        won, drawn, lost = _worth(ply)
        if won + drawn + lost != folded:
            raise SystemExit(f"ply {ply}: the book has {won + drawn + lost}, the walk {folded}")
        found.append(Ply(ply, ongoing + over, folded, won, drawn, lost, over)._asdict())
        print(found[-1], flush=True)
    (FOLDER / SHAPE).write_text(json.dumps({"plies": found}, indent=1) + "\n")


def _worth(ply: int) -> tuple[int, int, int]:
    """Return how many positions of a ply the first player wins, draws and loses, by the book."""
    book = open_book(SHIPPED)
    first, end = book.ranking.first_slot[ply], book.ranking.first_slot[ply + 1]
    values = book.slots[first:end].astype(np.int64)
    values = values[values != 0] - 22
    signs = np.sign(values) * (1 if ply % 2 == 0 else -1)
    return int((signs > 0).sum()), int((signs == 0).sum()), int((signs < 0).sum())


def _walk() -> Iterator[tuple[int, int, int]]:
    """Yield how many positions of each ply go on, are over, and go on with mirror images folded."""
    rules = make_rules()
    mine, filled = np.zeros(1, np.int64), np.zeros(1, np.int64)
    yield 1, 0, 1
    for _ in range(12):
        keys = []
        for column in range(7):
            bottom = 1 << 7 * column
            cell = (filled + bottom) & (bottom * 63)
            is_open = cell != 0
            other, both = mine[is_open] ^ filled[is_open], filled[is_open] | cell[is_open]
            # A key of mine + filled can be taken apart again: see `_apart`.
            keys.append(other + both)
        mine, filled = _apart(np.unique(np.concatenate(keys)), rules.bottom)
        over = _has_four(mine ^ filled)
        mine, filled = mine[~over], filled[~over]
        folded = np.minimum(mine + filled, _mirror(mine) + _mirror(filled))
        yield len(mine), int(over.sum()), len(np.unique(folded))


def _apart(keys: Boards, bottom: int) -> tuple[Boards, Boards]:
    """Return the boards of keys: adding the lowest cells leaves the highest bit on the stack."""
    marks = keys + bottom
    filled = np.zeros_like(keys)
    for column in range(7):
        stack = (marks >> 7 * column) & 127
        for shift in (1, 2, 4):
            stack |= stack >> shift
        filled |= (stack >> 1) << 7 * column
    return keys - filled, filled


def _has_four(discs: Boards) -> NDArray[np.bool_]:
    found = np.zeros(len(discs), bool)
    for step in (1, 6, 7, 8):
        pairs = discs & (discs >> step)
        found |= (pairs & (pairs >> 2 * step)) != 0
    return found


def _mirror(discs: Boards) -> Boards:
    swapped = np.zeros_like(discs)
    for column in range(7):
        swapped |= ((discs >> 7 * column) & 127) << 7 * (6 - column)
    return swapped


# The hardest positions


def hardest(games: int = 40, most: int = 12) -> None:
    """Print positions with one winning column, by how seldom levels 5 to 9 found it."""
    for share, position, column, tried in find_hardest(games)[:most]:
        print(f"{100 * share:3.0f} % of {tried}: {position!r}, column {column + 1}")


def find_hardest(games: int = 40) -> list[tuple[float, Position, int, int]]:
    """Return positions with one winning column: how often it was found, and in how many games."""
    from fourscore.core.notation import read_key
    from fourscore.insight.openings.choices import shipped_choices
    from fourscore.insight.openings.explorer import explore

    table = shipped_choices()
    assert table is not None
    found = []
    for key in np.unique(table.keys).tolist():
        position = read_key(key, Position().rules)
        chosen: Counter[int] = Counter()
        for each in table.at(position):
            if each.agent in ("level:5", "level:6", "level:7", "level:8", "level:9"):
                chosen.update(each.columns)
        tried = sum(chosen.values())
        if tried < games:
            continue
        opening = explore(position)
        if opening.score > 0 and len(opening.keeping) == 1:
            column = opening.keeping[0]
            found.append((chosen[column] / tried, position, column, tried))
    return sorted(found, key=lambda each: (each[0], -each[3]))


# Charts


def plot() -> None:
    """Draw the shape of the opening, and the course by its depth."""
    from fourscore.insight.drawing.figures import save

    save(_draw_shape(), Path("openings-shape.svg"))
    save(_draw_course(), Path("course-plies.svg"))


def _draw_shape() -> Any:
    from fourscore.insight.drawing.colours import LIGHT
    from fourscore.insight.drawing.figures import chart_style, new_figure, percent_axis

    plies = shipped_shape()
    with chart_style():
        figure, axes = new_figure(7.2, 4.2)
        left = np.zeros(len(plies))
        for name, colour in (("won", LIGHT["first"]), ("drawn", LIGHT["draws"]),
                             ("lost", LIGHT["second"])):  # fmt: skip
            shares = np.array([getattr(each, name) / each.folded for each in plies])
            axes.bar(range(len(plies)), shares, 0.8, bottom=left, color=colour, label=name)
            left += shares
        axes.set_xticks(range(len(plies)), [f"{each.ply}\n{each.folded:,}" for each in plies],
                        fontsize=6.5)  # fmt: skip
        percent_axis(axes, "y")
        axes.set_xlabel("discs on the board, and positions (mirror images counted once)")
        axes.set_title("Positions won, drawn and lost for the first player")
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=3, frameon=False)
    return figure


def _draw_course() -> Any:
    from fourscore.insight.course.course import course
    from fourscore.insight.drawing.colours import LIGHT
    from fourscore.insight.drawing.figures import chart_style, new_figure

    plies = course("first").plies
    rules = [rules for _, rules in plies.values()]
    moves = [positions - rules for positions, rules in plies.values()]
    with chart_style():
        figure, axes = new_figure(7.2, 4.0)
        axes.bar(list(plies), moves, 1.5, color=LIGHT["first"], label="a move to know")
        axes.bar(list(plies), rules, 1.5, bottom=moves, color=LIGHT["draws"], label="a rule begins")
        axes.set_xticks(list(plies))
        axes.set_xlabel("discs on the board")
        axes.set_ylabel("positions")
        axes.set_title("The first player's course")
        axes.legend(frameon=False)
    return figure


if __name__ == "__main__":
    main()
