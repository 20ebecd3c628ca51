"""The line protocol and its bridges: bad requests, engines in the style of UCI, conformance."""

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from fourscore.agents.adapters import ProtocolEngine
from fourscore.agents.engine import Engine, KaggleEngine, serve
from fourscore.agents.registry import agent
from fourscore.agents.uci import serve_uci
from fourscore.arena.match import match
from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.variants import VARIANTS
from fourscore.errors import AgentError, UnsupportedError
from fourscore.search.types import Limit

PYTHON = shlex.quote(sys.executable)
LONG = "startup=600,seconds=600"
EMPTY = "/".join(["-------"] * 6)
BAD = [
    "newgame",
    "newgame axb standard",
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
    word, *rest = line.split()
    if word in ("uci", "isready"):
        print("id name left\\n" + {"uci": "uciok", "isready": "readyok"}[word], flush=True)
    elif word == "position":
        moves = rest[2:]
    elif word == "go":
        free = [c for c in range(1, 8) if moves.count(str(c)) < 6]
        print("info depth 1\\nbestmove", free[0], flush=True)
"""


def talk(engine: Engine, *lines: str) -> list[str]:
    """Send lines to an engine in this process; return its answers."""
    sink = io.StringIO()
    serve(engine, lines, sink)
    return sink.getvalue().splitlines()


# fourscore's own


@pytest.mark.parametrize("kind", ["fourscore", "kaggle"])
def test_bad_requests_are_answered_with_a_sentence(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "agent.py"
    file.write_text("def act(observation, configuration):\n    return 3\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])  # a ConnectX agent may import what lies beside it
    engine = KaggleEngine(str(file)) if kind == "kaggle" else ProtocolEngine(agent("random"))
    good = [f"move {EMPTY} seconds 1", "quit", "move"]
    answers = talk(engine, "fourscore 1", "newgame 7x6 standard", *BAD, "", *good)
    assert answers[0].startswith("ok ")
    assert answers[1] == "ok"
    assert answers[-1].startswith("best ")
    assert len(answers) == len(BAD) + 3
    for request, answer in zip(BAD, answers[2:-1], strict=True):
        # A ConnectX agent knows nothing of the rules, and plays on any board of the right form.
        played = kind == "kaggle" and answer == "best 4"
        assert answer.startswith(("error ", "no ")) or played, (request, answer)
    assert capsys.readouterr() == ("", "")


def test_answers_say_what_is_wrong() -> None:
    board = f"{EMPTY[:-4]}X---"
    expected = {
        "fourscore 1": "ok fourscore alphabeta:depth=2",
        "fourscore 9": "no this is version 1",
        "newgame 7x6 slip": "no fourscore alphabeta:depth=2 plays standard and fill",
        "newgame 99x9 fill": "no a 99x9 board is too large",
        "newgame 7": "error newgame needs a size and a variant",
        f"move {board} seconds 600 colour 3": "best ",
        "move nonsense": "error the board has 1 row;",
        "foo": "error there is no request 'foo'",
        f"move {board[:-1]}Q": "error row 6 from the top, column 7: 'Q'",
    }
    answers = talk(ProtocolEngine(agent("alphabeta:depth=2")), *expected)
    for answer, beginning in zip(answers, expected.values(), strict=True):
        assert answer.startswith(beginning)
    assert re.fullmatch(r"best \d nodes \d+ depth 2 value -?\d+ line \d,\d", answers[5])


def test_fourscore_plays_itself_through_the_protocol() -> None:
    spec = "alphabeta:depth=4"
    own = agent(spec)
    engine = f"{PYTHON} -m fourscore.cli.main engine --agent {spec}"
    with agent(f"exec:{engine},,{LONG}") as player:
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


# In the style of UCI


def test_an_engine_in_the_style_of_uci_plays(tmp_path: Path) -> None:
    (tmp_path / "uci.py").write_text(UCI, encoding="utf-8")
    spec = f"uci:{PYTHON} {tmp_path / 'uci.py'},{LONG}"
    found = match(spec, "random", games=2, seed=3)
    assert not found.forfeits
    with agent(spec) as left:
        assert left.choose("1111112222").column == 1
        with pytest.raises(UnsupportedError):
            left.choose(Position.empty(6, 5))


def test_an_engine_in_the_style_of_uci_that_ends_is_reported() -> None:
    with pytest.raises(AgentError, match="ended before it answered 'uci'"):
        agent(f"uci:{PYTHON} -c pass,{LONG}").prepare()


def test_fourscore_speaks_in_the_style_of_uci() -> None:
    bad = ["position fen x", "position startpos moves 9", "position startpos moves x", "go depth x",
           "hello"]  # fmt: skip
    lines = ["uci", "isready", "ucinewgame", "position startpos moves 1 1 2 2 3 3", "go depth 2",
             *bad, "quit", "uci"]  # fmt: skip
    sink = io.StringIO()
    serve_uci(agent("alphabeta:depth=4"), lines, sink)
    answers = sink.getvalue().splitlines()
    assert answers[:3] == ["id name fourscore alphabeta:depth=4", "uciok", "readyok"]
    *_, best = answers[: -len(bad)]
    assert best == "bestmove 4"
    assert all(answer.startswith("error ") for answer in answers[-len(bad) :])


def test_the_bridges_meet() -> None:
    command = f"{PYTHON} -m fourscore engine --uci --agent alphabeta:depth=4"
    with agent(f"uci:{command},,{LONG},memory=0") as there:
        assert there.choose("112233").column == agent("alphabeta:depth=4").choose("112233").column
