"""How strong the levels are: all ten in one pool, each against the two above it.

The pool is rated like any tournament, with level 1 at 0. The result is written in the form in which
`levels.json` is shipped, so that the table that agents play by and the figures that people see come
from one file.
"""

import json
from collections import Counter
from dataclasses import asdict, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median
from typing import Any

from fourscore.agents.levels import DATA, Level, level_table
from fourscore.arena.ledger import Ledger
from fourscore.arena.rating import GameRecord, Ratings, rate
from fourscore.arena.summary import Summary, summarise
from fourscore.arena.tournament import Settings
from fourscore.book import default_book
from fourscore.book.provenance import commit_of_source, describe_machine
from fourscore.insight.drawing.colours import ALGORITHMS, LIGHT
from fourscore.insight.drawing.figures import (
    Chart,
    Style,
    chart_style,
    error_bars,
    new_figure,
)
from fourscore.insight.drawing.matplotlib import Figure
from fourscore.insight.reports.costs import move_costs
from fourscore.insight.reports.words import say_percent
from fourscore.insight.studies.study import (
    Findings,
    Table,
    Workspace,
    say_milliseconds,
    say_tally,
)
from fourscore.runtime.files import write_text

__all__ = ["MIN_SHARE", "OPENINGS", "run_levels"]

OPENINGS = "random:4"
"""As tournaments usually begin: early enough for all the skill of the game to count."""
MIN_SHARE = 0.6
"""The share that each level should score against the one below."""


def run_levels(workspace: Workspace, games: int = 200, openings: str = OPENINGS) -> Findings:
    """Let every level meet the two above it in `games` games each, and rate them all.

    The new table is in the folder as `levels.json`.
    """
    levels = level_table()
    specs = tuple(f"level:{level.number}" for level in levels)
    settings = Settings(specs, games, form="ladder", openings=openings)
    with workspace.play("levels", settings) as ledger:
        summary, ratings, times = summarise(ledger), _rate(ledger, specs[0]), _times(ledger)
    measured = tuple(_measure(level, summary, ratings, times) for level in levels)
    _write(workspace.folder / DATA, measured, settings, workspace.seed, summary.games)
    return Findings(
        "levels",
        "The levels, calibrated",
        f"Each level meets the two above it in {games:,} games, in pairs with colours swapped, "
        f"from openings of the kind {openings}. Elo is that of a Bradley-Terry model with draws "
        "and the advantage of the first move, counted from level 1, with 95 % intervals.",
        (_table(measured, summary),),
        (Chart("levels", _draw(measured), "Elo of each level"),),
        _remarks(measured),
    )


def _rate(ledger: Ledger, anchor: str) -> Ratings:
    records = Counter(
        GameRecord(row.first, row.second, row.result)
        for row in ledger.games()
        if row.result is not None
    )
    return rate(records, anchor=anchor)


def _times(ledger: Ledger) -> dict[str, float]:
    """Return each level's median time per move, which a busy machine does not distort."""
    times: dict[str, list[float]] = {}
    for cost in move_costs(ledger):
        times.setdefault(cost.agent, []).append(cost.seconds)
    return {name: median(each) for name, each in times.items()}


def _measure(level: Level, summary: Summary, ratings: Ratings, times: dict[str, float]) -> Level:
    name, below = f"level:{level.number}", f"level:{level.number - 1}"
    rating, tally = ratings[name], summary.tally(name, below)
    return replace(
        level,
        elo=round(rating.elo),
        low=round(rating.low),
        high=round(rating.high),
        share_below=round(tally.score, 4) if tally.games else None,
        games_below=tally.games,
        seconds=float(f"{times[name]:.3g}"),
    )


# Tables


def _table(levels: tuple[Level, ...], summary: Summary) -> Table:
    rows = []
    for level in levels:
        tally = summary.tally(f"level:{level.number}", f"level:{level.number - 1}")
        against = say_tally(tally) if tally.games else ("", "", "")
        rows.append((str(level.number), level.words, f"{level.elo:.0f}",
                     f"{level.low:.0f} to {level.high:.0f}", *against,
                     say_milliseconds(level.seconds)))  # fmt: skip
    headers = (">level", "plays like", ">Elo", ">95 %", ">against the one below", ">share", ">95 %",
               ">median ms")  # fmt: skip
    return Table("levels", "The levels", headers, rows)


def _write(
    path: Path, levels: tuple[Level, ...], settings: Settings, seed: int, played: int
) -> None:
    """Write the table in the form in which it is shipped."""
    content: dict[str, Any] = {
        "levels": [asdict(level) for level in levels],
        "provenance": {
            "command": f"fourscore study levels --games {settings.games} "
            f"--openings {settings.openings} --seed {seed}",
            "games": played,
            "openings": settings.openings,
            "seed": seed,
            "book": default_book() is not None,
            "commit": commit_of_source(),
            "date": datetime.now(UTC).date().isoformat(),
            "machine": describe_machine(),
        },
    }
    write_text(path, json.dumps(content, indent=2) + "\n")


# Chart and words


@chart_style()
def _draw(levels: tuple[Level, ...]) -> Figure:
    figure, axes = new_figure(7.2, 4.4)
    numbers = [level.number for level in levels]
    elo = [level.elo for level in levels]
    axes.plot(numbers[:: len(numbers) - 1], elo[:: len(elo) - 1], color=LIGHT["line"])
    points = [(level.elo, level.low, level.high) for level in levels]
    error_bars(axes, numbers, points, Style(ALGORITHMS["level"], "o"))
    for level in levels:
        axes.annotate(f"{level.elo:.0f}", (level.number, level.elo), xytext=(8, -10), fontsize=8,
                      textcoords="offset points")  # fmt: skip
    axes.set_xticks(numbers)
    axes.set_xlabel("level; the grey line is even spacing")
    axes.set_ylabel("Elo above level 1")
    axes.set_title("The levels, with 95 % intervals")
    return figure


def _remarks(levels: tuple[Level, ...]) -> tuple[str, ...]:
    steps = [upper.elo - lower.elo for lower, upper in pairwise(levels)]
    share, number = min((level.share_below, level.number) for level in levels
                        if level.share_below is not None)  # fmt: skip
    enough = "at least" if share >= MIN_SHARE else "not always"
    return (
        f"A step is {fmean(steps):.0f} Elo on average, {min(steps):.0f} at least and "
        f"{max(steps):.0f} at most.",
        f"Each level has {enough} {say_percent(MIN_SHARE)} of the points against the one below; "
        f"the least is {say_percent(share)}, of level {number}.",
    )
