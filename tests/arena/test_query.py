"""SQL on ledgers: it answers, it never writes, and it ends."""

from pathlib import Path

import pytest

from fourscore.arena.query import query_ledger
from fourscore.arena.tournament import Settings
from fourscore.errors import InputError
from tests.arena.helpers import play


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("query") / "games.ledger"
    play(Settings(("random", "random:seed=2"), 6, openings="random:2"), path)
    return path


def test_questions_are_answered(ledger: Path) -> None:
    found = query_ledger(ledger, "SELECT first, count(*) AS games FROM games GROUP BY first")
    assert found.columns == ("first", "games")
    assert sorted(found.rows) == [("random", 3), ("random:seed=2", 3)]
    some = query_ledger(ledger, "SELECT * FROM move", most=5)
    assert (len(some.rows), some.complete) == (5, False)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM game",
        "CREATE TEMP TABLE mine (a)",
        "PRAGMA user_version = 9",
        "ATTACH DATABASE 'other.db' AS other",
        "VACUUM INTO 'copy.db'",
        "BEGIN IMMEDIATE",
        "SELECT load_extension('x')",
        "SELECT 1; DELETE FROM game",
        "WITH a AS (SELECT 1) DELETE FROM game",
        "",
        "SELECT nothing FROM nowhere",
    ],
)
def test_nothing_but_reading_is_done(
    ledger: Path, sql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = ledger.read_bytes()
    with pytest.raises(InputError):
        query_ledger(ledger, sql)
    assert ledger.read_bytes() == before
    assert not list(tmp_path.iterdir())


def test_a_question_without_end_is_stopped(ledger: Path) -> None:
    endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c"
    with pytest.raises(InputError, match=r"the query was stopped after 0\.2 s"):
        query_ledger(ledger, endless, seconds=0.2)
    with pytest.raises(InputError):
        query_ledger(ledger, "SELECT zeroblob(100000000)")


def test_files_that_are_no_ledgers(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no ledger"):
        query_ledger(tmp_path / "none", "SELECT 1")
    (tmp_path / "text").write_text("hello\n" * 200)
    with pytest.raises(InputError, match="is not a ledger"):
        query_ledger(tmp_path / "text", "SELECT * FROM game")
