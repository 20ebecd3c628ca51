"""Suites: what is counted, faults, and runs that are interrupted."""

import subprocess
import sys
from pathlib import Path

import pytest

from fourscore.arena.ledger import Ledger
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.suites.answers import Answer
from fourscore.insight.suites.ledger import SuiteLedger
from fourscore.insight.suites.positions import load_positions
from fourscore.insight.suites.result import SuiteResult
from fourscore.insight.suites.running import suite
from fourscore.insight.suites.words import say_suite
from fourscore.insight.truth.accuracy import JudgedMove, accuracy_of
from fourscore.insight.truth.judge import shared_judge
from tests.waiting import eventually


def test_perfect_play_keeps_everything() -> None:
    found = suite(["perfect", "random:seed=1"], "sample", count=3)
    perfect, other = found.ranking
    assert (perfect.name, other.name) == ("perfect", "random:seed=1")
    measured = (perfect.accuracy.kept, perfect.accuracy.points_lost)
    assert [each and each.value for each in measured] == [1, 0]
    assert list(perfect.by_class) == list(found.labelled.kinds)
    assert found.is_complete
    assert str(found).splitlines()[1].startswith("perfect ")


def test_shares_are_those_of_the_judge() -> None:
    found = suite(["alphabeta:depth=2"], "sample", count=8, seed=3)
    (each,), positions = found.agents, found.labelled.positions
    judged = accuracy_of(
        JudgedMove.of(shared_judge().judge(positions[answer.place], answer.column), answer.place)
        for answer in each.answers
        if answer.column is not None
    )
    for name in ("kept", "best", "points_lost"):
        one, other = getattr(each.accuracy, name), getattr(judged, name)
        assert (one.value, one.count) == (pytest.approx(other.value), other.count)


def test_a_fault_is_never_as_good_as_a_move() -> None:
    def broken(position: Position) -> int:
        if position.ply % 2:
            raise ValueError("odd")
        return 99

    found = suite([broken, "perfect"], "zugzwang", count=6)
    worst = found.agents[0]
    measured = (worst.accuracy.best, worst.accuracy.kept)
    assert [each and each.value for each in measured] == [0, 0]
    assert worst.faults == sum(each.games for each in found.faults) == 6


def test_workers_make_no_difference() -> None:
    agents = ["mcts:playouts=20", "random"]
    here, there = (suite(agents, "middle", count=12, seed=4, workers=each) for each in (1, 2))
    for one, other in zip(here.agents, there.agents, strict=True):
        assert [a.column for a in one.answers] == [a.column for a in other.answers]


def test_a_killed_suite_is_resumed(tmp_path: Path) -> None:
    """Kill it while it runs, finish it, and compare with one that was never interrupted."""
    arguments = ["-m", "fourscore", "suite", "mcts:playouts=300", "random", "--positions",
                 "middle", "--count", "100", "--seed", "5", "--workers", "1", "--json",
                 "--ledger"]  # fmt: skip
    ledger = tmp_path / "suite.ledger"
    command = [sys.executable, *arguments, str(ledger)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            eventually(lambda: _count(ledger) >= 5, "five answers")
        finally:
            process.kill()
    again, whole = (
        suite(["mcts:playouts=300", "random"], "middle", count=100, seed=5, ledger=path)
        for path in (ledger, None)
    )
    for one, other in zip(whole.agents, again.agents, strict=True):
        assert [a.column for a in one.answers] == [a.column for a in other.answers]


def _count(path: Path) -> int:
    try:
        with SuiteLedger.open(path) as ledger:
            return len(list(ledger.answers()))
    except InputError:
        return 0


def test_a_ledger_of_other_work_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "suite.ledger"
    suite(["random"], "easy", count=2, ledger=path)
    with pytest.raises(InputError, match="belongs to another suite: count is 2 there and 3 here"):
        suite(["random"], "easy", count=3, ledger=path)
    with pytest.raises(InputError, match="is the ledger of a suite, not of a tournament"):
        Ledger.open(path)


def test_lost_positions_and_unfinished_answers_are_said() -> None:
    labelled = load_positions("easy", count=200)
    lost = [place for place in range(200) if labelled.scores[place].max() < 0]
    for count, said in ((1, "1 is lost already and does not"), (2, "2 are lost already and do")):
        answers = [Answer(0, place, 3, 0.1) for place in lost[:count]]
        text = say_suite(SuiteResult.of(labelled, ["one"], answers))
        assert said in text
        assert text.endswith(f"Not complete: one has answered {count}.")
