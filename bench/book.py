"""How fast positions are answered with the book, by ply: median and 99th percentile.

    python bench/book.py [--count N] [--plies A-B] [--book FILE] [--json FILE] [--plot FILE]

For each ply it draws positions by random play, and takes the processor time on one thread, with a
cold table each time:

- analyse: the exact score of each column, which is what a player waits for;
- line: the same and the line that both sides would play to the end.

With --plot it draws both as an SVG or PNG, by Matplotlib (the extra "plots").
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from fourscore.book import find_book
from fourscore.core.position import Position
from fourscore.solver import Solver

MEDIAN_MS, P99_MS = 5.0, 250.0
MEGABYTES = 64


def draw(rng: random.Random, ply: int) -> Position:
    """Play at random until so many discs are on the board and the game goes on."""
    while True:
        position = Position.empty()
        while position.ply < ply and (legal := position.legal):
            position = position.play(rng.choice(legal))
        if position.ply == ply and not position.is_over:
            return position


def milliseconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def measure(solver: Solver, positions: list[Position]) -> dict[str, dict[str, float]]:
    """Time both questions over positions."""
    times: dict[str, list[float]] = {"analyse": [], "line": []}
    for position in positions:
        solver.reset()
        times["analyse"].append(milliseconds(partial(solver.analyse, position)))
        solver.reset()
        times["line"].append(milliseconds(partial(line_of, solver, position)))
    return {name: summarise(found) for name, found in times.items()}


def line_of(solver: Solver, position: Position) -> tuple[int, ...]:
    return solver.analyse(position).line


def summarise(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    at = min(len(ordered) - 1, int(0.99 * len(ordered)))
    return {
        "median": round(ordered[len(ordered) // 2], 3),
        "p99": round(ordered[at], 3),
        "max": round(ordered[-1], 3),
    }


def plot(rows: dict[int, dict[str, dict[str, float]]], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 4.5), layout="constrained")
    plies = sorted(rows)
    for name, colour in (("analyse", "#24508f"), ("line", "#d6455a")):
        for which, style in (("median", "-"), ("p99", "--")):
            values = [rows[ply][name][which] for ply in plies]
            axes.plot(plies, values, style, color=colour, label=f"{name}, {which}")
    axes.axhline(MEDIAN_MS, color="grey", linewidth=0.8)
    axes.axhline(P99_MS, color="grey", linewidth=0.8, linestyle="--")
    axes.set(yscale="log", xlabel="discs on the board", ylabel="milliseconds")
    axes.legend()
    figure.savefig(path)


def parse_plies(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--plies", type=parse_plies, default=range(42))
    parser.add_argument("--book", default="shipped", help="a file, shipped, or none")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    given: Any = parser.parse_args()
    solver = Solver(MEGABYTES, threads=1, book=find_book(given.book))
    solver.warm()
    if solver.book:
        solver.book.lookup(Position.empty())
    print("milliseconds       analyse              line")
    print(" ply     n  median     p99     max  median     p99     max")
    rows: dict[int, dict[str, dict[str, float]]] = {}
    for ply in given.plies:
        rng = random.Random(ply)
        found = rows[ply] = measure(solver, [draw(rng, ply) for _ in range(given.count)])
        figures = (f"{value:7.2f}" for each in found.values() for value in each.values())
        print(f"{ply:4} {given.count:5} {' '.join(figures)}", flush=True)
    for name in ("analyse", "line"):
        slow = [ply for ply in rows if rows[ply][name]["median"] > MEDIAN_MS]
        late = [ply for ply in rows if rows[ply][name]["p99"] > P99_MS]
        print(f"{name}: median above {MEDIAN_MS:g} ms at {slow or 'no ply'}, ", end="")
        print(f"p99 above {P99_MS:g} ms at {late or 'no ply'}")
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    if given.plot:
        plot(rows, given.plot)


if __name__ == "__main__":
    main()
