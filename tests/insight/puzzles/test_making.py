"""Puzzles: one column that matters, graded as documented, and the same for the same seed."""

import random
from functools import cache, partial

import pytest

from fourscore.agents import agent
from fourscore.core.position import Position
from fourscore.errors import IllegalMoveError, InputError
from fourscore.insight.puzzles import (
    ENOUGH,
    TRIES,
    Aim,
    Puzzle,
    find_puzzle,
    make_puzzles,
    puzzle_of,
    puzzles,
)
from fourscore.solver import Solver
from tests.core.strategies import attempt
from tests.insight.puzzles.proof import prove

pytestmark = pytest.mark.xdist_group("puzzles")  # which are made once
WIN = "627431475612667316367"


@cache
def some() -> tuple[Puzzle, ...]:
    return tuple(make_puzzles(4, 1))


def test_one_column_does_it_and_no_two_puzzles_are_alike_even_in_the_mirror() -> None:
    for puzzle in some():
        prove(puzzle, Solver(megabytes=1, threads=1))
    both = {each for puzzle in some() for each in (puzzle.position, puzzle.position.mirror())}
    assert len(both) == 2 * len(some())


def finds(level: int, puzzle: Puzzle) -> bool:
    chosen = [agent(f"level:{level}", seed=s).choose(puzzle.position) for s in range(TRIES)]
    return sum(report.column == puzzle.column for report in chosen) >= ENOUGH


def test_the_level_is_the_lowest_from_which_on_all_find_it() -> None:
    for puzzle in some()[:2]:
        assert all(finds(level, puzzle) for level in range(puzzle.level, 11))
        assert puzzle.level == 1 or not finds(puzzle.level - 1, puzzle)


def test_the_seed_decides_and_kinds_and_levels_can_be_chosen() -> None:
    assert puzzles(count=1, seed=1, new=True) == [some()[0]]
    (chosen,) = make_puzzles(1, 10, Aim.SAVE, levels=range(2, 7))
    assert chosen.aim is Aim.SAVE
    assert 2 <= chosen.level < 7
    assert chosen not in some()


def test_an_id_brings_the_puzzle_back() -> None:
    for puzzle in some()[:3]:
        assert find_puzzle(puzzle.id) == find_puzzle(f" {puzzle.id.upper()} ") == puzzle
        assert puzzle.id.isalnum()
        assert len(puzzle.id) <= 10


def test_ids_of_anything_are_refused_or_lead_to_a_puzzle() -> None:
    for text in ("", "0", "zz", "l", "ü", "a" * 30, "4k9h094gbu", "-1"):
        with pytest.raises(InputError, match="is not the id of a puzzle"):
            find_puzzle(text)
    draw = random.Random(3)
    for _ in range(300):
        text = "".join(draw.choice("0123456789abcdefghjkmnpqrstvwxyz") for _ in range(10))
        found = attempt(partial(find_puzzle, text), InputError)
        assert isinstance(found, InputError) or found.position == Position(found.position.key)


def test_positions_that_are_no_puzzles() -> None:
    assert puzzle_of(Position.empty()) is None
    assert puzzle_of("44444455555526") is None  # a win in one
    assert puzzle_of("-------/-------/-------/O-XX---/OXOX---/XXOOXO-") is None  # a block
    assert puzzle_of(Position(WIN, variant="fill")) is None


def test_an_attempt_is_judged_and_a_wrong_one_does_not_tell_the_answer() -> None:
    puzzle = puzzle_of(WIN)
    assert puzzle is not None
    right = puzzle.check(3)
    assert right.right
    assert right.sentences[0] == "O wins in 10 with column 4."
    for column in (0, 1, 2, 4, 6):
        wrong = puzzle.check(column)
        assert not wrong.right
        assert wrong.sentences[0].startswith(f"Column {column + 1} loses in ")
        assert not any("nstead" in each or ", but " in each for each in wrong.sentences)
    with pytest.raises(IllegalMoveError, match="column 5 is full"):
        puzzle.check(5)
