"""Verify a book: its bytes, its positions, each ply against the next, and a sample."""

import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fourscore.book.format import UNKNOWN
from fourscore.book.plies import propagate_scores, reach
from fourscore.book.ranking import ply_of, unrank
from fourscore.book.reader import OpenedBook
from fourscore.core.notation import write_board
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.solver import Solver
from fourscore.solver.board import goal_of

__all__ = ["Checked", "verify"]

OnStep = Callable[[str, int, int], None]
"""Called with the step, how much of it is done, and the total."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was verified."""

    entries: int
    """The entries: all positions that belong in the book and no others, consistent with each
    other."""
    solved: int
    """How many of them were solved again, with the same score."""


def verify(
    book: OpenedBook,
    solver: Solver,
    sample: int = 100,
    seed: int = 0,
    max_plies: int | None = None,
    on_step: OnStep = lambda *_: None,
) -> Checked:
    """Verify a book. Raises `InputError` at the first mistake.

    A random `sample` of entries, of at most `max_plies`, is solved again, or all of them if
    there are fewer. The solver must not use a book.
    """
    on_step("reading", 0, 1)
    book.check()
    on_step("plies", 0, 1)
    _check_plies(book)
    drawn = _draw(book, sample, seed, max_plies)
    for done, slot in enumerate(drawn):
        on_step("solving", done, len(drawn))
        _check_entry(book, slot, solver)
    on_step("solving", len(drawn), len(drawn))
    return Checked(book.header.entries, len(drawn))


def _check_plies(book: OpenedBook) -> None:
    """Check that the book has exactly what it should, and that parents agree with children."""
    flags = reach(book.ranking).flags
    wrong = np.flatnonzero((book.slots != UNKNOWN) != (flags != 0))
    if len(wrong):
        position = _position(book, int(wrong[0]))
        has = "lacks" if flags[wrong[0]] else "should not have"
        raise InputError(f"{book.name} is wrong: it {has} {write_board(position)!r}")
    slots = book.slots.copy()
    propagate_scores(slots, flags, book.ranking)
    wrong = np.flatnonzero(slots != book.slots)
    if len(wrong):
        slot = int(wrong[-1])
        raise InputError(_contradiction(book, slot, int(slots[slot]) - goal_of(book.rules)))


def _draw(book: OpenedBook, sample: int, seed: int, max_plies: int | None) -> list[int]:
    ranking = book.ranking
    last = ranking.plies if max_plies is None else min(max_plies, ranking.plies)
    known = np.flatnonzero(book.slots[: ranking.first_slot[last + 1]])
    if sample >= len(known):
        return [int(slot) for slot in known]
    places = random.Random(seed).sample(range(len(known)), sample)
    return [int(known[place]) for place in sorted(places)]


def _check_entry(book: OpenedBook, slot: int, solver: Solver) -> None:
    score = solver.solve(_position(book, slot)).value
    if score != int(book.slots[slot]) - goal_of(book.rules):
        raise InputError(_contradiction(book, slot, score))


def _position(book: OpenedBook, slot: int) -> Position:
    mine, filled = unrank(slot, book.ranking)
    return Position.from_bitboards(mine, filled, book.rules)


def _contradiction(book: OpenedBook, slot: int, score: int) -> str:
    stored = int(book.slots[slot]) - goal_of(book.rules)
    where = f"{write_board(_position(book, slot))!r} ({ply_of(slot, book.ranking)} plies)"
    return f"{book.name} is wrong: it scores {where} {stored} instead of {score}"
