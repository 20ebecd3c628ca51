"""A race as a chart: time and memory of each agent, and the column that it chose."""

from collections.abc import Iterator
from dataclasses import astuple
from typing import Any, NamedTuple

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
from fourscore.insight.drawing.matplotlib import Bbox, Figure, FuncFormatter, LogLocator
from fourscore.insight.race.race import Quartiles, RaceResult
from fourscore.insight.race.words import PAGE, say_bytes, say_time

__all__ = ["draw_race"]

MARGIN = 4
"""The least factor by which an axis extends beyond the outermost marks."""
DARKER = 0.3
"""How much darker a name is than its mark."""
OFFSETS = ((9, 0), (-9, 0), (0, 12), (0, -12), (9, 13), (9, -13), (-9, 13), (-9, -13), (0, 26),
           (0, -26), (9, 26), (9, -26), (-9, 26), (-9, -26))  # fmt: skip
"""Where a name may stand, in points from its mark, the best place first."""


class _Mark(NamedTuple):
    """An agent in the chart."""

    name: str
    style: Style
    time: Quartiles
    memory: Quartiles


@chart_style()
def draw_race(race: RaceResult, title: str = "Time and memory of one move") -> Figure:
    """Draw medians with bars over the middle half of the runs, on logarithmic axes.

    Less than a page of memory cannot be measured and is drawn as a page. Agents without
    runs, or whose memory is unknown, are left out.
    """
    marks = list(_marks(race))
    figure, axes = new_figure(7.6, 4.8)
    axes.set(xscale="log", yscale="log", xlabel="time of a move", ylabel="peak memory of a move")
    axes.grid(visible=True, axis="both")
    if marks:
        axes.set_xlim(_limits([mark.time for mark in marks]))
        axes.set_ylim(_limits([mark.memory for mark in marks]))
    for _, style, time, memory in marks:
        times, memories = [astuple(time)], [astuple(memory)]
        error_bars(axes, [time.median], memories, style, markersize=8)
        error_bars(axes, [memory.median], times, style, horizontal=True, markersize=8)
    axes.set_title(title)
    _label_axes(axes)
    _write_names(figure, axes, marks)
    return figure


def _marks(race: RaceResult) -> Iterator[_Mark]:
    shown = [each for each in race.contenders if each.seconds and each.memory]
    styles = agent_styles([each.spec for each in shown])
    for each in shown:
        assert each.seconds is not None
        assert each.memory is not None
        several = len(each.columns) > 1
        chosen = "several columns" if several else f"column {write_column(min(each.columns))}"
        memory = Quartiles(*(max(PAGE, amount) for amount in astuple(each.memory)))
        yield _Mark(f"{each.spec}: {chosen}", styles[each.spec], each.seconds, memory)


def _limits(figures: list[Quartiles]) -> tuple[float, float]:
    """Leave room around the marks, even around a single one."""
    low, high = min(each.low for each in figures), max(each.high for each in figures)
    room = max(MARGIN, (high / low) ** 0.16)
    return low / room, high * room


def _label_axes(axes: Any) -> None:
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: say_time(value)))
    axes.yaxis.set_major_locator(LogLocator(base=4))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: say_bytes(value)))
    axes.minorticks_off()


# Names beside their marks


def _write_names(figure: Figure, axes: Any, marks: list[_Mark]) -> None:
    """Write each name where it covers neither a mark nor another name."""
    figure.draw_without_rendering()
    boxes = [_box(axes, mark) for mark in marks]
    frame, names = axes.get_window_extent(), list[Bbox]()
    for at, mark in enumerate(marks):
        text = axes.annotate(mark.name, (0, 0), xytext=(0, 0), textcoords="offset points",
                             va="center", fontsize=LABEL,
                             color=mix(mark.style.colour, "#000000", DARKER))  # fmt: skip
        _place(text, mark, [*boxes[:at], *boxes[at + 1 :], *names], frame)
        names.append(text.get_window_extent())


def _box(axes: Any, mark: _Mark) -> Bbox:
    """Return the space of a mark and its bars, in dots."""
    left, bottom = axes.transData.transform((mark.time.low, mark.memory.low))
    right, top = axes.transData.transform((mark.time.high, mark.memory.high))
    return Bbox([[left - 6, bottom - 6], [right + 6, top + 6]])


def _place(text: Any, mark: _Mark, taken: list[Bbox], frame: Bbox) -> None:
    """Move a name to the place where it covers least and stays inside the axes."""

    def move(offset: tuple[int, int]) -> Any:
        right, time = offset[0], mark.time
        text.xy = (time.high if right > 0 else time.low if right < 0 else time.median,
                   mark.memory.median)  # fmt: skip
        text.set_ha("left" if right > 0 else "right" if right < 0 else "center")
        text.xyann = offset
        return text.get_window_extent()

    def cost(offset: tuple[int, int]) -> float:
        box = move(offset)
        return sum(_overlap(box, each) for each in taken) + _area(box) - _overlap(box, frame)

    move(min(OFFSETS, key=cost))


def _overlap(one: Bbox, other: Bbox) -> float:
    both = Bbox.intersection(one, other)
    return _area(both) if both else 0.0


def _area(box: Bbox) -> float:
    return float(box.width * box.height)
