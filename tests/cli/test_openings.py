"""`fourscore openings`."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_columns_choices_and_line(run: Run) -> None:
    answer = run("openings", "44")
    assert (answer.code, answer.err) == (0, "")
    assert "X to move, wins in 20" in answer.out
    assert "Only column 4 keeps the win." in answer.out
    assert "4 best  wins in 20" in answer.out
    assert "level 10" in answer.out
    assert "Line: 4 4 4" in answer.out


def test_names_and_mirror_images(run: Run) -> None:
    assert "Edge opening" in run("openings", "7").out
    assert "its canonical name is 1, whose mirror image this is." in run("openings", "7").out
    assert run("openings", "Edge opening").out == run("openings", "1").out
    assert run("openings", "centre").out == run("openings", "4").out


def test_own_games(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("3\n5\n44\n")
    answer = run("openings", "--games", str(path), "--colour", "first")
    assert answer.out.startswith("3 games, 4 moves.\nX gave up a win or a draw in 2 of 3 games")
    found = json.loads(run("openings", "--games", "-", "--json", stdin="3\n5\n44\n").out)
    assert found["departures"][0]["count"] == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("4141414",), "the game is over: X wins"),
        (("99",), "move 1 of '99'"),
        (
            ("Dutch",),
            "'Dutch' is neither the name of an opening (centre, near-centre, edge)",
        ),
        (("edge", "--size", "6x7"), "'edge' is neither the name of an opening"),
        (("--games", "missing.txt"), "there is no file 'missing.txt'"),
        (("44", "--games", "-"), "--games reads whole games; leave POSITION out"),
        (("44", "--colour", "first"), "there are no games without --games"),
        (("--games", "-"), "in standard input: line 2: move 7 of '4444444': column 4 is full"),
    ],
)
def test_mistakes_get_one_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    answer = run("openings", *arguments, stdin="44\n4444444\n")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"error: {sentence}")
    assert answer.err.count("\n") == 1
