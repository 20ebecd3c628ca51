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
    ((won, drawn, lost),) = re.findall(r": (\d+) won, (\d+) drawn, (\d+) lost\.", answer.out)
    (pairs,) = re.findall(r"after (\d+) pairs?\.", answer.out)
    (points,) = re.findall(r"points: (\d+)-(\d+)-(\d+)-(\d+)-(\d+);", answer.out)
    counts = [int(count) for count in points]
    assert int(won) + int(drawn) + int(lost) == 2 * int(pairs) == 2 * sum(counts)
    assert 2 * int(won) + int(drawn) == sum(place * count for place, count in enumerate(counts))


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
