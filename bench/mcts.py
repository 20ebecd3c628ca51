"""Playouts a second of Monte Carlo tree search, beside OpenSpiel's, in one run.

Both search the empty board on one core with a fresh tree, UCT, and one random playout for
each leaf. Rounds alternate, so that what else the machine does falls on both; the ratio is
that of the medians.

    python bench/mcts.py [--playouts N] [--rounds N]
"""

import argparse
import statistics
import time
from collections.abc import Callable

from fourscore.core.position import Position
from fourscore.search.mcts.search import MonteCarlo
from fourscore.search.types import Limit

C = 1.4
TARGET = 15


def ours(playouts: int, expand: str) -> Callable[[int], float]:
    """Return a function that measures fourscore: a seed in, playouts a second out."""

    def run(seed: int) -> float:
        search = MonteCarlo(c=C, expand=expand, seed=seed)
        return playouts / seconds(lambda: search(Position.empty(), Limit(playouts=playouts)))

    return run


def open_spiel(playouts: int) -> Callable[[int], float] | None:
    """Return a function that measures OpenSpiel's C++ bot, or None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")

    def run(seed: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        bot = pyspiel.MCTSBot(game, evaluator, C, playouts, 1000, False, seed, False)
        state = game.new_initial_state()
        return playouts / seconds(lambda: bot.step(state))

    return run


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--playouts", type=int, default=100_000)
    options.add_argument("--rounds", type=int, default=5)
    args = options.parse_args()
    peers = {
        f"fourscore, {expand}": ours(args.playouts, expand) for expand in ("random", "heuristic")
    }
    peer = open_spiel(args.playouts)
    if peer:
        peers["OpenSpiel"] = peer
    MonteCarlo()(Position.empty(), Limit(playouts=1))  # compiles, or loads what is compiled
    speeds: dict[str, list[float]] = {name: [] for name in peers}
    for seed in range(1, args.rounds + 1):
        for name, run in peers.items():
            speeds[name].append(run(seed))
    show(speeds, args.playouts)


def show(speeds: dict[str, list[float]], playouts: int) -> None:
    medians = {name: statistics.median(runs) for name, runs in speeds.items()}
    base = medians.get("OpenSpiel")
    print(f"playouts a second from the empty board, {playouts:,} playouts a tree, one core")
    for name, runs in speeds.items():
        ratio = f"  x {medians[name] / base:5.1f}" if base else ""
        spread = f"({min(runs):,.0f} to {max(runs):,.0f})"
        print(f"  {name:22} {medians[name]:12,.0f}  {spread:26}{ratio}")
    print(f"  target: x {TARGET}" if base else "  OpenSpiel is not installed (extra: bench)")


if __name__ == "__main__":
    main()
