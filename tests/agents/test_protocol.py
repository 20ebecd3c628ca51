"""The line protocol and its bridges: bad requests, engines in the style of UCI, conformance."""

import subprocess
import sys
from pathlib import Path

import pytest

from fourscore.agents.registry import agent
from fourscore.arena.check import Verdict, check
from fourscore.arena.match import match
from fourscore.core.position import Position
from fourscore.errors import AgentError, UnsupportedError

EMPTY = "/".join(["-------"] * 6)
BAD = [
    "hello",
    "newgame",
    "newgame 7",
    "newgame axb standard",
    "newgame 7x6 standard more",
    "move",
    "move nonsense seconds 1",
    f"move {EMPTY} seconds",
    f"move {EMPTY} seconds soon",
    f"move {EMPTY} seconds -1",
    f"move {EMPTY} nodes nan",
    "move XXX----/------- seconds 1",
    f"move {'/'.join(['-------'] * 5)}/XXX---- seconds 1",
    "move OOO----/XXXX---/-------/-------/-------/------- seconds 1",
    "\x00\x01",
]
UCI = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name left"); print("uciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        moves = words[3:]
    elif words[0] == "go":
        print("info depth 1")
        free = [c for c in range(1, 8) if moves.count(str(c)) < 6]
        print("bestmove", free[0], flush=True)
    elif words[0] == "quit":
        break
"""


def talk(arguments: list[str], lines: list[str]) -> tuple[list[str], str]:
    """Send lines to an engine; return its answers and what it wrote to standard error."""
    done = subprocess.run(
        [sys.executable, *arguments],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "kaggle.py").write_text("def act(observation, configuration):\n    return 3\n")
    (tmp_path / "uci.py").write_text(UCI)
    return tmp_path


@pytest.mark.parametrize("kind", ["fourscore", "kaggle"])
def test_bad_requests_are_answered_with_a_sentence(kind: str, files: Path) -> None:
    from fourscore.agents import engine

    arguments = {
        "fourscore": ["-m", "fourscore", "engine", "--agent", "random"],
        "kaggle": [engine.__file__, "kaggle", str(files / "kaggle.py")],
    }[kind]
    good = [f"move {EMPTY} seconds 1", "quit"]
    answers, errors = talk(arguments, ["fourscore 1", "newgame 7x6 standard", *BAD, "", *good])
    assert answers[0].startswith("ok ")
    assert answers[1] == "ok"
    assert answers[-1].startswith("best ")
    assert len(answers) == len(BAD) + 3
    for request, answer in zip(BAD, answers[2:-1], strict=True):
        # A ConnectX agent knows nothing of the rules, and plays on any board of the right form.
        played = kind == "kaggle" and answer == "best 4"
        assert answer.startswith(("error ", "no ")) or played, (request, answer)
    assert "Traceback" not in errors


def test_an_engine_in_the_style_of_uci_plays(files: Path) -> None:
    spec = f"uci:{sys.executable} {files / 'uci.py'},seconds=60"
    found = match(spec, "random", games=2, seed=3)
    assert not found.forfeits
    with agent(spec) as left:
        assert left.choose("1111112222").column == 1
        with pytest.raises(UnsupportedError):
            left.choose(Position.empty(6, 5))


def test_an_engine_in_the_style_of_uci_that_ends_is_reported() -> None:
    with (
        agent(f"uci:{sys.executable} -c pass,startup=60") as gone,
        pytest.raises(AgentError, match="ended before it answered 'uci'"),
    ):
        gone.choose("44")


def test_fourscore_speaks_in_the_style_of_uci() -> None:
    bad = ["position fen x", "position startpos moves 9", "position startpos moves x", "go depth x",
           "hello"]  # fmt: skip
    lines = ["uci", "isready", "ucinewgame", "position startpos moves 1 1 2 2 3 3", "go depth 2",
             *bad, "quit"]  # fmt: skip
    arguments = ["-m", "fourscore", "engine", "--uci", "--agent", "alphabeta:depth=4"]
    answers, errors = talk(arguments, lines)
    assert answers[:3] == ["id name fourscore alphabeta:depth=4", "uciok", "readyok"]
    assert "bestmove 4" in answers
    assert sum(answer.startswith("error ") for answer in answers) == len(bad)
    assert "Traceback" not in errors


def test_the_bridges_meet() -> None:
    command = f"{sys.executable} -m fourscore engine --uci --agent alphabeta:depth=4"
    with agent(f"uci:{command},startup=60,seconds=60,memory=0") as there:
        assert there.choose("112233").column == agent("alphabeta:depth=4").choose("112233").column


def test_conformance_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def of(text: str) -> dict[str, Verdict]:
        (tmp_path / "engine.py").write_text(text)
        spec = f"exec:{sys.executable} {tmp_path / 'engine.py'},seconds=60"
        return {finding.name: finding.verdict for finding in check(spec)}

    docs = Path(__file__).parents[2] / "docs/agents/protocol.md"
    example = docs.read_text(encoding="utf-8").split("# engine.py\n")[1].split("```")[0]
    monkeypatch.setattr("fourscore.arena.check.SILENCE", 60)
    assert of(example)["bad requests"] is Verdict.PASS
    silent = example.replace("    else:\n", "    elif False:\n")
    monkeypatch.setattr("fourscore.arena.check.SILENCE", 0.2)
    monkeypatch.setattr("fourscore.arena.check.BAD_REQUESTS", ("hello",))
    assert of(silent)["bad requests"] is Verdict.NOTE
