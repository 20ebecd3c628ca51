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


def test_it_tells_the_game(run: Run) -> None:
    answer = run("review", "223", "--from", RACE)
    assert answer.code == 0
    rows = [line.split() for line in answer.out.splitlines()]
    assert ["1", "X", "2", "win", "to", "loss"] in [row[:6] for row in rows]
    assert "Move 2 was the turning point: the last to change the result." in answer.out
    assert answer.out.endswith("X won.\n")


def test_a_file_and_standard_input_say_the_same(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    answers = [
        run("review", str(path), "--json"),
        run("review", f"@{path}", "--json"),
        run("review", "-", "--json", stdin=GAME),
    ]
    assert len({answer.out for answer in answers}) == 1
    found = json.loads(answers[0].out)
    assert found["position"]["outcome"]["result"] == "1-0"
    assert [move["number"] for move in found["moves"] if move["is_blunder"]] == [1, 2]
    assert found["sides"]["O"]["name"] == "two"


def test_one_of_several_games_is_chosen(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(GAME + "\n" + GAME.replace("4. 2 2 5. 3 1-0", "4. 3 1-0"), encoding="utf-8")
    assert run("review", str(path)) == (
        2,
        "",
        "error: there are 2 games; choose one with --game 1 to 2\n",
    )
    assert "there is no game 3; there are 2" in run("review", str(path), "--game", "3").err
    found = json.loads(run("review", str(path), "--game", "2", "--json").out)
    assert len(found["moves"]) == 1


def test_a_link_is_a_game_too(run: Run) -> None:
    answer = run("review", "https://connect4.gamesolver.org/?pos=4455667")
    assert answer.code == 0
    assert answer.out.endswith("X won.\n")


@pytest.mark.parametrize("name", ["review.html", "review.png", "review.svg"])
def test_it_writes_files(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    answer = run("review", "223", "--from", RACE, "--out", str(path))
    assert answer.code == 0
    assert f"Written: {path}" in answer.out.replace("\n", "")
    assert path.stat().st_size > 1000


@pytest.mark.parametrize("variant", ["fill", "slip"])
def test_a_game_of_other_rules_is_estimated(run: Run, variant: str) -> None:
    answer = run("review", f'[Variant "{variant}"]\n\n1. 4 4 2. 5 1 *')
    assert answer.code == 0
    assert run("review", "4451", "--variant", variant).out == answer.out
    assert "accuracy (estimate)" in answer.out
    assert "What is not proved is estimated by" in answer.out


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
