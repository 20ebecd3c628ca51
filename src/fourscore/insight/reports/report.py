"""A tournament on one page that needs nothing but itself: tables, charts, settings, faults."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from fourscore.arena.ledger import GameRow, Ledger
from fourscore.arena.summary import Summary, summarise
from fourscore.errors import InputError
from fourscore.insight.drawing.figures import ENDINGS, inline_svg, save
from fourscore.insight.drawing.page import (
    code,
    page,
    paragraph,
    picture,
    section,
    table,
    write_page,
)
from fourscore.insight.reports.charts import (
    accuracy_chart,
    cost_chart,
    cross_chart,
    elo_chart,
    measure_costs,
)
from fourscore.insight.reports.words import (
    accuracy_table,
    closing,
    effort_table,
    say_culprit,
    standings_table,
)
from fourscore.insight.truth.accuracy import Accuracies
from fourscore.search.words import Rows, say_amount, say_duration

__all__ = ["LedgerReport", "make_report"]

MOST_FAULTS = 50


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, what it shows in a sentence, and the name of its file."""

    name: str
    figure: Figure
    says: str

    def as_html(self) -> str:
        return picture(
            inline_svg(self.figure, self.name, self.says), self.says, f"Chart: {self.name}"
        )


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

    def write_page(self, path: Path) -> None:
        """Write the page; raises `InputError` if that fails."""
        write_page(path, self.as_html())

    def write_charts(self, folder: Path) -> list[Path]:
        """Write every chart as PNG and SVG into a folder, which is made if it is not there."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot make the folder '{folder}': {error.strerror}") from None
        paths = []
        for name, chart in self.charts.items():
            for ending in ENDINGS:
                paths.append(folder / f"{name}{ending}")
                save(chart.figure, paths[-1])
        return paths

    def as_html(self) -> str:
        """Return the whole page."""
        standings = _named(standings_table(self.summary), "Standings")
        efforts = _named(effort_table(self.summary), "Cost of moves")
        return page(
            self.title,
            section("Standings", standings, *self._drawn("elo")),
            *self._cross(),
            section("Against perfect play", *self._accuracy()),
            section("Cost of moves", efforts, *self._drawn("time-by-ply", "nodes-by-ply")),
            section("Forfeits and void games", *self._faults()),
            section("Settings", self._settings()),
            lead=closing(self.summary),
        )

    def _drawn(self, *names: str) -> list[str]:
        return [self.charts[name].as_html() for name in names if name in self.charts]

    def _cross(self) -> list[str]:
        if "cross-table" not in self.charts:
            return []
        return [section("Who against whom", *self._drawn("cross-table"))]

    def _accuracy(self) -> Iterable[str]:
        found = self.accuracies
        if found is None:
            return [paragraph(self.accuracy_note)]
        explained = (
            "Result kept: moves after which a won game is still won and a drawn one still drawn. "
            "Best: moves that nothing beats. Points lost: how far a move's score is below the "
            "best, on average."
        )
        return [
            paragraph(explained),
            _named(accuracy_table(found), "Accuracy"),
            paragraph(found.says, "quiet"),
            *self._drawn("accuracy-by-ply"),
        ]

    def _faults(self) -> Iterable[str]:
        forfeits, voids = self.summary.forfeits, self.summary.voids
        if not forfeits and not voids:
            return [paragraph("None: every game was played to its end.")]
        tables = [_fault_table("forfeited by", forfeits), _fault_table("void between", voids)]
        return [part for parts in tables for part in parts]

    def _settings(self) -> str:
        told = {name: str(each) for name, each in self.settings.items() if each not in (None, "")}
        counts = {"games": self.summary.games, "games that differ": self.summary.distinct}
        rows = [[name, code(value)] for name, value in told.items()]
        rows += [[name, f"{count:,}"] for name, count in counts.items()]
        agents = [["agent", code(spec)] for spec in self.summary.agents.values()]
        return table(["what", "value"], rows + agents, "Settings")


def _named(rows: Rows, says: str) -> str:
    """Return a table with the agents' names in the type for specs."""
    headers, lines = rows
    place = headers.index("agent")
    return table(headers, [_typed(line, place) for line in lines], says)


def _typed(line: list[str], place: int) -> list[str]:
    return [code(cell) if at == place else cell for at, cell in enumerate(line)]


def _fault_table(what: str, rows: Sequence[GameRow]) -> list[str]:
    """Return a row for each kind of fault, with the games where it happened."""
    kinds: dict[tuple[str, str], list[int]] = {}
    for row in rows:
        kinds.setdefault((say_culprit(row), row.reason), []).append(row.number)
    shown = [
        [str(len(numbers)), _some(numbers), code(who), reason]
        for (who, reason), numbers in list(kinds.items())[:MOST_FAULTS]
    ]
    if not shown:
        return []
    parts: list[str] = [table([">times", "games", what, "reason"], shown, what)]
    if len(kinds) > MOST_FAULTS:
        parts.append(paragraph(f"And {len(kinds) - MOST_FAULTS:,} more kinds.", "quiet"))
    return parts


def _some(numbers: Sequence[int], most: int = 5) -> str:
    """List numbers, the first few of many."""
    return ", ".join(map(str, numbers[:most])) + (", …" if len(numbers) > most else "")


def make_report(
    ledger: Ledger,
    title: str = "Tournament",
    accuracies: Accuracies | None = None,
    accuracy_note: str = "Accuracy was not asked for.",
) -> LedgerReport:
    """Add a ledger up and draw its charts; raises `InputError` if it holds no game that counts."""
    summary = summarise(ledger)
    if summary.ratings is None:
        raise InputError(f"{ledger.name} holds no game to report on")
    charts = list(_charts(ledger, summary, accuracies))
    named = {chart.name: chart for chart in charts}
    settings = dict(ledger.settings)
    return LedgerReport(title, summary, settings, named, accuracies, accuracy_note)


def _charts(ledger: Ledger, summary: Summary, accuracies: Accuracies | None) -> Iterable[Chart]:
    width, height = (int(part) for part in ledger.settings["size"].split("x"))
    cells = width * height
    yield Chart("elo", elo_chart(summary), "Elo of each agent, with 95 % intervals.")
    if len(summary.agents) > 2:
        says = (
            "The score of each row's agent against each column's, with wins, draws and losses: "
            "green where it won, red where it lost."
        )
        yield Chart("cross-table", cross_chart(summary), says)
    if accuracies is not None:
        says = (
            "The share of moves that keep the result, by how many discs lay on the board, with "
            "95 % intervals. Games already lost and only columns do not count; a point stands for "
            "10 moves or more."
        )
        yield Chart("accuracy-by-ply", accuracy_chart(summary, accuracies, cells), says)
    costs = measure_costs(ledger)
    says = "{} a move on average, by how many discs lay on the board, with 95 % intervals."
    if costs["seconds"]:
        figure = cost_chart(summary, costs["seconds"], cells, "time a move", _short(say_duration))
        yield Chart("time-by-ply", figure, says.format("Time"))
    if costs["nodes"]:
        figure = cost_chart(summary, costs["nodes"], cells, "nodes a move", _short(say_amount))
        yield Chart("nodes-by-ply", figure, says.format("Nodes"))


def _short(say: Callable[[float], str]) -> Callable[[float], str]:
    """Leave out a nought behind the point, for marks on an axis."""
    return lambda value: say(value).replace(".0 ", " ")
