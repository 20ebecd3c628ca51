"""`fourscore match`."""

import json
from pathlib import Path

import pytest

from fourscore.core.game import write_line
from fourscore.core.reader import read_game
from tests.arena.helpers import started
from tests.cli.conftest import TELLING, Run, interrupt, needs_signals, wait_for_kernel
from tests.waiting import eventually

FAST = ["random", "alphabeta:depth=3"]


def test_the_table_adds_up(run: Run) -> None:
    answer = run("match", *FAST, "--games", "6")
    assert (answer.code, answer.err) == (0, "")
    lines = [line.split() for line in answer.out.splitlines()]
    assert lines[0] == ["agent", "plays", "games", "wins", "draws", "losses", "score"]
    assert lines[1][:3] == ["random", "both", "6"]
    assert lines[4][:3] == ["alphabeta:depth=3", "both", "6"]
    assert [line[:2] for line in (lines[2], lines[3])] == [["X", "3"], ["O", "3"]]
    assert answer.out.splitlines()[-1].startswith("6 games, ")


def test_json_adds_up(run: Run) -> None:
    found = json.loads(run("match", *FAST, "--games", "5", "--seed", "9", "--json").out)
    first, second = found["agents"]
    assert (found["total"], found["done"], found["seed"]) == (5, 5, 9)
    assert (first["spec"], second["spec"]) == tuple(FAST)
    assert first["wins"] + first["draws"] + first["losses"] == 5
    assert (first["wins"], first["losses"]) == (second["losses"], second["wins"])
    assert sum(first["first"].values()) == 3
    assert sum(second["first"].values()) == 2
    assert [game["first"] for game in found["games"]] == [*FAST, *FAST, FAST[0]]
    won = {"first": "1-0", "second": "0-1"}
    assert second["wins"] == sum(
        game["result"] == won[side]
        for game in found["games"]
        for side in won
        if game[side] == FAST[1]
    )


def test_a_seed_makes_a_match_again(run: Run) -> None:
    arguments = ["match", "random", "mcts:playouts=30", "--games", "4", "--json", "--seed"]
    assert run(*arguments, "5").out == run(*arguments, "5").out
    assert run(*arguments, "5").out != run(*arguments, "6").out


@pytest.mark.parametrize("variant", ["standard", "fill", "slip"])
def test_games_are_written(run: Run, tmp_path: Path, variant: str) -> None:
    file = tmp_path / "games.txt"
    arguments = ["--games", "3", "--variant", variant, "--out", str(file), "--json"]
    found = json.loads(run("match", "random", "random", *arguments).out)
    written = file.read_text(encoding="utf-8").strip().split("\n\n[")
    games = [read_game(f"[{text.removeprefix('[')}") for text in written]
    assert [game.result for game in games] == [game["result"] for game in found["games"]]
    assert [write_line(game) for game in games] == [game["moves"] for game in found["games"]]
    assert all(game.start.variant.name == variant for game in games)


def test_a_start(run: Run) -> None:
    arguments = ["--games", "1", "--from", "4455", "--json"]
    found = json.loads(run("match", "minimax:depth=2", "random", *arguments).out)
    assert found["games"][0]["result"] == "1-0"


@needs_signals
def test_interrupted_between_moves_it_shows_the_games_so_far(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    command = ["match", "random", "random", "--games", "1000000", "--out", str(games), "--json"]
    with started("-m", "fourscore", *command) as process:
        eventually(lambda: games.exists() and games.stat().st_size, "a game")
        code, out, err = interrupt(process)
    assert (code, err) == (130, "")
    found = json.loads(out)
    assert 0 < found["done"] == len(found["games"]) < found["total"]


@needs_signals
def test_interrupted_in_a_search_of_an_hour_it_shows_the_table(
    tmp_path: Path, plain_environment: dict[str, str]
) -> None:
    thinking = tmp_path / "thinking"
    telling = ["-c", TELLING, str(thinking), "fourscore.search.mcts.search:MonteCarlo", "__call__"]
    command = ["match", "random", "mcts:seconds=3600", "--games", "3"]
    with started(*telling, *command, env=plain_environment) as process:
        eventually(thinking.exists, "a search")
        wait_for_kernel(process)
        code, out, err = interrupt(process)
    assert code == 130
    assert "Stopped after 0 of 3 games" in out
    assert "Traceback" not in err
