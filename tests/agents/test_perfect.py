"""The perfect player: what it plays is what was proved."""

import threading
from unittest.mock import Mock

import pytest
from hypothesis import given, settings

from fourscore.agents import agent
from fourscore.core.position import Position
from fourscore.search.control import Cancel
from fourscore.search.types import Bound, Limit
from fourscore.solver.engine import Engine
from tests.search.positions import Pair, pairs


def exhaustive(position: Position, ply: int = 0) -> int:
    """Value a position by trying everything: 1000 less the plies to a win, negative for a loss."""
    if outcome := position.outcome:
        return 0 if outcome.winner is None else ply - 1000
    return max(-exhaustive(position.play(column), ply + 1) for column in position.legal)


@given(pair=pairs("standard", sizes=((4, 4), (5, 3))))
@settings(max_examples=25)
def test_the_fastest_win_or_the_slowest_loss_is_played(pair: Pair) -> None:
    position, _ = pair
    if position.ply < 8:
        return
    truth = {c: -exhaustive(position.play(c), 1) for c in position.legal}
    report = agent("perfect").choose(position)
    best = [c for c in position.legal_from_centre() if truth[c] == max(truth.values())]
    assert report.column == best[0]
    for column, value in report.values.items():
        sign = (truth[column] > 0) - (truth[column] < 0)
        assert value.result == sign
        if sign:
            assert value.plies == 1000 - abs(truth[column])


def test_random_tiebreaks_stay_among_the_best() -> None:
    position = Position("71447663311247")
    best = agent("perfect").choose(position)
    equal = {c for c, v in best.values.items() if v.value == best.values[best.column].value}
    assert len(equal) > 1
    agents = [agent(f"perfect:tiebreak=random,seed={seed}") for seed in range(30)]
    assert {each.choose(position).column for each in agents} == equal


def test_a_limit_gives_bounds_that_say_so() -> None:
    report = agent("perfect:nodes=2000,book=no").choose("44")
    assert not report.complete
    assert report.column in range(7)
    assert any(value.bound is Bound.LOWER for value in report.values.values())


def test_it_can_be_cancelled() -> None:
    cancel = Cancel()
    threading.Timer(0.1, cancel.cancel).start()
    report = agent("perfect").choose(Position.empty(8, 6), Limit(), cancel=cancel)
    assert not report.complete


def test_preparing_it_runs_the_solver_not_only_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    prove = Mock(wraps=Engine.prove)
    monkeypatch.setattr(Engine, "prove", lambda *given, **more: prove(*given, **more))
    monkeypatch.setattr("fourscore.agents.base._compiled", set())
    agent("perfect").prepare()
    assert prove.called
