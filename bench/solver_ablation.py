"""What each idea of the solver is worth: the nodes and the time without it.

    python bench/solver_ablation.py [--seed N] [--positions N]

Openings of 8 to 12 discs, one thread, cold table for each. Every row is a build of its own, so
the first run compiles for a minute. The table is Markdown, for docs/program/solver.md.
"""

import argparse
import random
import time

from rich.console import Console
from rich.progress import track

from fourscore.core.position import Position
from fourscore.solver.negamax import ALL_IDEAS, Ideas
from fourscore.solver.signature import random_position
from fourscore.solver.solver import Solver

WORDS = {
    "forced_moves": "forced moves without a node",
    "no_line_left": "no line left",
    "follow_up": "follow-up bound",
    "zugzwang": "threats in the follow-up bound",
    "mirror": "mirror images share an entry",
    "look_ahead": "asking the table about every child first",
    "promise": "order by promise (then: by the centre)",
    "quick_windows": "quick wins and losses first",
    "dead_discs": "dead discs",
}


def builds() -> list[tuple[str, Ideas]]:
    """Return the full search, and one for each idea turned round."""
    changed = [
        (name, ALL_IDEAS._replace(**{name: 1 - getattr(ALL_IDEAS, name)}))
        for name in ALL_IDEAS._fields
    ]
    rows = [
        (f"{'without' if getattr(ALL_IDEAS, name) else 'with'} {WORDS[name]}", ideas)
        for name, ideas in changed
    ]
    return [("all ideas", ALL_IDEAS), *rows]


def measure(ideas: Ideas, positions: list[Position]) -> tuple[int, float]:
    """Count nodes and processor seconds; the time of the caller's thread is the search's."""
    solver = Solver(megabytes=64, threads=1, ideas=ideas)
    solver.warm()
    nodes, start = 0, time.process_time()
    for position in positions:
        solver.reset()
        nodes += solver.prove(position).nodes
    return nodes, time.process_time() - start


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--seed", type=int, default=3)
    options.add_argument("--positions", type=int, default=40)
    chosen = options.parse_args()
    rng = random.Random(chosen.seed)
    positions = [random_position(rng, rng.randint(8, 12)) for _ in range(chosen.positions)]
    console = Console(stderr=True)
    rows = [
        (label, *measure(ideas, positions))
        for label, ideas in track(builds(), "building and measuring", console=console)
    ]
    _, all_nodes, all_seconds = rows[0]
    print("| search | nodes | times | seconds | times |")
    print("|---|--:|--:|--:|--:|")
    for label, nodes, seconds in rows:
        parts = f"{nodes:,} | {nodes / all_nodes:.2f} | {seconds:.2f} | {seconds / all_seconds:.2f}"
        print(f"| {label} | {parts} |")


if __name__ == "__main__":
    main()
