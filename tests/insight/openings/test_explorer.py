"""The explorer against the solver, and its counts against an independent enumeration."""

from collections import Counter
from itertools import permutations

import pytest

from fourscore.book.solving import shared_solver
from fourscore.core.position import Position
from fourscore.errors import InputError, UnsupportedError
from fourscore.insight.openings.choices import shipped_choices
from fourscore.insight.openings.explorer import explore
from fourscore.insight.openings.folding import canonical_name, count_orders, list_orders
from fourscore.insight.openings.names import NAMES, name_of
from fourscore.insight.openings.shape import shipped_shape
from tests.reference import Board


@pytest.mark.parametrize(
    "moves", ["", "4", "44", "4453", "1234567", "444444", "4444443", "1122437"]
)
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


@pytest.mark.parametrize(("moves", "in_book"), [("4", True), ("44444422226666", False)])
def test_a_line_of_best_play_keeps_the_score(moves: str, in_book: bool) -> None:
    counts: list[tuple[int, int]] = []
    found = explore(moves, on_progress=lambda done, total: counts.append((done, total)))
    assert found.in_book is in_book
    assert in_book or counts[-1][0] == counts[-1][1]
    assert {each.column: each.score for each in found.columns} == shared_solver().columns(moves)
    position, score = found.position, int(found.score)
    for column in found.line:
        position, score = position.play(column), -score
        assert shared_solver().solve(position) == score
    assert in_book or position.is_over


@pytest.mark.parametrize(
    ("position", "error", "sentence"),
    [
        ("4141414", InputError, "the game is over: X wins"),
        (Position("44", variant="slip"), UnsupportedError, "slip"),
    ],
)
def test_what_cannot_be_explored(position: object, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        explore(position)  # type: ignore[arg-type]


def test_orders_are_counted_by_trying_all() -> None:
    for moves in ("4453", "12344", "334455", "1726354"):
        wanted = Position(moves)
        # Colours alternate, so most orders lead elsewhere.
        tried = {"".join(order) for order in permutations(moves)}
        orders = {order for order in tried if Position(order) == wanted}
        assert count_orders(wanted) == len(orders)
        assert set(list_orders(wanted)) <= orders


def test_mirror_images_and_orders_share_a_name() -> None:
    names = {canonical_name(Position(moves)) for moves in ("4453", "4435", "5344", "3544")}
    assert len(names) == 1
    assert explore("5").mirrored
    assert explore("44").symmetric
    for each in NAMES:
        position = Position(each.moves)
        assert name_of(position) == name_of(position.mirror()) == each
    assert name_of(Position("44")) is None


def test_the_shape_by_an_independent_enumeration() -> None:
    """Count the first plies with the second rulebook; all counts are those that others found."""
    shape = shipped_shape()
    boards = {Board().rows(): Board()}
    for each in shape[:4]:
        assert each.positions == len(boards)
        assert each.over == sum(board.outcome is not None for board in boards.values())
        ongoing = {
            min(rows, tuple(row[::-1] for row in rows))
            for rows, board in boards.items()
            if board.legal
        }
        assert each.folded == len(ongoing) == each.won + each.drawn + each.lost
        boards = {
            after.rows(): after
            for board in boards.values()
            for after in (board.drop(column) for column in board.legal)
        }
    known = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623, 4568683, 12236101]
    assert [each.positions for each in shape] == known[: len(shape)]
    assert (shape[0].won, shape[1].won, shape[1].drawn, shape[1].lost) == (1, 1, 1, 2)


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
    (chosen,) = (each for each in found.choices if each.agent == "level:10")
    assert set(chosen.columns) <= set(found.keeping)
    assert chosen.games > 100
    assert not explore("4444443322").choices
