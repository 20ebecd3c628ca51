"""`fourscore review`: a game in, words, JSON and files out."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SCRIPT = """
import sys
from pathlib import Path
from fourscore.cli.main import main
from fourscore.insight.review import review

review_game = review.review


def tell_and_review(*arguments, **options):
    Path(sys.argv[1]).touch()
    return review_game(*arguments, **options)


review.review = tell_and_review
main(sys.argv[2:])
"""
"""The command line, which makes a file when a review begins."""
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
    assert "there are 2 games; choose one with --game 1 to 2" in run("review", str(path)).err
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


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("448",), "move 3 of '448': '8' is not a column; columns are 1 to 7"),
        (("4444444",), "move 7 of '4444444': column 4 is full after '444444'"),
        (("44556677",), "move 8 of '44556677': the game is over: X wins after '4455667'"),
        ((RACE,), "a board has no moves to review; give the moves, with --from for a start"),
        (("@no.txt",), "there is no file 'no.txt'"),
        (("no.txt",), "there is no file 'no.txt'"),
        (
            ("4", "--out", "x.pdf"),
            "cannot write 'x.pdf': its name must end in .html, .htm, .png or .svg",
        ),
        (("1. 4 *", "--from", "44"), "the game does not begin where --from says"),
    ],
)
def test_bad_input_gets_a_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    answer = run("review", *arguments)
    assert answer.code == 2
    assert answer.err.startswith(f"error: {sentence}")
    assert answer.err.count("\n") == 1


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


def test_it_can_be_interrupted(plain_environment: dict[str, str], tmp_path: Path) -> None:
    # The empty board of 9x6 takes much longer than anybody waits.
    begun = tmp_path / "begun"
    command = [sys.executable, "-c", SCRIPT, str(begun), "review", "5", "--size", "9x6"]
    process = subprocess.Popen(
        command, env=plain_environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    end = time.monotonic() + 120
    while not begun.exists():
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.02)
    time.sleep(1)  # so that a kernel runs
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err
