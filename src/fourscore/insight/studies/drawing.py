"""What the charts of the studies share: axes of shares, and axes of powers of ten."""

from collections.abc import Iterable
from typing import Any

from matplotlib.ticker import FuncFormatter, NullFormatter

from fourscore.insight.drawing.figures import look

__all__ = ["plainly", "scale_along", "share_axis"]


def share_axis(axes: Any, which: str, ticks: Iterable[float] = (0, 0.25, 0.5, 0.75, 1)) -> None:
    """Write an axis of shares in per cent."""
    places = list(ticks)
    getattr(axes, f"set_{which}ticks")(places, [f"{100 * place:.0f} %" for place in places])


def plainly(amount: float) -> str:
    """Write a power of ten as a plain number.

    >>> plainly(0.1), plainly(10_000)
    ('0.1', '10,000')
    """
    return f"{amount:,.0f}" if amount >= 1 else f"{amount:g}"


def scale_along(axes: Any) -> None:
    """Make the lying axis logarithmic, in plain numbers."""
    with look():
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: plainly(value)))
        axes.xaxis.set_minor_formatter(NullFormatter())
