"""The compliance test finds every fault, and none in an agent that complies."""

import sys
from pathlib import Path

import pytest

from fourscore.arena.check import QUESTIONS, Verdict, check
from fourscore.core.position import Position
from fourscore.search.types import Limit
from tests.search.clock import ManualClock


@pytest.fixture(autouse=True)
def own_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("fourscore.arena.check.SILENCE", 600)
    monkeypatch.setattr("fourscore.arena.check.QUIT_SECONDS", 600)


FIRST_OPEN = "next(k for k in range(c.columns) if not o.board[k])"


def kaggle(body: str, keys: str = "seconds=600") -> str:
    Path("agent.py").write_text(f"def agent(o, c):\n    {body}\n", encoding="utf-8")
    return f"kaggle:agent.py,startup=600,{keys}"


def failures(spec: str, limit: Limit | None = None) -> dict[str, str]:
    return {
        finding.name: finding.detail
        for finding in check(spec, limit)
        if finding.verdict is Verdict.FAIL
    }


def test_a_good_agent_complies_and_is_described() -> None:
    found = {finding.name: finding for finding in check(kaggle(f"return {FIRST_OPEN}"))}
    assert all(finding.verdict is not Verdict.FAIL for finding in found.values())
    assert found["asked twice"].detail == "gives the same move"
    assert found["other boards"].detail == "plays 5x4, 9x6, 4x4"
    assert found["end"].detail == "ends when told to quit"
    assert "of 600 s" in found["time"].detail
    if sys.platform == "linux":
        assert found["memory"].detail.endswith("MB at most in the last process")


def test_full_columns_are_found() -> None:
    found = failures(kaggle("return 3"))["legal moves"]
    assert found.startswith("a full column: kaggle:agent.py did not return a legal move")
    assert "column 4 is full" in found


def test_an_agent_for_one_colour_is_found() -> None:
    found = failures(kaggle(f"assert o.mark == 1; return {FIRST_OPEN}"))
    assert "AssertionError (agent.py, line 2)" in found["legal moves"]
    assert "a game as second player" in found
    assert "a game as first player" not in found


def test_an_agent_that_believes_its_games_to_be_whole_is_found() -> None:
    body = "assert o.step == agent.__dict__.get('last', o.step - 2) + 2, 'a move is missing'"
    found = failures(kaggle(f"{body}; agent.last = o.step; return {FIRST_OPEN}"))
    assert list(found) == ["positions out of order"]
    assert "a move is missing" in found["positions out of order"]


def test_a_late_agent_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # It is asked about the first position for which it takes too long before all others.
    early = "an early position"
    questions = {early: QUESTIONS[early], **QUESTIONS}
    monkeypatch.setattr("fourscore.arena.check.QUESTIONS", questions)
    body = "import time; time.sleep(600 * (o.step == 9)); return o.board.index(0)"
    found = failures(kaggle(body, "grace=0"), Limit(seconds=0.05))
    late = f"{early}: kaggle:agent.py did not answer 'move' in 0.05 s"
    assert found["legal moves"].startswith(late)
    assert "time" in found


def test_a_move_that_takes_too_long_is_found() -> None:
    clock = ManualClock()

    def slow(position: Position) -> int:
        clock.advance(2)
        return position.legal[0]

    for seconds, verdict in ((1, Verdict.FAIL), (2, Verdict.PASS)):
        found = {each.name: each for each in check(slow, Limit(seconds=seconds), clock=clock)}
        time = found.pop("time")
        assert time.verdict is verdict
        assert time.detail.startswith("the longest move took 2.000 s")
        assert Verdict.FAIL not in {each.verdict for each in found.values()}


def test_what_does_not_start_is_one_failure() -> None:
    assert list(failures("exec:true")) == ["start"]


def test_an_agent_that_does_not_repeat_itself_is_described() -> None:
    counted = "open('asked', 'a').write('.'); free = [k for k in range(7) if not o.board[k]]"
    spec = kaggle(f"{counted}; return free[len(open('asked').read()) % len(free)]")
    found = next(finding for finding in check(spec) if finding.name == "asked twice")
    assert found.detail == "gives different moves: not deterministic"


def test_an_engine_that_chatters_ignores_and_does_not_quit_is_mentioned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fourscore.arena.check.SILENCE", 0.05)
    monkeypatch.setattr("fourscore.arena.check.QUIT_SECONDS", 0.05)
    monkeypatch.setattr("fourscore.arena.check.BAD_REQUESTS", ("hello",))
    Path("engine.py").write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word, *rest = line.split()\n"
        "    if word == 'newgame' and 'fill' in rest:\n"
        "        print('no idea', flush=True)\n"
        "    elif word == 'move':\n"
        "        print('let me see', flush=True)\n"
        "        print('best', rest[0].index('-') + 1, flush=True)\n"
        "    elif word in ('fourscore', 'newgame'):\n"
        "        print('ok', flush=True)\n",
        encoding="utf-8",
    )
    spec = f"exec:{sys.executable} engine.py,startup=600,seconds=600"
    found = {each.name: each for each in check(spec)}
    assert "such as 'let me see'" in found["protocol"].detail
    assert found["end"].verdict is Verdict.NOTE
    assert found["end"].detail == "did not end within 0.05 s of quit, and was killed"
    assert found["bad requests"].verdict is Verdict.NOTE
    assert found["bad requests"].detail.startswith("ignores 'hello'")
    assert found["the variant fill"].verdict is Verdict.NOTE
    assert found["the variant fill"].detail.endswith("refuses: idea")
    assert found["the variant slip"].verdict is Verdict.PASS
    assert found["legal moves"].verdict is Verdict.PASS
