"""Node counts of every search on fixed positions: no search changes unnoticed.

If one has changed on purpose, write its new number here, and `Bench:` with the sum, as
`fourscore bench` prints it, in the commit.
"""

import pytest

from fourscore.search import signature as searches
from fourscore.solver import signature

SIGNATURES = {
    "astar": 183,
    "minimax": 52_380,
    "alphabeta": 275_977,
    "alphabeta centre": 233_262,
    "alphabeta lines": 12_562,
    "deepening": 51_873,
    "expectiminimax": 7_826,
    "expectiminimax slip": 9_907,
    "mcts": 11_668,
    "mcts heuristic": 9_502,
    "mcts fill": 7_148,
    "mcts slip": 6_307,
    "zero": 2_356,
    "zero fill": 2_981,
    "solver": 1_266_753,
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signature(name: str) -> None:
    count = {**searches.SIGNATURES, "solver": signature}[name]
    assert count() == SIGNATURES[name]


def test_every_search_has_a_signature() -> None:
    assert SIGNATURES.keys() == {*searches.SIGNATURES, "solver"}
