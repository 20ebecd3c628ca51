"""Openings: drawn, proven even, or read from a file."""

from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fourscore.arena import openings as module
from fourscore.arena.openings import draw_openings
from fourscore.book.solving import shared_solver
from fourscore.book.suites import shipped_suite
from fourscore.core import bitboard
from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.variants import VARIANTS
from fourscore.errors import InputError
from fourscore.solver import Score, Solver, score_of

EMPTY = Position.empty()


def draw(text: str, count: int, board: Position = EMPTY, seed: int = 0) -> list[Position]:
    return list(islice(draw_openings(text, board, seed), count))


@pytest.mark.parametrize("plies", [0, 3, 4, 8, 20])
@pytest.mark.parametrize("variant", VARIANTS)
def test_drawn_positions_are_quiet_and_all_different(plies: int, variant: str) -> None:
    board = Position.empty(variant=VARIANTS[variant])
    found = draw(f"random:{plies}", 30, board)
    assert len({min(each.key, each.mirror().key) for each in found}) == len(found)
    assert len(found) == (1 if plies == 0 else 30)
    for position in found:
        assert position.ply == plies
        assert position.rules == board.rules
        assert not position.is_over
        for mark in "XO":
            discs = position.discs(mark)
            assert not bitboard.has_four(discs, position.rules)
            assert not bitboard.immediate_wins(discs, position.filled, position.rules)


def test_the_seed_draws_and_a_longer_draw_begins_the_same() -> None:
    assert draw("random:6", 5) == draw("random:6", 50)[:5]
    assert draw("random:6", 5) != draw("random:6", 5, seed=1)


def test_there_may_be_fewer_than_wanted() -> None:
    """Seven first moves are four, mirror images aside."""
    assert len(draw("random:1", 100)) == 4
    assert draw("empty", 5) == [EMPTY]


@pytest.mark.parametrize(
    "text", ["random", "random:", "random:x", "random:-1", "random:42", "balanced:99", "empty:2"]
)
def test_a_wrong_text_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="openings are empty, random:PLIES"):
        draw(text, 1)


def test_where_there_is_none_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_is_quiet", lambda _: False)
    with pytest.raises(InputError, match="'random:2': no such position was found"):
        draw("random:2", 1)


# Balanced


def test_balanced_openings_are_those_that_the_given_solver_finds_even() -> None:
    asked = list[Position]()

    def make_scores_up(positions: list[Position]) -> list[Score]:
        asked.extend(positions)
        return [score_of(position.key % 11 - 5, position) for position in positions]

    solver: Any = SimpleNamespace(solve_many=make_scores_up)
    found = list(islice(draw_openings("balanced:6", EMPTY, 0, solver), 10))
    assert found == [each for each in asked if abs(each.key % 11 - 5) <= 2][:10]
    assert {each.ply for each in found} == {6}
    assert draw("balanced", 1)[0].ply == module.BALANCED_PLIES


@pytest.mark.parametrize("plies", range(13))
def test_balanced_openings_are_looked_up_not_proved(plies: int) -> None:
    """Up to the book's 12 plies no search is needed, however early the position is."""
    found = draw(f"balanced:{plies}", 3)
    assert {each.ply for each in found} == {plies}
    for proof in shared_solver().prove_many(found):
        assert abs(proof.result.lower) <= module.NEARLY
        assert proof.nodes == 0


@pytest.mark.parametrize("plies", [13, 24])
def test_beyond_the_book_they_are_proved_by_the_standard_rules(plies: int) -> None:
    for position in draw(f"balanced:{plies}", 3):
        assert abs(Solver(16).solve(position).value) <= module.NEARLY
    with pytest.raises(InputError, match="the standard rules, not fill"):
        draw(f"balanced:{plies}", 1, Position(variant="fill"))


# Suites and files


def test_openings_from_a_suite() -> None:
    one, other = (draw("suite:hard", 1001, seed=seed) for seed in (1, 2))
    assert len(one) == 1000
    assert one != other
    assert {each.filled for each in one} == set(shipped_suite("hard").filled.tolist())
    with pytest.raises(InputError, match="suites are for 7x6 and the standard rules, not 6x5"):
        draw("suite:hard", 1, Position(size=(6, 5)))


def test_a_file_has_a_position_a_line(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# two\n4453\n\n-------/-------/-------/-------/---O---/--OXX--\n4 4\n")
    moves, board, spaced = draw(str(file), 9)
    assert moves == read_moves("4453")
    assert board == read_moves("4453")
    assert spaced == read_moves("44")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("44\n\n9\n", "line 3 of .*: move 1 of '9': '9' is not a column"),
        ("1122334\n", "line 1 of .*: the game is over: X wins"),
        ("# nothing\n", "has no openings"),
        (None, "there is no file .*openings are empty"),
    ],
)
def test_a_file_of_no_use_is_named(tmp_path: Path, text: str | None, words: str) -> None:
    file = tmp_path / "openings.txt"
    if text is not None:
        file.write_text(text)
    with pytest.raises(InputError, match=words):
        draw(str(file), 1)
    with pytest.raises(InputError, match="cannot read the file"):
        draw(str(tmp_path), 1)
