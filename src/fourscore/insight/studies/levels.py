"""How strong the levels are: each against the one below in many games, and all in one pool.

The step from one level to the next is rated by the games between the two. Fewer games between
levels two apart tie the pool together; it is rated like any tournament, with level 1 at 0. The
result is written in the form in which the tables are shipped, so that the table that agents play
by and the figures that people see come from one file.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median
from typing import Any

from fourscore.agents.levels import DATA, Level, Placed, level_table
from fourscore.agents.registry import agent
from fourscore.arena.rating import CrossTable, GameRecord, Ratings, rate
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
)
from fourscore.runtime.files import write_text

__all__ = ["MIN_SHARE", "OPENINGS", "run_levels"]

OPENINGS = "random:4"
"""As tournaments usually begin: early enough for all the skill of the game to count."""
MIN_SHARE = 0.65
"""The share that each level should score against the one below."""
TIES = 10
"""One game between levels two apart for so many between neighbours."""
PLACING = 60
"""One game of an agent that is placed on the scale, against each level, for so many."""
UPPER = 9
"""The first of the levels whose games take longest."""
ADJUDICABLE = 30
"""With more empty cells a perfect level's proof may not finish in time."""

Records = Counter[GameRecord]


def run_levels(
    workspace: Workspace,
    games: int = 200,
    openings: str = OPENINGS,
    variant: str = "standard",
    others: Sequence[str] = (),
    upper_games: int | None = None,
) -> Findings:
    """Let every level meet the one below in `games` games, and rate them all.

    Levels 9 and 10, whose games take longest, have `upper_games` if that is given. `others` are
    agents to be placed on the same scale. The new table is in the folder, as
    `levels-standard.json` or by the name of another variant.
    """
    pool = _Pool(workspace, games, openings, variant, upper_games)
    levels = level_table(variant)
    steps = [pool.meet(upper, lower) for lower, upper in pairwise(levels)]
    ties = [
        pool.meet(upper, lower, pool.few) for lower, upper in zip(levels, levels[2:], strict=False)
    ]
    records = sum((*steps, *ties), Records())
    ratings = rate(records, anchor=_spec(levels[0]))
    bottom = _measured(levels[0], None, ratings, pool)
    upper = (
        _measured(each, own, ratings, pool) for each, own in zip(levels[1:], steps, strict=True)
    )
    measured = (bottom, *upper)
    placed = tuple(pool.place(each, records) for each in others)
    _write(workspace.folder / DATA.format(variant), pool, measured, placed)
    return Findings(
        f"levels-{variant}",
        f"The levels of the variant {variant}, calibrated",
        f"Each level meets the one below in {games:,} games and the one below that in "
        f"{pool.few:,}, in pairs with colours swapped, from openings of the kind {openings}. Elo "
        "is that of a Bradley-Terry model with draws and the advantage of the first move, counted "
        "from level 1; a step is rated by the games between the two levels alone. Intervals are "
        "95 %.",
        (_table(measured),),
        (Chart(f"levels-{variant}", _draw(measured), "Elo of each level"),),
        _remarks(measured, ties),
    )


class _Pool:
    """Plays the pairings, and counts what they cost."""

    def __init__(
        self, workspace: Workspace, games: int, openings: str, variant: str, upper: int | None
    ) -> None:
        self.workspace, self.games, self.openings = workspace, games, openings
        self.variant, self.played, self.upper = variant, 0, upper
        self.few, self.placing = (max(2, games // each // 2 * 2) for each in (TIES, PLACING))
        self.times: dict[str, list[float]] = {}

    def meet(self, upper: Level, lower: Level, games: int | None = None) -> Records:
        """Play two levels; a game ends where both would play perfectly, and the result is known."""
        if games is None:
            slow = self.upper is not None and upper.number >= UPPER
            games = self.upper if slow and self.upper else self.games
        perfect = min(upper.skill.endgame, lower.skill.endgame, ADJUDICABLE)
        known = perfect if self.variant == "standard" else 0
        return self._play((_spec(upper), _spec(lower)), games, adjudicate=known or None)

    def place(self, spec: str, records: Records) -> Placed:
        """Play an agent against all levels and rate it with their games."""
        found = sum(
            (self._play((spec, _spec(each)), self.placing) for each in level_table(self.variant)),
            Records(),
        )
        ratings = rate(records + found, anchor=_spec(level_table()[0]))
        rating, name = ratings[spec], agent(spec).spec
        return Placed(name, round(rating.elo), round(rating.low), round(rating.high),
                      found.total())  # fmt: skip

    def _play(self, specs: tuple[str, str], games: int, adjudicate: int | None = None) -> Records:
        settings = Settings(specs, games, openings=self.openings, variant=self.variant,
                            adjudicate=adjudicate)  # fmt: skip
        step = f"{self.variant}: {specs[0]} and {specs[1]}"
        with self.workspace.play(step, settings) as ledger:
            for cost in move_costs(ledger):
                self.times.setdefault(cost.agent, []).append(cost.seconds)
            found = Records(
                GameRecord(row.first, row.second, row.result)
                for row in ledger.games()
                if row.result is not None
            )
        self.played += found.total()
        return found


def _spec(level: Level) -> str:
    return f"level:{level.number}"


def _measured(level: Level, own: Records | None, ratings: Ratings, pool: _Pool) -> Level:
    name, below = _spec(level), f"level:{level.number - 1}"
    level = replace(
        level,
        elo=round(ratings[name].elo),
        low=round(ratings[name].low),
        high=round(ratings[name].high),
        # Which a busy machine does not distort.
        seconds=float(f"{median(pool.times[name]):.3g}"),
    )
    if own is None:
        return replace(level, share_below=None, games_below=0, step=0, step_low=0, step_high=0)
    step, tally = rate(own, anchor=below)[name], CrossTable(own).tally(name, below)
    return replace(
        level,
        share_below=round(tally.score, 4),
        games_below=tally.games,
        step=round(step.elo),
        step_low=round(step.low),
        step_high=round(step.high),
    )


# Tables


def _table(levels: tuple[Level, ...]) -> Table:
    rows = []
    for level in levels:
        step = ("", "", "", "")
        if level.share_below is not None:
            step = (f"{level.step:.0f}", f"{level.step_low:.0f} to {level.step_high:.0f}",
                    say_percent(level.share_below), f"{level.games_below:,}")  # fmt: skip
        rows.append((str(level.number), level.words, f"{level.elo:.0f}",
                     f"{level.low:.0f} to {level.high:.0f}", *step,
                     say_milliseconds(level.seconds)))  # fmt: skip
    headers = (">level", "plays like", ">Elo", ">95 %", ">step", ">95 %", ">share", ">games",
               ">median ms")  # fmt: skip
    return Table("levels", "The levels", headers, rows)


def _write(path: Path, pool: _Pool, levels: tuple[Level, ...], placed: tuple[Placed, ...]) -> None:
    """Write the table in the form in which it is shipped."""
    others = "".join(f" --with {each.spec}" for each in placed)
    upper = "" if pool.upper is None else f" --upper-games {pool.upper}"
    content: dict[str, Any] = {
        "levels": [asdict(level) for level in levels],
        "agents": [asdict(each) for each in placed],
        "provenance": {
            "command": f"fourscore study levels --variant {pool.variant} --games {pool.games} "
            f"--openings {pool.openings} --seed {pool.workspace.seed}{upper}{others}",
            "games": pool.played,
            "openings": pool.openings,
            "seed": pool.workspace.seed,
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


def _remarks(levels: tuple[Level, ...], ties: list[Records]) -> tuple[str, ...]:
    steps = [level.step for level in levels[1:]]
    share, number = min((level.share_below, level.number) for level in levels
                        if level.share_below is not None)  # fmt: skip
    enough = "at least" if share >= MIN_SHARE else "not always"
    return (
        f"A step is {fmean(steps):.0f} Elo on average, {min(steps):.0f} at least and "
        f"{max(steps):.0f} at most.",
        f"Each level has {enough} {say_percent(MIN_SHARE)} of the points against the one below; "
        f"the least is {say_percent(share)}, of level {number}.",
        f"Two steps are {fmean(_two_steps(ties)):.0f} Elo on average by the games between levels "
        "two apart.",
    )


def _two_steps(ties: list[Records]) -> Iterator[float]:
    for number, records in enumerate(ties, start=1):
        yield rate(records, anchor=f"level:{number}")[f"level:{number + 2}"].elo
