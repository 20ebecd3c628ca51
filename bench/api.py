"""What a public call costs beside bitbully's: reading a position, playing a move, legal columns.

Both do the same in turn, in blocks, on the same positions; the times are the least of many blocks.
`play` makes a new position, as bitbully's `play_on_copy` does. Scores are in bench/solver.py, which
`make bench-api` runs as well.

    python bench/api.py
"""

import random
import time
from collections.abc import Callable

from bitbully import Board
from rich.console import Console
from rich.table import Table

from fourscore import Position

MOVES = 35
CALLS = 2000
BLOCKS = 40


def least(call: Callable[[], object]) -> float:
    """Return the seconds of one call in a block of many."""
    start = time.perf_counter()
    for _ in range(CALLS):
        call()
    return (time.perf_counter() - start) / CALLS


def long_game(rng: random.Random) -> list[int]:
    """Draw columns until they make a game of `MOVES` moves that goes on."""
    while True:
        position, columns = Position(), list[int]()
        while len(columns) < MOVES and position.legal:
            columns.append(rng.choice(position.legal))
            position = position.play(columns[-1])
        if len(columns) == MOVES and not position.is_over:
            return columns


def main() -> None:
    columns = long_game(random.Random(1))
    ours, theirs = ("".join(str(each + first) for each in columns) for first in (1, 0))
    position, board = Position("4453"), Board([3, 3, 4, 2])
    calls: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        f"read {MOVES} moves": (lambda: Position(ours), lambda: Board(theirs)),
        "play a move": (lambda: position.play(3), lambda: board.play_on_copy(3)),
        "play a move, from a new position": (
            lambda: Position("4453").play(3),
            lambda: Board("3342").play_on_copy(3),
        ),
        "legal columns of a new position": (
            lambda: Position("4453").legal,
            lambda: Board("3342").legal_moves(),
        ),
        "legal columns, asked again": (lambda: position.legal, lambda: board.legal_moves()),
    }
    sheet = Table("call", "fourscore", "bitbully", "ratio")
    for name, (mine, peers) in calls.items():
        times = [(least(mine), least(peers)) for _ in range(BLOCKS)]
        best, other = (min(each) for each in zip(*times, strict=True))
        sheet.add_row(name, f"{best * 1e6:.2f} µs", f"{other * 1e6:.2f} µs", f"{other / best:.1f}")
    Console().print(sheet)


if __name__ == "__main__":
    main()
