"""The solver beside bitbully, the fastest Connect Four solver one can install, in one run.

Random positions come from a seeded generator, sorted into classes by discs and by how far the end
is. Both solvers get the same positions in turn, block by block, on one thread, with a table that
is cold for each position, and without books; scores are compared. Positions in which the side to
move wins at once are left out. Only the solving is timed, not the clearing of tables, in processor
time of the thread, so that other work on the machine does not count.

    python bench/solver.py [--scale X] [--seed N] [--empty] [--classes NAME ...]
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.progress import Progress, track
from rich.table import Table as Sheet

from fourscore.core.position import Position
from fourscore.solver import Solver
from fourscore.solver.prove import kernels_for
from fourscore.solver.table import Table
from fourscore.solver.workspace import (
    LOWER,
    NODES,
    UPPER,
    clear,
    new_workspace,
)

EASY = 12
"""Plies to the end up to which a position counts as easy."""
BLOCK = 8
OURS_MB = 64
WIDTH = 110
"""Columns that the table of figures needs, whatever the terminal says."""


@dataclass
class Class:
    """Positions of one kind, and what both solvers took for each."""

    name: str
    discs: range
    easy: bool | None
    count: int
    target: float
    games: list[list[int]] = field(default_factory=list)
    ours: list["Sample"] = field(default_factory=list)
    peers: list["Sample"] = field(default_factory=list)


@dataclass(frozen=True)
class Sample:
    score: int
    seconds: float
    nodes: int


def classes(scale: float) -> list[Class]:
    def some(count: int) -> int:
        return max(2, round(count * scale))

    return [
        Class("end game", range(28, 41), None, some(400), 2),
        Class("easy middle", range(14, 28), True, some(400), 3),
        Class("middle", range(14, 28), False, some(200), 3),
        Class("easy opening", range(5, 14), True, some(60), 20),
        Class("medium opening", range(10, 14), False, some(60), 2),
        Class("hard opening", range(5, 10), False, some(20), 3),
    ]


def position_after(columns: list[int]) -> Position:
    position = Position.empty()
    for column in columns:
        position = position.play(column)
    return position


def random_game(rng: random.Random, discs: int) -> list[int]:
    """Draw columns until they lead to a position that goes on and has no win at once."""
    while True:
        position, columns = Position.empty(), list[int]()
        while len(columns) < discs and (legal := position.legal):
            columns.append(rng.choice(legal))
            position = position.play(columns[-1])
        goes_on = len(columns) == discs and not position.is_over
        if goes_on and not position.winning_columns:
            return columns


def draw(kind: Class, rng: random.Random, solver: Solver) -> Iterator[list[int]]:
    """Draw positions of one class; how far the end is, our own solver says."""
    found = 0
    while found < kind.count:
        columns = random_game(rng, rng.choice(kind.discs))
        if kind.easy is not None:
            score = solver.solve(position_after(columns))
            if (score.value != 0 and score.plies <= EASY) != kind.easy:
                continue
        found += 1
        yield columns


def ours() -> Callable[[list[int]], Sample]:
    """Return a function that measures fourscore: one kernel call a position, one thread."""
    table = Table(OURS_MB)
    rules = Position.empty().rules
    table.prepare(rules)
    workspace = new_workspace(rules)
    kernels, board = kernels_for(rules)
    words, address = workspace

    def run(columns: list[int]) -> Sample:
        position = position_after(columns)
        table.forget()
        clear(workspace, table)
        mine, filled = position.mine, position.filled
        start = time.thread_time()
        kernels.prove(address, mine, filled, 0, 1, board)
        seconds = time.thread_time() - start
        assert words[LOWER] == words[UPPER]
        return Sample(int(words[LOWER]), seconds, int(words[NODES]))

    run([3, 3, 3, 3, 3, 3, 2, 2, 2, 2])
    return run


def bitbully() -> Callable[[list[int]], Sample] | None:
    """Return a function that measures bitbully, or None if it is not installed."""
    try:
        from bitbully import bitbully_core as core
    except ImportError:
        return None
    peer: Any = core.BitBullyCore()

    def run(columns: list[int]) -> Sample:
        board = core.BoardCore()
        for column in columns:
            board.play(column)
        peer.resetTranspositionTable()
        peer.resetNodeCounter()
        start = time.thread_time()
        score = peer.mtdf(board, 0)
        seconds = time.thread_time() - start
        return Sample(int(score), seconds, int(peer.getNodeCounter()))

    return run


def measure(kinds: list[Class], console: Console) -> bool:
    """Run both solvers on all classes in turn; tells whether there was a peer."""
    mine, theirs = ours(), bitbully()
    with Progress(console=console, transient=True) as progress:
        for kind in kinds:
            task = progress.add_task(kind.name, total=len(kind.games))
            for low in range(0, len(kind.games), BLOCK):
                block = kind.games[low : low + BLOCK]
                kind.ours += [mine(columns) for columns in block]
                if theirs:
                    kind.peers += [theirs(columns) for columns in block]
                progress.update(task, advance=len(block))
    return theirs is not None


def in_words(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.2g} µs"


def figures(samples: list[Sample]) -> list[str]:
    times = sorted(each.seconds for each in samples)
    last = times[min(len(times) - 1, int(len(times) * 0.99))]
    nodes = statistics.mean(each.nodes for each in samples)
    mean = statistics.mean(times)
    return [in_words(mean), in_words(statistics.median(times)), in_words(last), f"{nodes:,.0f}"]


def sheet_of(kinds: list[Class]) -> Sheet:
    sheet = Sheet(title="one thread, cold table, no books")
    for name in ("positions", "", "mean", "median", "p99", "nodes", "ratio", "at least", "scores"):
        sheet.add_column(name, justify="left" if name in ("positions", "") else "right")
    for kind in kinds:
        sheet.add_row(f"{kind.name} ({len(kind.games)})", "fourscore", *figures(kind.ours))
        if kind.peers:
            total = sum(each.seconds for each in kind.ours)
            ratio = sum(each.seconds for each in kind.peers) / total
            same = sum(a.score == b.score for a, b in zip(kind.ours, kind.peers, strict=True))
            equal = "equal" if same == len(kind.games) else f"{len(kind.games) - same} DIFFER"
            rest = [f"{ratio:.1f}", f"{kind.target:g}", equal]
            sheet.add_row("", "bitbully", *figures(kind.peers), *rest)
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
        f"two threads on hard openings: {totals[0] / totals[1]:.2f} times one thread "
        f"(at least 1.6); {nodes[1] / nodes[0]:.2f} times the nodes"
    )


def empty_board(with_peer: bool, console: Console) -> None:
    sample = ours()([])
    line = f"the empty board: {in_words(sample.seconds)}, {sample.nodes:,} nodes"
    peer = bitbully() if with_peer else None
    if peer:
        with console.status("bitbully on the empty board: minutes"):
            other = peer([])
        line += f"; bitbully {in_words(other.seconds)}, ratio {other.seconds / sample.seconds:.1f}"
        line += " (at least 10)" if other.score == sample.score else " SCORES DIFFER"
    console.print(line)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--scale", type=float, default=1.0, help="so many times the positions")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--empty", action="store_true", help="bitbully solves the empty board too")
    options.add_argument("--classes", nargs="*", help="only classes whose name has such a word")
    chosen = options.parse_args()
    console = Console()
    console.width = max(console.width, WIDTH)
    rng = random.Random(chosen.seed)
    kinds = classes(chosen.scale)
    if chosen.classes:
        kinds = [each for each in kinds if any(word in each.name for word in chosen.classes)]
    solver = Solver(OURS_MB)
    for kind in track(kinds, "drawing positions", console=console, transient=True):
        kind.games = list(draw(kind, rng, solver))
    if not measure(kinds, console):
        console.print("bitbully is not installed (pip install bitbully): fourscore alone")
    console.print(sheet_of(kinds))
    if not chosen.classes:
        threads_ratio(kinds[-1].games, console)
        empty_board(chosen.empty, console)


if __name__ == "__main__":
    main()
