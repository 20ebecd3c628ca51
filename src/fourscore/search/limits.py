"""Budgets within budgets."""

from dataclasses import fields, replace
from typing import Any

from fourscore.search.control import Stopwatch
from fourscore.search.types import NO_LIMIT, Limit

__all__ = ["cut", "remaining"]


def cut(limit: Limit, most: Limit, usual: Limit = NO_LIMIT) -> Limit:
    """Cut a limit down to the most that may be used; what an agent usually limits stays limited.

    If `most` has seconds, the result has some. Others are added only where `usual` has them,
    for some searches keep everything they visit, and some lose by having their nodes counted.

    >>> cut(Limit(depth=99), Limit(depth=42, nodes=5000, seconds=5), usual=Limit(nodes=1000))
    Limit(depth=42, nodes=1000, playouts=None, seconds=5)
    """
    found: dict[str, Any] = {}
    for each in fields(Limit):
        bound = getattr(most, each.name)
        amount = getattr(limit, each.name) or getattr(usual, each.name)
        if each.name == "seconds":
            amount = amount or bound
        found[each.name] = amount if None in (amount, bound) else min(amount, bound)
    return Limit(**found)


def remaining(limit: Limit, nodes: int, watch: Stopwatch) -> Limit:
    """Return what is left of a limit; a spent one leaves a crumb, so that there is a result.

    >>> remaining(Limit(nodes=100), 30, Stopwatch()).nodes
    70
    >>> remaining(Limit(nodes=100), 300, Stopwatch()).nodes
    1
    """
    if limit.nodes is not None:
        limit = replace(limit, nodes=max(1, limit.nodes - nodes))
    if limit.seconds is not None:
        limit = replace(limit, seconds=max(1e-3, limit.seconds - watch.seconds))
    return limit
