"""Puzzles: one column that matters, graded as documented, and the same for the same seed."""

import random
from functools import cache
from typing import Any

import pytest

from fourscore.agents import agent
from fourscore.core.notation import read_board, read_moves
from fourscore.core.position import Position
from fourscore.core.variants import FILL
from fourscore.errors import IllegalMoveError, InputError
from fourscore.insight.puzzles import (
    ENOUGH,
    MIN_PLIES,
    TRIES,
    Aim,
    Puzzle,
    find_puzzle,
    make_puzzles,
    puzzle_of,
)
from fourscore.insight.truth.judge import Judge
from fourscore.solver import Analysis, Solver

WIN = "627431475612667316367"


@cache
def some(seed: int = 1) -> tuple[Puzzle, ...]:
    return tuple(make_puzzles(6, seed))


def signs(position: Position) -> dict[int, int]:
    solver = Solver(megabytes=1, threads=1)
    return {c: -solver.solve(position.play(c)).sign for c in position.legal}


def test_exactly_one_column_wins_or_saves() -> None:
    for puzzle in some():
        worth = signs(puzzle.position)
        others = [sign for column, sign in worth.items() if column != puzzle.column]
        if puzzle.aim is Aim.WIN:
            assert worth[puzzle.column] == 1
            assert max(others) <= 0
        else:
            assert worth[puzzle.column] == 0
            assert max(others) == -1


def test_a_puzzle_is_neither_a_win_in_one_nor_a_mere_block() -> None:
    for puzzle in some():
        position = puzzle.position
        assert position.ply >= MIN_PLIES
        assert puzzle.moves >= 2 or puzzle.aim is Aim.SAVE
        assert not any(position.play(c).is_over for c in position.legal)
        safe = [c for c in position.legal if not position.play(c).winning_columns]
        assert len(safe) >= 2


def test_how_far_one_has_to_see() -> None:
    for puzzle in some():
        solver = Solver(megabytes=1, threads=1)
        children = {c: solver.solve(puzzle.position.play(c)) for c in puzzle.position.legal}
        if puzzle.aim is Aim.WIN:
            assert puzzle.moves == 1 + children[puzzle.column].plies // 2
        else:
            lost = [score.plies for c, score in children.items() if c != puzzle.column]
            assert puzzle.moves == (max(lost) + 1) // 2


def finds(level: int, puzzle: Puzzle) -> bool:
    chosen = [agent(f"level:{level}", seed=s).choose(puzzle.position) for s in range(TRIES)]
    return sum(report.column == puzzle.column for report in chosen) >= ENOUGH


def test_the_level_is_the_lowest_from_which_on_all_find_it() -> None:
    for puzzle in some()[:3]:
        assert all(finds(level, puzzle) for level in range(puzzle.level, 11))
        assert puzzle.level == 1 or not finds(puzzle.level - 1, puzzle)


def test_the_same_seed_makes_the_same_puzzles() -> None:
    again = [puzzle.id for puzzle in make_puzzles(3, 1)]
    assert again == [puzzle.id for puzzle in some()[:3]]
    assert again != [puzzle.id for puzzle in make_puzzles(3, 2)]


def test_all_are_different_even_in_the_mirror() -> None:
    both = {each for puzzle in some() for each in (puzzle.position, puzzle.position.mirror())}
    assert len(both) == 2 * len(some())


def test_kinds_and_levels_can_be_chosen() -> None:
    assert {puzzle.aim for puzzle in make_puzzles(1, 3, Aim.SAVE)} == {Aim.SAVE}
    easy = make_puzzles(1, 3, levels=range(2, 5))
    assert {puzzle.level for puzzle in easy} <= {2, 3, 4}


# Ids and answers


def test_an_id_brings_the_puzzle_back() -> None:
    for puzzle in some()[:3]:
        assert find_puzzle(puzzle.id) == puzzle
        assert find_puzzle(f" {puzzle.id.upper()} ") == puzzle
        assert puzzle.id.isalnum()
        assert len(puzzle.id) <= 10


@pytest.mark.parametrize("text", ["", "0", "zz", "l", "ü", "a" * 30, "4k9h094gbu", "-1"])
def test_what_is_no_id_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(InputError, match="is not the id of a puzzle"):
        find_puzzle(text)


def test_ids_of_anything_are_refused_or_lead_to_a_puzzle() -> None:
    draw = random.Random(3)
    for _ in range(300):
        text = "".join(draw.choice("0123456789abcdefghjkmnpqrstvwxyz") for _ in range(10))
        try:
            found = find_puzzle(text)
        except InputError:
            continue
        assert found.position == Position(found.position.key)


def test_positions_that_are_no_puzzles() -> None:
    assert puzzle_of(Position.empty()) is None
    assert puzzle_of(read_moves("44444455555526")) is None  # a win in one
    state = read_board("-------/-------/-------/O-XX---/OXOX---/XXOOXO-")
    assert puzzle_of(state) is None  # a block
    fill = read_moves(WIN, variant=FILL)
    assert puzzle_of(fill) is None


def test_the_solution_is_played_out() -> None:
    for puzzle in some()[:3]:
        position = puzzle.position
        assert puzzle.solution.line[0] == puzzle.column
        for column in puzzle.solution.line:
            position = position.play(column)
        outcome = position.outcome
        assert outcome is not None
        wanted = puzzle.position.turn if puzzle.aim is Aim.WIN else None
        assert outcome.winner == wanted


def test_an_attempt_is_judged_and_a_wrong_one_does_not_tell_the_answer() -> None:
    puzzle = puzzle_of(read_moves(WIN))
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


def test_answers_and_attempts_are_proved_by_the_solver_it_is_given() -> None:
    class Counting(Solver):
        """A solver that counts the positions it analyses."""

        analysed = 0

        def analyse(self, *given: Any, **named: Any) -> Analysis:
            self.analysed += 1
            return super().analyse(*given, **named)

    solver = Counting(megabytes=1, threads=1)
    puzzle = puzzle_of(read_moves(WIN), Judge(solver))
    assert puzzle is not None
    assert puzzle.solution.column == 3
    answered = solver.analysed
    assert answered
    puzzle.check(0)
    assert solver.analysed >= answered + 2  # its line, and why it is wrong
