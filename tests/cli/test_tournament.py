"""`fourscore tournament` and `fourscore ledger`."""

import csv
import json
import sys
from pathlib import Path

import pytest

from fourscore.arena.ledger import Ledger
from fourscore.arena.summary import summarise
from fourscore.arena.tournament import Settings
from fourscore.cli.standings import print_summary
from fourscore.core.reader import read_games
from tests.arena.helpers import play
from tests.cli.conftest import Run

TINY = ["tournament", "alphabeta:depth=2", "random", "minimax:depth=1", "--games", "2",
        "--size", "5x4", "--workers", "1"]  # fmt: skip


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the ledger of a small tournament."""
    path = tmp_path_factory.mktemp("ledger") / "games.ledger"
    specs = ("alphabeta:depth=2", "random", "mcts:playouts=30")
    play(Settings(specs, 4, openings="random:2", variant="standard", seed=3), path)
    return path


def test_the_whole_command_and_once_more(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x"
    first = run(*TINY, "--ledger", str(path))
    assert (first.code, first.err) == (0, "")
    assert "6 games" in first.out
    assert "#  agent" in first.out
    again = run(*TINY, "--ledger", str(path), "--json")
    found = json.loads(again.out)
    assert (found["done"], found["total"]) == (6, 6)
    assert (found["setup"]["games"], found["setup"]["openings"]) == (2, "random:4")
    played = {agent["name"]: agent["games"] for agent in found["standings"]["agents"]}
    assert played == dict.fromkeys(TINY[1:4], 4)
    other = run(*TINY, "--ledger", str(path), "--seed", "1")
    assert other.code == 2
    assert other.err == (
        f"error: the ledger '{path}' belongs to another tournament: seed is 0 there and 1 here\n"
    )


def test_games_that_repeat_others_are_counted(run: Run) -> None:
    arguments = ["minimax:depth=1", "alphabeta:depth=1", "--games", "6", "--openings", "empty"]
    answer = run("tournament", *arguments, "--workers", "1")
    assert "6 games" in answer.out
    assert "4 of them repeat another one." in answer.out


def test_a_test_ends_the_run(run: Run) -> None:
    arguments = ["alphabeta:depth=3", "random", "--games", "2000", "--workers", "1", "--json"]
    found = json.loads(run("tournament", *arguments, "--sprt", "elo0=0,elo1=100").out)
    assert found["sprt"]["accepted"] == "H1"
    assert found["sprt"]["test"] == "elo0=0,elo1=100,alpha=0.05,beta=0.05"
    assert 2 * found["sprt"]["pairs"] <= found["done"] < 1000


# The ledger


def test_show(run: Run, ledger: Path) -> None:
    answer = run("ledger", "show", str(ledger))
    assert answer.code == 0
    assert "openings random:2" in answer.out
    assert "12 games" in answer.out
    assert "Playing X is worth" in answer.out
    rows = [line.split() for line in answer.out.splitlines()]
    assert ["#", "agent", "1", "2", "3"] in rows
    found = json.loads(run("ledger", "show", str(ledger), "--json").out)
    assert found["setup"]["seed"] == 3
    assert len(found["standings"]["cross_table"]) == 6


@pytest.mark.parametrize(
    ("width", "words"),
    [
        (100, ["# agent 1 2 3", "3 random 0-0-4 0-0-4"]),
        (36, ["Scores in per cent:", "# agent 1 2 3", "3 random 0 0"]),
        (20, ["Scores in per cent:", "# 1 2 3", "3 0 0"]),
        (12, ["The cross"]),
    ],
)
def test_a_cross_table_takes_what_room_there_is(
    ledger: Path, width: int, words: list[str], capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("COLUMNS", str(width))
    with Ledger.open(ledger) as book:
        print_summary(summarise(book))
    lines = [" ".join(line.split()) for line in capfd.readouterr().out.splitlines()]
    assert set(words) <= set(lines)


def test_show_names_forfeits(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.py").write_text("def agent(o, c): return 1 / 0", encoding="utf-8")
    play(Settings(("random", "kaggle:bad.py"), 2), Path("x"))
    out = run("ledger", "show", "x").out
    (forfeits,) = [line for line in out.splitlines() if "forfeited" in line]
    assert "2 games forfeited by kaggle:bad.py: " in forfeits
    assert json.loads(run("ledger", "show", "x", "--json").out)["standings"]["forfeits"]


def test_merge(run: Run, tmp_path: Path) -> None:
    paths = [tmp_path / "one", tmp_path / "two"]
    for seed, path in enumerate(paths):
        play(Settings(("random", "astar"), 4, openings="random:3", seed=seed), path)
    merged = tmp_path / "both"
    found = run("ledger", "merge", *map(str, paths), "--out", str(merged))
    assert (found.code, found.out) == (0, f"{merged}: 8 games\n")
    with Ledger.open(merged) as both:
        assert len(list(both.games())) == 8


def test_export_csv(run: Run, ledger: Path) -> None:
    games = list(csv.DictReader(run("ledger", "export", str(ledger)).out.splitlines()))
    moves = run("ledger", "export", str(ledger), "--format", "csv", "--table", "moves").out
    rows = list(csv.DictReader(moves.splitlines()))
    assert [int(game["number"]) for game in games] == list(range(12))
    assert len(rows) == sum(int(game["plies"]) for game in games)
    assert [row["aim"] for row in rows if row["game"] == "5"] == games[5]["moves"].split()
    first = {row["agent"] for row in rows if row["game"] == "0" and int(row["ply"]) % 2 == 0}
    assert first == {games[0]["first"]}


def test_export_jsonl(run: Run, ledger: Path, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    answer = run("ledger", "export", str(ledger), "--format", "jsonl", "--out", str(out))
    assert (answer.code, answer.out) == (0, "")
    games = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(games) == 12
    assert all(len(game["played"]) == game["plies"] for game in games)
    assert games[0]["played"][0]["nodes"] > 0


def test_export_games(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x"
    play(Settings(("random", "random"), 6, openings="random:3", variant="slip"), path)
    games = read_games(run("ledger", "export", str(path), "--format", "games").out)
    with Ledger.open(path) as book:
        results = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1", None: ""}
        assert [game.result for game in games] == [results[row.result] for row in book.games()]
    assert [game.tags["Number"] for game in games] == ["0", "1", "2", "3", "4", "5"]


def test_export_parquet_with_and_without_its_package(
    run: Run, ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyarrow import parquet

    out = str(tmp_path / "x.parquet")
    for table in ("games", "moves"):
        arguments = ["--format", "parquet", "--table", table, "--out", out]
        assert run("ledger", "export", str(ledger), *arguments).code == 0
        found = parquet.read_table(out).to_pylist()
        assert (len(found) == 12) == (table == "games")
        assert found[0]["seconds"] > 0
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    answer = run("ledger", "export", str(ledger), "--format", "parquet", "--out", out)
    assert answer.code == 2
    assert "Parquet needs the package pyarrow" in answer.err
