"""What every study is made of: tables, charts, a few sentences, and a folder that holds them.

A study is a function from a `Bench` to `Findings`. The bench says where to write, which seed to
use and how much to do; it plays tournaments, keeps their ledgers in the folder, so that the same
command goes on after an interruption, and tells how far it is. The findings are written as CSV,
Markdown, PNG and SVG, and can be printed.
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

from matplotlib.figure import Figure

from fourscore.arena.ledger import Ledger
from fourscore.arena.rating import Tally
from fourscore.arena.tournament import Settings, open_ledger, run
from fourscore.errors import InputError
from fourscore.insight.drawing.figures import save
from fourscore.insight.truth.intervals import Group, share_of
from fourscore.runtime.workers import ProcessPool, SerialPool

__all__ = [
    "Bench",
    "Chart",
    "Findings",
    "OnStep",
    "Sheet",
    "mean",
    "milliseconds",
    "percent",
    "share_interval",
    "write",
    "write_interval",
    "write_share",
]

OnStep = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and of how much."""


# What comes out


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: cells are written as they shall be read."""

    name: str
    """The stem of its file."""
    title: str
    headers: tuple[str, ...]
    """One that begins with ">" stands above figures."""
    rows: tuple[tuple[str, ...], ...]
    detail: bool = False
    """Whether the files are enough for it."""

    def as_markdown(self) -> str:
        """Write it as Markdown, without its title."""
        heads = [header.lstrip(">") for header in self.headers]
        rule = ["---:" if header.startswith(">") else "---" for header in self.headers]
        return "\n".join(f"| {' | '.join(row)} |" for row in (heads, rule, *self.rows))

    def as_csv(self) -> str:
        """Write it as CSV."""
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(header.lstrip(">") for header in self.headers)
        rows.writerows(self.rows)
        return out.getvalue()


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture and what it shows."""

    name: str
    says: str
    figure: Figure


@dataclass(frozen=True, slots=True)
class Findings:
    """What a study has found."""

    name: str
    title: str
    question: str
    """What it repeats or asks, in a few sentences."""
    sheets: tuple[Sheet, ...]
    charts: tuple[Chart, ...] = ()
    remarks: tuple[str, ...] = ()
    """What follows from the figures, a sentence or two each."""

    def as_markdown(self) -> str:
        """Write everything as one page; the charts are files beside it."""
        parts = [f"# {self.title}", self.question]
        parts += [f"## {sheet.title}\n\n{sheet.as_markdown()}" for sheet in self.sheets]
        if self.remarks:
            parts.append("## What follows\n\n" + "\n".join(f"- {each}" for each in self.remarks))
        parts += [f"![{chart.says}]({chart.name}.svg)" for chart in self.charts]
        return "\n\n".join(parts) + "\n"


def write(findings: Findings, folder: Path) -> list[Path]:
    """Write the page, a CSV a table, a PNG and an SVG a chart; give the files."""
    written = [_put(folder / f"{findings.name}.md", findings.as_markdown())]
    written += [_put(folder / f"{each.name}.csv", each.as_csv()) for each in findings.sheets]
    for chart in findings.charts:
        for ending in ("png", "svg"):
            path = folder / f"{chart.name}.{ending}"
            save(chart.figure, path)
            written.append(path)
    return written


def _put(path: Path, text: str) -> Path:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write the file '{path}': {error.strerror}") from None
    return path


# What goes in


@dataclass(frozen=True)
class Bench:
    """Where and how a study works."""

    folder: Path
    seed: int = 0
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Processes; with 0 everything happens in this one."""
    on_step: OnStep = lambda step, done, total: None  # noqa: ARG005

    def begin(self) -> None:
        """Make the folder."""
        try:
            (self.folder / "ledgers").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot make the folder '{self.folder}': {error.strerror}") from None

    def play(self, step: str, settings: Settings, *, here: bool = False) -> Ledger:
        """Play a tournament, or what is missing of it; the caller closes the ledger.

        What is short is best played `here`, without other processes. The ledger's name holds a
        digest of what was asked for, so that a study with another seed or other agents, in the
        same folder, does not stumble over it.
        """
        settings = replace(settings, seed=self.seed)
        ledger = open_ledger(settings, self._path(step, settings))
        try:
            if len(ledger.done()) >= settings.total:
                here = True
            processes = 0 if here else min(self.workers, settings.total)
            pool = ProcessPool(processes) if processes else SerialPool()
            with closing(run(settings, ledger, pool)) as events:
                for event in events:
                    self.on_step(step, event.done, event.total)
        except BaseException:
            ledger.close()
            raise
        return ledger

    def _path(self, step: str, settings: Settings) -> Path:
        asked = json.dumps([settings.names, settings.identity], default=str)
        digest = hashlib.sha256(asked.encode()).hexdigest()[:8]
        name = "".join(letter if letter.isalnum() else "-" for letter in step)
        return self.folder / "ledgers" / f"{name}-{digest}.ledger"


# Figures


def share_interval(tally: Tally) -> tuple[float, float]:
    """Return the 95 % interval of the share of points; without games it could be anything.

    >>> low, high = share_interval(Tally(wins=10, losses=0))
    >>> round(low, 3), round(high, 3)
    (0.722, 1.0)
    """
    found = share_of([Group(tally.games, tally.points, tally.wins + tally.draws / 4)])
    return (found.low, found.high) if found else (0.0, 1.0)


def percent(share: float) -> str:
    """Write a share.

    >>> percent(0.625)
    '62.5 %'
    """
    return f"{100 * share:.1f} %"


def write_interval(low: float, high: float) -> str:
    """Write the ends of a share's interval.

    >>> write_interval(0.4, 0.625)
    '40.0 to 62.5'
    """
    return f"{100 * low:.1f} to {100 * high:.1f}"


def write_share(tally: Tally) -> tuple[str, str]:
    """Write the share of the points and its interval, as two cells."""
    return percent(tally.score), write_interval(*share_interval(tally))


def milliseconds(seconds: float) -> str:
    """Write a time in milliseconds with three figures.

    >>> milliseconds(0.0123456), milliseconds(2.5)
    ('12.3', '2,500')
    """
    amount = 1000 * seconds
    if amount >= 100:
        return f"{amount:,.0f}"
    places = 2 - math.floor(math.log10(amount)) if amount > 0 else 2
    return f"{amount:.{min(places, 4)}f}"


def mean(numbers: Sequence[float]) -> float:
    """Return the mean, 0 of none."""
    return sum(numbers) / len(numbers) if numbers else 0.0
