"""A tournament on one self-contained page: tables, charts, settings, faults."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from fourscore.arena.ledger import GameRow, Ledger
from fourscore.arena.summary import Summary, summarise
from fourscore.errors import InputError
from fourscore.insight.drawing.figures import Chart
from fourscore.insight.drawing.pages import render
from fourscore.insight.reports.accuracy import Accuracies
from fourscore.insight.reports.analysis import (
    Blunder,
    LostOpening,
    lost_openings,
    phase_table,
    time_table,
    worst_blunders,
)
from fourscore.insight.reports.charts import (
    PHASE,
    accuracy_chart,
    cost_chart,
    cross_chart,
    elo_chart,
)
from fourscore.insight.reports.costs import mean_costs
from fourscore.insight.reports.words import (
    accuracy_table,
    effort_table,
    say_culprit,
    say_summary,
    standings_table,
)
from fourscore.runtime.files import make_folder, write_text
from fourscore.search.words import Rows, say_amount, say_duration

__all__ = ["LedgerReport", "make_report"]

MAX_FAULTS, MAX_GAMES = 50, 5
"""Rows of a table of faults, and games that a row names."""


@dataclass(frozen=True, slots=True)
class LedgerReport:
    """A tournament, ready to be written."""

    title: str
    summary: Summary
    settings: dict[str, Any]
    charts: dict[str, Chart]
    accuracies: Accuracies | None
    accuracy_note: str
    """Why there is no accuracy, if there is none."""
    openings: dict[str, list[LostOpening]]
    """The openings from which each agent has lost most points."""
    blunders: dict[str, list[Blunder]]
    """The worst moves of each agent; none if moves were not compared with perfect play."""
    times: Rows
    """How each agent uses its time."""

    def write_page(self, path: Path) -> None:
        """Write the page; raise `InputError` if that fails."""
        write_text(path, self.as_html())

    def write_charts(self, folder: Path) -> list[Path]:
        """Write every chart as PNG and SVG into a folder, which is made unless it exists."""
        make_folder(folder)
        return [path for chart in self.charts.values() for path in chart.write(folder)]

    def as_html(self) -> str:
        """Return the whole page."""
        return render(
            "reports/templates/report.html",
            title=self.title,
            lead=say_summary(self.summary),
            report=self,
            standings=standings_table(self.summary),
            efforts=effort_table(self.summary),
            accuracy=self.accuracies and accuracy_table(self.accuracies),
            phases=self.accuracies and phase_table(self.accuracies),
            faults=[
                ("forfeited by", _fault_table("forfeited by", self.summary.forfeits)),
                ("void between", _fault_table("void between", self.summary.voids)),
            ],
            max_faults=MAX_FAULTS,
            settings=self._settings(),
        )

    def _settings(self) -> Rows:
        known = {name: each for name, each in self.settings.items() if each not in (None, "")}
        rows = [[name, _code(each)] for name, each in known.items()]
        rows += [
            ["games", f"{self.summary.games:,}"],
            ["games that differ", f"{self.summary.distinct:,}"],
        ]
        rows += [["agent", _code(spec)] for spec in self.summary.agents.values()]
        return ["what", "value"], rows


def _code(value: object) -> Markup:
    return Markup("<code>{}</code>").format(value)


def _fault_table(what: str, rows: Sequence[GameRow]) -> Rows:
    """Return a row for each kind of fault, with the games where it happened."""
    kinds: dict[tuple[str, str], list[int]] = {}
    for row in rows:
        kinds.setdefault((say_culprit(row), row.reason), []).append(row.number)
    return [">times", "games", what, "reason"], [
        [str(len(numbers)), _first_few(numbers), who, reason]
        for (who, reason), numbers in kinds.items()
    ]


def _first_few(numbers: Sequence[int]) -> str:
    more = ", …" if len(numbers) > MAX_GAMES else ""
    return ", ".join(map(str, numbers[:MAX_GAMES])) + more


def make_report(
    ledger: Ledger,
    title: str = "Tournament",
    accuracies: Accuracies | None = None,
    accuracy_note: str = "Accuracy was not measured.",
) -> LedgerReport:
    """Summarise a ledger and draw its charts; raise `InputError` if it has no games."""
    summary = summarise(ledger)
    if summary.ratings is None:
        raise InputError(f"{ledger.name} has no game to report on")
    charts = {chart.name: chart for chart in _charts(ledger, summary, accuracies)}
    return LedgerReport(
        title,
        summary,
        dict(ledger.settings),
        charts,
        accuracies,
        accuracy_note,
        lost_openings(ledger),
        worst_blunders(ledger, accuracies.from_ply) if accuracies else {},
        time_table(ledger),
    )


def _charts(ledger: Ledger, summary: Summary, accuracies: Accuracies | None) -> Iterator[Chart]:
    width, height = (int(part) for part in ledger.settings["size"].split("x"))
    cells = width * height
    yield Chart("elo", elo_chart(summary), "Elo of each agent, with 95 % intervals.")
    if len(summary.agents) > 2:
        description = (
            "The score of each row's agent against each column's, with wins, draws and losses: "
            "green where it won, red where it lost."
        )
        yield Chart("cross-table", cross_chart(summary), description)
    if accuracies is not None:
        description = (
            "The share of moves that keep the result, by the number of discs on the board, with "
            "95 % intervals. Moves in games already lost and in the only open column do not count; "
            "each point stands for 10 moves or more."
        )
        yield Chart("accuracy-by-ply", accuracy_chart(summary, accuracies, cells), description)
    for what, costs in mean_costs(ledger, PHASE).items():
        if costs:
            name, label = _COSTS[what]
            figure = cost_chart(summary, costs, cells, f"{name} a move", _short(label))
            description = (
                f"{name.capitalize()} a move on average, by the number of discs on the board, "
                "with 95 % intervals."
            )
            yield Chart(f"{name}-by-ply", figure, description)


_COSTS: dict[str, tuple[str, Callable[[float], str]]] = {
    "seconds": ("time", say_duration),
    "nodes": ("nodes", say_amount),
}


def _short(label: Callable[[float], str]) -> Callable[[float], str]:
    """Leave out a zero after the point, for ticks on an axis."""
    return lambda value: label(value).replace(".0 ", " ")
