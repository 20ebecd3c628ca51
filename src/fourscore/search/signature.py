"""Node-count signatures: for each search a number that changes if, and only if, the search does.

Monte Carlo tree search visits one node a playout until it has proven the result or seen the
whole tree, so it gets positions where that happens; how soon depends on every choice it makes.
"""

from collections.abc import Callable
from random import Random

import numpy as np

from fourscore.core.position import Position
from fourscore.core.variants import FILL, SLIP, STANDARD, Variant
from fourscore.search.alphabeta import alphabeta
from fourscore.search.astar import HEURISTICS, astar
from fourscore.search.deepening import deepening
from fourscore.search.evaluation.registry import EVALUATIONS
from fourscore.search.expectiminimax import expectiminimax
from fourscore.search.limits import Limit
from fourscore.search.mcts.search import MonteCarlo
from fourscore.search.minimax import minimax
from fourscore.search.puct.search import PuctSearch
from fourscore.search.tuples.layout import draw_layout
from fourscore.search.tuples.network import Network
from fourscore.search.types import Report

__all__ = ["SIGNATURES", "made_up_network", "signatures"]

TEXTS = ("", "4453", "-------/-------/-------/O-XX---/OXOX---/XXOOXO-")
PROVABLE = ("12345671234567", "6724772136625432711523", "516427137711716476353712")
PLAYOUTS = Limit(playouts=20_000)


def _count(decide: Callable[[Position], Report], *positions: Position) -> int:
    """Sum the nodes of decisions, in the usual positions if none are given."""
    return sum(decide(each).nodes for each in positions or map(Position, TEXTS))


def _astar() -> int:
    found = [(name, Position(text)) for name in HEURISTICS for text in TEXTS]
    return sum(astar(each, Limit(), heuristic=name).nodes for name, each in found)


def _minimax() -> int:
    return _count(lambda each: minimax(each, Limit(depth=5)))


def _alphabeta(evaluation: str, depth: int) -> int:
    chosen = EVALUATIONS[evaluation]
    return _count(lambda each: alphabeta(each, Limit(depth=depth), evaluation=chosen))


def _deepening() -> int:
    return _count(lambda each: deepening(each, Limit(depth=8)))


def _expectiminimax(depth: int, *positions: Position) -> int:
    return _count(lambda each: expectiminimax(each, Limit(depth=depth)), *positions)


def _monte_carlo(expand: str, *positions: Position) -> int:
    return _count(lambda each: MonteCarlo(seed=1, expand=expand)(each, PLAYOUTS), *positions)


def _puct(network: Network, *positions: Position) -> int:
    return _count(
        lambda each: PuctSearch(network, c=1.0, temperature=1.0)(each, PLAYOUTS), *positions
    )


def made_up_network(width: int = 7, height: int = 6, variant: Variant = STANDARD) -> Network:
    """Return a small network that has learned nothing, the same every time."""
    layout = draw_layout(width, height, tuples=8, length=6)
    numbers, size = Random(f"{width}x{height}"), 2 * layout.entries
    weights = [int(numbers.random() * 400) - 200 for _ in range(size)]
    return Network(
        layout, np.array(weights, np.int16).reshape(2, -1), meta={"variant": str(variant)}
    )


SIGNATURES: dict[str, Callable[[], int]] = {
    "astar": _astar,
    "minimax": _minimax,
    "alphabeta": lambda: _alphabeta("windows", 8),
    "alphabeta centre": lambda: _alphabeta("centre", 8),
    "alphabeta lines": lambda: _alphabeta("lines", 6),
    "deepening": _deepening,
    "expectiminimax": lambda: _expectiminimax(4),
    "expectiminimax slip": lambda: _expectiminimax(3, Position.empty(variant=SLIP)),
    "mcts": lambda: _monte_carlo("random", *map(Position, PROVABLE)),
    "mcts heuristic": lambda: _monte_carlo("heuristic", *map(Position, PROVABLE)),
    "mcts fill": lambda: _monte_carlo("random", Position("23221", size=(4, 4), variant=FILL)),
    "mcts slip": lambda: _monte_carlo("random", Position("11", size=(4, 2), variant=SLIP)),
    "zero": lambda: _puct(made_up_network(), *map(Position, PROVABLE)),
    "zero fill": lambda: _puct(
        made_up_network(4, 4, FILL), Position("23221", size=(4, 4), variant=FILL)
    ),
}
"""What counts the nodes of each search, by name."""


def signatures() -> dict[str, int]:
    """Count the nodes of every search."""
    return {name: count() for name, count in SIGNATURES.items()}
