"""The explorer against the solver, and its counts against an independent enumeration."""

from collections import Counter
from itertools import permutations

import pytest

from fourscore.book.solving import shared_solver
from fourscore.core.position import Position
from fourscore.errors import Cancelled, InputError, UnsupportedError
from fourscore.insight.openings.choices import shipped_choices
from fourscore.insight.openings.explorer import explore
from fourscore.insight.openings.folding import canonical_name, count_orders, fold, list_orders
from fourscore.insight.openings.names import NAMES, name_of
from fourscore.insight.openings.shape import shipped_shape
from fourscore.search.control import Cancel
from tests.reference import Board

PLACES = ["", "4", "44", "4453", "1234567", "444444", "4444443", "1122437"]


@pytest.mark.parametrize("moves", PLACES)
def test_columns_and_replies_are_exact(moves: str) -> None:
    found, solver = explore(moves), shared_solver()
    truth = solver.columns(moves)
    assert {each.column: each.score for each in found.columns} == truth
    assert found.score == max(truth.values())
    assert found.in_book
    for each in found.columns[::3]:
        assert each.replies is not None
        signs = Counter(score.sign for score in solver.columns(each.after).values())
        found_signs = (each.replies.win, each.replies.draw, each.replies.lose)
        assert found_signs == (signs[1], signs[0], signs[-1])
        assert each.keeps == (each.score.sign == found.score.sign)


def test_beyond_the_book_the_solver_answers() -> None:
    moves = "44444422226666"
    counts: list[tuple[int, int]] = []
    found = explore(moves, on_progress=lambda done, total: counts.append((done, total)))
    assert not found.in_book
    assert {each.column: each.score for each in found.columns} == shared_solver().columns(moves)
    assert counts[-1][0] == counts[-1][1]
    end = Position(moves)
    for column in found.line:
        end = end.play(column)
    assert end.is_over


def test_a_line_of_best_play_keeps_the_score() -> None:
    found = explore("4")
    position, score = found.position, int(found.score)
    for column in found.line:
        position, score = position.play(column), -score
        assert shared_solver().solve(position) == score


@pytest.mark.parametrize(
    ("position", "error", "sentence"),
    [
        ("4141414", InputError, "the game is over: X wins"),
        (Position("44", variant="slip"), UnsupportedError, "slip"),
        ("99", InputError, "9"),
    ],
)
def test_what_cannot_be_explored(position: object, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        explore(position)  # type: ignore[arg-type]


def test_a_cancelled_exploration_ends() -> None:
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        explore("4444442222666", cancel=cancel)


# Transpositions and mirror images


def test_orders_are_counted_by_trying_all() -> None:
    for moves in ("4453", "12344", "334455", "1726354"):
        wanted = Position(moves)
        orders = {
            order
            for order in set(permutations(moves))
            if _played(order) == wanted.key  # colours alternate, so most orders lead elsewhere
        }
        assert count_orders(wanted) == len(orders)
        assert all(tuple(each) in orders for each in list_orders(wanted))


def _played(order: tuple[str, ...]) -> int:
    return Position("".join(order)).key


def test_mirror_images_and_orders_share_a_name() -> None:
    names = {canonical_name(Position(moves)) for moves in ("4453", "4435", "5344", "3544")}
    assert len(names) == 1
    assert fold(Position("7"))[0] == Position("1")
    assert explore("5").mirrored
    assert explore("44").symmetric
    for each in NAMES:
        position = Position(each.moves)
        assert name_of(position) == name_of(position.mirror()) == each
    assert name_of(Position("44")) is None


# Counts


def test_the_shape_by_an_independent_enumeration() -> None:
    """Count the first plies with the second rulebook; all counts are those that others found."""
    shape = shipped_shape()
    boards = {Board().rows(): Board()}
    for each in shape[:4]:
        assert each.positions == len(boards)
        assert each.over == sum(board.outcome is not None for board in boards.values())
        ongoing = {min(rows, mirrored(rows)) for rows, board in boards.items() if board.legal}
        assert each.folded == len(ongoing) == each.won + each.drawn + each.lost
        boards = {
            after.rows(): after
            for board in boards.values()
            for after in (board.drop(column) for column in board.legal)
        }
    known = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623, 4568683, 12236101]
    assert [each.positions for each in shape] == known[: len(shape)]
    assert (shape[0].won, shape[1].won, shape[1].drawn, shape[1].lost) == (1, 1, 1, 2)


def mirrored(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row[::-1] for row in rows)


# What players choose


def test_choices_follow_the_mirror() -> None:
    table = shipped_choices()
    assert table is not None
    one, other = table.at(Position("43")), table.at(Position("45"))
    assert one
    for left, right in zip(one, other, strict=True):
        assert left.agent == right.agent
        assert {6 - column: count for column, count in left.columns.items()} == right.columns


def test_perfect_play_is_chosen_by_level_10() -> None:
    found = explore("")
    chosen = {each.agent: each for each in found.choices}
    assert set(chosen["level:10"].columns) <= set(found.keeping)
    assert chosen["level:10"].games > 100
    assert not explore("4444443322").choices
