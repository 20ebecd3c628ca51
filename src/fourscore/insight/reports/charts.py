"""The charts of a tournament: Elo, the cross table, accuracy by ply, time and nodes by move."""

from collections.abc import Callable, Mapping
from typing import Any

from fourscore.arena.summary import Summary
from fourscore.insight.drawing.colours import LIGHT, heat, ink_on
from fourscore.insight.drawing.figures import (
    LABEL,
    agent_styles,
    chart_style,
    error_bars,
    label_ends,
    log_scale,
    new_figure,
    shorten,
)
from fourscore.insight.drawing.matplotlib import Figure, FuncFormatter, MaxNLocator
from fourscore.insight.reports.accuracy import Accuracies
from fourscore.insight.reports.costs import MeanCosts
from fourscore.insight.reports.words import say_counts, say_elo
from fourscore.insight.truth.intervals import Measured

__all__ = ["PHASE", "accuracy_chart", "cost_chart", "cross_chart", "elo_chart"]

PHASE = 4
"""Plies that make one point of a chart by ply."""
MIDDLE = (PHASE - 1) / 2
MIN_MOVES = 10
"""Moves that a point of a share must stand for."""
WIDE_SPREAD = 20
"""Costs that differ by more than this factor are drawn on a logarithmic scale."""


# Standings


@chart_style()
def elo_chart(summary: Summary) -> Figure:
    """Draw the ratings with their intervals, the strongest on top."""
    ratings = summary.ratings
    assert ratings is not None
    names = [name for name in summary.ranking if summary.tally(name).games]
    styles = agent_styles(summary.agents)
    figure, axes = new_figure(7.2, 1.3 + 0.42 * len(names))
    for place, name in enumerate(reversed(names)):
        elo, high = ratings[name].elo, ratings[name].high
        points = [(elo, ratings[name].low, high)]
        error_bars(axes, [place], points, styles[name], horizontal=True)
        beside = {"xytext": (6, 0), "textcoords": "offset points", "va": "center"}
        axes.annotate(say_elo(elo), (high, place), fontsize=LABEL, **beside)
    axes.set_yticks(range(len(names)), [shorten(name) for name in reversed(names)])
    axes.set_ylim(-0.6, len(names) - 0.3)
    axes.tick_params(axis="y", length=0, labelcolor=LIGHT["ink"])
    axes.grid(visible=False, axis="y")
    axes.grid(visible=True, axis="x")
    axes.axvline(0, color=LIGHT["quiet"], linewidth=0.8)
    axes.margins(x=0.09)
    axes.xaxis.set_major_locator(MaxNLocator(6))
    axes.set_xlabel("Elo, with 95 % intervals; 0 is the mean of the pool")
    return figure


@chart_style()
def cross_chart(summary: Summary) -> Figure:
    """Draw each agent's score against each other one: green for wins, red for losses."""
    names = [name for name in summary.ranking if summary.tally(name).games]
    size = len(names)
    figure, axes = new_figure(min(14, 3.4 + 0.8 * size), 1.2 + 0.52 * size)
    for row, name in enumerate(names):
        for column, other in enumerate(names):
            _draw_cell(axes, summary, (row, name), (column, other))
    axes.set_xlim(-0.5, size - 0.5)
    axes.set_ylim(size - 0.5, -0.5)
    axes.set_xticks(range(size), [str(place + 1) for place in range(size)])
    axes.set_yticks(
        range(size), [f"{place + 1} {shorten(name)}" for place, name in enumerate(names)]
    )
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelcolor=LIGHT["ink"])
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    return figure


def _draw_cell(axes: Any, summary: Summary, here: tuple[int, str], there: tuple[int, str]) -> None:
    (row, name), (column, other) = here, there
    tally = summary.tally(name, other)
    if name == other or not tally.games:
        return
    colour = heat(tally.score)
    edge = {"edgecolor": LIGHT["panel"], "linewidth": 2}
    axes.fill_between([column - 0.5, column + 0.5], row - 0.5, row + 0.5, color=colour, **edge)
    text = {"ha": "center", "color": ink_on(colour)}
    axes.text(column, row + 0.02, f"{100 * tally.score:.0f} %", va="bottom", **text)
    axes.text(column, row + 0.1, say_counts(tally), va="top", fontsize=7.5, **text)


# By ply


@chart_style()
def accuracy_chart(summary: Summary, accuracies: Accuracies, cells: int) -> Figure:
    """Draw how often each agent kept the result, by phases of the game."""
    figure, axes = new_figure(7.2, 4.4)
    lines: dict[str, dict[int, Measured]] = {}
    for name in accuracies.ranking:
        phases = accuracies.by_ply(name, PHASE)
        kept = {ply: each.kept for ply, each in phases.items()}
        lines[name] = {ply: each for ply, each in kept.items() if each and each.count >= MIN_MOVES}
    ends = _draw_lines(axes, summary, lines, scale=100)
    low = min((100 * share.low for line in lines.values() for share in line.values()), default=0)
    axes.set_ylim(max(-2, 10 * (low // 10) - 2), 102)
    axes.set_ylabel("moves that keep the result, %")
    _finish(axes, summary, ends, cells)
    return figure


@chart_style()
def cost_chart(
    summary: Summary, costs: MeanCosts, cells: int, what: str, label: Callable[[float], str]
) -> Figure:
    """Draw what moves cost by phases of the game; `what` names the axis and `label` its ticks."""
    figure, axes = new_figure(7.2, 4.4)
    lines = {name: dict(costs[name]) for name in summary.ranking if name in costs}
    values = [each.value for line in lines.values() for each in line.values()]
    if values and max(values) > WIDE_SPREAD * min(values):
        log_scale(axes, "y", label)
    ends = _draw_lines(axes, summary, lines)
    if axes.get_yscale() == "linear":
        axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: label(value)))
    axes.set_ylabel(what)
    _finish(axes, summary, ends, cells)
    return figure


def _draw_lines(
    axes: Any, summary: Summary, lines: Mapping[str, Mapping[int, Measured]], scale: float = 1
) -> dict[str, tuple[float, float]]:
    """Draw a line for each agent; return the lines' ends."""
    styles = agent_styles(summary.agents)
    ends = {}
    for place, (name, line) in enumerate(lines.items()):
        # Beside each other, so that error bars do not overlap.
        aside = (place - (len(lines) - 1) / 2) * min(0.22, 2.4 / max(1, len(lines)))
        plies = [ply + MIDDLE + aside for ply in line]
        # On a logarithmic scale nothing reaches down to 0.
        points = [
            (scale * each.value, scale * max(each.low, each.value / 10), scale * each.high)
            for each in line.values()
        ]
        error_bars(axes, plies, points, styles[name], linestyle="-", elinewidth=1, capsize=2)
        if line:
            ends[name] = (plies[-1], points[-1][0])
    return ends


def _finish(
    axes: Any, summary: Summary, ends: Mapping[str, tuple[float, float]], cells: int
) -> None:
    """Name the axis of plies and the lines."""
    low, high = axes.get_xlim()
    plies = [ply for ply in range(0, cells, PHASE) if low <= ply + MIDDLE <= high]
    names = [f"{ply}-{min(ply + PHASE, cells) - 1}" for ply in plies]
    axes.set_xticks([ply + MIDDLE for ply in plies], names)
    axes.set_xlabel("discs on the board before the move")
    label_ends(axes, ends, agent_styles(summary.agents))
