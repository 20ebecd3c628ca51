"""Traces that are kept come back the same; what is damaged is refused in one sentence."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fourscore.core.position import Position
from fourscore.core.variants import SLIP
from fourscore.errors import InputError
from fourscore.insight.drawing.suffixes import TRACES
from fourscore.insight.trace.file import from_dict, load_trace, save_trace, to_dict
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.tracing import trace
from fourscore.insight.trace.truth import solve_nodes
from tests.core.strategies import attempt
from tests.search.positions import STATE_3, play_out

FILES = Path(__file__).parent / "files"
SPECS = (
    ("minimax:depth=2", "fill"),
    ("alphabeta:depth=4", "standard"),
    ("deepening:depth=3", "standard"),
    ("expectiminimax:depth=2", "slip"),
    ("astar:nodes=50", "standard"),
    ("mcts:playouts=80", "slip"),
    ("alphabeta:depth=12,nodes=500", "standard"),
)


def same(one: Trace, other: Trace) -> bool:
    for name, mine in vars(one).items():
        theirs = vars(other).get(name)
        if isinstance(mine, np.ndarray):
            assert theirs is not None
            assert mine.dtype == theirs.dtype, name
            assert np.array_equal(mine, theirs, equal_nan=mine.dtype.kind == "f"), name
        elif name not in ("_by_parent", "boards", "sizes", "line"):
            assert mine == theirs, name
    return True


@pytest.mark.parametrize("ending", TRACES)
@pytest.mark.parametrize(("spec", "variant"), SPECS)
def test_what_is_saved_comes_back(spec: str, variant: str, ending: str, tmp_path: Path) -> None:
    seen = trace(play_out(4, 9, 6, 5, variant)[0], spec, cap=400)
    path = tmp_path / f"tree{ending}"
    save_trace(seen, path)
    assert same(seen, load_trace(path))
    assert b"pickle" not in path.read_bytes()


@pytest.mark.parametrize(
    ("name", "spec", "position"),
    [
        ("alphabeta-solved", "alphabeta:depth=3", Position.empty(4, 4).play(0)),
        ("mcts-slip", "mcts:playouts=60,seed=1", Position.empty(5, 4, SLIP)),
    ],
)
@pytest.mark.parametrize("ending", TRACES)
def test_files_of_version_1_are_read(name: str, spec: str, position: Position, ending: str) -> None:
    """They were written when the format was new; only random games have been added since."""
    old = load_trace(FILES / f"{name}{ending}")
    new = trace(position, spec, cap=old.cap)
    if old.exact is not None:
        new = solve_nodes(new)
    report = replace(new.report, seconds=old.report.seconds)
    assert same(replace(new, report=report, playout_games=old.playout_games), old)
    written = json.loads((FILES / f"{name}.json").read_text())
    assert all(to_dict(old)[part] == written[part] for part in ("nodes", "playouts", "iterations"))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("kept")
    seen = trace(STATE_3, "mcts:playouts=30")
    for ending in TRACES:
        save_trace(seen, folder / f"tree{ending}")
    return {ending: (folder / f"tree{ending}").read_bytes() for ending in TRACES}


@pytest.mark.parametrize("ending", TRACES)
@given(data=st.data())
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damage_gives_one_sentence(
    ending: str, data: st.DataObject, kept: dict[str, bytes], tmp_path: Path
) -> None:
    content = bytearray(kept[ending])
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content) - 1)) :]
    for _ in range(data.draw(st.integers(0, 3))):
        if content:
            content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / f"damaged{ending}"
    path.write_bytes(content)
    read = attempt(lambda: load_trace(path), InputError)
    if isinstance(read, InputError):
        assert str(read).startswith(f"cannot read the trace '{path}': ")
        assert "\n" not in str(read)
    else:
        # What passes is a tree that can be walked.
        assert all(read.rows(node) and read[node] for node in range(len(read)))


def broken(name: str, place: int, value: object) -> dict[str, object]:
    data = to_dict(trace(Position.empty(), "minimax:depth=2"))
    data["nodes"][name][place] = value
    return data


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({}, "not a trace of fourscore"),
        ([], "not a trace of fourscore"),
        ({"format": "fourscore trace", "version": 2}, "version 2; this fourscore reads version 1"),
        (broken("parent", 3, 5), "do not form a tree"),
        (broken("parent", 3, None), "do not form a tree"),
        (broken("move", 3, 8), "do not form a tree"),
        (broken("depth", 3, 5), "not those of a game"),
    ],
)
def test_what_does_not_hold_together_is_refused(data: object, why: str) -> None:
    with pytest.raises(InputError, match=why):
        from_dict(data)


def test_files_that_are_not_there_or_have_odd_names(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the file"):
        load_trace(tmp_path / "none.npz")
    seen = trace(Position.empty(), "minimax:depth=1")
    with pytest.raises(InputError, match=r"must end in \.json or \.npz"):
        save_trace(seen, tmp_path / "tree.pickle")
    with pytest.raises(InputError, match="cannot write the file"):
        save_trace(seen, tmp_path / "no" / "tree.json")
