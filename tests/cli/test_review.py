"""`fourscore review`: a game in, words, JSON and files out."""

import json
from pathlib import Path

import pytest

from tests.arena.helpers import started
from tests.cli.conftest import TELLING, Run, interrupt, needs_signals, wait_for_kernel
from tests.waiting import eventually

# X wins in column 3 or 7, O in column 1.
RACE = "-------/-------/-------/O------/O------/O--XXX-"
GAME = f'[First "one"]\n[Second "two"]\n[Start "{RACE}"]\n\n4. 2 2 5. 3 1-0\n'


def test_one_of_several_games_is_chosen(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(GAME + "\n" + GAME.replace("4. 2 2 5. 3 1-0", "4. 3 1-0"), encoding="utf-8")
    refused = (2, "", "error: there are 2 games; choose one with --game 1 to 2\n")
    assert run("review", str(path)) == refused
    assert "there is no game 3; there are 2" in run("review", str(path), "--game", "3").err
    found = json.loads(run("review", str(path), "--game", "2", "--json").out)
    assert len(found["moves"]) == 1
    assert found["sides"]["O"]["name"] == "two"


def test_a_link_is_a_game_too(run: Run) -> None:
    answer = run("review", "https://connect4.gamesolver.org/?pos=4455667")
    assert answer.code == 0
    assert answer.out.endswith("X won.\n")


@pytest.mark.parametrize("name", ["review.html", "review.png"])
def test_it_writes_files(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    answer = run("review", "223", "--from", RACE, "--out", str(path))
    assert f"X won.Written: {path}" in answer.out.replace("\n", "")
    assert path.stat().st_size > 1000


@pytest.mark.slow
def test_what_takes_long_is_estimated_on_request(run: Run) -> None:
    found = json.loads(run("review", "5", "--size", "9x6", "--estimate", "--json").out)
    assert found["estimation"]["depth"] == 8
    assert not found["moves"][0]["proved"]


@needs_signals
def test_it_can_be_interrupted(plain_environment: dict[str, str], tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    telling = ["-c", TELLING, str(begun), "fourscore.insight.review.review:", "review"]
    # The empty board of 9x6 takes much longer than anybody waits.
    with started(*telling, "review", "5", "--size", "9x6", env=plain_environment) as process:
        eventually(begun.exists, "the review")
        wait_for_kernel(process)
        code, out, err = interrupt(process)
    assert (code, out) == (130, "")
    assert "Traceback" not in err
