"""Reviews of games: by hand, against the solver, mirrored, and in a browser."""

from pathlib import Path

import pytest
from hypothesis import given, settings

from fourscore.core.game import Game
from fourscore.core.notation import read_board
from fourscore.core.position import Position
from fourscore.insight.review.page import write_review
from fourscore.insight.review.review import Review, review
from fourscore.insight.truth.judge import Judge, MoveKind
from fourscore.solver import Solver
from tests.core.strategies import lines_of_play
from tests.insight.browser import browse

SMALL = Position.empty(5, 4)
JUDGE = Judge(Solver(megabytes=4, threads=1))
# X wins in column 3 or 7, O in column 1.
RACE = "-------/-------/-------/O------/O------/O--XXX-"


def play(columns: list[int], start: Position = SMALL) -> Game:
    game = Game(start, {"First": "one", "Second": "two"})
    for column in columns:
        game.play(column)
    return game


@pytest.fixture(scope="module")
def race() -> Review:
    """Return a game in which X misses a win in one, O too, and X then takes it."""
    return review(play([1, 1, 2], read_board(RACE)), JUDGE)


def test_a_game_in_which_the_result_changed_twice(race: Review) -> None:
    # O could have won in one; after column 2 X wins in one again.
    kinds = [each.kind for each in race.judgements]
    assert kinds == [MoveKind.WIN_TO_LOSS, MoveKind.WIN_TO_LOSS, MoveKind.BEST]
    assert race.blunders == (1, 2)
    assert race.turning_point == 2
    # X's fourth disc wins: 18; O's fourth too: -18; X's fifth: 17.
    assert race.scores == (18, -18, 17, 17)
    first, second = race.sides
    assert (first.accuracy, first.best_share, first.points_lost) == (50, 0.5, 36)
    assert (second.accuracy, second.best_share, second.points_lost) == (0, 0, 35)
    assert race.story == [
        "With perfect play X wins in 1 from the start.",
        "Move 1, X in column 2: loses in 1, could have won in 1 with column 3 or 7.",
        "Move 2, O in column 2: loses in 1, could have won in 1 with column 1.",
        "Move 2 was the turning point: the last to change the result.",
        "X won.",
    ]


def test_a_slower_win_counts_half() -> None:
    # X blocks first; O must lose; X wins one disc later than it could have.
    found = review(play([0, 2, 6], read_board(RACE)), JUDGE)
    assert (found.inaccuracies, found.side("X").accuracy, found.turning_point) == ((1,), 75, None)
    assert "No move changed the result." in found.story
    unfinished = review(play([0, 2], read_board(RACE)), JUDGE)
    assert unfinished.story[-1] == "The game is not finished: X is to move and wins in 1."


def test_a_game_without_moves() -> None:
    found = review(Game(read_board(RACE)), JUDGE)
    assert found.story[0] == "There is no move to review."
    assert found.side("X").accuracy is None
    assert len(found.scores) == 1
    assert found._repr_html_()


def test_columns_left_alone_are_not_counted() -> None:
    found = review(play([0, 1, 2, 3], Position.empty(4, 1)), JUDGE)
    assert [side.counted for side in found.sides] == [2, 1]
    assert found.judgements[-1].kind is MoveKind.FORCED


@given(lines_of_play(SMALL))
@settings(max_examples=30)
def test_a_review_agrees_with_the_solver(columns: list[int]) -> None:
    game = play(columns)
    found = review(game, JUDGE)
    solver = Solver(megabytes=1, threads=1)
    exact = [solver.solve(position).value for position in game.positions]
    assert found.scores == tuple(-e if n % 2 else e for n, e in enumerate(exact))
    signs = [(score > 0) - (score < 0) for score in found.scores]
    changes = [n for n in range(1, len(signs)) if signs[n] != signs[n - 1]]
    assert found.blunders == tuple(changes)
    better = [each for each in found.judgements if not each.is_optimal]
    assert all(each.best_columns and each.column not in each.best_columns for each in better)
    for side in found.sides:
        assert side.moves == sum(each.player == side.player for each in found.judgements)
        assert side.accuracy is None or 0 <= side.accuracy <= 100


def test_fewer_proofs_without_alternatives(race: Review) -> None:
    counts: list[tuple[int, int]] = []
    found = review(
        race.game, JUDGE, alternatives=False, on_progress=lambda *count: counts.append(count)
    )
    assert counts == sorted(counts)
    assert counts[-1][0] == counts[-1][1]
    assert found.judgements[0].columns is None
    assert [each.kind for each in found.judgements] == [each.kind for each in race.judgements]


def test_the_page_in_a_browser(race: Review, tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    write_review(race, path)
    with browse(path) as page:
        assert page.title() == "one against two"
        assert page.locator(".moment svg").count() == 2
        assert page.locator(".moment .best").count() == 3
        assert page.locator("figure svg").count() == 1
        rows = page.locator("table").last.locator("tbody tr")
        assert rows.nth(1).locator("td").all_inner_texts()[:4] == ["2", "O", "2", "win to loss"]
