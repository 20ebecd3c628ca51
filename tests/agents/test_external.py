"""Agents of others: their specs, what they may do, and everything that may go wrong."""

import gc
import json
import shlex
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from fourscore.agents import agent, process
from fourscore.agents.external import External
from fourscore.agents.process import Child
from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.variants import VARIANTS
from fourscore.errors import (
    AgentDied,
    AgentError,
    AgentIllegal,
    AgentTimeout,
    SpecError,
    UnsupportedError,
)
from fourscore.search.control import Cancel
from fourscore.search.types import Limit
from tests.arena.helpers import kill, started
from tests.processes import is_running
from tests.waiting import PATIENCE, eventually

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux caps memory from outside")
PYTHON = shlex.quote(sys.executable)
LONG = "startup=600,seconds=600"
"""Enough for a busy machine; a test that waits for the end of its time has a short limit."""
KAGGLE, ENGINE = f"kaggle:agent.py,{LONG},grace=0", f"exec:{PYTHON} engine.py,{LONG},grace=0"
SHORT = Limit(seconds=0.05)
TALKS = """
import sys, time, os
def say(text):
    print(text, flush=True)
def read():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.split()
read(); say("ok test"); read(); say("ok")
"""
"""The beginning of an engine: the handshake and a new game."""

Write = Callable[[str, str], object]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file into the current directory of the test."""
    monkeypatch.chdir(tmp_path)
    return lambda name, text: (tmp_path / name).write_text(text, encoding="utf-8")


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    """Look for children of this process after each test: neither running nor zombies."""

    def children() -> set[int]:
        return {each.pid for each in psutil.Process().children()}

    before = children()
    yield
    if children() - before:
        gc.collect()
    eventually(lambda: not children() - before, "the end of all processes")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a process that has closed its output all the time it needs to end and be read."""
    wait = Child.wait
    monkeypatch.setattr(Child, "wait", lambda child, _: wait(child, PATIENCE))
    monkeypatch.setattr(process, "LAST_WORDS_SECONDS", PATIENCE)


# Specs


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("echo a,seconds=1", ["echo", "a"]),
        ("echo a,seconds=1,", ["echo", "a,seconds=1"]),
        ("echo a,seconds=1,,memory=9", ["echo", "a,seconds=1"]),
        ("echo 'a,seconds=1'", ["echo", "a,seconds=1"]),
        ("echo a,seconds=1 --x", ["echo", "a,seconds=1", "--x"]),
        ("echo a,colour=1", ["echo", "a,colour=1"]),
        ("echo a,seconds=1,depth=2", ["echo", "a"]),
    ],
)
def test_what_is_the_command_and_what_is_an_option(text: str, command: list[str]) -> None:
    spec = f"exec:{text}"
    for _ in range(2):
        made = agent(spec)
        assert isinstance(made.search, External)
        assert made.search._command == command
        spec = made.spec


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("kaggle", "kaggle needs an argument, as in kaggle:FILE"),
        ("kaggle:,seconds=1", "kaggle needs an argument"),
        ("kaggle:nowhere.py", "there is no file 'nowhere.py' for kaggle:FILE"),
        ("python:module", "'module' is not of the form package.module:function"),
        ("exec:no-such-program-here -x", "there is no program 'no-such-program-here'"),
        ("exec:'open", "is invalid: No closing quotation"),
        ("exec:''", "there is no program ''"),
    ],
)
def test_a_bad_spec_is_refused_before_anything_runs(spec: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        agent(spec)
    assert message in str(caught.value)


def test_code_of_others_can_be_forbidden() -> None:
    for spec in ("kaggle:nowhere.py", "python:os:getcwd", "exec:cat"):
        with pytest.raises(SpecError, match="runs other people's code, which is not allowed here"):
            agent(spec, external=False)
    assert agent("random", external=False).spec == "random"


# ConnectX agents


def test_a_connectx_agent_sees_what_kaggle_shows(write: Write) -> None:
    write("agent.py", "import json\ndef agent(observation, configuration):\n"
                      "    assert observation.board is observation['board']\n"
                      "    json.dump({**observation, **configuration}, open('seen.json', 'w'))\n"
                      "    return configuration.rows - 1")  # fmt: skip
    with agent(KAGGLE) as player:
        assert player.choose(Position("4", size=(5, 4)), Limit(seconds=600.5)).column == 3
    seen = json.loads(Path("seen.json").read_text(encoding="utf-8"))
    expected = {
        "board": [0] * 18 + [1, 0], "mark": 2, "step": 1, "remainingOverageTime": 0.0,
        "columns": 5, "rows": 4, "inarow": 4, "timeout": 600.5, "actTimeout": 600.5,
    }  # fmt: skip
    assert {name: seen[name] for name in expected} == expected


@pytest.mark.parametrize(
    "text",
    [
        "def agent(observation): return 2",
        "def helper(): return 9\ndef agent(observation, configuration): return 2",
        "class Agent:\n    def __call__(self, o, c): return 2\nmine = Agent()",
        "import numpy\ndef agent(o, c): return numpy.int64(2)",
        "def agent(o, c):\n    print('best 7')\n    return 2",
        "import other\ndef agent(o, c): return other.COLUMN",
        "def agent(o, c):\n    import other\n    return other.COLUMN",
    ],
)
def test_the_last_callable_of_a_file_is_the_agent(write: Write, text: str) -> None:
    write("other.py", "COLUMN = 2")
    write("agent.py", text)
    with agent(KAGGLE) as player:
        assert player.choose(Position.empty()).column == 2


def test_a_connectx_file_is_run_afresh_for_every_game(write: Write) -> None:
    write("agent.py", "seen = []\ndef agent(o, c):\n    seen.append(1)\n    return len(seen) - 1")
    with agent(KAGGLE) as player:
        columns = [player.choose(Position.empty()).column for _ in range(3)]
        player.new_game()
        columns.append(player.choose(Position.empty()).column)
        with pytest.raises(UnsupportedError, match="kaggle does not play the variant fill"):
            player.choose(Position(variant="fill"))
    assert columns == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("spec", "text", "message"),
    [
        (KAGGLE, "def agent(o:", "SyntaxError"),
        (KAGGLE, "x = 1 / 0", r"ZeroDivisionError: division by zero \(agent\.py, line 1\)"),
        (KAGGLE, "x = 1", "agent.py defines nothing that can be called"),
        (KAGGLE, "def agent(o, c):\n    1 / 0", r"^kaggle:agent.py .*\(agent\.py, line 2\)"),
        (KAGGLE, "def agent(o, c): return 2.5", r"legal move: '2\.5' is not a column"),
        (f"python:agent:nobody,{LONG}", "", "has no attribute 'nobody'"),
        (f"python:no_such_module:x,{LONG}", "", "No module named 'no_such_module'"),
    ],
)
def test_what_a_file_does_wrong_is_said(write: Write, spec: str, text: str, message: str) -> None:
    write("agent.py", text)
    with pytest.raises(AgentError, match=message), agent(spec) as player:
        player.choose("")


@LINUX
def test_memory_is_capped(write: Write) -> None:
    # Its pages are never touched, so that only its addresses count.
    write("agent.py", "import mmap\ndef agent(o, c):\n    return mmap.mmap(-1, 2 << 30)[0] + 1")
    with pytest.raises(AgentError, match="Cannot allocate memory"):
        agent(KAGGLE).choose(Position.empty())  # 1024 MB
    with agent(f"{KAGGLE},memory=4096") as player:
        assert player.choose(Position.empty()).column == 1


def test_after_a_failure_a_fresh_process_is_asked(write: Write) -> None:
    write("agent.py", "def agent(o, c):\n    return 1 / 0 if o.step == 0 else 1")
    with agent(KAGGLE) as player:
        for _ in range(2):
            with pytest.raises(AgentError):
                player.choose(Position.empty())
            assert player.choose(read_moves("4")).column == 1


# Functions


def test_a_class_gives_a_column_or_a_report(write: Write) -> None:
    write(
        "own_agents.py",
        """
from fourscore.search.types import Report, Value
class Some:
    class Agent:
        asked = 0
        def choose(self, position, limit):
            self.asked += limit.seconds == 600
            if position.ply == 0:
                return self.asked
            if position.ply == 1:
                return Report(2, {2: Value(1.5)}, nodes=7, depth=3, line=(2, 1))
            raise KeyError("lost")
""",
    )
    with agent(f"python:own_agents:Some.Agent,{LONG}") as player:
        assert [player.choose("").column for _ in range(3)] == [1, 2, 3]
        player.new_game()
        assert player.choose("").column == 1
        found = player.choose("4")
        assert (found.column, found.nodes, found.depth, found.line) == (2, 7, 3, (2, 1))
        assert found.values[2].value == 1.5
        with pytest.raises(AgentError, match=r"KeyError: 'lost' \(own_agents\.py, line 12\)"):
            player.choose("44")


# Engines


def test_what_is_sent_and_what_is_read(write: Write) -> None:
    best = "best 3 nodes 12 depth 4 value -2.5 line 3,4,4 colour blue"
    text = "print(' '.join(read()), file=open('seen', 'w'), flush=True); say('info whatever')"
    write(
        "engine.py", f"{TALKS}{text}; say(''); say('hello'); say({best!r}); read(); say('best 1')"
    )
    with agent(ENGINE) as player:
        report = player.choose(read_moves("44"), Limit(seconds=600, nodes=50, depth=3, playouts=9))
        assert (report.column, report.nodes, report.depth, report.line) == (2, 12, 4, (2, 3, 3))
        assert report.values[2].value == -2.5
        assert report.seconds > 0
        assert isinstance(player.search, External)
        assert list(player.search.stray) == ["hello"]
        report = player.choose(Position.empty())
        assert (report.column, report.nodes, report.depth, report.line) == (0, 1, 0, (0,))
    board = "-------/-------/-------/-------/---O---/---X---"
    seen = Path("seen").read_text(encoding="utf-8")
    assert seen == f"move {board} seconds 600 nodes 50 depth 3 playouts 9\n"


def test_the_handshake_and_new_games(write: Write) -> None:
    write(
        "engine.py",
        """
import sys
log = open("log", "w")
for line in sys.stdin:
    print(line, end="", file=log, flush=True)
    print({"f": "ok x", "n": "ok", "m": "best 2"}.get(line[0]), flush=True)
    if line == "quit\\n":
        break
""",
    )
    player = agent(ENGINE)
    player.prepare()
    player.choose(Position.empty())
    player.choose(Position.empty())
    player.new_game()
    player.choose(Position.empty())
    player.choose(Position.empty(9, 6, VARIANTS["slip"]))
    assert isinstance(player.search, External)
    assert player.search.quit(PATIENCE)
    lines = Path("log").read_text(encoding="utf-8").splitlines()
    assert ["move" if line.startswith("move") else line for line in lines] == [
        "fourscore 1", "newgame 7x6 standard", "move", "move", "newgame 7x6 standard", "move",
        "newgame 9x6 slip", "move", "quit",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("say('best')", AgentIllegal, "a column is missing"),
        ("say('best 4 nodes many')", AgentIllegal, "what follows the column is invalid"),
        ("say('best 4 line 3,9')", AgentIllegal, "what follows the column is invalid"),
        ("say('best 8')", AgentIllegal, "'8' is not a column"),
        ("say('error out of ideas')", AgentError, "failed: out of ideas"),
        ("say('error')", AgentError, "failed: no reason given"),
        ("sys.exit(5)", AgentDied, "ended with exit code 5"),
        ("os.kill(os.getpid(), 11)", AgentDied, "was killed by SIGSEGV"),
        ("time.sleep(600)", AgentTimeout, r"did not answer 'move' in 0\.05 s"),
        ("while True: say('info busy')", AgentTimeout, "did not answer"),
        ("while True: os.write(1, b'x' * 4096)", AgentDied, "wrote a line of more than 65536"),
        ("while True: os.write(2, b'x' * 4096)", AgentTimeout, "did not answer"),
    ],
)
@pytest.mark.usefixtures("patient")
def test_what_an_engine_does_wrong_is_said(
    write: Write, text: str, kind: type[AgentError], message: str
) -> None:
    write("engine.py", f"{TALKS}read()\n{text}")
    with pytest.raises(kind, match=message) as caught, agent(ENGINE) as player:
        player.choose(Position.empty(), SHORT if kind is AgentTimeout else None)
    assert type(caught.value) is kind
    assert len(str(caught.value)) < 700
    assert "\n" not in str(caught.value)


def test_an_engine_that_closes_its_output_is_dead(write: Write) -> None:
    write("engine.py", f"{TALKS}read(); os.close(1); time.sleep(600)")
    with pytest.raises(AgentDied, match="closed its output"), agent(ENGINE) as player:
        player.choose(Position.empty())


def test_what_a_late_engine_said_before_is_quoted(write: Write) -> None:
    talks = TALKS.replace('say("ok")', 'say("well"); say("ok")')
    write("engine.py", f"{talks}read(); time.sleep(600)")
    message = r"did not answer 'move' in 0\.05 s; it said 'well'"
    with pytest.raises(AgentTimeout, match=message), agent(ENGINE) as player:
        player.choose(Position.empty(), SHORT)


@pytest.mark.parametrize(
    ("command", "kind", "message"),
    [
        ("true", AgentDied, "exec:true ended with exit code 0"),
        ("sleep 600", AgentTimeout, "exec:sleep 600 did not answer 'fourscore' in 0.05 s"),
        ("head -n 1", AgentDied, "it said 'fourscore 1'"),
    ],
)
@pytest.mark.usefixtures("patient")
def test_what_is_no_engine_is_said(command: str, kind: type[AgentError], message: str) -> None:
    startup = 0.05 if kind is AgentTimeout else 600
    with pytest.raises(kind) as caught:
        agent(f"exec:{command},startup={startup},grace=0").prepare()
    assert message in str(caught.value)


@pytest.mark.usefixtures("patient")
def test_what_a_dead_process_wrote_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    keep, end, ended = process._keep, process._kill, threading.Event()

    def note_end(*arguments: Any) -> None:
        end(*arguments)
        ended.set()

    monkeypatch.setattr(process, "_kill", note_end)
    monkeypatch.setattr(process, "_keep", lambda *line: ended.wait(PATIENCE) and keep(*line))
    with pytest.raises(AgentDied, match="exit code 4; standard error ends with 'alas'"):
        agent("exec:sh -c 'echo alas >&2; exit 4',startup=600").prepare()


def test_a_cancelled_search_ends_at_once(write: Write) -> None:
    write("engine.py", f"{TALKS}read(); time.sleep(600)")
    cancel = Cancel()
    cancel.cancel()
    with (
        agent(ENGINE) as player,
        pytest.raises(AgentError, match="was cancelled before it answered"),
    ):
        player.choose(Position.empty(), cancel=cancel)


# Processes


def test_a_process_ends_when_nobody_refers_to_it() -> None:
    child = Child(["cat"])
    pid = child._process.pid
    child.send("hello")
    assert child.receive(PATIENCE) == "hello"
    assert is_running(pid)
    del child
    gc.collect()
    assert not is_running(pid)


def test_what_a_process_has_started_ends_with_it() -> None:
    child = Child(["sh", "-c", "sleep 600 & echo $!; wait"])
    grandchild = int(child.receive(PATIENCE))
    assert is_running(grandchild)
    child.stop()
    eventually(lambda: not is_running(grandchild), "the end of what it has started")


@pytest.mark.usefixtures("patient")
def test_orphans_of_a_process_that_ended_are_found() -> None:
    child = Child(["sh", "-c", "sleep 600 >/dev/null 2>&1 & echo $!"])
    grandchild = int(child.receive(PATIENCE))
    for _ in range(2):
        with pytest.raises(AgentDied, match="ended with exit code 0"):
            child.receive(PATIENCE)
        eventually(lambda: not is_running(grandchild), "the end of the orphan")


def test_stopping_twice_and_using_a_stopped_one_is_harmless() -> None:
    child = Child(["cat"])
    child.stop()
    child.stop()
    child.send("hello")
    with pytest.raises(AgentError):
        child.receive(0.05)


def test_agents_die_with_whoever_started_them(write: Write) -> None:
    """A ConnectX agent that thinks for ever, and a host that is killed without a word."""
    write("agent.py", "import os\ndef agent(o, c):\n    open('pid', 'w').write(f'{os.getpid()}!')\n"
                      "    while True: pass")  # fmt: skip
    text = f"import fourscore\nfourscore.agent({KAGGLE!r}).choose(fourscore.Position.empty())"
    pid = Path("pid")
    with started("-c", text) as host:
        eventually(lambda: pid.exists() and pid.read_text(encoding="utf-8").endswith("!"), "a move")
        thinker = int(pid.read_text(encoding="utf-8").rstrip("!"))
        try:
            assert is_running(thinker)
            host.kill()
            eventually(lambda: not is_running(thinker), "the end of the agent")
        finally:
            kill(thinker)
