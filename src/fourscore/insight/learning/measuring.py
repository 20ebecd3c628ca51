"""How well a network plays without search: its moves in a suite, against the exact scores.

What counts is defined in `truth.accuracy`: a move in the only open column was not a choice, and a
lost game cannot be spoiled, so neither counts for `kept`. All positions of a suite go through one
call of a kernel, so that a training can be measured every second.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.book.columns import ILLEGAL
from fourscore.core.bitboard import Rules
from fourscore.core.planes import Boards
from fourscore.core.values import centre_first
from fourscore.errors import UnsupportedError
from fourscore.insight.truth.intervals import Group, Measured, share_of
from fourscore.insight.truth.suites import Suite
from fourscore.jit.kernel import kernel
from fourscore.search.tuples.network import Network, Tables, column_values

__all__ = ["Measurement", "Point", "Shares", "choose_columns", "measure", "measure_columns"]

Point = dict[str, Any]
"""A point of a learning curve, as JSON."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of moves that keep the result, and that no other beats; None without any."""

    kept: Measured | None
    best: Measured | None


@dataclass(frozen=True)
class Measurement:
    """How well a player did in a suite, by class and by discs on the board."""

    classes: dict[str, Shares]
    plies: dict[int, Shares]
    whole: Shares
    """All positions together."""

    def point(self, games: int, seconds: float) -> Point:
        """Return it as a point of a learning curve, at so many games and seconds of training."""
        classes = {
            name: {
                "kept": round(each.kept.value, 4),
                "low": round(each.kept.low, 4),
                "high": round(each.kept.high, 4),
                "best": round(each.best.value, 4),
                "count": each.kept.count,
            }
            for name, each in self.classes.items()
            if each.kept and each.best
        }
        return {"games": games, "seconds": round(seconds, 3), "classes": classes}


def measure(network: Network, suite: Suite) -> Measurement:
    """Let a network choose a column in every position of a suite, and compare with the truth.

    Raises `UnsupportedError` if the network has learned another board or other rules.
    """
    return measure_columns(choose_columns(network, suite), suite)


def measure_columns(columns: Boards, suite: Suite) -> Measurement:
    """Return how good the columns are that were chosen in the positions of a suite."""
    best = suite.scores.max(axis=1)
    played = suite.scores[np.arange(len(suite)), columns]
    free = (suite.scores != ILLEGAL).sum(axis=1) > 1
    moves = _Moves(
        free=free,
        at_stake=free & (best >= 0),
        kept=np.sign(played) == np.sign(best),
        best=played == best,
    )
    plies = suite.plies
    present = [each for each in range(len(suite.names)) if (suite.classes == each).any()]
    return Measurement(
        {suite.names[each]: moves.shares(suite.classes == each) for each in present},
        {int(ply): moves.shares(plies == ply) for ply in np.unique(plies)},
        moves.shares(np.ones(len(suite), bool)),
    )


@dataclass(frozen=True)
class _Moves:
    """What each move is: a choice, one that could spoil something, and one that did not."""

    free: NDArray[np.bool_]
    at_stake: NDArray[np.bool_]
    kept: NDArray[np.bool_]
    best: NDArray[np.bool_]

    def shares(self, which: NDArray[np.bool_]) -> Shares:
        return Shares(
            _share(self.kept[which & self.at_stake]), _share(self.best[which & self.free])
        )


def _share(hits: NDArray[np.bool_]) -> Measured | None:
    """Return the share of hits; every position is a draw of its own."""
    total = int(hits.sum())
    return share_of([Group(len(hits), total, total)])


# What the network chooses


def choose_columns(network: Network, suite: Suite) -> Boards:
    """Return the column that a network likes best in each position, as `TuplePlayer` plays it."""
    rules, tuples = suite.rules, len(network.layout.geometry.empty)
    network.layout.require_size(rules)
    if network.variant != "standard":
        raise UnsupportedError(f"the network has learned {network.variant}, which is not solved")
    chosen = np.zeros(len(suite), np.int64)
    _choose_all(
        network.tables,
        suite.mine,
        suite.filled,
        rules,
        np.array(centre_first(rules.width)),
        np.zeros(tuples, np.int32),
        np.zeros(rules.width),
        chosen,
    )
    return chosen


@kernel
def _choose_all(
    tables: Tables,
    mine: Boards,
    filled: Boards,
    rules: Rules,
    order: Boards,
    indices: NDArray[np.int32],
    values: NDArray[np.float64],
    chosen: Boards,
) -> None:
    """Write the best column of each board; of equal ones, the first in `order`."""
    for at in range(len(mine)):
        column_values(tables, int(mine[at]), int(filled[at]), rules, indices, values)
        best = -2.0
        for column in order:
            if values[column] > best:  # never true of NaN, the value of a full column
                chosen[at], best = column, values[column]
