"""`fourscore match`."""

import json
from pathlib import Path

from fourscore.core.game import write_line
from fourscore.core.reader import load_games
from tests.arena.helpers import started
from tests.cli.conftest import TELLING, Run, interrupt, needs_signals, wait_for_kernel
from tests.waiting import eventually

FAST = ["random", "alphabeta:depth=3"]


def test_json_adds_up(run: Run) -> None:
    arguments = ["--games", "5", "--seed", "9", "--from", "4455", "--json"]
    found = json.loads(run("match", *FAST, *arguments).out)
    first, second = found["agents"]
    assert (found["total"], found["done"], found["seed"]) == (5, 5, 9)
    assert (first["spec"], second["spec"]) == tuple(FAST)
    assert first["wins"] + first["draws"] + first["losses"] == 5
    assert (first["wins"], first["losses"]) == (second["losses"], second["wins"])
    assert sum(first["first"].values()) == 3
    assert sum(second["first"].values()) == 2
    assert [game["first"] for game in found["games"]] == [*FAST, *FAST, FAST[0]]
    assert second["wins"] == sum(
        game["result"] == ("1-0" if game["first"] == FAST[1] else "0-1") for game in found["games"]
    )
    # From 4455 whoever looks ahead wins with the second disc.
    assert {len(game["moves"]) for game in found["games"] if game["first"] == FAST[1]} == {3}


def test_games_are_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    arguments = ["--games", "3", "--variant", "slip", "--out", str(file), "--json"]
    found = json.loads(run("match", "random", "random", *arguments).out)
    games = load_games(str(file))
    assert [game.result for game in games] == [game["result"] for game in found["games"]]
    assert [write_line(game) for game in games] == [game["moves"] for game in found["games"]]


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
