"""Playing puzzles out: to the four or the draw, against a defence that is really the best."""

import random
from collections.abc import Callable
from functools import partial
from itertools import islice

import pytest

from fourscore.core.position import Position
from fourscore.errors import IllegalMoveError, InputError
from fourscore.insight.puzzles import Aim, Puzzle, PuzzleGame, puzzle_of
from fourscore.insight.puzzles.playing import MOST_SAVES
from fourscore.insight.puzzles.shipped import entries
from fourscore.solver import Solver
from tests.solver.exhaustive import all_scores

SOLVER = Solver(megabytes=1, threads=1)
"""Another solver than the puzzles use, without a book."""


def sample(aim: Aim, count: int, seed: int = 1, fewest: int = 0) -> list[Puzzle]:
    """Draw some of the shipped puzzles, with at least so many discs."""
    fitting = [each for each in entries().values() if each.aim == aim]
    drawn = (each.puzzle() for each in random.Random(seed).sample(fitting, len(fitting)))
    return list(islice((each for each in drawn if each.position.ply >= fewest), count))


def test_a_win_is_played_out_in_as_many_moves_as_were_promised() -> None:
    for puzzle in sample(Aim.WIN, 20):
        game = puzzle.play()
        left = puzzle.moves
        while not game.done:
            step = game.play(game.hint())
            left -= 1
            assert step.right
            assert step.left == left
        assert game.solved
        assert left == 0
        assert 2 <= len(game.steps) <= 10
        assert game.position.outcome is not None
        assert game.position.outcome.winner == puzzle.position.turn
        assert step.says.endswith(" makes four and wins.")


def test_the_defence_resists_as_long_as_a_plain_search_can() -> None:
    for puzzle in sample(Aim.WIN, 12, fewest=30):
        score, game = searched(puzzle.position), puzzle.play()
        while not game.done:
            before = game.position
            step = game.play(game.hint())
            if step.reply is None:
                continue
            after = children(before.play(step.column))
            best = min(map(score, after.values()))
            answers = {
                column: sum(score(each) < 0 for each in children(child).values())
                for column, child in after.items()
                if score(child) == best
            }
            assert answers[step.reply] == min(answers.values())


def searched(start: Position) -> Callable[[Position], int]:
    """Return a function that gives the score that a plain search finds."""
    exact = all_scores(7, 6, (start.mine, start.filled))
    return lambda position: exact[position.mine, position.filled]


def children(position: Position) -> dict[int, Position]:
    return {column: position.play(column) for column in position.legal}


def test_a_slower_win_is_right_and_says_so() -> None:
    said = set()
    for puzzle in sample(Aim.WIN, 40, seed=4):
        game = puzzle.play(puzzle.column)
        while not game.done:
            columns = SOLVER.columns(game.position)
            winning = [column for column, score in columns.items() if score > 0]
            slowest = min(winning, key=lambda column: columns[column])
            slower = columns[slowest].moves - max(columns.values()).moves
            step = game.play(slowest)
            assert step.right
            if slower:
                said.add(slower)
                assert f" wins too, {'one move' if slower == 1 else ''}" in step.says
                assert " later than column " in step.says
        assert game.solved
    assert said


def traps(position: Position) -> list[int]:
    """Return the columns that lose, but not to the next disc."""
    return [
        column
        for column, score in SOLVER.columns(position).items()
        if score < 0 and not position.play(column).winning_columns
    ]


def test_a_draw_is_played_until_no_best_reply_sets_a_trap() -> None:
    for puzzle in sample(Aim.SAVE, 20):
        game = puzzle.play()
        while not game.done:
            before = game.position
            step = game.play(game.hint())
            assert step.right
            assert step.left is None
            after = before.play(step.column)
            replies = SOLVER.columns(after)
            best = [c for c, score in replies.items() if score == max(replies.values())]
            is_held = not any(traps(after.play(reply)) for reply in best)
            assert step.done == (is_held or len(game.steps) == MOST_SAVES)
            assert step.says.endswith(" sets a trap.") == is_held
            if step.reply is not None:
                assert step.reply in best
                assert traps(game.position)
        assert game.solved
        assert SOLVER.solve(game.position) == 0
        assert 2 <= len(game.steps) <= MOST_SAVES


@pytest.mark.parametrize("aim", list(Aim))
def test_a_wrong_move_ends_it_and_is_punished(aim: Aim) -> None:
    for puzzle in sample(aim, 8, seed=5):
        for column in puzzle.position.legal:
            if column == puzzle.column:
                continue
            step = puzzle.play(column).steps[-1]
            assert (step.right, step.done, step.reply, step.left) == (False, True, None, None)
            assert step.best == (puzzle.column,)
            assert step.says.startswith(f"Column {column + 1} ")
            assert step.says.endswith(f"; the {'win' if aim is Aim.WIN else 'draw'} is gone.")
            assert step.line[0] == column
            position = puzzle.position
            for each in step.line:
                position = position.play(each)
            assert position.outcome is not None
            assert position.outcome.winner != puzzle.position.turn
            answer = f"olumn {puzzle.column + 1} "
            assert not any(f"but c{answer}" in each for each in (step.says, *step.sentences))


def test_a_later_wrong_move_ends_it_too() -> None:
    found = 0
    for puzzle in sample(Aim.WIN, 20, seed=6):
        game = puzzle.play(puzzle.column)
        truth = SOLVER.analyse(game.position)
        for column in [column for column, score in truth.scores.items() if score <= 0][:1]:
            step = game.play(column)
            assert (step.right, step.done, step.best) == (False, True, tuple(truth.best))
            found += 1
    assert found


def test_a_game_is_resumed_from_the_moves_of_both_sides() -> None:
    puzzle = next(each for each in sample(Aim.WIN, 20) if each.moves > 2)
    game = puzzle.play(puzzle.column)
    again = PuzzleGame.resume(puzzle, game.columns)
    assert again.steps == game.steps
    column = game.hint()
    step = game.play(column)
    assert PuzzleGame.resume(puzzle, (*again.columns, column)).steps[-1] == step


def test_another_reply_than_the_best_is_taken() -> None:
    for puzzle in sample(Aim.WIN, 5, seed=7):
        after = puzzle.position.play(puzzle.column)
        for reply in after.legal:
            game = PuzzleGame.resume(puzzle, (puzzle.column, reply))
            assert game.position == after.play(reply)
            assert game.steps[-1].left == SOLVER.solve(game.position).moves


def test_what_cannot_be_played_is_refused() -> None:
    puzzle = puzzle_of("627431475612667316367")
    assert puzzle is not None
    for column in (5, 77):
        with pytest.raises(IllegalMoveError):
            puzzle.play(column)
    with pytest.raises(IllegalMoveError, match="column 5 is full"):
        PuzzleGame.resume(puzzle, (3, 5))
    game = puzzle.play(0)
    assert (game.done, game.solved) == (True, False)
    for late in (partial(game.play, 3), game.hint, partial(PuzzleGame.resume, puzzle, (0, 1, 2))):
        with pytest.raises(InputError, match="the puzzle is over after 1"):
            late()
