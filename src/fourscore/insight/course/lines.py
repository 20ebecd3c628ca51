"""The lines of a course: what is trained, one at a time, from the main line outwards.

A line runs from the empty board to where a rule begins, where the next four cannot be missed, or
where the rest is part of an earlier line. Every position of the course is in exactly one line as
its own; those before it are repeated.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from fourscore.core.notation import write_moves
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.course.course import Course, course
from fourscore.insight.course.rules import Rule
from fourscore.insight.openings.folding import fold

__all__ = ["Card", "Chapter", "Line", "chapters", "find_chapter", "find_line", "lines"]


@dataclass(frozen=True, slots=True)
class Card:
    """One decision of the student's."""

    id: str
    moves: str
    """The moves before it, as this line has them."""
    column: int
    """What the course plays."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line to train."""

    moves: str
    """The moves of both sides; they also name the line."""
    cards: tuple[Card, ...]
    new: int
    """How many of the last cards are in no earlier line."""
    rule: Rule | None
    """The rule that begins after the last move, if one does."""
    chapter: str

    @property
    def ends(self) -> str:
        """How it ends: "rule", "win" or "joins" (an earlier line)."""
        if self.rule is not None:
            return "rule"
        return "win" if self._wins else "joins"

    @property
    def _wins(self) -> bool:
        at = Position(self.moves)
        return at.is_over or all(at.play(each).winning_columns for each in at.legal)


@dataclass(frozen=True, slots=True)
class Chapter:
    """The lines after one reply of the opponent's to the first move."""

    id: str
    """The moves it begins with."""
    title: str
    positions: int
    rules: int
    lines: int


@dataclass
class _Walk:
    """A walk through a course, depth first, the longest resistance first."""

    course: Course
    seen: set[int]

    def lines(self) -> Iterator[Line]:
        yield from self._from(Position(), (), (), 0)

    def _from(
        self, at: Position, moves: tuple[int, ...], cards: tuple[Card, ...], new: int
    ) -> Iterator[Line]:
        """Yield the lines below a position, which is the student's to play or the opponent's."""
        if at.turn != self.course.player:
            yield from self._replies(at, moves, cards, new)
            return
        self.seen.add(fold(at)[0].key)
        step = self.course.step(at)
        assert step is not None
        card = Card(self.course.card(at), write_moves(moves), step.column)
        cards, moves = (*cards, card), (*moves, step.column)
        if step.rule is not None:
            yield self._line(moves, cards, new + 1, step.rule)
        else:
            yield from self._replies(at.play(step.column), moves, cards, new + 1)

    def _replies(
        self, at: Position, moves: tuple[int, ...], cards: tuple[Card, ...], new: int
    ) -> Iterator[Line]:
        found = False
        for reply in at.legal_from_centre():
            after = at.play(reply)
            key = fold(after)[0].key
            if key in self.seen or self.course.step(after) is None:
                continue
            yield from self._from(after, (*moves, reply), cards, 0 if found else new)
            found = True
        if not found and new:
            yield self._line(moves, cards, new, None)

    def _line(
        self, moves: tuple[int, ...], cards: tuple[Card, ...], new: int, rule: Rule | None
    ) -> Line:
        text = write_moves(moves)
        return Line(text, cards, new, rule, text[: 2 if self.course.player == "X" else 1])


@cache
def lines(side: str = "first") -> tuple[Line, ...]:
    """Return the lines of a course, the main line first."""
    return tuple(_Walk(course(side), set()).lines())


@cache
def _by_name(side: str) -> dict[str, Line]:
    return {each.moves: each for each in lines(side)}


def find_line(side: str, moves: str) -> Line:
    """Return a line by its moves. Raises `InputError` if there is no such line."""
    found = _by_name(side).get(moves)
    if found is None:
        raise InputError(f"the course has no line {moves!r}")
    return found


@cache
def chapters(side: str = "first") -> tuple[Chapter, ...]:
    """Return the chapters of a course, in the order of its lines."""
    found: dict[str, list[Line]] = {}
    for line in lines(side):
        found.setdefault(line.chapter, []).append(line)
    return tuple(
        Chapter(
            moves,
            _title(side, moves),
            sum(each.new for each in inside),
            sum(each.rule is not None for each in inside),
            len(inside),
        )
        for moves, inside in found.items()
    )


def _title(side: str, moves: str) -> str:
    column = moves[-1]
    if side == "second":
        return f"Red begins in column {column}"
    return f"Yellow answers in column {column}"


def find_chapter(side: str, name: str) -> Chapter:
    """Return a chapter. Raises `InputError` if there is no such chapter."""
    for each in chapters(side):
        if each.id == name:
            return each
    known = ", ".join(each.id for each in chapters(side))
    raise InputError(f"there is no chapter {name!r}; the chapters are {known}")
