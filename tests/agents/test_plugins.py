"""Agents that other packages offer by entry points, in every face."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourscore.agents import agent, registry
from fourscore.arena.tournament import tournament
from fourscore.cli.main import main
from fourscore.errors import SpecError
from fourscore.runtime.plugins import PluginWarning, find_plugins
from tests.web.server import serving

MODULE = '''
import os

from fourscore import agent

if os.environ.get("CHATTY"):
    print("I am imported.")

def left(position, shift: int = 0):
    """Stay on the left."""
    print("going left")
    return position.legal[shift]

class Right:
    """Stay on the right."""
    variants = ("standard",)
    def __init__(self, seed=0):
        self.seed = seed
    def choose(self, position, limit):
        return position.legal[-1]
'''
POINTS = """
[fourscore.agents]
left = tiny_agents:left
right = tiny_agents:Right
mcts = tiny_agents:left
gone = tiny_agents:gone
"""


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a package with agents, for this process and those that it starts."""
    (tmp_path / "tiny_agents.py").write_text(MODULE, encoding="utf-8")
    info = tmp_path / "tiny_agents-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-agents\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    monkeypatch.setattr(registry, "_ignored", set[str]())
    find_plugins.cache_clear()
    yield
    find_plugins.cache_clear()
    sys.modules.pop("tiny_agents", None)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, str]:
    """Run a command; return what it prints."""
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 0
    return capsys.readouterr()


def test_they_are_listed_and_broken_ones_are_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.warns(PluginWarning) as warned:
        out, _ = run(capsys, "agents")
    assert all(words in out for words in ("Stay on the left", "Stay on the right", "perfect"))
    assert [str(each.message) for each in warned] == [
        "the plugin 'mcts' of the package 'tiny-agents' is not used: fourscore has an "
        "agent of that name",
        "the plugin 'gone' of the package 'tiny-agents' cannot be loaded: "
        "AttributeError: module 'tiny_agents' has no attribute 'gone'",
    ]


def test_what_they_print_is_never_part_of_an_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHATTY", "1")
    out, err = run(capsys, "move", "44", "--agent", "left", "--json")
    assert json.loads(out)["played"]["aim"] == 1
    assert err == "I am imported.\n"


def test_a_broken_one_that_is_asked_for_says_why() -> None:
    sentence = "the plugin 'gone' of the package 'tiny-agents' cannot be loaded: AttributeError"
    with pytest.raises(SpecError, match=sentence):
        agent("gone")
    with pytest.raises(SpecError, match="did you mean 'right'"):
        agent("rihgt")
    assert not agent("mcts").entry.custom


def test_they_play_by_name_on_workers(capfd: pytest.CaptureFixture[str]) -> None:
    agents = ["left:shift=1", "right"]
    found = tournament(agents, games=2, openings="empty", workers=2, show_output=True)
    assert {each.agent for each in found.standings} == set(agents)
    assert not found.forfeits
    assert "left: going left\n" in capfd.readouterr().err


def test_they_are_on_the_server() -> None:
    with serving("--workers", "1") as server:
        listed = {each["name"]: each for each in server.get("/agents").json()["agents"]}
        assert listed["right"]["variants"] == ["standard"]
        assert [each["name"] for each in listed["left"]["options"]] == ["shift"]
        moved = server.post("/moves", {"agent": "left:shift=2", "moves": "44"})
        assert moved.json()["played"]["aim"] == 3
        assert server.post("/moves", {"agent": "gone", "moves": "44"}).status_code == 422
        failed = server.post("/moves", {"agent": "left:shift=9", "moves": "44"})
        assert "left failed: IndexError" in failed.json()["detail"]
