"""`fourscore tree`."""

import doctest
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

DOCS = Path(__file__).parents[2] / "docs"


def test_the_terminal_shows_the_best_line_and_folds_the_rest(run: Run) -> None:
    answer = run("tree", "4453", "--agent", "alphabeta:depth=3", "--nodes", "10")
    lines = answer.out.splitlines()
    assert lines[0] == "alphabeta:depth=3: 207 nodes"
    assert lines[1].startswith("X searches and plays column 3.")
    assert lines[2].startswith("X to move: 11")
    assert "├── 3: 11  (9, ∞)  best" in lines
    assert sum(line.endswith(" best") for line in lines) == 3
    assert sum(line.endswith(" more") for line in lines) == 8
    assert not answer.err


@pytest.mark.parametrize("ending", ["svg", "html", "dot", "json", "npz"])
def test_files(run: Run, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"tree.{ending}"
    part = [] if ending in ("json", "npz") else ["--depth", "2"]
    answer = run("tree", "--agent", "mcts:playouts=30", "--out", str(path), *part)
    assert answer.code == 0
    assert answer.out == ""
    assert answer.err == f"{path}: 31 nodes of mcts:playouts=30\n"
    content = path.read_bytes()
    starts = {
        "svg": b"<svg",
        "html": b"<!doctype html>",
        "dot": b"digraph tree {",
        "json": b'{"format":"fourscore trace"',
        "npz": b"PK",
    }
    assert content.startswith(starts[ending])


def test_a_trace_is_kept_and_shown_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    first = run("tree", "44", "--agent", "deepening:depth=3")
    run("tree", "44", "--agent", "deepening:depth=3", "--out", str(path))
    again = run("tree", "--load", str(path))
    assert again.out == first.out
    run("tree", "--load", str(path), "--out", str(tmp_path / "kept.json"))
    assert len(json.loads((tmp_path / "kept.json").read_text())["nodes"]["move"]) > 100


def test_a_cap_is_said(run: Run) -> None:
    capped = run("tree", "--agent", "minimax:depth=4", "--cap", "100").out
    assert "The trace has the first 100 nodes; 2,701 more were left out." in capped


def test_the_page_on_traces_is_true() -> None:
    tried = doctest.testfile(str(DOCS / "learn" / "trace.md"), module_relative=False)
    assert tried.failed == 0
    assert tried.attempted > 15
