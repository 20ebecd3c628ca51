"""Live boards that step through a review or a trace."""

from typing import Any

import pytest

import fourscore
from fourscore.core.position import Position
from fourscore.core.variants import SLIP
from fourscore.errors import InputError
from fourscore.insight.trace.steps import Step, steps
from fourscore.insight.trees.values import describe_value
from fourscore.notebook import board
from fourscore.search.trace_columns import Reason

GAME = "4444443333332222225"


def test_a_review_is_stepped_through() -> None:
    review = fourscore.review(GAME)
    live = board(review)
    assert live.steps == len(GAME) + 1
    assert live.view["status"] == "The start"
    assert live.view["steps"]["marks"] == sorted(
        [(n, "✗") for n in review.blunders] + [(n, "≈") for n in review.inaccuracies]
    )
    for number, judgement in enumerate(review.judgements, start=1):
        live.step = number
        assert live.position == review.game.positions[number]
        assert live.view["board"]["rows"] == list(live.position.rows())
        played = [at for at, each in enumerate(live.view["chips"]) if each and each["played"]]
        assert played == [judgement.column]
        assert str(judgement.score) in live.view["details"][0]
        best = [at for at, each in enumerate(live.view["chips"]) if each and each["best"]]
        assert best == list(judgement.best_columns or played)
        assert any("Best: column" in line for line in live.view["details"]) != judgement.is_optimal
    assert "won" in live.view["details"][-1]
    assert live.view["board"]["winning"]


def test_a_step_stays_on_the_way_and_a_review_is_not_played_on() -> None:
    review: Any = fourscore.review("4453")
    live = board(review)
    live.step = 99
    assert live.step == 4
    live.step = -1
    assert live.step == 0
    with pytest.raises(InputError, match="'perfect' has no use"):
        board(review, opponent="perfect")


def test_a_trace_shows_every_node_as_it_is_left() -> None:
    trace = fourscore.trace("4453", "alphabeta:depth=3")
    live = board(trace)
    left = [node for action, node in steps(trace) if action == "leave"]
    seen = []
    for step in range(live.steps):
        live.step = step
        assert live.view["board"]["rows"] == list(trace.rows(live.node))
        if live.view["details"][0].startswith("Value"):
            seen.append(live.node)
    assert seen == left


def test_a_value_and_a_cut_off_are_not_shown_before_they_are_known() -> None:
    trace = fourscore.trace("4453", "alphabeta:depth=3")
    live = board(trace)
    assert live.node == trace.root
    assert not any("Value:" in line for line in live.view["details"])
    assert live.view["chips"] == [None] * 7
    live.step = live.steps - 1
    assert live.node == trace.root
    assert live.view["details"][0] == f"Value: {describe_value(trace, trace.root).text}."
    best = [at for at, each in enumerate(live.view["chips"]) if each and each["best"]]
    assert best == [trace.report.column]
    cut = int((trace.reason == Reason.CUT).argmax())
    live.step = live._walk.index(Step("leave", cut))
    assert "need not be searched" in live.view["details"][1]
    left_out = [at for at, each in enumerate(live.view["chips"]) if each and each["tone"] == "cut"]
    assert left_out == list(trace.pruned(cut))


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("minimax:depth=2", {}),
        ("deepening:depth=3", {}),
        ("mcts:playouts=60,seed=1", {}),
        ("astar:nodes=60", {}),
        ("expectiminimax:depth=1", {"variant": SLIP}),
    ],
)
def test_every_kind_of_search_can_be_stepped_through(spec: str, options: Any) -> None:
    trace = fourscore.trace(Position(size=(5, 4), **options), spec)
    live = board(trace)
    for step in range(live.steps):
        live.step = step
        assert live.view["status"].startswith(("Red", "Yellow"))
        assert len(live.view["details"]) >= 2
        assert live.view["board"]["rows"] == list(trace.rows(live.node))
    assert live.steps >= trace.visited - 1
