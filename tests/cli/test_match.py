"""`fourscore match`."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fourscore.core.game import write_line
from fourscore.core.reader import read_game
from tests.cli.conftest import Run

FAST = ["random", "alphabeta:depth=3"]
SCRIPT = """
import sys
from pathlib import Path
from fourscore.cli.main import main
from fourscore.search.mcts.search import MonteCarlo

search = MonteCarlo.__call__


def tell_and_search(self, *arguments, **options):
    Path(sys.argv[1]).touch()
    return search(self, *arguments, **options)


MonteCarlo.__call__ = tell_and_search
main(sys.argv[2:])
"""
"""The command line, which makes a file when mcts begins to think."""


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


@pytest.mark.skipif(os.name == "nt", reason="needs a real SIGINT")
@pytest.mark.parametrize("as_json", [False, True])
def test_interrupted_it_shows_what_there_is(as_json: bool, tmp_path: Path) -> None:
    """Interrupt in the middle of a search that would take an hour."""
    games, thinking = tmp_path / "games.txt", tmp_path / "thinking"
    slow = "mcts:seconds=3600"
    quick = ["random", "random", "--games", "1000000", "--out", str(games)]
    for specs in (quick, ["random", slow, "--games", "3"]):
        command = [sys.executable, "-c", SCRIPT, str(thinking), "match", *specs]
        process = subprocess.Popen(
            [*command, "--json"] if as_json else command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        if specs is quick:
            wait_for(games, 1)
        else:
            wait_for(thinking, 0)
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (130, "")
        if as_json:
            found = json.loads(out)
            assert found["done"] == len(found["games"]) < found["total"]
        else:
            assert "Stopped after" in out
            assert "random" in out


def wait_for(file: Path, size: int, seconds: float = 120) -> None:
    """Wait until a file is there and not too small."""
    end = time.monotonic() + seconds
    while not (file.exists() and file.stat().st_size >= size):
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)
