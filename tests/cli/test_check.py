"""`fourscore agents check`: findings, and an exit code that scripts can use."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_an_agent_that_complies(run: Run) -> None:
    answer = run("agents", "check", "random")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[1] == "ok    legal moves: a legal move in each of 11 positions"
    assert lines[-1] == "random complies."
    found = json.loads(run("agents", "check", "random", "--json").out)
    assert (found["spec"], found["complies"]) == ("random", True)
    assert {each["verdict"] for each in found["findings"]} == {"pass", "note"}
    assert run("agents", "check", "exec:true", "--json").code == 2


def test_an_agent_that_fails(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("agent.py").write_text("def agent(o, c): return 1 / 0", encoding="utf-8")
    answer = run("agents", "check", "kaggle:agent.py", "--seconds", "600")
    assert (answer.code, answer.err) == (2, "")
    wrong = "kaggle:agent.py failed: ZeroDivisionError: division by zero (agent.py, line 1)"
    assert f"FAIL  legal moves: the empty board: {wrong} (and 10 more)\n" in answer.out
    assert "\nkaggle:agent.py fails in " in answer.out


def test_prints_are_shown_on_request(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "def agent(o, c):\n    print('hello')\n    return o.board.index(0)"
    Path("agent.py").write_text(text, encoding="utf-8")
    check = ("agents", "check", "kaggle:agent.py,seconds=600")
    assert run(*check).err == ""
    answer = run(*check, "--show-output", "--json")
    assert json.loads(answer.out)["complies"]
    assert set(answer.err.splitlines()) == {"kaggle:agent.py: hello"}
