"""Moves compared with perfect play: hand-made cases, `Solver.analyse`, and invariants."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourscore.core.game import Game
from fourscore.core.notation import read_board, read_moves
from fourscore.core.position import Position
from fourscore.core.variants import FILL, SLIP
from fourscore.errors import Cancelled, IllegalMoveError, UnsupportedError
from fourscore.insight.truth.judge import Judge, MoveKind
from fourscore.solver import Solver
from tests.core.strategies import lines_of_play
from tests.solver.stopping import CancelUnderWay

SMALL = Position.empty(5, 4)
SOLVER = Solver(megabytes=4, threads=1)
JUDGE = Judge(SOLVER)


def play(columns: list[int], start: Position = SMALL) -> Game:
    game = Game(start)
    for column in columns:
        game.play(column)
    return game


def test_two_threats_at_once() -> None:
    # X wins in column 3 or 7, O in column 1. If X blocks, O cannot block both ends.
    board = read_board("-------/-------/-------/O------/O------/O--XXX-")
    by_column = [JUDGE.judge(board, column, every=True) for column in range(7)]
    assert by_column[0].best_columns == (2, 6)
    assert by_column[0].saving_columns == (0, 2, 6)
    wins, slower, spoilt = (
        ("wins in 1", MoveKind.BEST, 0),
        ("wins in 2, could have won in 1", MoveKind.SLOWER_WIN, 1),
        ("loses in 1, could have won in 1", MoveKind.WIN_TO_LOSS, 36),
    )
    # A win with the fourth disc is 18, with the fifth 17; O's fourth disc is -18.
    found = [(str(each), each.kind, each.points_lost) for each in by_column]
    assert found == [slower, spoilt, wins, spoilt, spoilt, spoilt, wins]


def test_what_is_lost_or_forced_cannot_be_spoiled() -> None:
    # O cannot block both ends of the bottom row, and X wins with the next disc in any case.
    board = read_board("-------/-------/-------/-------/---OO--/--XXX--")
    assert {JUDGE.judge(board, column).kind for column in range(7)} == {MoveKind.BEST}
    assert not JUDGE.judge(board, 0).can_blunder
    only = JUDGE.judge(read_moves("123", width=4, height=1), 3)
    assert (only.kind, only.is_optimal, only.can_blunder) == (MoveKind.FORCED, True, False)


def test_a_draw_can_be_thrown_away() -> None:
    # On 4x3 neither side can force a four, but not blocking three in the bottom row loses.
    board = read_moves("1122", width=4, height=3).play(2)
    blocked, missed = JUDGE.judge(board, 3), JUDGE.judge(board, 0)
    assert (blocked.kind, str(blocked)) == (MoveKind.BEST, "draws")
    assert (missed.kind, str(missed)) == (MoveKind.DRAW_TO_LOSS, "loses in 1, could have drawn")
    assert blocked.is_only_move is None
    assert JUDGE.judge(board, 3, every=True).is_only_move
    assert JUDGE.judge(board, 0, every=True).is_only_move is False


@given(st.data())
@settings(max_examples=60)
def test_it_says_what_analyse_says(data: st.DataObject) -> None:
    position = play(data.draw(lines_of_play(SMALL, 19))).position
    if position.is_over:
        return
    found = SOLVER.analyse(position)
    for column in position.legal:
        judgement = JUDGE.judge(position, column, every=True)
        assert judgement.score == found.scores[column]
        assert judgement.best == found.score
        assert judgement.columns == found.scores
        assert judgement.best_columns == found.best
        assert judgement.is_optimal == (column in found.best)
        assert judgement.points_lost >= 0
        assert judgement.keeps_result == (found.scores[column].sign == found.score.sign)
        assert judgement.is_blunder == judgement.kind.is_blunder
        if judgement.is_blunder:
            assert judgement.can_blunder


@given(lines_of_play(SMALL))
@settings(max_examples=40)
def test_a_game_is_judged_as_its_moves_are(columns: list[int]) -> None:
    game = play(columns)
    moves = zip(game.positions, columns, strict=False)
    assert Judge(SOLVER).judge_game(game) == [Judge(SOLVER).judge(*move) for move in moves]


def test_a_game_needs_one_solve_for_each_position() -> None:
    class Counting(Solver):
        count = 0

        def solve_many(self, positions, *arguments, **named):  # type: ignore[no-untyped-def]
            self.count += len(positions)
            return super().solve_many(positions, *arguments, **named)

    counting = Counting(megabytes=1, threads=1)
    judge = Judge(counting)
    game = play([2, 2, 1, 1, 3])
    reported: list[tuple[int, int]] = []
    judge.judge_game(game, on_progress=lambda *counts: reported.append(counts))
    assert counting.count == 6
    assert reported[-1] == (6, 6)
    judge.judge_game(play([2, 2, 3, 3, 1]))  # the mirror image: nothing new
    assert counting.count == 6


def test_the_forgotten_is_solved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourscore.insight.truth.judge.MAX_CACHED", 3)
    judge = Judge(SOLVER)
    for column in (0, 1, 2):
        game = play([column, 2, 2, 1, 0])
        assert judge.judge_game(game) == Judge(SOLVER).judge_game(game)


def test_what_cannot_be_judged_is_refused() -> None:
    for variant in (FILL, SLIP):
        with pytest.raises(UnsupportedError, match="standard rules only"):
            JUDGE.judge(Position.empty(variant=variant), 3)
    with pytest.raises(IllegalMoveError, match="column 3 is full"):
        JUDGE.judge(read_moves("444444"), 3)


def test_a_cancelled_judge_says_so_and_can_go_on() -> None:
    judge, game = Judge(Solver(megabytes=8, threads=1)), play([0, 1, 2])
    with pytest.raises(Cancelled):
        judge.judge(Position.empty(7, 7), 0, cancel=CancelUnderWay())
    assert judge.judge_game(game) == Judge(SOLVER).judge_game(game)
