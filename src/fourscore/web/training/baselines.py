"""How well others play the positions that learning curves are measured on, for comparison."""

import numpy as np

from fourscore.agents import agent
from fourscore.book.columns import ILLEGAL
from fourscore.insight.learning.measuring import measure_columns
from fourscore.insight.truth.suites import CLASSES, Suite, suite_for
from fourscore.search.control import Cancel
from fourscore.web.training.schemas import BaselinesView, BaselineView

__all__ = ["make_baselines"]

SEARCHER = "alphabeta:depth=5"
COUNT = 200
"""Positions of each class that the searcher is tested on."""


def make_baselines(cancel: Cancel) -> BaselinesView:
    """Return how well a player that moves at random does, and one that searches five plies."""
    suite = suite_for((7, 6))
    assert suite is not None
    return BaselinesView(baselines=[_random(suite), _searching(suite.first(COUNT), cancel)])


def _random(suite: Suite) -> BaselineView:
    """Return what a random player keeps on average, counted instead of played."""
    legal = suite.scores != ILLEGAL
    best = suite.scores.max(axis=1)
    kept = legal & (np.sign(suite.scores) == np.sign(best)[:, None])
    share = kept.sum(axis=1) / legal.sum(axis=1)
    at_stake = (legal.sum(axis=1) > 1) & (best >= 0)
    classes = {
        name: float(share[at_stake & (suite.classes == place)].mean())
        for place, name in enumerate(CLASSES)
    }
    return BaselineView(agent="random", kept=_rounded(classes))


def _searching(suite: Suite, cancel: Cancel) -> BaselineView:
    player = agent(SEARCHER)
    columns = [player.choose(each, cancel=cancel).column for each in suite.positions()]
    found = measure_columns(np.array(columns), suite)
    classes = {name: each.kept.value for name, each in found.classes.items() if each.kept}
    return BaselineView(agent=SEARCHER, kept=_rounded(classes))


def _rounded(shares: dict[str, float]) -> dict[str, float]:
    return {name: round(share, 4) for name, share in shares.items()}
