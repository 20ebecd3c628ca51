"""The opening explorer: everything known of a position, column by column.

Within the book, which knows every position of up to twelve discs, all of it is looked up. Beyond,
the shared solver proves it: exactly for the columns, and for the replies to them who wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from fourscore.book.solving import shared_solver
from fourscore.core.notation import plural, write_column
from fourscore.core.position import Position, PositionLike, require_ongoing
from fourscore.errors import Cancelled
from fourscore.insight.openings.choices import Choices, choices_at
from fourscore.insight.openings.folding import (
    canonical_name,
    count_orders,
    fold,
    is_symmetric,
    list_orders,
)
from fourscore.insight.openings.names import OpeningName, name_of
from fourscore.runtime.progress import OnCount
from fourscore.search.control import Cancel
from fourscore.solver import Score, Solver
from fourscore.solver.solver import require_solvable

__all__ = ["ColumnFacts", "Opening", "Replies", "explore", "is_in_book"]

AHEAD = 2
"""The discs after a position that the explorer asks about: a column and a reply."""
_WORDS = {1: "the win", 0: "the draw"}


@dataclass(frozen=True, slots=True)
class Replies:
    """The opponent's replies to a column, as the opponent sees them."""

    win: int
    """How many win."""
    draw: int
    """How many draw."""
    lose: int
    """How many lose."""

    @property
    def total(self) -> int:
        """How many replies there are."""
        return self.win + self.draw + self.lose

    @property
    def keep(self) -> int:
        """How many keep what the opponent has; the fewer, the harder to find."""
        return self.win or self.draw or self.lose


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """What is known of a column."""

    column: int
    """The column itself, counted from 0."""
    score: Score
    """What it is worth to the side to move."""
    best: bool
    """Whether no column is worth more."""
    keeps: bool
    """Whether a win stays a win, a draw a draw; in a lost position every column does."""
    replies: Replies | None
    """None if the column ends the game."""
    after: Position
    """The position after it."""

    @property
    def ends(self) -> bool:
        """Whether the game is over after it."""
        return self.after.is_over

    @property
    def canonical(self) -> str:
        """The name of the position after it."""
        return canonical_name(self.after)

    @property
    def orders(self) -> int | None:
        """How many orders of moves lead to the position after it."""
        return count_orders(self.after)


@dataclass(frozen=True)
class Opening:
    """A position as the explorer shows it."""

    position: Position
    """The position itself."""
    columns: tuple[ColumnFacts, ...]
    """The legal ones, from left to right."""
    in_book: bool
    """Whether everything was looked up in the book."""
    line: tuple[int, ...]
    """Best play of both: to the end, or in the book as far as the book goes."""

    @property
    def score(self) -> Score:
        """What the position is worth to the side to move."""
        return max(each.score for each in self.columns)

    @property
    def source(self) -> str:
        """What has answered: "book" or "solver"."""
        return "book" if self.in_book else "solver"

    @property
    def best(self) -> tuple[int, ...]:
        """The columns that nothing beats."""
        return tuple(each.column for each in self.columns if each.best)

    @property
    def keeping(self) -> tuple[int, ...]:
        """The columns that keep the result."""
        return tuple(each.column for each in self.columns if each.keeps)

    @property
    def canonical(self) -> str:
        """The name of the position, shared by its mirror image and all orders of its moves."""
        return canonical_name(self.position)

    @property
    def mirrored(self) -> bool:
        """Whether the canonical position is the mirror image of this one."""
        return fold(self.position)[1]

    @property
    def symmetric(self) -> bool:
        """Whether left and right are alike."""
        return is_symmetric(self.position)

    @cached_property
    def orders(self) -> int | None:
        """How many orders of moves lead here; None if they are too many to count."""
        return count_orders(self.position)

    @cached_property
    def examples(self) -> tuple[str, ...]:
        """Some of these orders."""
        return tuple(list_orders(self.position))

    @property
    def name(self) -> OpeningName | None:
        """What players call it, if they do."""
        return name_of(self.position)

    @cached_property
    def choices(self) -> tuple[Choices, ...]:
        """What the levels and the learned players have played here."""
        return choices_at(self.position)

    @property
    def says(self) -> str:
        """How hard the position is to play, in a sentence."""
        return say_difficulty(self.score.sign, self.keeping, len(self.columns))


def say_difficulty(sign: int, keeping: Sequence[int], total: int) -> str:
    """Say which columns keep the result.

    >>> say_difficulty(1, [3], 7), say_difficulty(0, [2, 4], 7)
    ('Only column 4 keeps the win.', '2 of 7 columns keep the draw.')
    >>> say_difficulty(-1, range(7), 7), say_difficulty(1, range(5), 5)
    ('Every column loses.', 'Every column keeps the win.')
    """
    if sign < 0:
        return "Every column loses."
    if len(keeping) == total:
        return f"Every column keeps {_WORDS[sign]}."
    if len(keeping) == 1:
        return f"Only column {write_column(keeping[0])} keeps {_WORDS[sign]}."
    return f"{len(keeping)} of {plural(total, 'column')} keep {_WORDS[sign]}."


def is_in_book(position: Position, solver: Solver | None = None) -> bool:
    """Return whether the book alone answers everything about a position."""
    from fourscore.book import default_book

    book = default_book() if solver is None else solver.book
    if book is None or position.ply + AHEAD > book.plies:
        return False
    return book.lookup(position) is not None


def explore(
    position: PositionLike,
    solver: Solver | None = None,
    on_progress: OnCount | None = None,
    *,
    cancel: Cancel | None = None,
) -> Opening:
    """Find out all that is known of a position.

    `on_progress` receives how many columns and replies are done, and of how many. Raises
    `InputError` if the game is over, `UnsupportedError` unless the rules are standard, and
    `Cancelled` if cancelled before everything is proved.

    >>> [str(each.score) for each in explore("").columns]
    ['loses in 20', 'loses in 21', 'draws', 'wins in 21', 'draws', 'loses in 21', 'loses in 20']
    >>> explore("").columns[3].replies
    Replies(win=0, draw=0, lose=7)
    """
    at = Position(position)
    require_solvable(at)
    require_ongoing(at)
    solver = solver or shared_solver()
    after = {column: at.play(column) for column in at.legal}
    grandchildren = {
        column: [child.play(reply) for reply in child.legal] for column, child in after.items()
    }
    total = len(after) + sum(map(len, grandchildren.values()))
    report = on_progress or (lambda done, total: None)  # noqa: ARG005
    scores = solver.columns(at, lambda done, _: report(done, total), cancel)
    flat = [each for replies in grandchildren.values() for each in replies]
    found = solver.solve_many(
        flat, weak=True, cancel=cancel, on_progress=lambda done, _: report(len(after) + done, total)
    )
    if cancel is not None and cancel.cancelled:
        raise Cancelled("the exploration was cancelled")
    signs = iter([_sign(each) for each in found])
    replies = {
        column: [next(signs) for _ in positions] for column, positions in grandchildren.items()
    }
    score = max(scores.values())
    columns = tuple(
        ColumnFacts(
            column,
            scores[column],
            scores[column] == score,
            scores[column].sign == score.sign,
            None if after[column].is_over else _count(replies[column]),
            after[column],
        )
        for column in at.legal
    )
    in_book = is_in_book(at, solver)
    line = _book_line(at, solver) if in_book else solver.analyse(at, cancel=cancel).line
    return Opening(at, columns, in_book, line)


def _sign(result: object) -> int:
    sign = getattr(result, "sign", None)
    if sign is None:
        raise Cancelled("the exploration was cancelled")
    return int(sign)


def _count(signs: Sequence[int]) -> Replies:
    """Count results that the side to move sees after the reply; the opponent sees the opposite."""
    return Replies(win=signs.count(-1), draw=signs.count(0), lose=signs.count(1))


def _book_line(position: Position, solver: Solver) -> tuple[int, ...]:
    """Follow best play as far as the book goes, nearest to the centre first."""
    book = solver.book
    line: list[int] = []
    while book is not None and position.legal and position.ply < book.plies:
        values = {column: book.lookup(position.play(column)) for column in position.legal}
        known = {column: value for column, value in values.items() if value is not None}
        if len(known) < len(values):
            wins = position.winning_columns
            return (*line, *wins[:1]) if wins else tuple(line)
        best = min(known.values())
        column = next(each for each in position.legal_from_centre() if known[each] == best)
        line.append(column)
        position = position.play(column)
    return tuple(line)
