"""Whatever is cancelled before it begins says so."""

from collections.abc import Callable

import pytest

from fourscore.core.game import Game
from fourscore.errors import Cancelled
from fourscore.insight.datasets.building import dataset
from fourscore.insight.openings.explorer import explore
from fourscore.insight.review.review import review
from fourscore.insight.trace.tracing import trace
from fourscore.insight.trace.truth import solve_nodes
from fourscore.insight.truth.judge import Judge
from fourscore.insight.truth.suites import draw_suite
from fourscore.search.control import Cancel
from fourscore.solver import Solver


def review_of(variant: str) -> Callable[[Cancel], object]:
    game = Game(f'[Variant "{variant}"]\n\n1. 1 2 *')
    return lambda cancel: review(game, Judge(Solver(1, 1)), cancel)


WORK: dict[str, Callable[[Cancel], object]] = {
    "dataset": lambda cancel: dataset(20, (13, 14), cancel=cancel),
    "suite": lambda cancel: draw_suite((7, 6), 5, cancel=cancel),
    "exploration": lambda cancel: explore("4444442222666", cancel=cancel),
    "scores of nodes": lambda cancel: solve_nodes(trace("", "minimax:depth=3"), cancel=cancel),
    **{f"review of {name}": review_of(name) for name in ("standard", "fill", "slip")},
}


@pytest.mark.parametrize("name", WORK)
def test_it_can_be_cancelled(name: str) -> None:
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        WORK[name](cancel)
