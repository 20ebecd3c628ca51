"""Agents of others: their specs, what they may do, and everything that may go wrong."""

import contextlib
import gc
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fourscore.agents import agent
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
    InputError,
    SpecError,
    UnsupportedError,
)
from fourscore.search.control import Cancel
from fourscore.search.types import Limit

PAGES = [
    Path(__file__).parents[2] / "docs" / "agents" / f"{name}.md" for name in ("agents", "protocol")
]
DOCUMENT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux caps memory from outside")
PYTHON = shlex.quote(sys.executable)
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

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file into the current directory of the test."""
    monkeypatch.chdir(tmp_path)

    def write_file(name: str, text: str) -> Path:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return write_file


@pytest.fixture
def engine(write: Write) -> Callable[[str], str]:
    """Write an engine that says this after the handshake, and return its spec."""

    def write_engine(text: str) -> str:
        write("engine.py", TALKS + text)
        return f"exec:{PYTHON} engine.py,startup=120,seconds=60"

    return write_engine


@pytest.fixture(autouse=True, scope="module")
def quick_collections() -> Iterator[None]:
    """Spare each collection of garbage what other tests have left in memory."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    """Look for children of this process after each test: neither running nor zombies."""
    before = set(_children())
    yield
    gc.collect()
    deadline = time.monotonic() + 60
    while (left := set(_children()) - before) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not left


def _children() -> list[int]:
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    tasks = Path("/proc/self/task")
    if not listed.exists():
        return []
    found: list[int] = []
    for task in tasks.iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended
            found += map(int, (task / "children").read_text(encoding="ascii").split())
    return found


def is_running(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return False
    return "State:\tZ" not in status


# Specs


def test_an_argument_may_hold_commas(write: Write) -> None:
    write("my,agent=1.py", "def agent(observation): return 0")
    made = agent("kaggle:my,agent=1.py,seconds=60,memory=500")
    assert made.spec == "kaggle:my,agent=1.py,seconds=60.0,memory=500"
    assert agent(made.spec).spec == made.spec
    with made:
        assert made.choose(Position.empty()).column == 0


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("echo a,b", ["echo", "a,b"]),
        ("echo a,seconds=1", ["echo", "a"]),
        ("echo a,seconds=1,", ["echo", "a,seconds=1"]),
        ("echo a,seconds=1,,memory=9", ["echo", "a,seconds=1"]),
        ("echo 'a,seconds=1'", ["echo", "a,seconds=1"]),
        ("echo a,seconds=1 --x", ["echo", "a,seconds=1", "--x"]),
        ("echo a,colour=1", ["echo", "a,colour=1"]),
        ("echo a,seconds=1,depth=2", ["echo", "a"]),
        ("echo 'a b' c", ["echo", "a b", "c"]),
    ],
)
def test_what_is_the_command_and_what_is_an_option(text: str, command: list[str]) -> None:
    made = agent(f"exec:{text}")
    assert isinstance(made.search, External)
    assert made.search._command == command
    again = agent(made.spec)
    assert again.spec == made.spec
    assert isinstance(again.search, External)
    assert again.search._command == command


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("kaggle", "kaggle needs an argument, as in kaggle:FILE"),
        ("kaggle:,seconds=1", "kaggle needs an argument"),
        ("kaggle:nowhere.py", "there is no file 'nowhere.py' for kaggle:FILE"),
        ("kaggle:nowhere.py,seconds=0", "seconds=0 is too small"),
        ("kaggle:nowhere.py,memory=", "the key 'memory' needs a value"),
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
    write(
        "agent.py",
        """
import json
def agent(observation, configuration):
    assert observation.board is observation["board"]
    assert configuration.columns == configuration["columns"]
    seen = [observation.board, observation.mark, observation.step,
            observation.remainingOverageTime, configuration.columns, configuration.rows,
            configuration.inarow, configuration.timeout, configuration.get("actTimeout")]
    open("seen.json", "w").write(json.dumps(seen))
    return 3
""",
    )
    with agent("kaggle:agent.py") as player:
        player.choose(read_moves("4", width=5, height=4), Limit(seconds=60.5))
    board = [0] * 18 + [1, 0]
    assert Path("seen.json").read_text(encoding="utf-8") == str(
        [board, 2, 1, 0.0, 5, 4, 4, 60.5, 60.5]
    )


@pytest.mark.parametrize(
    "text",
    [
        "def agent(observation): return 2",
        "def helper(): return 9\ndef agent(observation, configuration): return 2",
        "agent = lambda observation, configuration: 2",
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
    with agent("kaggle:agent.py,seconds=60") as player:
        assert player.choose(Position.empty()).column == 2


def test_a_connectx_file_is_run_afresh_for_every_game(write: Write) -> None:
    write("agent.py", "seen = []\ndef agent(o, c):\n    seen.append(1)\n    return len(seen) - 1")
    with agent("kaggle:agent.py,seconds=60") as player:
        columns = [player.choose(Position.empty()).column for _ in range(3)]
        player.new_game()
        columns.append(player.choose(Position.empty()).column)
    assert columns == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("body", "kind", "message"),
    [
        ("return 1 / 0", AgentError, r"ZeroDivisionError: division by zero \(agent\.py, line 2\)"),
        ("raise SystemExit(3)", AgentDied, "ended with exit code 3"),
        ("import os; os.kill(os.getpid(), 11)", AgentDied, "was killed by SIGSEGV"),
        ("import os; os.write(2, b'alas\\n'); os._exit(1)", AgentDied, "ends with 'alas'"),
        ("return 7", AgentIllegal, "'8' is not a column; columns are 1 to 7"),
        ("return -1", AgentIllegal, "'0' is not a column"),
        ("return None", AgentIllegal, "'None' is not a column"),
        ("return 2.5", AgentIllegal, r"'2\.5' is not a column"),
        ("return 'a b'", AgentIllegal, "is not a column"),
        ("return 3", AgentIllegal, "column 4 is full"),
        ("while True: pass", AgentTimeout, r"did not answer 'move' in 0\.3 s"),
    ],
)
def test_what_a_connectx_agent_does_wrong_is_said(
    write: Write, body: str, kind: type[AgentError], message: str
) -> None:
    write("agent.py", f"def agent(o, c):\n    {body}")
    player = agent("kaggle:agent.py,grace=0")
    with pytest.raises(kind, match=message) as caught:
        player.choose(read_moves("444444"), Limit(seconds=0.3 if kind is AgentTimeout else 60))
    assert type(caught.value) is kind
    assert str(caught.value).startswith("kaggle:agent.py ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def agent(o:", r"SyntaxError"),
        ("x = 1 / 0", r"ZeroDivisionError: division by zero \(agent\.py, line 1\)"),
        ("x = 1", "agent.py defines nothing that can be called"),
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
def test_a_file_that_cannot_be_run_is_said(write: Write, text: str, message: str) -> None:
    write("agent.py", text)
    with pytest.raises(AgentError, match=message):
        agent("kaggle:agent.py").choose(Position.empty())


@LINUX
def test_memory_is_capped(write: Write) -> None:
    write("agent.py", "def agent(o, c):\n    return len(bytearray(300 << 20)) * 0 + 1")
    with agent("kaggle:agent.py,memory=1024,seconds=60") as player:
        assert player.choose(Position.empty()).column == 1
    with pytest.raises(AgentError, match="MemoryError"):
        agent("kaggle:agent.py,memory=200,seconds=60").choose(Position.empty())
    with agent("kaggle:agent.py,memory=0,seconds=60") as player:
        assert player.choose(Position.empty()).column == 1


def test_after_a_failure_a_fresh_process_is_asked(write: Write) -> None:
    write("agent.py", "def agent(o, c):\n    return 1 / 0 if o.step == 0 else 1")
    with agent("kaggle:agent.py,seconds=60") as player:
        for _ in range(2):
            with pytest.raises(AgentError):
                player.choose(Position.empty())
            assert player.choose(read_moves("4")).column == 1


def test_other_rules_and_ended_games_are_refused(write: Write) -> None:
    write("agent.py", "def agent(o, c): return 0")
    with agent("kaggle:agent.py") as player:
        with pytest.raises(UnsupportedError, match="kaggle does not play the variant fill"):
            player.choose(Position.empty(variant=VARIANTS["fill"]))
        with pytest.raises(InputError, match="the game is over"):
            player.choose(read_moves("1122334"))


# Functions


def test_a_function_gives_a_column_or_a_report(write: Write) -> None:
    write(
        "own_agents.py",
        """
from fourscore.search.types import Report, Value
class Some:
    @staticmethod
    def where(position):
        if position.ply == 0:
            return position.legal[-1]
        if position.ply == 1:
            return Report(2, {2: Value(1.5)}, nodes=7, depth=3, line=(2, 1))
        raise KeyError("lost")
""",
    )
    with agent("python:own_agents:Some.where,seconds=60") as player:
        assert player.choose(Position.empty()).column == 6
        found = player.choose(read_moves("4"))
        assert (found.column, found.nodes, found.depth, found.line) == (2, 7, 3, (2, 1))
        assert found.values[2].value == 1.5
        with pytest.raises(AgentError, match=r"KeyError: 'lost' \(own_agents\.py, line 10\)"):
            player.choose(read_moves("44"))


def test_a_function_that_is_not_there_is_said(write: Write) -> None:
    write("own_agents.py", "")
    with pytest.raises(AgentError, match="has no attribute 'nobody'"):
        agent("python:own_agents:nobody").prepare()
    with pytest.raises(AgentError, match="No module named 'no_such_module'"):
        agent("python:no_such_module:x").prepare()


# Engines


def test_an_engine_is_told_everything(engine: Callable[[str], str]) -> None:
    spec = engine("print(' '.join(read()), file=open('seen', 'w'), flush=True); say('best 1')")
    with agent(spec) as player:
        report = player.choose(read_moves("44"), Limit(seconds=60, nodes=50, depth=3, playouts=9))
    board = "-------/-------/-------/-------/---O---/---X---"
    assert (
        Path("seen").read_text(encoding="utf-8")
        == f"move {board} seconds 60 nodes 50 depth 3 playouts 9\n"
    )
    assert (report.column, report.nodes, report.depth, report.line) == (0, 1, 0, (0,))
    assert report.seconds > 0


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
    player = agent(f"exec:{PYTHON} engine.py,seconds=60")
    player.prepare()
    player.choose(Position.empty())
    player.choose(Position.empty())
    player.new_game()
    player.choose(Position.empty())
    player.choose(Position.empty(9, 6, VARIANTS["slip"]))
    assert isinstance(player.search, External)
    assert player.search.quit(60)
    words = [line.split()[:3] for line in Path("log").read_text(encoding="utf-8").splitlines()]
    assert [word if word[0] != "move" else "move" for word in words] == [
        ["fourscore", "1"],
        ["newgame", "7x6", "standard"],
        "move",
        "move",
        ["newgame", "7x6", "standard"],
        "move",
        ["newgame", "9x6", "slip"],
        "move",
        ["quit"],
    ]


def test_what_follows_the_column_is_read(engine: Callable[[str], str]) -> None:
    best = "best 3 nodes 12 depth 4 value -2.5 line 3,4,4 colour blue"
    spec = engine(f"say('info whatever'); say(''); say('hello'); say({best!r}); read()")
    with agent(spec) as player:
        report = player.choose(Position.empty())
        assert (report.column, report.nodes, report.depth, report.line) == (2, 12, 4, (2, 3, 3))
        assert report.values[2].value == -2.5
        assert isinstance(player.search, External)
        assert list(player.search.stray) == ["hello"]


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
        ("os.close(1); time.sleep(600)", AgentDied, "closed its output"),
        ("time.sleep(600)", AgentTimeout, r"did not answer 'move' in 0\.3 s"),
        ("while True: say('info busy')", AgentTimeout, "did not answer"),
        ("while True: os.write(1, b'x' * 4096)", AgentDied, "wrote a line of more than 65536"),
        ("while True: os.write(2, b'x' * 4096)", AgentTimeout, "did not answer"),
    ],
)
def test_what_an_engine_does_wrong_is_said(
    engine: Callable[[str], str], text: str, kind: type[AgentError], message: str
) -> None:
    player = agent(engine(f"read(); {text}" if "while" not in text else f"read()\n{text}"))
    player.prepare()
    start = time.monotonic()
    with pytest.raises(kind, match=message) as caught:
        player.choose(Position.empty(), Limit(seconds=0.3 if kind is AgentTimeout else 60))
    assert time.monotonic() - start < 120
    assert type(caught.value) is kind
    assert len(str(caught.value)) < 700


def test_what_a_late_engine_said_before_is_quoted(write: Write) -> None:
    talks = TALKS.replace('say("ok")', 'say("well"); say("ok")')
    write("engine.py", f"{talks}read(); time.sleep(600)")
    player = agent(f"exec:{PYTHON} engine.py,startup=120")
    with pytest.raises(AgentTimeout, match=r"did not answer 'move' in 0\.3 s; it said 'well'"):
        player.choose(Position.empty(), Limit(seconds=0.3))


def test_an_engine_may_refuse_a_board(write: Write) -> None:
    write(
        "engine.py",
        "import sys\n"
        "for line in sys.stdin:\n"
        "    print('no only small ones' if '7x6' in line else\n"
        "          'best 1' if line[0] == 'm' else 'ok', flush=True)\n",
    )
    with agent(f"exec:{PYTHON} engine.py,seconds=60") as player:
        with pytest.raises(UnsupportedError, match="refuses: only small ones"):
            player.choose(Position.empty())
        assert player.choose(Position.empty(4, 4)).column == 0


@pytest.mark.parametrize(
    ("command", "kind", "message"),
    [
        ("true", AgentDied, "exec:true ended with exit code 0"),
        ("sleep 600", AgentTimeout, "exec:sleep 600 did not answer 'fourscore' in 0.2 s"),
        ("head -n 1", AgentDied, "it said 'fourscore 1'"),
        (
            "sh -c 'echo alas >&2; exit 4'",
            AgentDied,
            "exit code 4; standard error ends with 'alas'",
        ),
    ],
)
def test_what_is_no_engine_is_said(command: str, kind: type[AgentError], message: str) -> None:
    startup = 0.2 if kind is AgentTimeout else 60
    with pytest.raises(kind) as caught:
        agent(f"exec:{command},startup={startup},grace=0").prepare()
    assert message in str(caught.value)


def test_what_a_dead_process_wrote_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    from fourscore.agents import process

    keep = process._keep

    def keep_late(*arguments: Any) -> None:
        time.sleep(0.1)
        keep(*arguments)

    monkeypatch.setattr(process, "_keep", keep_late)
    monkeypatch.setattr(process, "LAST_WORDS_SECONDS", 60)
    with pytest.raises(AgentDied, match="standard error ends with 'alas'"):
        agent("exec:sh -c 'echo alas >&2; exit 4'").prepare()


def test_a_cancelled_search_ends_at_once(engine: Callable[[str], str]) -> None:
    cancel = Cancel()
    cancel.cancel()
    start = time.monotonic()
    with (
        agent(engine("read(); time.sleep(600)")) as player,
        pytest.raises(AgentError, match="was cancelled before it answered"),
    ):
        player.choose(Position.empty(), Limit(seconds=600), cancel=cancel)
    assert time.monotonic() - start < 120


# Processes


def test_a_process_ends_when_nobody_refers_to_it() -> None:
    child = Child(["cat"])
    pid = child._process.pid
    child.send("hello")
    assert child.receive(60) == "hello"
    assert is_running(pid)
    del child
    gc.collect()
    assert not is_running(pid)


def test_what_a_process_has_started_ends_with_it() -> None:
    child = Child(["sh", "-c", "sleep 600 & echo $!; wait"])
    grandchild = int(child.receive(60))
    assert is_running(grandchild)
    child.stop()
    deadline = time.monotonic() + 60
    while is_running(grandchild) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(grandchild)


def test_orphans_of_a_process_that_ended_are_found() -> None:
    child = Child(["sh", "-c", "sleep 600 >/dev/null 2>&1 & echo $!"])
    grandchild = int(child.receive(60))
    with pytest.raises(AgentDied, match="ended with exit code 0"):
        child.receive(60)
    deadline = time.monotonic() + 60
    while is_running(grandchild) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(grandchild)
    with pytest.raises(AgentDied):
        child.receive(0.1)


def test_stopping_twice_and_using_a_stopped_one_is_harmless() -> None:
    child = Child(["cat"])
    child.stop()
    child.stop()
    child.send("hello")
    with pytest.raises(AgentError):
        child.receive(0.2)


def test_agents_die_with_whoever_started_them(write: Write) -> None:
    """A ConnectX agent that thinks for ever, and a host that is killed without a word."""
    write("agent.py", "import os\ndef agent(o, c):\n    open('pid', 'w').write(str(os.getpid()))\n"
                      "    while True: pass")  # fmt: skip
    host = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import fourscore\n"
            "fourscore.agent('kaggle:agent.py,seconds=600').choose(fourscore.Position.empty())",
        ],
        start_new_session=True,
    )
    deadline = time.monotonic() + 120
    while (
        not (Path("pid").exists() and Path("pid").read_text(encoding="utf-8"))
        and time.monotonic() < deadline
    ):
        time.sleep(0.05)
    pid = int(Path("pid").read_text(encoding="utf-8"))
    assert is_running(pid)
    host.kill()
    host.wait()
    deadline = time.monotonic() + 60
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(pid)


# fourscore as an engine


def test_fourscore_plays_itself_through_the_protocol() -> None:
    spec = "alphabeta:depth=4"
    own = agent(spec)
    engine = f"{PYTHON} -m fourscore.cli.main engine --agent {spec}"
    with agent(f"exec:{engine},,startup=120,seconds=60") as player:
        for moves in ("", "4", "4453", "112233"):
            position = read_moves(moves)
            there, here = player.choose(position), own.choose(position)
            assert (there.column, there.nodes, there.depth) == (here.column, here.nodes, here.depth)
            assert there.line == here.line
            assert there.values[there.column].value == here.values[here.column].value
        assert player.choose(Position.empty(variant=VARIANTS["fill"])).column in range(7)
        with pytest.raises(UnsupportedError, match="plays standard and fill"):
            player.choose(Position.empty(variant=VARIANTS["slip"]))
        assert player.choose(Position.empty(5, 4)).column in range(5)
        assert player.choose(Position.empty(), Limit(depth=2)).depth == 2
        assert isinstance(player.search, External)
        assert player.search.quit(60)


def test_fourscore_answers_a_session_from_a_pipe() -> None:
    board = "-------/-------/-------/-------/-------/---X---"
    answer = subprocess.run(
        [sys.executable, "-m", "fourscore.cli.main", "engine", "--agent", "alphabeta:depth=2"],
        input=f"fourscore 1\nfourscore 9\nnewgame 7x6 slip\nnewgame 99x9 fill\nnewgame 7\n"
        f"move {board} seconds 5 colour 3\nmove nonsense\nfoo\n\nmove {board[:-1]}Q\n",
        capture_output=True,
        text=True,
        check=True,
    )
    lines = answer.stdout.splitlines()
    assert lines[0] == "ok fourscore alphabeta:depth=2"
    assert lines[1] == "no this is version 1"
    assert lines[2].startswith("no fourscore alphabeta:depth=2 plays standard and fill")
    assert lines[3].startswith("no a 99x9 board is too large")
    assert lines[4].startswith("error newgame needs a size and a variant")
    assert re.fullmatch(r"best \d nodes \d+ depth 2 value -?\d+ line \d,\d", lines[5])
    assert lines[6].startswith("error the board has 1 row;")
    assert lines[7].startswith("error there is no request 'foo'")
    assert lines[8].startswith("error row 6 from the top, column 7: 'Q'")
    assert len(lines) == 9


# The document


def block(name: str) -> str:
    found = re.search(rf"```python\n# {re.escape(name)}\n(.*?)```", DOCUMENT, re.S)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("engine.py", f"exec:{PYTHON} engine.py,seconds=60"),
        ("kaggle_agent.py", "kaggle:kaggle_agent.py,seconds=60"),
        ("my_agents.py", "python:my_agents:rightmost,seconds=60"),
    ],
)
def test_the_documents_agents_comply(write: Write, name: str, spec: str) -> None:
    from fourscore.arena.check import Verdict, check

    write(name, block(name))
    findings = list(check(spec))
    assert [finding for finding in findings if finding.verdict is Verdict.FAIL] == []
    assert len(findings) >= 8


def test_the_documents_session_is_what_its_engine_says(write: Write) -> None:
    file = write("engine.py", block("engine.py"))
    session = re.search(r"    > fourscore 1\n.*?> quit\n", DOCUMENT, re.S)
    assert session is not None
    lines = [line.strip() for line in session[0].splitlines()]
    requests = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    answer = subprocess.run(
        [sys.executable, str(file)], input=requests, capture_output=True, text=True, check=True
    )
    assert answer.stdout.splitlines() == [line for line in lines if not line.startswith("> ")]
    assert len(block("engine.py").strip().splitlines()) <= 24


def test_the_documents_table_of_keys_is_true() -> None:
    from fourscore.agents import entries

    for entry in entries(with_argument=True):
        if entry.name in ("kaggle", "python", "exec"):
            options = {option.name: option.default for option in entry.options}
            assert f"| `{entry.name}:" in DOCUMENT
            assert options == {
                "seconds": 2.0 if entry.name == "kaggle" else 5.0,
                "grace": 0.5,
                "startup": 30.0,
                "memory": 1024,
            }
