"""Budgets: `Limit`, and how one budget is fitted into another.

Whoever merges, caps or spends a budget does it here: agents, clocks, races, the server.
"""

from dataclasses import dataclass
from math import isinf
from numbers import Integral, Real

from fourscore.errors import InputError

__all__ = ["NO_LIMIT", "Limit", "require_limit", "require_seed"]

NAMES = ("depth", "nodes", "playouts", "seconds")
CRUMB = 1e-3
"""The seconds that are left when all are spent."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The budget of one decision; the first limit that is reached ends it.

    >>> Limit(depth=5)
    Limit(depth=5, nodes=None, playouts=None, seconds=None)
    >>> Limit(seconds=0)
    Traceback (most recent call last):
    fourscore.errors.InputError: a limit of 0 seconds leaves nothing to search
    """

    depth: int | None = None
    """Plies from the root."""
    nodes: int | None = None
    """Positions visited."""
    playouts: int | None = None
    """Games played to the end, for Monte Carlo tree search."""
    seconds: float | None = None
    """Time on the clock."""

    def __post_init__(self) -> None:
        for name in NAMES:
            amount = getattr(self, name)
            if amount is None:
                continue
            kind, number = (Real, "number") if name == "seconds" else (Integral, "whole number")
            if isinstance(amount, bool) or not isinstance(amount, kind) or isinf(amount):
                raise InputError(f"a limit is a {number} of {name}, not {amount!r}")
            if not float(amount) > 0:
                raise InputError(f"a limit of {amount} {name} leaves nothing to search")

    def __bool__(self) -> bool:
        return bool(self.amounts)

    @property
    def amounts(self) -> dict[str, float]:
        """The limits that are set, by name."""
        every = ((name, getattr(self, name)) for name in NAMES)
        return {name: amount for name, amount in every if amount is not None}

    def only(self, *names: str) -> "Limit":
        """Return the limits of these names alone.

        >>> Limit(depth=3, nodes=10).only("nodes", "seconds")
        Limit(depth=None, nodes=10, playouts=None, seconds=None)
        """
        return Limit(*(getattr(self, name) if name in names else None for name in NAMES))

    def or_else(self, usual: "Limit") -> "Limit":
        """Return the limit with what it lacks taken from another.

        >>> Limit(nodes=10).or_else(Limit(depth=3, nodes=99))
        Limit(depth=3, nodes=10, playouts=None, seconds=None)
        """
        return Limit(*(getattr(self, name) or getattr(usual, name) for name in NAMES))

    def capped_at(self, most: "Limit", usual: "Limit | None" = None) -> "Limit":
        """Return the limit cut down to the most that may be used.

        If `most` has seconds, the result has some. Other limits are added only from `usual`,
        for some searches store everything they visit, and some lose by having their nodes
        counted.

        >>> Limit(depth=99).capped_at(Limit(depth=42, nodes=5000, seconds=5), Limit(nodes=1000))
        Limit(depth=42, nodes=1000, playouts=None, seconds=5)
        """
        limit = self.or_else(usual or NO_LIMIT).or_else(most.only("seconds"))
        pairs = ((getattr(limit, name), getattr(most, name)) for name in NAMES)
        return Limit(
            *(amount if None in (amount, cap) else min(amount, cap) for amount, cap in pairs)
        )

    def after(self, nodes: int, seconds: float) -> "Limit":
        """Return what is left after so much is spent: a crumb if it is all spent.

        >>> Limit(nodes=10, seconds=2.0).after(nodes=4, seconds=3.0)
        Limit(depth=None, nodes=6, playouts=None, seconds=0.001)
        """
        nodes_left = None if self.nodes is None else max(1, self.nodes - nodes)
        seconds_left = None if self.seconds is None else max(CRUMB, self.seconds - seconds)
        return Limit(self.depth, nodes_left, self.playouts, seconds_left)


NO_LIMIT = Limit()


def require_limit(limit: object) -> None:
    """Raise `InputError` if something is neither a limit nor None.

    >>> require_limit(1.0)
    Traceback (most recent call last):
    fourscore.errors.InputError: 1.0 is not a limit; write Limit(seconds=1), for example
    """
    if limit is not None and not isinstance(limit, Limit):
        raise InputError(f"{limit!r} is not a limit; write Limit(seconds=1), for example")


def require_seed(seed: object) -> None:
    """Raise `InputError` if something is not a seed."""
    if not isinstance(seed, int):
        raise InputError(f"{seed!r:.40} is not a seed; a seed is an integer")
