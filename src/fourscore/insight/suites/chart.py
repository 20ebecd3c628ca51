"""The chart of a suite: moves that keep the result, by class and by discs on the board."""

from typing import Any

from fourscore.insight.drawing.figures import (
    LABEL,
    Style,
    agent_styles,
    chart_style,
    error_bars,
    label_ends,
    new_figure,
    percent_axis,
    shorten,
)
from fourscore.insight.drawing.matplotlib import Figure
from fourscore.insight.suites.result import SuiteResult
from fourscore.insight.suites.words import PHASE

__all__ = ["draw_suite_chart"]

MIN_MOVES = 10
"""Moves that a point by discs must stand for."""
SPREAD = 0.6
"""How much of a class's row the agents share."""

ASIDE = 0.15
"""Discs by which the points of two agents are moved apart."""


@chart_style()
def draw_suite_chart(found: SuiteResult) -> Figure:
    """Draw the share of moves that keep the result, with 95 % intervals."""
    styles = agent_styles([each.name for each in found.agents])
    kinds = found.labelled.kinds
    height = max(4.2, 1.6 + 0.2 * len(kinds) * max(2, len(found.agents)))
    figure, (left, right) = new_figure(11.5, height, columns=2)
    _draw_classes(left, found, kinds, styles)
    _draw_plies(right, found, styles)
    return figure


def _draw_classes(
    axes: Any, found: SuiteResult, kinds: tuple[str, ...], styles: dict[str, Style]
) -> None:
    step = SPREAD / max(1, len(found.ranking) - 1)
    for place, each in enumerate(found.ranking):
        rows, points = [], []
        for row, kind in enumerate(reversed(kinds)):
            exact = each.by_class.get(kind)
            if exact and exact.kept:
                rows.append(row + SPREAD / 2 - place * step)
                points.append(exact.kept.point)
        error_bars(axes, rows, points, styles[each.name], horizontal=True, elinewidth=1)
    axes.set_yticks(range(len(kinds)), list(reversed(kinds)))
    axes.set_ylim(-0.6, len(kinds) - 0.4)
    axes.grid(visible=False, axis="y")
    axes.grid(visible=True, axis="x")
    axes.tick_params(axis="y", length=0)
    percent_axis(axes, "x")
    axes.set_xlabel("moves that keep the result, with 95 % intervals")
    axes.set_title("By class")


def _draw_plies(axes: Any, found: SuiteResult, styles: dict[str, Style]) -> None:
    ends = {}
    for place, each in enumerate(found.ranking):
        # Beside each other, so that error bars do not overlap.
        middle = (PHASE - 1) / 2 + ASIDE * (place - (len(found.ranking) - 1) / 2)
        phases = each.by_ply(PHASE).items()
        kept = {ply + middle: exact.kept for ply, exact in phases
                if exact.kept and exact.kept.count >= MIN_MOVES}  # fmt: skip
        points = [share.point for share in kept.values()]
        error_bars(axes, list(kept), points, styles[each.name], linestyle="-", elinewidth=0.8)
        if kept:
            last = max(kept)
            ends[shorten(each.name)] = (last, kept[last].value)
    percent_axis(axes, "y")
    axes.set_xlabel("discs on the board")
    axes.set_title("By discs on the board", fontsize=LABEL + 3)
    label_ends(axes, ends, {shorten(name): style for name, style in styles.items()})
