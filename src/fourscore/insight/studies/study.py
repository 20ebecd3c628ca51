"""The parts of every study: tables, charts, a few sentences, and their folder.

A study is a function from a `Workspace` to `Findings`. The workspace says where to write, which
seed and how many processes to use, and reports progress; it plays tournaments and keeps their
ledgers in the folder, so that the same command resumes after an interruption. The findings are
written as CSV, Markdown, PNG and SVG, and can be printed.
"""

import csv
import hashlib
import io
import json
import math
import os
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from fourscore.arena.ledger import Ledger
from fourscore.arena.rating import Tally
from fourscore.arena.summary import Summary, summarise
from fourscore.arena.tournament import Settings, open_ledger, run
from fourscore.insight.drawing.figures import Chart
from fourscore.insight.reports.words import say_counts, say_share
from fourscore.insight.truth.intervals import Group, Measured, share_of
from fourscore.runtime.files import make_folder, write_text
from fourscore.runtime.workers import ProcessPool, SerialPool

__all__ = [
    "Findings",
    "OnStep",
    "Table",
    "Workspace",
    "points_of",
    "say_milliseconds",
    "say_tally",
]

OnStep = Callable[[str, int, int], None]
"""Called with the name of a step, how much of it is done, and its total."""


# Results


@dataclass(frozen=True, slots=True)
class Table:
    """A table; its cells are texts as they will be read."""

    name: str
    """The stem of its file."""
    title: str
    headers: tuple[str, ...]
    """A header that begins with ">" stands above figures."""
    rows: Sequence[tuple[str, ...]]
    detail: bool = False
    """Whether it is only written, not printed."""

    def as_markdown(self) -> str:
        """Return it as Markdown, without its title."""
        heads = [header.lstrip(">") for header in self.headers]
        rule = ["---:" if header.startswith(">") else "---" for header in self.headers]
        return "\n".join(f"| {' | '.join(row)} |" for row in (heads, rule, *self.rows))

    def as_csv(self) -> str:
        """Return it as CSV."""
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(header.lstrip(">") for header in self.headers)
        rows.writerows(self.rows)
        return out.getvalue()


@dataclass(frozen=True, slots=True)
class Findings:
    """What a study has found."""

    name: str
    title: str
    question: str
    """What it repeats or asks, in a few sentences."""
    tables: tuple[Table, ...]
    charts: tuple[Chart, ...] = ()
    remarks: tuple[str, ...] = ()
    """What follows from the figures, a sentence or two each."""

    def as_markdown(self) -> str:
        """Return everything as one page; the charts are files beside it."""
        parts = [f"# {self.title}", self.question]
        parts += [f"## {table.title}\n\n{table.as_markdown()}" for table in self.tables]
        if self.remarks:
            parts.append("## What follows\n\n" + "\n".join(f"- {each}" for each in self.remarks))
        parts += [f"![{chart.description}]({chart.name}.svg)" for chart in self.charts]
        return "\n\n".join(parts) + "\n"

    def write(self, folder: Path) -> list[Path]:
        """Write the page, the tables as CSV and the charts as PNG and SVG; return the files."""
        texts = {folder / f"{self.name}.md": self.as_markdown()}
        texts |= {folder / f"{table.name}.csv": table.as_csv() for table in self.tables}
        for path, text in texts.items():
            write_text(path, text)
        return [*texts, *(path for chart in self.charts for path in chart.write(folder))]


# Input


@dataclass(frozen=True)
class Workspace:
    """Where and how a study works; its folder is made unless it exists."""

    folder: Path
    seed: int = 0
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Processes; with 0 everything runs in this one."""
    on_step: OnStep = lambda step, done, total: None  # noqa: ARG005

    def __post_init__(self) -> None:
        make_folder(self.folder)

    def play(self, step: str, settings: Settings, *, in_process: bool = False) -> Ledger:
        """Play a tournament, or what is missing of it; the caller closes the ledger.

        A short one is best played `in_process`, without workers. The ledger's name has a digest
        of the settings, so that a study with another seed or other agents can use the same folder.
        """
        settings = replace(settings, seed=self.seed)
        ledger = open_ledger(settings, self._path(step, settings))
        try:
            alone = in_process or not self.workers or len(ledger.done()) >= settings.total
            pool = SerialPool() if alone else ProcessPool(min(self.workers, settings.total))
            with closing(run(settings, ledger, pool)) as events:
                for event in events:
                    self.on_step(step, event.done, event.total)
        except BaseException:
            ledger.close()
            raise
        return ledger

    def summarise(self, step: str, settings: Settings, *, in_process: bool = False) -> Summary:
        """Play a tournament, or what is missing of it, and return its summary."""
        with self.play(step, settings, in_process=in_process) as ledger:
            return summarise(ledger)

    def _path(self, step: str, settings: Settings) -> Path:
        make_folder(self.folder / "ledgers")
        identity = json.dumps([settings.names, settings.identity], default=str)
        digest = hashlib.sha256(identity.encode()).hexdigest()[:8]
        name = "".join(letter if letter.isalnum() else "-" for letter in step)
        return self.folder / "ledgers" / f"{name}-{digest}.ledger"


# Figures


def points_of(tally: Tally) -> Measured:
    """Return the share of the points; without games its interval is everything.

    >>> found = points_of(Tally(wins=10, losses=0))
    >>> round(found.low, 3), round(found.high, 3)
    (0.722, 1.0)
    """
    found = share_of([Group(tally.games, tally.points, tally.wins + tally.draws / 4)])
    return found or Measured(0.0, 0.0, 1.0, 0)


def say_tally(tally: Tally) -> tuple[str, str, str]:
    """Format wins, draws and losses, the share of the points and its interval, as three cells."""
    return say_counts(tally), *say_share(points_of(tally))


def say_milliseconds(seconds: float) -> str:
    """Format a time in milliseconds with three significant figures.

    >>> say_milliseconds(0.0123456), say_milliseconds(2.5)
    ('12.3', '2,500')
    """
    amount = 1000 * seconds
    if amount >= 100:
        return f"{amount:,.0f}"
    places = 2 - math.floor(math.log10(amount)) if amount > 0 else 2
    return f"{amount:.{min(places, 4)}f}"
