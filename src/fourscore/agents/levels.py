"""Levels of difficulty: `level:1`, near-random, to `level:10`, perfect.

A level searches each column to its own depth, like a person who looks that many plies ahead. It may
overlook a column, which then seems neither good nor bad, and it ignores small differences, the
more the warmer it is. So a weak level misses things and varies its play, but does not throw away
a win that it has seen. From a number of empty cells on, the upper levels play perfectly; the
highest always does.

What each level does and how strong it was measured to be is in one table for each variant,
`levels-standard.json` and so on, which `fourscore study levels` writes. The tables are for 7x6.
Other sizes are played with the same skills, as far as an answer comes in time.
"""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Any

from fourscore.agents.level_words import describe_level, describe_skill
from fourscore.agents.perfect import Perfect
from fourscore.core.position import Position, require_ongoing
from fourscore.core.variants import VARIANTS
from fourscore.errors import SpecError
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.search.columns import value_columns
from fourscore.search.control import Cancel, Stopwatch
from fourscore.search.evaluation.base import Evaluation, proven_result
from fourscore.search.evaluation.registry import EVALUATIONS
from fourscore.search.types import Limit, OnProgress, Report, Value

__all__ = [
    "DATA",
    "Level",
    "LevelPlayer",
    "Placed",
    "Skill",
    "find_level",
    "level_player",
    "level_table",
    "placed_agents",
    "provenance",
]

DATA = "levels-{}.json"
"""The file of a variant's table."""
PROOF_NODES = 2_000_000
"""The budget of a proof: an answer within about a second, with or without a book. It is nodes and
not seconds, so that the same seed gives the same answer on every machine."""
SEARCH_NODES = 4_000_000
"""The budget of a search; on 7x6 no level needs that many."""
PROVABLE = 33
"""Empty cells up to which a proof without a book nearly always finishes in time."""
SHALLOW = 2
"""The depth used where a deeper search was cut short."""
LEARNED_FOR = (7, 6)
"""The board on which the evaluation `lines` was learned."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How well a level plays."""

    depth: int
    """Plies it looks ahead; where discs slip, chance does not count."""
    overlook: float = 0.0
    """The probability that a column is overlooked."""
    warmth: float = 0.0
    """The evaluation points by which a column must be worse to be played e times less often;
    at 0 only the best is played."""
    endgame: int = 0
    """The number of empty cells from which on it plays perfectly: by proof under the standard
    rules, by a search to the end in the variants."""
    book: bool = False
    """Whether it uses the opening book."""


@dataclass(frozen=True, slots=True)
class Level:
    """A row of the table: how a level plays and what was measured."""

    number: int
    skill: Skill
    elo: float = 0.0
    """Relative to level 1."""
    low: float = 0.0
    high: float = 0.0
    """The ends of the 95 % interval."""
    share_below: float | None = None
    """Points per game against the level below; a draw counts half."""
    games_below: int = 0
    step: float = 0.0
    """Elo above the level below, by the games between the two."""
    step_low: float = 0.0
    step_high: float = 0.0
    """The ends of its 95 % interval."""
    seconds: float = 0.0
    """The median time of a move when it was measured."""

    @property
    def words(self) -> str:
        """How it plays, in the laboratory's terms."""
        return describe_skill(self.skill)

    @property
    def plain(self) -> str:
        """How it plays, in words for players."""
        return describe_level(self.number, self.share_below)


@dataclass(frozen=True, slots=True)
class Placed:
    """Another agent on the scale of the levels."""

    spec: str
    elo: float
    """Relative to level 1."""
    low: float
    high: float
    """The ends of the 95 % interval."""
    games: int


@cache
def _shipped(variant: str) -> dict[str, Any]:
    text = files("fourscore.data").joinpath(DATA.format(variant)).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


@cache
def level_table(variant: str = "standard") -> tuple[Level, ...]:
    """Return the levels of a variant, weakest first.

    >>> [level.number for level in level_table()] == list(range(1, 11))
    True
    """
    names = [field.name for field in fields(Level)]
    rows = [{key: row[key] for key in names if key in row} for row in _shipped(variant)["levels"]]
    return tuple(Level(**{**row, "skill": Skill(**row["skill"])}) for row in rows)


def provenance(variant: str = "standard") -> Mapping[str, Any]:
    """Return where the figures of a variant's table come from."""
    found: Mapping[str, Any] = _shipped(variant)["provenance"]
    return found


def placed_agents(variant: str = "standard") -> tuple[Placed, ...]:
    """Return the agents beside the levels whose Elo was measured on the same scale."""
    return tuple(Placed(**row) for row in _shipped(variant).get("agents", ()))


def find_level(text: str, variant: str = "standard") -> Level:
    """Return a level by its number.

    >>> find_level("10").words
    'perfect'
    """
    table = level_table(variant)
    for level in table:
        if text == str(level.number):
            return level
    last = table[-1].number
    raise SpecError(
        f"there is no level {text!r}; levels go from 1, near-random, to {last}, perfect, "
        f"as in level:{(last + 1) // 2}"
    )


def level_player(text: str, seed: int = 0) -> "LevelPlayer":
    """Return the player of a level, with its skill in each variant.

    >>> level_player("4").skill == find_level("4").skill
    True
    """
    skill = find_level(text).skill
    others = {each: find_level(text, each).skill for each in VARIANTS if each != "standard"}
    return LevelPlayer(skill, seed=seed, others=others)


class LevelPlayer:
    """Plays with a given skill; a `Search`.

    The same seed and position give the same column; other seeds vary the game.

    >>> from fourscore.core.notation import read_moves
    >>> LevelPlayer(Skill(depth=2))(read_moves("112233"), Limit()).column
    3
    """

    def __init__(
        self, skill: Skill, *, seed: int = 0, others: Mapping[str, Skill] | None = None
    ) -> None:
        """Take a skill, and others by the names of the variants where they differ."""
        self.skill = skill
        self._others = others or {}
        self._seed = seed
        self._perfect = Perfect(tiebreak="random", book=skill.book, seed=seed)

    def __call__(
        self,
        position: Position,
        limit: Limit,
        *,
        cancel: Cancel | None = None,
        on_progress: OnProgress | None = None,  # noqa: ARG002
        clock: TimeSource = SYSTEM_TIME,
    ) -> Report:
        """Choose a column; a limit can only weaken it."""
        require_ongoing(position)
        watch, spent = Stopwatch(clock), 0
        if self.knows(position):
            budget = Limit(nodes=PROOF_NODES).capped_at(limit)
            report = self._perfect(position, budget, cancel=cancel, clock=clock)
            if report.complete:
                return report
            spent = report.nodes
        budget = Limit(nodes=SEARCH_NODES).capped_at(limit).after(spent, watch.seconds)
        report = self._search(position, budget, cancel, clock)
        column = self.pick(position, report.values)
        return replace(
            report,
            column=column,
            nodes=spent + report.nodes,
            seconds=watch.seconds,
            line=(column,),
        )

    def search(self, position: Position) -> Mapping[int, Value]:
        """Return what it sees in each column where it has no proof; no seed changes that."""
        return self._search(position, Limit(nodes=SEARCH_NODES), None, SYSTEM_TIME).values

    def skill_for(self, position: Position) -> Skill:
        """Return the skill with which it plays under the position's rules."""
        rules = position.rules
        if not self._others or not (rules.slips or rules.plays_on):
            return self.skill
        return self._others.get(position.variant.name, self.skill)

    def knows(self, position: Position) -> bool:
        """Return whether it may play perfectly here, and a proof would finish in time."""
        if position.rules.slips or position.rules.plays_on:
            return False
        free = position.width * position.height - position.ply
        if free > self.skill.endgame:
            return False
        if free <= PROVABLE:
            return True
        book = self._perfect.solver.book
        return book is not None and book.lookup(position) is not None

    def _search(
        self, position: Position, limit: Limit, cancel: Cancel | None, clock: TimeSource
    ) -> Report:
        """Value every column, at the `SHALLOW` depth where the limit does not reach."""
        evaluation, depth = _evaluation(position), self._depth(position)
        budget = replace(limit, depth=depth)
        report = value_columns(position, budget, evaluation=evaluation, cancel=cancel, clock=clock)
        if report.complete:
            return report
        rest = value_columns(position, Limit(depth=min(depth, SHALLOW)), evaluation=evaluation)
        values = {**rest.values, **report.values}
        return replace(report, values=values, nodes=report.nodes + rest.nodes)

    def _depth(self, position: Position) -> int:
        """Return the depth to search: to the end if it is near, and less on wide boards."""
        skill = self.skill_for(position)
        free = position.width * position.height - position.ply
        if free <= skill.endgame and (position.rules.slips or position.rules.plays_on):
            return free
        wide = position.width / LEARNED_FOR[0]
        if wide <= 1:
            return skill.depth
        return max(1, int(skill.depth / (1 + log(wide) / log(LEARNED_FOR[0]))))

    def pick(self, position: Position, values: Mapping[int, Value]) -> int:
        """Draw a column; an overlooked one seems as good as the average undecided one."""
        skill, draw = self.skill_for(position), random.Random(f"{self._seed} {position.key}")
        open_values = [value.value for value in values.values() if value.result is None]
        blank = sum(open_values) / max(1, len(open_values))
        seen = {}
        for column in position.legal:
            overlooked = draw.random() < skill.overlook
            value = values.get(column)
            seen[column] = blank if overlooked or value is None else value.value
        best = max(seen.values())
        if skill.warmth == 0 or proven_result(best) is not None:
            return draw.choice([column for column, value in seen.items() if value == best])
        weights = [exp((value - best) / skill.warmth) for value in seen.values()]
        return draw.choices(list(seen), weights)[0]


def _evaluation(position: Position) -> Evaluation:
    rules = position.rules
    fits = not (rules.slips or rules.plays_on) and (rules.width, rules.height) == LEARNED_FOR
    return EVALUATIONS["lines" if fits else "windows"]
