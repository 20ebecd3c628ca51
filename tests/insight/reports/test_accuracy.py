"""Accuracy of a ledger's agents: by hand, against judging each move, and what must hold."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fourscore.arena.ledger import Ledger, PlayedGame, PlayedMove
from fourscore.arena.schedule import Planned
from fourscore.arena.tournament import Settings
from fourscore.core.notation import read_board, write_board
from fourscore.core.position import Position
from fourscore.errors import Cancelled, InputError, UnsupportedError
from fourscore.insight.reports.accuracy import measure_accuracy
from fourscore.insight.truth.judge import Judge, MoveKind
from fourscore.search.control import Cancel
from fourscore.solver import Solver
from tests.arena.helpers import play

JUDGE = Judge(Solver(megabytes=4, threads=1))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the ledger of a tournament on a small board."""
    path = tmp_path_factory.mktemp("accuracy") / "small.ledger"
    specs = ("alphabeta:depth=4", "random", "minimax:depth=2")
    play(Settings(specs, games=8, openings="random:2", size=(5, 4), seed=5), path)
    return path


@pytest.fixture
def by_hand() -> Iterator[Ledger]:
    """Yield an empty ledger of 7x6 between a and b."""
    settings = {"size": "7x6", "variant": "standard"}
    with Ledger.create(None, settings, {"a": "random", "b": "random"}) as ledger:
        ledger.add_openings([write_board(Position.empty())])
        yield ledger


def add(ledger: Ledger, number: int, columns: str, result: float | None = 1.0) -> None:
    planned = Planned(number, number % 2, 1 - number % 2, 0, (0, 0, 0))
    moves = tuple(PlayedMove(int(c) - 1, int(c) - 1, 0.1, 1, 1, 0) for c in columns)
    ledger.add([PlayedGame(planned, result, "four", None, 0, moves)])


def test_it_counts_what_judging_each_move_says(small: Path) -> None:
    with Ledger.open(small) as ledger:
        found = measure_accuracy(ledger, from_ply=6, judge=JUDGE)
        rows, moves = {row.number: row for row in ledger.games()}, list(ledger.moves())
    boards = {row.number: read_board(row.opening, width=5, height=4) for row in rows.values()}
    kinds: dict[str, list[MoveKind]] = {name: [] for name in found.moves}
    for move in moves:
        board, row = boards[move.game], rows[move.game]
        if move.ply >= 6:
            name = (row.first, row.second)[move.ply % 2]
            kinds[name].append(JUDGE.judge(board, move.landing).kind)
        boards[move.game] = board.play(move.landing)
    left_out = sum(move.ply < 6 for move in moves)
    assert (found.games, found.games_left_out, found.moves_left_out) == (24, 0, left_out)
    for name, each in kinds.items():
        assert [move.kind for move in found.moves[name]] == each
        parts = found.by_ply(name, 4).values()
        assert sum(part.moves for part in parts) == len(each)


def test_a_sample_has_games_of_every_pairing(small: Path) -> None:
    with Ledger.open(small) as ledger:
        found = measure_accuracy(ledger, 0, games=6, judge=JUDGE)
        assert measure_accuracy(ledger, 0, games=1000, judge=JUDGE).games_left_out == 0
    assert (found.games, found.games_left_out) == (6, 18)
    assert all(found.moves.values())
    assert "leaves out 18 games" in found.description


def test_a_game_that_comes_again_adds_no_certainty(by_hand: Ledger) -> None:
    line = "4444443333332222225"
    add(by_hand, 0, line)
    once = measure_accuracy(by_hand, 14, judge=JUDGE).of("a")
    for number in (2, 4, 6):
        add(by_hand, number, line)
    often = measure_accuracy(by_hand, 14, judge=JUDGE).of("a")
    assert once.kept is not None
    assert often.kept is not None
    assert often.kept.count == 4 * once.kept.count
    assert (often.kept.low, often.kept.high) == pytest.approx((once.kept.low, once.kept.high))


def test_games_without_a_move_to_judge_are_refused(by_hand: Ledger) -> None:
    add(by_hand, 0, "444444333333222222", result=None)
    with pytest.raises(InputError, match="has no game to judge"):
        measure_accuracy(by_hand, judge=JUDGE)
    add(by_hand, 1, "1122334")
    with pytest.raises(InputError, match="no move was made with 30 discs or more on the board"):
        measure_accuracy(by_hand, from_ply=30, judge=JUDGE)


def test_other_rules_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "fill.ledger"
    play(Settings(("random", "random"), games=2, variant="fill", size=(4, 4)), path)
    with Ledger.open(path) as ledger, pytest.raises(UnsupportedError, match="standard rules only"):
        measure_accuracy(ledger)


def test_it_can_be_stopped(small: Path) -> None:
    cancel = Cancel()
    cancel.cancel()
    with Ledger.open(small) as ledger, pytest.raises(Cancelled):
        measure_accuracy(ledger, 0, judge=Judge(Solver(1, 1)), cancel=cancel)
