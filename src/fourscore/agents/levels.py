"""Levels of difficulty: `level:1`, near-random, to `level:10`, perfect.

A level searches each column to its own depth, like a person who looks that many plies ahead. It may
overlook a column, which then seems neither good nor bad, and it ignores small differences, the
more the warmer it is. So a weak level misses things and varies its play, but does not throw away
a win that it has seen. From a number of empty cells on, the upper levels play perfectly; the
highest always does.

What each level does and how strong it was measured to be is in one table, `levels.json`, which
`fourscore study levels` writes. The table is for the standard rules on 7x6. Other sizes and
variants are played with the same skills, as far as an answer comes in time.
"""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Any

from fourscore.agents.level_words import describe_level
from fourscore.agents.perfect import Perfect
from fourscore.core.position import Position, require_ongoing
from fourscore.errors import SpecError
from fourscore.search.alphabeta import alphabeta
from fourscore.search.control import Cancel, Stopwatch
from fourscore.search.evaluation.base import WIN_VALUE, Evaluation, evaluate_position, proven_result
from fourscore.search.evaluation.registry import EVALUATIONS
from fourscore.search.expectiminimax import expectiminimax
from fourscore.search.types import Limit, OnProgress, Report, Value

__all__ = ["DATA", "Level", "LevelPlayer", "Skill", "find_level", "level_table", "provenance"]

DATA = "levels.json"
PROOF_NODES = 2_000_000
"""The budget of a proof: an answer within about a second, with or without a book. It is nodes and
not seconds, so that the same seed gives the same answer on every machine."""
SEARCH_NODES = 4_000_000
"""The budget of a search; on 7x6 no level needs that many."""
PROVABLE = 33
"""Empty cells up to which a proof without a book nearly always finishes in time."""
SHALLOW = 2
"""The depth used where a deeper search was cut short."""
MAX_SLIP_DEPTH = 5
"""The greatest depth where discs slip: each ply costs as much as two elsewhere."""
LEARNED_FOR = (7, 6)
"""The board on which the evaluation `lines` was learned."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How well a level plays."""

    depth: int
    """Plies it looks ahead."""
    overlook: float = 0.0
    """The probability that a column is overlooked."""
    warmth: float = 0.0
    """The evaluation points by which a column must be worse to be played e times less often;
    at 0 only the best is played."""
    endgame: int = 0
    """The number of empty cells from which on it plays perfectly."""
    book: bool = False
    """Whether it uses the opening book."""


@dataclass(frozen=True, slots=True)
class Level:
    """A row of the table: how a level plays and what was measured."""

    number: int
    words: str
    """How it plays, in the laboratory's terms."""
    skill: Skill
    elo: float = 0.0
    """Relative to level 1."""
    low: float = 0.0
    high: float = 0.0
    """The ends of the 95 % interval."""
    share_below: float | None = None
    """Points per game against the level below; a draw counts half."""
    games_below: int = 0
    seconds: float = 0.0
    """The median time of a move when it was measured."""

    @property
    def plain(self) -> str:
        """How it plays, in words for players."""
        return describe_level(self.number, self.share_below)


@cache
def _shipped() -> dict[str, Any]:
    text = files("fourscore.data").joinpath(DATA).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


@cache
def level_table() -> tuple[Level, ...]:
    """Return the levels, weakest first.

    >>> [level.number for level in level_table()] == list(range(1, 11))
    True
    """
    names = [field.name for field in fields(Level)]
    rows = [{key: row[key] for key in names if key in row} for row in _shipped()["levels"]]
    return tuple(Level(**{**row, "skill": Skill(**row["skill"])}) for row in rows)


def provenance() -> Mapping[str, Any]:
    """Return where the table's figures come from."""
    found: Mapping[str, Any] = _shipped()["provenance"]
    return found


def find_level(text: str) -> Level:
    """Return a level by its number.

    >>> find_level("10").words
    'perfect'
    """
    table = level_table()
    for level in table:
        if text == str(level.number):
            return level
    last = table[-1].number
    raise SpecError(
        f"there is no level {text!r}; levels go from 1, near-random, to {last}, perfect, "
        f"as in level:{(last + 1) // 2}"
    )


class LevelPlayer:
    """Plays with a given skill; a `Search`.

    The same seed and position give the same column; other seeds vary the game.

    >>> from fourscore.core.notation import read_moves
    >>> LevelPlayer(Skill(depth=2))(read_moves("112233"), Limit()).column
    3
    """

    def __init__(self, skill: Skill, *, seed: int = 0) -> None:
        self.skill = skill
        self._seed = seed
        self._perfect = Perfect(tiebreak="random", book=skill.book, seed=seed)

    def __call__(
        self,
        position: Position,
        limit: Limit,
        *,
        cancel: Cancel | None = None,
        on_progress: OnProgress | None = None,  # noqa: ARG002
    ) -> Report:
        """Choose a column; a limit can only weaken it."""
        require_ongoing(position)
        watch, spent = Stopwatch(), 0
        if self.knows(position):
            budget = Limit(nodes=PROOF_NODES).capped_at(limit)
            report = self._perfect(position, budget, cancel=cancel)
            if report.complete:
                return report
            spent = report.nodes
        search = _ColumnSearch(position, self._depth(position), cancel)
        search.run(Limit(nodes=SEARCH_NODES).capped_at(limit).after(spent, watch.seconds))
        column = self.pick(position, search.values)
        return Report(
            column=column,
            values=search.values,
            nodes=spent + search.nodes,
            depth=search.depth,
            seconds=watch.seconds,
            line=(column,),
            complete=search.complete,
        )

    def search(self, position: Position) -> Mapping[int, Value]:
        """Return what it sees in each column where it has no proof; no seed changes that."""
        search = _ColumnSearch(position, self._depth(position), None)
        search.run(Limit(nodes=SEARCH_NODES))
        return search.values

    def knows(self, position: Position) -> bool:
        """Return whether it may play perfectly here, and a proof would finish in time."""
        free = position.width * position.height - position.ply
        if position.variant.name != "standard" or free > self.skill.endgame:
            return False
        if free <= PROVABLE:
            return True
        book = self._perfect.solver.book
        return book is not None and book.lookup(position) is not None

    def _depth(self, position: Position) -> int:
        """Return the depth to search: less on wide boards, and where discs slip."""
        depth = self.skill.depth
        if position.rules.slips:
            depth = min(MAX_SLIP_DEPTH, (depth + 1) // 2)
        wide = position.width / LEARNED_FOR[0]
        return depth if wide <= 1 else max(1, int(depth / (1 + log(wide) / log(LEARNED_FOR[0]))))

    def pick(self, position: Position, values: Mapping[int, Value]) -> int:
        """Draw a column; an overlooked one seems as good as the average undecided one."""
        draw = random.Random(f"{self._seed} {position.key}")
        open_values = [value.value for value in values.values() if value.result is None]
        blank = sum(open_values) / max(1, len(open_values))
        seen = {}
        for column in position.legal:
            overlooked = draw.random() < self.skill.overlook
            value = values.get(column)
            seen[column] = blank if overlooked or value is None else value.value
        best = max(seen.values())
        if self.skill.warmth == 0 or proven_result(best) is not None:
            return draw.choice([column for column, value in seen.items() if value == best])
        weights = [exp((value - best) / self.skill.warmth) for value in seen.values()]
        return draw.choices(list(seen), weights)[0]


def _evaluation(position: Position) -> Evaluation:
    fits = position.variant.name == "standard" and (position.width, position.height) == LEARNED_FOR
    return EVALUATIONS["lines" if fits else "windows"]


class _ColumnSearch:
    """Searches every column to the same depth; each gets an exact value, not just a bound."""

    def __init__(self, position: Position, depth: int, cancel: Cancel | None) -> None:
        self.values: dict[int, Value] = {}
        self.nodes = 1
        self.depth = depth
        self.complete = True
        self._position = position
        self._cancel = cancel
        self._evaluation = _evaluation(position)

    def run(self, limit: Limit) -> None:
        """Search within a limit; columns that it does not reach have no value."""
        watch = Stopwatch()
        if self._position.rules.slips:
            budget = replace(limit, depth=self.depth)
            report = expectiminimax(
                self._position, budget, evaluation=self._evaluation, cancel=self._cancel
            )
            self.values, self.nodes = dict(report.values), report.nodes
            self.complete = report.complete
            return
        for column in self._position.legal:
            left = limit.after(self.nodes, watch.seconds)
            value = self._value_of(column, self.depth, left, self._cancel)
            if value is None:
                self.complete = False
                value = self._value_of(column, SHALLOW, Limit(), None)
            if value is not None:
                self.values[column] = value

    def _value_of(
        self, column: int, depth: int, limit: Limit, cancel: Cancel | None
    ) -> Value | None:
        """Return the value of a column, or None if it was stopped first."""
        child = self._position.play(column)
        if child.is_over:
            self.nodes += 1
            return _finished(child, self._position.turn)
        if depth == 1:
            self.nodes += 1
            return Value(-evaluate_position(child, self._evaluation))
        budget = replace(limit, depth=depth - 1)
        report = alphabeta(child, budget, evaluation=self._evaluation, cancel=cancel)
        self.nodes += report.nodes
        return _turned(report.values[report.column]) if report.complete else None


def _finished(child: Position, mover: str) -> Value:
    outcome = child.outcome
    assert outcome is not None
    if outcome.winner is None:
        return Value(0)
    sign = 1 if outcome.winner == mover else -1
    return Value(sign * (WIN_VALUE - 1), result=sign, plies=1)


def _turned(value: Value) -> Value:
    """Return a child's best value as its parent sees it, one ply farther from the end."""
    if value.result is None or value.plies is None:
        return Value(-value.value)
    plies = value.plies + 1
    return Value(-value.result * (WIN_VALUE - plies), result=-value.result, plies=plies)
