"""The ledger: nothing twice, nothing half, and clear words for files that are not one."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fourscore.arena.database import LedgerDamaged
from fourscore.arena.ledger import GameRow, Ledger, MoveRow, PlayedGame, PlayedMove
from fourscore.arena.schedule import pairings, plan
from fourscore.arena.summary import summarise
from fourscore.errors import InputError

SETTINGS: dict[str, Any] = {"seed": 3, "variant": "standard", "move time": None}
AGENTS = {"a": "random:seed=1", "b": "mcts"}
GAMES = list(plan(pairings(2), 10, 1, seed=3))


def begin(path: Path | None) -> Ledger:
    ledger = Ledger.begin(path, SETTINGS, AGENTS)
    if not ledger.openings():
        ledger.add_openings(["----/----"])
    return ledger


def played(number: int, result: float | None = 1.0, reason: str = "four") -> PlayedGame:
    moves = (PlayedMove(3, 3, 0.25, 100, 4, 0), PlayedMove(2, 1, 0.5, 7, 0, 50))
    return PlayedGame(GAMES[number], result, reason, None, 4, moves, 0.75)


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    with begin(tmp_path / "x") as ledger:
        late = PlayedGame(GAMES[2], 0.0, "out of time", "first")
        void = PlayedGame(GAMES[3], None, "void: its worker died 3 times")
        assert ledger.add([played(1), played(0, 0.5, "full"), late, void]) == [1, 0, 2, 3]
        assert ledger.done() == {0, 1, 2, 3}
    with Ledger.open(tmp_path / "x") as ledger:
        assert (ledger.settings, ledger.agents) == (SETTINGS, AGENTS)
        zero, one, two, three = ledger.games()
        assert zero._replace(ended="") == GameRow(
            0, "a", "b", "----/----", *GAMES[0].seeds, 0.5, "full", None, 2, 0.75, ""
        )
        assert (one.first, one.second, one.result, one.pair) == ("b", "a", 1.0, 0)
        assert (two.result, two.reason, two.forfeit, two.plies) == (0, "out of time", "first", 0)
        assert (three.result, three.forfeit) == (None, None)
        assert list(ledger.moves(1)) == [
            MoveRow(1, 4, 3, 3, 0.25, 100, 4, 0),
            MoveRow(1, 5, 2, 1, 0.5, 7, 0, 50),
        ]
        assert len(list(ledger.moves())) == 4
        assert [row.number for row in ledger.games([1])] == [1]
        assert ledger.efforts() == {"a": (2, 0.75, 107), "b": (2, 0.75, 107)}


def test_nothing_twice() -> None:
    with begin(None) as ledger:
        ledger.add([played(0, 1.0)])
        assert ledger.add([played(0, 0.0), played(1)]) == [1]
        assert [game.result for game in ledger.games()] == [1.0, 1.0]
        assert len(list(ledger.moves())) == 4


def test_nothing_half(tmp_path: Path) -> None:
    """An error in the middle of a batch leaves nothing of it."""
    wrong = PlayedGame(GAMES[2], 0.3, "four", None, 0, (PlayedMove(0, 0, 0, 0, 0, 0),))
    with begin(tmp_path / "x") as ledger:
        ledger.add([played(0)])
        with pytest.raises(InputError, match="CHECK constraint failed"):
            ledger.add([played(1), wrong])
        assert ledger.done() == {0}
        assert {move.game for move in ledger.moves()} == {0}
        ledger.add([played(1)])
        assert ledger.done() == {0, 1}


def test_distinct_games_are_counted() -> None:
    other = (PlayedMove(0, 0, 9, 9, 9, 9),)
    with begin(None) as ledger:
        assert ledger.count_distinct() == 0
        ledger.add([played(number) for number in range(4)])
        assert ledger.count_distinct() == 2  # the colours differ
        ledger.add([PlayedGame(GAMES[4], 1.0, "four", None, 4, other)])
        ledger.add([PlayedGame(GAMES[6], 1.0, "out of time", "second")])
        assert ledger.count_distinct() == 4


# Going on


def test_only_one_run_writes_at_a_time(tmp_path: Path) -> None:
    with begin(tmp_path / "x"), pytest.raises(InputError, match="another run is writing to"):
        begin(tmp_path / "x")
    begin(tmp_path / "x").close()
    with pytest.raises(InputError, match="already exists"):
        Ledger.create(tmp_path / "x", SETTINGS, AGENTS)
    with Ledger.open(tmp_path / "x") as reader, pytest.raises(InputError, match="cannot be used"):
        reader.add([played(0)])


def test_others_read_while_one_writes(tmp_path: Path) -> None:
    def read() -> None:
        with Ledger.open(tmp_path / "x") as reader:
            while len(done := reader.done()) < 10:
                games = [game.number for game in reader.games()]
                moves = [move.game for move in reader.moves()]
                # What was there before must be whole.
                assert done <= set(games)
                assert all(moves.count(each) == 2 for each in done)

    with begin(tmp_path / "x") as writer, ThreadPoolExecutor(3) as readers:
        reading = [readers.submit(read) for _ in range(3)]
        for number in range(10):
            writer.add([played(number)])
        for each in reading:
            each.result()


def test_a_summary_is_one_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with begin(tmp_path / "x") as writer:
        writer.add([played(0)])
        with Ledger.open(tmp_path / "x") as reader:
            read = Ledger.games

            def read_while_a_game_ends(ledger: Ledger) -> Iterator[GameRow]:
                yield from read(ledger)
                writer.add([played(1)])

            monkeypatch.setattr(Ledger, "games", read_while_a_game_ends)
            summary = summarise(reader)
            assert summary.games + len(summary.voids) == summary.distinct == 1
            assert len(reader.done()) == 2


# Files that are not ledgers


def test_no_file_and_an_empty_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no ledger"):
        Ledger.open(tmp_path / "x")
    assert not list(tmp_path.iterdir())
    with pytest.raises(InputError, match="cannot be written"):
        begin(tmp_path / "nowhere" / "x")
    (tmp_path / "x").touch()
    with pytest.raises(InputError, match="is empty"):
        Ledger.open(tmp_path / "x")
    with begin(tmp_path / "x") as ledger:
        ledger.add([played(0)])


def database(*statements: str) -> bytes:
    """Return a file of SQLite."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
        return connection.serialize()


FOREIGN = {
    "text": (b"number,first\n" * 100, "is damaged"),
    "only its beginning": (b"SQLite format 3\0" + b"x" * 5000, "is damaged"),
    "another program's": (database("CREATE TABLE game (number)"), "SQLite file, but not a ledger"),
    "a newer version's": (
        database("PRAGMA application_id = 0x34534C47", "PRAGMA user_version = 99"),
        r"newer fourscore \(its version is 99",
    ),
}


@pytest.mark.parametrize(("content", "sentence"), FOREIGN.values(), ids=FOREIGN)
def test_a_foreign_file_is_refused_and_left_alone(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    file = tmp_path / "x"
    file.write_bytes(content)
    for opening in (begin, Ledger.open):
        with pytest.raises(InputError, match=sentence):
            opening(file)
    assert file.read_bytes() == content
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("page", [1, -1])
def test_a_damaged_ledger_is_said_to_be(tmp_path: Path, page: int) -> None:
    file = tmp_path / "x"
    with begin(file) as ledger:
        ledger.add([played(number) for number in range(10)])
    content = bytearray(file.read_bytes())
    begins = 4096 if page == 1 else len(content) - 4096
    content[begins:] = b"\x55" * (len(content) - begins)
    file.write_bytes(content)
    with pytest.raises(LedgerDamaged, match="is damaged: "):
        begin(file)
    assert file.read_bytes() == content
    if page == 1:
        with pytest.raises(LedgerDamaged, match="is damaged: "), Ledger.open(file) as broken:
            list(broken.games())


def test_a_disk_that_refuses_to_write_is_said_to_do_so(tmp_path: Path) -> None:
    with begin(tmp_path / "x") as ledger:
        ledger.add([played(0)])
        (pages,) = next(ledger._rows("PRAGMA page_count"))
        # As on a full disk: SQLite refuses in the middle of the transaction, and rolls it back.
        next(ledger._rows(f"PRAGMA max_page_count = {pages}"))
        more = [replace(played(number), reason="x" * 5000) for number in range(1, 10)]
        with pytest.raises(InputError, match="cannot be used: database or disk is full"):
            ledger.add(more)
        assert ledger.done() == {0}
