"""How exercises write numbers: values as Max sees them, windows, shares."""

# ruff: noqa: RUF002 - people read these signs

import math
from collections.abc import Iterable

from fourscore.search.evaluation.base import WIN_VALUE, proven_result
from fourscore.search.explicit.notation import write_number

__all__ = ["listed", "number_text", "share_text", "value_text", "window_text"]

MINUS = "\N{MINUS SIGN}"


def number_text(number: float) -> str:
    """Return a number with a real minus sign.

    >>> number_text(-3), number_text(2.5), number_text(float("inf"))
    ('−3', '2.5', '∞')
    """
    if math.isinf(number):
        return "∞" if number > 0 else f"{MINUS}∞"
    return write_number(number).replace("-", MINUS)


def value_text(value: float) -> str:
    """Return a value for Max: points, or a win or loss and how many discs away it is."""
    result = None if math.isinf(value) else proven_result(value)
    if result is None:
        return number_text(value)
    discs = round(WIN_VALUE - abs(value))
    return f"{'win' if result > 0 else 'loss'} in {discs}"


def window_text(low: float, high: float) -> str:
    """Return a window."""
    return f"({value_text(low)}, {value_text(high)})"


def share_text(share: float) -> str:
    """Return a share of the points with two decimals."""
    return f"{share + 0.0:.2f}"


def listed(texts: Iterable[str]) -> str:
    """Return texts as people list them.

    >>> listed(["3", "12", "8"])
    '3, 12 and 8'
    """
    *most, last = texts
    return f"{', '.join(most)} and {last}" if most else last
