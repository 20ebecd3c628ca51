"""`fourscore sprt`: what it says first, its exit codes, and that it resumes."""

import json
import re
from pathlib import Path

from tests.cli.conftest import Run

QUICK = ("--size", "5x4", "--openings", "random:4", "--workers", "1")


def test_a_stronger_agent_is_accepted(run: Run) -> None:
    answer = run("sprt", "alphabeta:depth=4", "random", "--elo1", "100", *QUICK)
    assert answer.code == 0, answer.err
    first, second, *_ = answer.out.splitlines()
    assert first == (
        "Is alphabeta:depth=4 stronger than random? H0: +0 Elo, H1: +100 Elo, alpha 0.05, "
        "beta 0.05."
    )
    assert "-2.94 to 2.94: on average after some 54 games" in second
    assert "Accepted: alphabeta:depth=4 is stronger. H1 accepted" in answer.out
    games = re.search(r": (\d+) won, (\d+) drawn, (\d+) lost\.", answer.out)
    after = re.search(r"after (\d+) pairs?\.", answer.out)
    pairs = re.search(r"points: (\d+)-(\d+)-(\d+)-(\d+)-(\d+);", answer.out)
    assert games is not None
    assert after is not None
    assert pairs is not None
    won, drawn, lost = map(int, games.groups())
    counts = list(map(int, pairs.groups()))
    assert sum(counts) == int(after[1])
    assert won + drawn + lost == 2 * sum(counts)
    assert won + drawn / 2 == sum(place * count / 2 for place, count in enumerate(counts))


def test_a_weaker_agent_is_refuted(run: Run) -> None:
    answer = run("sprt", "random", "alphabeta:depth=4", "--elo1", "100", "--json", *QUICK)
    assert answer.code == 1
    assert json.loads(answer.out)["sprt"]["accepted"] == "H0"


def test_too_few_games_decide_nothing_and_more_go_on(run: Run, tmp_path: Path) -> None:
    arguments = ("sprt", "alphabeta:depth=4", "random", *QUICK, "--ledger", str(tmp_path / "x"))
    answer = run(*arguments, "--games", "4")
    assert answer.code == 3
    assert "after 2 pairs. Raise --games to go on." in answer.out
    again = run(*arguments, "--games", "600")
    assert again.code == 0
