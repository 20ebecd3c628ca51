"""Searches that use the arrays of earlier ones: nothing of these may show."""

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from fourscore.core.position import Position
from fourscore.search.alphabeta import alphabeta
from fourscore.search.evaluation.custom import make_evaluation
from fourscore.search.evaluation.registry import EVALUATIONS
from fourscore.search.types import Limit, Report
from tests.search.positions import play_out

POSITIONS = [play_out(seed, 4 + seed % 20, 7, 6, "standard")[0] for seed in range(30)]


def search(position: Position, depth: int = 4) -> Report:
    return replace(alphabeta(position, Limit(depth=depth)), seconds=0)


def test_searches_in_turn_do_not_see_each_other() -> None:
    alone = [search(position) for position in POSITIONS]
    for position, report in zip(reversed(POSITIONS), reversed(alone), strict=True):
        search(POSITIONS[0], depth=6)
        assert search(position) == report


def test_searches_in_several_threads_have_their_own_arrays() -> None:
    alone = [search(position, 6) for position in POSITIONS]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda each: search(each, 6), POSITIONS)) == alone


def test_a_search_within_a_search_has_its_own_arrays() -> None:
    known: dict[Position, float] = {}

    def look(position: Position) -> float:
        known[position] = search(position, 1).values[position.legal[0]].value
        return known[position]

    def run(evaluate: Callable[[Position], float]) -> Report:
        evaluation = make_evaluation("mine", evaluate)
        return replace(alphabeta(POSITIONS[3], Limit(depth=2), evaluation=evaluation), seconds=0)

    assert run(look) == run(known.__getitem__)
    assert len(known) > 10


def test_a_small_limit_shows_no_values_of_an_earlier_search() -> None:
    search(POSITIONS[0], 6)
    report = alphabeta(POSITIONS[0], Limit(depth=6, nodes=1))
    assert dict(report.values) == {}
    assert report.line == ()


def test_values_behave_like_the_dict_they_stand_for() -> None:
    position = POSITIONS[2]
    values = alphabeta(position, Limit(depth=3), evaluation=EVALUATIONS["lines"]).values
    plain = dict(values)
    assert values == plain
    assert repr(values) == repr(plain)
    assert type(pickle.loads(pickle.dumps(values))) is dict
    assert pickle.loads(pickle.dumps(values)) == plain
