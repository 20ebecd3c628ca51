"""A run as a chart: what it plays right over training time, and by discs on the board."""

from collections.abc import Sequence
from typing import Any

from fourscore.insight.drawing.colours import ALGORITHMS, LIGHT, mix
from fourscore.insight.drawing.figures import (
    Style,
    chart_style,
    error_bars,
    label_ends,
    log_scale,
    new_figure,
    percent_axis,
)
from fourscore.insight.drawing.matplotlib import Figure
from fourscore.insight.learning.measuring import measure
from fourscore.insight.learning.report import RunReport
from fourscore.insight.truth.intervals import Measured
from fourscore.insight.truth.suites import EXPLANATIONS, suite_for

__all__ = ["CLASS_STYLES", "draw_run", "time_axis"]

CLASS_STYLES = {
    "easy": Style(ALGORITHMS["perfect"], "o"),
    "medium": Style(ALGORITHMS["alphabeta"], "s"),
    "hard": Style(ALGORITHMS["mcts"], "^"),
    "middle": Style(ALGORITHMS["minimax"], "D"),
}
"""How the classes of positions are drawn."""
SHOWN = 4
"""Networks whose accuracy is shown by ply: the newest and some of its younger selves."""
TIMES = {0.1: "0.1 s", 1: "1 s", 10: "10 s", 60: "1 min", 600: "10 min", 3600: "1 h", 36000: "10 h"}
"""Where an axis of times has its ticks."""


@chart_style()
def draw_run(report: RunReport) -> Figure:
    """Draw the learning curve and the accuracy by ply, with 95 % intervals."""
    assert report.now is not None
    figure, (left, right) = new_figure(12.4, 4.6, columns=2, width_ratios=(1.1, 1))
    _draw_curve(left, report)
    _draw_plies(right, report)
    return figure


def _draw_curve(axes: Any, report: RunReport) -> None:
    points = [each for each in report.curve if each["seconds"] > 0]
    ends, styles = {}, {}
    for name, style in CLASS_STYLES.items():
        known = [each for each in points if name in each["classes"]]
        if not known:
            continue
        times = [each["seconds"] for each in known]
        shares = [each["classes"][name] for each in known]
        axes.plot(times, [each["kept"] for each in shares], color=style.colour)
        axes.plot(times, [each["best"] for each in shares], color=style.colour, linewidth=0.9,
                  linestyle=(0, (4, 2)))  # fmt: skip
        low, high = ([each[end] for each in shares] for end in ("low", "high"))
        axes.fill_between(times, low, high, color=style.colour, alpha=0.15, linewidth=0)
        words = EXPLANATIONS[name]
        ends[words], styles[words] = (times[-1], shares[-1]["kept"]), style
    if points:
        time_axis(axes)
    _share_axis(axes)
    axes.set_xlabel("training time; dashed: the move is optimal")
    axes.set_title("Moves that keep the result")
    if ends:
        label_ends(axes, ends, styles)


def _draw_plies(axes: Any, report: RunReport) -> None:
    run, settings = report.run, report.run.settings
    suite = suite_for(settings.size, settings.variant)
    assert suite is not None
    ages = _some(run.ages)
    ends, styles = {}, {}
    for place, age in enumerate(ages):
        found = measure(run.network(age), suite).plies
        kept = {ply: each.kept for ply, each in found.items() if _is_enough(each.kept)}
        if not kept:
            continue
        share = (place + 1) / len(ages)
        style = Style(mix(LIGHT["line"], CLASS_STYLES["medium"].colour, share), "o")
        places = list(kept)
        points = [each.point for each in kept.values() if each]
        if age == ages[-1]:
            error_bars(axes, places, points, style, linestyle="-", elinewidth=0.9, capsize=0,
                       markersize=3)  # fmt: skip
        else:
            axes.plot(places, [value for value, _, _ in points], color=style.colour, linewidth=1.2)
        words = f"{age:,} games"
        last = list(kept.values())[-1]
        assert last is not None
        ends[words], styles[words] = (places[-1], last.value), style
    _share_axis(axes)
    axes.set_xlabel("discs on the board")
    axes.set_title("By discs on the board")
    if ends:
        label_ends(axes, ends, styles)


def time_axis(axes: Any) -> None:
    """Make the "x" axis one of training times."""
    log_scale(axes, "x")
    low, high = axes.get_xlim()
    shown = {time: words for time, words in TIMES.items() if low <= time <= high}
    axes.set_xticks(list(shown), list(shown.values()))
    axes.set_xticks([], minor=True)


def _share_axis(axes: Any) -> None:
    axes.set_ylim(0, 1.03)
    percent_axis(axes, "y")


def _is_enough(share: Measured | None) -> bool:
    """Return whether there are enough moves for a point."""
    return share is not None and share.count >= 10


def _some(ages: Sequence[int]) -> list[int]:
    """Return the newest of some ages, and others spread over the rest."""
    known = [age for age in ages if age] or list(ages)
    if len(known) <= SHOWN:
        return known
    return [known[at * (len(known) - 1) // (SHOWN - 1)] for at in range(SHOWN)]
