"""The solver beside bitbully, the fastest Connect Four solver one can install, in one run.

Only public calls are timed, as a user meets them: `Solver.solve` beside bitbully's `mtdf`,
`Solver.columns` beside `score_all_moves`, and `Solver.solve_many` beside a loop of `mtdf`.

Random positions come from a seeded generator, sorted into classes by discs and by how far the end
is; those in which the side to move wins at once are left out. Both solvers get the same positions
in turn, block by block, on one thread and without books; scores are compared. Cold: the table is
cleared before each call. Warm: the same question again. Times are processor time, the least of a
few tries where a call is short, so that other work on the machine counts as little as possible.

    python bench/solver.py [--scale X] [--seed N] [--empty] [--classes NAME ...]
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rich.console import Console
from rich.progress import Progress, track
from rich.table import Table as Sheet

from fourscore import Position, Solver

EASY = 12
"""Plies to the end up to which a position counts as easy."""
BLOCK = 8
OURS_MB = 64
SHORT = 1e-3
"""Seconds below which a call is timed several times."""
TRIES = 5
BATCH = 1000
WIDTH = 110
"""Columns that the table of figures needs, whatever the terminal says."""

Question = Callable[[Any], Any]


@dataclass
class Class:
    """Positions of one kind, as moves."""

    name: str
    discs: range
    easy: bool | None
    count: int
    games: list[list[int]] = field(default_factory=list)


@dataclass
class Row:
    """What both took for one question, in all, and whether they agreed."""

    kind: str
    question: str
    count: int
    ours: float = 0.0
    peers: float = 0.0
    different: int = 0


def classes(scale: float) -> list[Class]:
    def some(count: int) -> int:
        return max(2, round(count * scale))

    return [
        Class("end game", range(28, 41), None, some(400)),
        Class("easy middle", range(14, 28), True, some(400)),
        Class("middle", range(14, 28), False, some(200)),
        Class("easy opening", range(5, 14), True, some(60)),
        Class("medium opening", range(10, 14), False, some(60)),
        Class("hard opening", range(5, 10), False, some(20)),
    ]


def random_game(rng: random.Random, discs: int) -> list[int]:
    """Draw columns until they lead to a position that goes on and has no win at once."""
    while True:
        position, columns = Position(), list[int]()
        while len(columns) < discs and (legal := position.legal):
            columns.append(rng.choice(legal))
            position = position.play(columns[-1])
        goes_on = len(columns) == discs and not position.is_over
        if goes_on and not position.winning_columns:
            return columns


def position_after(columns: list[int]) -> Position:
    return Position("".join(str(column + 1) for column in columns))


def draw(kind: Class, rng: random.Random, solver: Solver) -> Iterator[list[int]]:
    """Draw positions of one class; how far the end is, our own solver says."""
    found = 0
    while found < kind.count:
        columns = random_game(rng, rng.choice(kind.discs))
        if kind.easy is not None:
            score = solver.solve(position_after(columns))
            if (score != 0 and score.plies <= EASY) != kind.easy:
                continue
        found += 1
        yield columns


class Ours:
    """fourscore's public calls."""

    def __init__(self) -> None:
        solver = Solver(OURS_MB, threads=1)
        self.reset = solver.reset
        self.questions: dict[str, Question] = {"score": solver.solve, "columns": solver.columns}
        self.solve_many = solver.solve_many
        self.make = position_after


class Peer:
    """bitbully's."""

    def __init__(self) -> None:
        from bitbully import BitBully, Board

        solver = BitBully(opening_book=None)
        self.reset = solver.reset_transposition_table
        self.questions: dict[str, Question] = {
            "score": solver.mtdf,
            "columns": solver.score_all_moves,
        }
        self.make = Board


def timed(ask: Question, position: Any, reset: Callable[[], None] | None) -> tuple[float, Any]:
    """Return the processor seconds of a call, and its answer."""
    least, tries = float("inf"), TRIES
    while tries:
        if reset is not None:
            reset()
        start = time.process_time()
        answer = ask(position)
        least = min(least, time.process_time() - start)
        tries = tries - 1 if least < SHORT else 0
    return least, answer


def measure(kind: Class, ours: Ours, peer: Peer, advance: Callable[[int], None]) -> list[Row]:
    """Ask both about all positions of a class, block by block."""
    rows = {
        (question, state): Row(kind.name, f"{question}, {state}", len(kind.games))
        for question in ("score", "columns")
        for state in ("cold", "warm")
    }
    for low in range(0, len(kind.games), BLOCK):
        block = kind.games[low : low + BLOCK]
        for (question, state), row in rows.items():
            _measure_block(question, state == "cold", row, block, ours, peer)
        advance(len(block))
    return list(rows.values())


def _measure_block(
    question: str, cold: bool, row: Row, block: list[list[int]], ours: Ours, peer: Peer
) -> None:
    found = []
    for side in (ours, peer):
        ask, positions = side.questions[question], [side.make(columns) for columns in block]
        if cold:
            found.append([timed(ask, each, side.reset) for each in positions])
        else:
            answers = [ask(each) for each in positions]
            seconds, _ = timed(partial(_ask_all, ask), positions, None)
            found.append([(seconds / len(block), answer) for answer in answers])
    row.ours += sum(seconds for seconds, _ in found[0])
    row.peers += sum(seconds for seconds, _ in found[1])
    row.different += sum(a[1] != b[1] for a, b in zip(*found, strict=True))


def _ask_all(ask: Question, positions: list[Any]) -> list[Any]:
    return [ask(each) for each in positions]


def measure_batch(rng: random.Random, ours: Ours, peer: Peer) -> Row:
    """Compare a batch of end games with a loop, both from a cold table."""
    games = [random_game(rng, rng.choice(range(28, 41))) for _ in range(BATCH)]
    positions, boards = [ours.make(each) for each in games], [peer.make(each) for each in games]
    ask = peer.questions["score"]
    row = Row("end game", f"batch of {BATCH}", BATCH, float("inf"), float("inf"))
    for _ in range(TRIES):
        ours.reset()
        start = time.process_time()
        scores = ours.solve_many(positions)
        row.ours = min(row.ours, time.process_time() - start)
        peer.reset()
        start = time.process_time()
        others = [ask(board) for board in boards]
        row.peers = min(row.peers, time.process_time() - start)
        row.different = sum(a != b for a, b in zip(scores, others, strict=True))
    return row


def in_words(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.2g} µs"


def sheet_of(rows: list[Row]) -> Sheet:
    sheet = Sheet(title="one thread, no books, mean time of a public call")
    for name in ("positions", "question", "fourscore", "bitbully", "ratio", "scores"):
        sheet.add_column(name, justify="left" if name in ("positions", "question") else "right")
    for row in rows:
        equal = "equal" if not row.different else f"{row.different} DIFFER"
        times = [in_words(each / row.count) for each in (row.ours, row.peers)]
        ratio = f"{row.peers / row.ours:.1f}"
        sheet.add_row(f"{row.kind} ({row.count})", row.question, *times, ratio, equal)
    return sheet


def threads_ratio(games: list[list[int]], console: Console) -> None:
    """Say how much faster two threads solve the hard openings than one."""
    solvers = [Solver(OURS_MB, threads=1), Solver(OURS_MB, threads=2)]
    totals, nodes = [0.0, 0.0], [0, 0]
    for columns in track(games, "two threads", console=console, transient=True):
        for which, solver in enumerate(solvers):
            solver.reset()
            proof = solver.prove(position_after(columns))
            totals[which] += proof.seconds
            nodes[which] += proof.nodes
    console.print(
        f"two threads on hard openings: {totals[0] / totals[1]:.2f} times one thread; "
        f"{nodes[1] / nodes[0]:.2f} times the nodes"
    )


def empty_board(ours: Ours, peer: Peer | None, console: Console) -> None:
    seconds, score = timed(ours.questions["score"], Position(), ours.reset)
    line = f"the empty board: {in_words(seconds)}"
    if peer:
        with console.status("bitbully on the empty board: minutes"):
            other, found = timed(peer.questions["score"], peer.make([]), peer.reset)
        line += f"; bitbully {in_words(other)}, ratio {other / seconds:.1f}"
        line += "" if score == found else " SCORES DIFFER"
    console.print(line)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--scale", type=float, default=1.0, help="so many times the positions")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--empty", action="store_true", help="both solve the empty board too")
    options.add_argument("--classes", nargs="*", help="only classes whose name has such a word")
    chosen = options.parse_args()
    console = Console()
    console.width = max(console.width, WIDTH)
    rng = random.Random(chosen.seed)
    kinds = classes(chosen.scale)
    if chosen.classes:
        kinds = [each for each in kinds if any(word in each.name for word in chosen.classes)]
    ours, peer, rows = Ours(), Peer(), []
    ours.questions["columns"](Position("12345671234567"))  # loads the machine code
    for kind in track(kinds, "drawing positions", console=console, transient=True):
        kind.games = list(draw(kind, rng, Solver(OURS_MB)))
    with Progress(console=console, transient=True) as progress:
        for kind in kinds:
            task = progress.add_task(kind.name, total=len(kind.games))
            rows += measure(kind, ours, peer, partial(progress.advance, task))
    if any(kind.name == "end game" for kind in kinds):
        rows.append(measure_batch(rng, ours, peer))
    console.print(sheet_of(rows))
    if not chosen.classes:
        threads_ratio(kinds[-1].games, console)
    if chosen.empty:
        empty_board(ours, peer, console)


if __name__ == "__main__":
    main()
