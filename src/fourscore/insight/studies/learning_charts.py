"""The charts of the study of learning: curves, budgets and plies, with 95 % intervals."""

from typing import Any, NamedTuple

from fourscore.insight.drawing.colours import ALGORITHMS, OTHERS
from fourscore.insight.drawing.figures import (
    Style,
    agent_styles,
    chart_style,
    error_bars,
    label_ends,
    log_scale,
    new_figure,
    percent_axis,
)
from fourscore.insight.drawing.matplotlib import Figure
from fourscore.insight.learning.chart import time_axis
from fourscore.insight.learning.measuring import Point, Shares
from fourscore.insight.truth.intervals import Measured

__all__ = ["Budget", "draw_by_budget", "draw_by_ply", "draw_curves"]

COLOURS = [ALGORITHMS[name] for name in ("mcts", "alphabeta", "perfect", "minimax", "astar",
                                         "level", "random")]  # fmt: skip
MARKERS = "os^DvPX"
CROWD = 4
"""Of more curves the intervals would hide each other."""
APART = 0.14
"""Plies between the points of two players, so that both can be seen."""


class Budget(NamedTuple):
    """A player with one budget: how that is written, what a move takes, and what it keeps."""

    label: str
    milliseconds: float
    kept: Measured


@chart_style()
def draw_curves(curves: dict[str, list[Point]]) -> Figure:
    """Draw what each curve keeps of hard openings over training time."""
    figure, axes = new_figure(7.8, 4.4)
    ends, styles = {}, _styles(list(curves))
    for name, points in curves.items():
        known = [each for each in points if each["seconds"] > 0 and "hard" in each["classes"]]
        if not known:
            continue
        times = [each["seconds"] for each in known]
        hard = [each["classes"]["hard"] for each in known]
        colour = styles[name].colour
        axes.plot(times, [each["kept"] for each in hard], color=colour)
        if len(curves) <= CROWD:
            low, high = ([each[end] for each in hard] for end in ("low", "high"))
            axes.fill_between(times, low, high, color=colour, alpha=0.12, linewidth=0)
        ends[name] = (times[-1], hard[-1]["kept"])
    time_axis(axes)
    _share_axis(axes)
    axes.set_xlabel("training time")
    axes.set_title("Hard openings kept, without search")
    label_ends(axes, ends, styles)
    return figure


@chart_style()
def draw_by_budget(families: dict[str, list[Budget]], specs: dict[str, str]) -> Figure:
    """Draw what families of players keep of hard openings over the time of a move.

    `specs` has one player of each family, which decides its colour.
    """
    figure, axes = new_figure(8.2, 4.6)
    ends, styles = {}, agent_styles({name: specs[name] for name in families})
    for name, points in families.items():
        style = styles[name]
        times = [each.milliseconds for each in points]
        error_bars(axes, times, [each.kept.point for each in points], style, linestyle="-",
                   linewidth=1.4)  # fmt: skip
        for each in points:
            axes.annotate(each.label, (each.milliseconds, each.kept.value), xytext=(4, -10),
                          textcoords="offset points", fontsize=7, color=style.colour)  # fmt: skip
        ends[name] = (times[-1], points[-1].kept.value)
    log_scale(axes, "x")
    _share_axis(axes)
    axes.set_xlabel("milliseconds a move; beside the points: plies or playouts")
    axes.set_title("Hard openings kept, by budget")
    label_ends(axes, ends, styles)
    return figure


@chart_style()
def draw_by_ply(phases: dict[str, dict[int, Shares]]) -> Figure:
    """Draw what players keep by discs on the board."""
    figure, axes = new_figure(8.8, 4.6)
    ends, styles = {}, agent_styles({name: name.partition(" ")[0] for name in phases})
    for place, (name, each) in enumerate(phases.items()):
        kept = {start + place * APART: share.kept for start, share in each.items() if share.kept}
        points = [share.point for share in kept.values()]
        error_bars(axes, list(kept), points, styles[name], linestyle="-", elinewidth=0.8)
        ends[name] = (max(kept), points[-1][0])
    _share_axis(axes)
    axes.set_xlabel("discs on the board")
    axes.set_title("Result kept by ply")
    label_ends(axes, ends, styles)
    return figure


def _styles(names: list[str]) -> dict[str, Style]:
    colours = [*COLOURS, OTHERS]
    return {
        name: Style(colours[place % len(colours)], MARKERS[place % len(MARKERS)])
        for place, name in enumerate(names)
    }


def _share_axis(axes: Any) -> None:
    axes.set_ylim(top=1.03)
    low = max(0.0, axes.get_ylim()[0])
    axes.set_ylim(bottom=low)
    ticks = [tick / 10 for tick in range(11) if tick / 10 >= low]
    percent_axis(axes, "y", ticks)
    axes.set_ylabel("moves that keep the result")
