"""What the pages on agents and the arena show is true: programs, agents, sessions and tables."""

import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from fourscore.agents import entries, registry
from fourscore.arena.check import Verdict, check

DOCS = Path(__file__).parents[2] / "docs" / "agents"
PAGE = "\n".join(
    (DOCS / name).read_text(encoding="utf-8") for name in ("agents.md", "arena.md", "protocol.md")
)
PRINTED = {
    "first_agent.py": re.escape(re.findall(r"```text\n(.*?)```", PAGE, re.S)[0]),
    "two_agents.py": r"#  agent .*\n1  lookahead .*\n(.*\n)+1 lookahead \d+ \d+ \d+\n(.*\n)+",
    "arena_in_python.py": r"\d+ \d 5 .*\n#  agent .*\n(.*\n){3}\S+ 0\.0\n",
    "named_agent.py": r"6\nedge against edge:right=yes: 50\.0 % \(.*\), 1 won, 0 drawn, 1 lost\n",
}
LONG = "startup=600,seconds=600"


def block(name: str) -> str:
    """Return a program of the pages."""
    found = re.search(rf"```python\n# {re.escape(name)}\n(.*?)```", PAGE, re.S)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("name", PRINTED)
def test_a_program_of_the_page_runs(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    Path(name).write_text(block(name), encoding="utf-8")
    runpy.run_path(name, run_name="__main__")
    assert re.fullmatch(PRINTED[name], capsys.readouterr().out)


def test_the_first_agent_is_short() -> None:
    assert sum(bool(line.strip()) for line in block("first_agent.py").splitlines()) <= 10


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("engine.py", f"exec:{shlex.quote(sys.executable)} engine.py"),
        ("kaggle_agent.py", "kaggle:kaggle_agent.py"),
        ("my_agents.py", "python:my_agents:rightmost"),
    ],
)
def test_the_agents_comply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, spec: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("fourscore.arena.check.SILENCE", 600)
    monkeypatch.setattr("fourscore.arena.check.QUIT_SECONDS", 600)
    Path(name).write_text(block(name), encoding="utf-8")
    verdicts = {finding.name: finding.verdict for finding in check(f"{spec},{LONG}")}
    assert Verdict.FAIL not in verdicts.values()
    assert verdicts["bad requests"] is verdicts["end"] is Verdict.PASS


def test_the_session_is_what_its_engine_says() -> None:
    session = re.search(r"    > fourscore 1\n.*?> quit\n", PAGE, re.S)
    assert session is not None
    lines = [line.strip() for line in session[0].splitlines()]
    requests = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    engine = block("engine.py")
    answer = subprocess.run(
        [sys.executable, "-c", engine], input=requests, capture_output=True, text=True, check=True
    )
    assert answer.stdout.splitlines() == [line for line in lines if not line.startswith("> ")]
    assert len(engine.strip().splitlines()) <= 24


def test_the_table_of_keys_is_true() -> None:
    found = {
        entry.name: {option.name: option.default for option in entry.options}
        for entry in entries(with_argument=True)
    }
    shared = {"grace": 0.5, "startup": 30.0, "memory": 1024}
    assert found["kaggle"] == {"seconds": 2.0, **shared}
    assert found["python"] == found["uci"] == found["exec"] == {"seconds": 5.0, **shared}
    assert "| `seconds` | 2 for `kaggle`, else 5 |" in PAGE
    assert all(f"| `{name}` | {default:g}" in PAGE for name, default in shared.items())
