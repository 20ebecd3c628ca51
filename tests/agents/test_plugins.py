"""Agents that other packages offer by entry points, in every face."""

import json
import os
import subprocess
import sys

import pytest

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

number = 3
'''
POINTS = """
[fourscore.agents]
left = tiny_agents:left
right = tiny_agents:Right
mcts = tiny_agents:left
gone = tiny_agents:gone
number = tiny_agents:number
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Install a package with agents, and return an environment that has it."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "tiny_agents.py").write_text(MODULE, encoding="utf-8")
    info = folder / "tiny_agents-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-agents\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH", "")])])
    return {**os.environ, "PYTHONPATH": path}


def run(environment: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "fourscore", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_they_are_listed_and_broken_ones_are_warned_of(environment: dict[str, str]) -> None:
    found = run(environment, "agents")
    assert found.returncode == 0
    for words in ("Stay on the left", "Stay on the right", "shift", "perfect"):
        assert words in found.stdout
    assert found.stderr.splitlines() == [
        "warning: the plugin 'mcts' of the package 'tiny-agents' is not used: fourscore has an "
        "agent of that name",
        "warning: the plugin 'gone' of the package 'tiny-agents' cannot be loaded: "
        "AttributeError: module 'tiny_agents' has no attribute 'gone'",
        "warning: the plugin 'number' of the package 'tiny-agents' cannot be loaded: InputError: "
        "3 is not an agent: it is not callable and has no method choose(position, limit)",
    ]


def test_they_play_by_name_here_and_on_workers(environment: dict[str, str]) -> None:
    found = run(environment, "match", "left:shift=1", "right", "--games", "2", "--json")
    assert (found.returncode, found.stderr) == (0, "")
    agents = json.loads(found.stdout)["agents"]
    assert [each["spec"] for each in agents] == ["left:shift=1", "right"]
    more = ("--games", "4", "--openings", "empty", "--workers", "2", "--show-output", "--json")
    found = run(environment, "tournament", "left", "right", *more)
    assert found.returncode == 0
    assert "left: going left\n" in found.stderr
    assert json.loads(found.stdout)["standings"]


def test_what_they_print_is_never_part_of_an_answer(environment: dict[str, str]) -> None:
    found = run({**environment, "CHATTY": "1"}, "move", "44", "--agent", "left", "--json")
    assert json.loads(found.stdout)["played"]["aim"] == 1
    assert found.stderr == "I am imported.\n"


def test_a_broken_one_that_is_asked_for_says_why(environment: dict[str, str]) -> None:
    found = run(environment, "match", "gone", "random")
    assert found.returncode == 2
    assert found.stderr == (
        "error: the plugin 'gone' of the package 'tiny-agents' cannot be loaded: "
        "AttributeError: module 'tiny_agents' has no attribute 'gone'\n"
    )
    assert "did you mean 'right'" in run(environment, "match", "rihgt", "random").stderr
    assert run(environment, "move", "4", "--agent", "mcts:playouts=10").returncode == 0


def test_they_are_on_the_server(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", environment["PYTHONPATH"])
    with serving("--workers", "1") as server:
        listed = {each["name"]: each for each in server.get("/agents").json()["agents"]}
        assert listed["right"]["variants"] == ["standard"]
        assert [each["name"] for each in listed["left"]["options"]] == ["shift"]
        moved = server.post("/moves", {"agent": "left:shift=2", "moves": "44"})
        assert moved.status_code == 200
        assert moved.json()["played"]["aim"] == 3
        assert server.post("/moves", {"agent": "gone", "moves": "44"}).status_code == 422
        failed = server.post("/moves", {"agent": "left:shift=9", "moves": "44"})
        assert "left failed: IndexError" in failed.json()["detail"]
