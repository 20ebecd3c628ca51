"""What there is to say about a run: its learning curve, and how well it plays now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fourscore.insight.learning.measuring import Measurement, Point, Shares, measure
from fourscore.insight.reports.words import say_percent, say_share
from fourscore.insight.truth.intervals import Measured
from fourscore.insight.truth.suites import CLASSES, EXPLANATIONS, missing_truth, suite_for
from fourscore.learn.run import Run
from fourscore.learn.words import lesson_of, say_time
from fourscore.search.tuples.runs import shipped_run
from fourscore.search.words import Rows

__all__ = ["RunReport", "report_on", "sparkline", "spread"]

ROWS = 12
"""Points of the curve in a table, about."""
BARS = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class RunReport:
    """A run, held against the truth."""

    run: Run
    curve: list[Point]
    """By training time, the earliest first."""
    now: Measurement | None
    """How well its newest network plays; None where the truth is unknown."""
    note: str
    """Why the truth is unknown, in a sentence."""

    @property
    def is_shipped(self) -> bool:
        """Whether it is the run that comes with fourscore."""
        return self.run.folder == shipped_run()

    def curve_table(self, what: str) -> Rows:
        """Return a row for some points of the curve; `what` is "kept" or "best"."""
        names = [name for name in CLASSES if any(name in each["classes"] for each in self.curve)]
        rows = [
            [say_time(each["seconds"]), f"{each['games']:,}",
             *(_say(each["classes"].get(name), what) for name in names)]
            for each in spread(self.curve, ROWS)
        ]  # fmt: skip
        lessons = f">{lesson_of(self.run.settings.method)}s"
        return [">time", lessons, *(f">{EXPLANATIONS[name]}" for name in names)], rows

    def class_table(self) -> Rows:
        """Return a row for each class of positions: how well the newest network plays there."""
        assert self.now is not None
        rows = [[EXPLANATIONS[name], *_cells(each)] for name, each in self.now.classes.items()]
        return ["positions", *SHARES], rows

    def ply_table(self) -> Rows:
        """Return the same by discs on the board."""
        assert self.now is not None
        rows = [[str(ply), *_cells(each)] for ply, each in self.now.plies.items()]
        return [">discs", *SHARES], rows

    def as_json(self) -> dict[str, Any]:
        """Return everything as JSON."""
        run, now = self.run, self.now
        found = now and {
            "classes": {name: _json(each) for name, each in now.classes.items()},
            "plies": {str(ply): _json(each) for ply, each in now.plies.items()},
        }
        return {
            "run": None if self.is_shipped else run.name,
            "settings": run.settings.to_json(),
            "games": run.games,
            "seconds": round(run.seconds, 3),
            "ages": run.ages,
            "provenance": run.provenance,
            "curve": self.curve,
            "now": found,
            "note": self.note or None,
        }


SHARES = (">moves", ">result kept", ">95 %", ">optimal", ">95 %")


def report_on(run: Run) -> RunReport:
    """Return what there is to say about a run.

    A run without a curve gets one from the networks that it has stored.
    """
    settings = run.settings
    suite, note = (
        suite_for(settings.size, settings.variant),
        missing_truth(settings.size, settings.variant),
    )
    if suite is None:
        return RunReport(run, [], None, note)
    curve = run.curve
    if not curve:
        networks = map(run.network, run.ages)
        curve = [
            measure(each, suite).point(each.games, float(each.meta.get("seconds", 0)))
            for each in networks
        ]
    return RunReport(run, curve, measure(run.network(), suite), note)


# Words


def sparkline(shares: Sequence[float], width: int = 32) -> str:
    """Draw shares as a row of bars, from the least to the greatest.

    >>> sparkline([0.5, 0.75, 1.0])
    '▁▅█'
    """
    shown = list(shares) if len(shares) <= width else [
        shares[at * (len(shares) - 1) // (width - 1)] for at in range(width)
    ]  # fmt: skip
    if not shown:
        return ""
    low, high = min(shown), max(shown)
    reach = max(high - low, 1e-9)
    return "".join(BARS[min(7, int(8 * (each - low) / reach))] for each in shown)


def spread(points: list[Point], count: int) -> list[Point]:
    """Return about `count` points whose times grow by a constant factor, and the last."""
    if len(points) <= count:
        return points
    first = max(points[0]["seconds"], 0.01)
    factor = (points[-1]["seconds"] / first) ** (1 / (count - 1))
    chosen, due = [points[0]], first * factor
    for point in points[1:-1]:
        if point["seconds"] >= due and points[-1]["seconds"] > point["seconds"] * factor**0.5:
            chosen.append(point)
            due = point["seconds"] * factor
    return [*chosen, points[-1]]


def _say(shares: dict[str, Any] | None, what: str) -> str:
    return "-" if shares is None else say_percent(shares[what])


def _cells(each: Shares) -> list[str]:
    count = each.best.count if each.best else 0
    return [str(count), *say_share(each.kept), *say_share(each.best)]


def _json(each: Shares) -> dict[str, Any]:
    return {"kept": _measured(each.kept), "best": _measured(each.best)}


def _measured(share: Measured | None) -> dict[str, Any] | None:
    if share is None:
        return None
    return {
        "value": round(share.value, 4),
        "low": round(share.low, 4),
        "high": round(share.high, 4),
        "count": share.count,
    }
