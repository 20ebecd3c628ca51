"""A comparison as a picture: time and memory of each agent, and the column that it chose."""

from typing import Any

from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from fourscore.core.notation import write_column
from fourscore.insight.drawing.colours import mix
from fourscore.insight.drawing.figures import (
    LABEL,
    Style,
    agent_styles,
    chart_style,
    error_bars,
    new_figure,
)
from fourscore.insight.race.race import Comparison, Contender, Spread
from fourscore.insight.race.words import PAGE, say_bytes, say_time

__all__ = ["draw_comparison"]

LEAST_ROOM = 4
"""The factor by which an axis goes on beyond the last mark, or more."""
DARKER = 0.3
"""How much darker a name is than its mark."""
STEPS = ((9, 0), (-9, 0), (0, 12), (0, -12), (9, 13), (9, -13), (-9, 13), (-9, -13), (0, 26),
         (0, -26), (9, 26), (9, -26), (-9, 26), (-9, -26))  # fmt: skip
"""Where a name may stand, in points from its mark, the best place first."""


@chart_style()
def draw_comparison(comparison: Comparison, title: str = "Time and memory of one move") -> Figure:
    """Draw medians with bars over the middle half of the runs, on logarithmic axes.

    Less than a page of memory cannot be told from nothing and is drawn as a page. Agents without
    a run, or whose memory cannot be told, are left out.
    """
    shown = [each for each in comparison.contenders if each.seconds and each.memory]
    drawn = agent_styles([each.spec for each in shown])
    figure, axes = new_figure(7.6, 4.8)
    axes.set(xscale="log", yscale="log", xlabel="time of a move", ylabel="peak memory of a move")
    axes.grid(visible=True, axis="both")
    _set_limits(axes, shown)
    for each in shown:
        _draw_mark(axes, each, drawn[each.spec])
    axes.set_title(title)
    _say_units(axes)
    _write_names(figure, axes, shown, drawn)
    return figure


def _draw_mark(axes: Any, contender: Contender, style: Any) -> None:
    time, memory = contender.seconds, _at_least_a_page(contender.memory)
    assert time is not None
    x, y = [time.median], [memory.median]
    error_bars(axes, x, y, [memory.low], [memory.high], style, markersize=8)
    error_bars(axes, x, y, [time.low], [time.high], style, horizontal=True, markersize=8)


def _set_limits(axes: Any, shown: list[Contender]) -> None:
    """Leave room around the marks, also around a single one."""
    if not shown:
        return
    times = [each.seconds for each in shown if each.seconds]
    memories = [_at_least_a_page(each.memory) for each in shown]
    for set_limits, spreads in ((axes.set_xlim, times), (axes.set_ylim, memories)):
        low, high = min(each.low for each in spreads), max(each.high for each in spreads)
        room = max(LEAST_ROOM, (high / low) ** 0.16)
        set_limits(low / room, high * room)


def _at_least_a_page(spread: Spread | None) -> Spread:
    assert spread is not None
    return Spread(*(max(PAGE, each) for each in (spread.median, spread.low, spread.high)))


def _say_units(axes: Any) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator

    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: say_time(value)))
    axes.yaxis.set_major_locator(LogLocator(base=4))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: say_bytes(value)))
    axes.minorticks_off()


# Names beside their marks


def _write_names(
    figure: Figure, axes: Any, shown: list[Contender], drawn: dict[str, Style]
) -> None:
    """Write each name where it covers neither a mark nor another name."""
    figure.draw_without_rendering()
    marks = [_mark_box(axes, each) for each in shown]
    taken = list(marks)
    frame = axes.get_window_extent()
    for each, mark in zip(shown, marks, strict=True):
        others = [box for box in taken if box is not mark]
        ink = mix(drawn[each.spec].colour, "#000000", DARKER)
        text = _best_place(axes, each, ink, others, frame)
        taken.append(text.get_window_extent())


def _mark_box(axes: Any, contender: Contender) -> Bbox:
    """Return the room of a mark and its bars, in dots."""
    time, memory = contender.seconds, _at_least_a_page(contender.memory)
    assert time is not None
    left, bottom = axes.transData.transform((time.low, memory.low))
    right, top = axes.transData.transform((time.high, memory.high))
    return Bbox([[left - 6, bottom - 6], [right + 6, top + 6]])


def _best_place(axes: Any, contender: Contender, ink: str, others: list[Bbox], frame: Bbox) -> Any:
    time, memory = contender.seconds, _at_least_a_page(contender.memory)
    assert time is not None
    columns = contender.columns
    chosen = "several columns" if len(columns) > 1 else f"column {write_column(min(columns))}"
    name = f"{contender.spec}: {chosen}"
    best: tuple[float, Any] | None = None
    for right, up in STEPS:
        at = time.high if right > 0 else time.low if right < 0 else time.median
        side = "left" if right > 0 else "right" if right < 0 else "center"
        text = axes.annotate(name, (at, memory.median), xytext=(right, up),
                             textcoords="offset points", ha=side, va="center",
                             fontsize=LABEL, color=ink)  # fmt: skip
        box = text.get_window_extent()
        cost = _covered(box, others) + _outside(box, frame)
        if best is None or cost < best[0]:
            if best is not None:
                best[1].remove()
            best = cost, text
        else:
            text.remove()
        if cost == 0:
            break
    assert best is not None
    return best[1]


def _covered(box: Bbox, others: list[Bbox]) -> float:
    return sum(
        both.width * both.height for each in others if (both := Bbox.intersection(box, each))
    )


def _outside(box: Bbox, frame: Bbox) -> float:
    inside = Bbox.intersection(box, frame)
    area = box.width * box.height
    return float(area if inside is None else area - inside.width * inside.height)
