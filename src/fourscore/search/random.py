"""Random play: every legal column is as likely as any other. The yardstick's zero."""

import random

from fourscore.core.position import Position, require_ongoing
from fourscore.search.control import Cancel, Stopwatch
from fourscore.search.types import Limit, OnProgress, Report

__all__ = ["random_move"]


def random_move(
    position: Position,
    limit: Limit,  # noqa: ARG001
    *,
    seed: int = 0,
    cancel: Cancel | None = None,  # noqa: ARG001
    on_progress: OnProgress | None = None,  # noqa: ARG001
) -> Report:
    """Choose a legal column; the same seed and position give the same column everywhere.

    >>> random_move(Position.empty(), Limit(), seed=1).column
    6
    """
    require_ongoing(position)
    watch = Stopwatch()
    column = random.Random(f"{seed} {position.key}").choice(position.legal)
    return Report(column=column, nodes=1, seconds=watch.seconds, line=(column,))
