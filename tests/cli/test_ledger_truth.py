"""`fourscore ledger accuracy` and `ledger report`, on the ledger of a real tournament."""

import json
from pathlib import Path

import pytest

from fourscore.arena.tournament import Settings
from tests.arena.helpers import play
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("truth") / "small.ledger"
    specs = ("perfect:book=no", "random", "minimax:depth=2")
    play(Settings(specs, games=4, openings="random:2", size=(5, 4), seed=1), path)
    return str(path)


def test_accuracy_in_words_and_json(run: Run, ledger: str) -> None:
    answer = run("ledger", "accuracy", ledger)
    assert answer.code == 0
    first = answer.out.splitlines()[1].split()
    assert first[0] == "perfect:book=no"
    assert first[2:4] == ["100.0", "%"]
    assert "moves of 12 games." in answer.out
    found = json.loads(run("ledger", "accuracy", ledger, "--json").out)
    assert found["from_ply"] == 0  # 5x4 has fewer free cells than take long
    agents = {each["name"]: each for each in found["agents"]}
    assert agents["perfect:book=no"]["points_lost"]["value"] == 0
    by_ply = agents["random"]["by_ply"].values()
    assert sum(each["moves"] for each in by_ply) == agents["random"]["moves"]


def test_what_is_left_out_is_said(run: Run, ledger: str) -> None:
    answer = run("ledger", "accuracy", ledger, "--games", "6", "--from-ply", "9")
    assert "This sample leaves out 6 games." in answer.out
    assert "moves before ply 9." in answer.out


@pytest.mark.slow
def test_the_report_and_its_plots(run: Run, ledger: str, tmp_path: Path) -> None:
    page, plots = tmp_path / "report.html", tmp_path / "plots"
    answer = run("ledger", "report", ledger, "--out", str(page), "--plots", str(plots))
    assert answer.code == 0
    assert answer.out.startswith(f"Written: {page}")
    assert len(list(plots.glob("*.png"))) == len(list(plots.glob("*.svg"))) == 5
    text = page.read_text(encoding="utf-8")
    assert "Against perfect play" in text
    assert text.count('="Chart: ') == 5


def test_a_report_as_text_without_accuracy(run: Run, ledger: str) -> None:
    out = run("ledger", "report", ledger, "--no-accuracy").out
    assert "minimax:depth=2" in out
    assert out.endswith("Accuracy was not measured.\n")


def test_a_question(run: Run, ledger: str) -> None:
    asked = ("ledger", "query", ledger, "SELECT count(*) AS played FROM game")
    assert [line.strip() for line in run(*asked).out.splitlines()] == ["played", "12"]
    assert json.loads(run(*asked, "--json").out)["rows"] == [{"played": 12}]
