"""`fourscore tree`."""

import doctest
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    ("ending", "start"),
    [("svg", b"<svg"), ("html", b"<!doctype html>"), ("dot", b"digraph tree {")],
)
def test_files(run: Run, tmp_path: Path, ending: str, start: bytes) -> None:
    path = tmp_path / f"tree.{ending}"
    answer = run("tree", "--agent", "mcts:playouts=30", "--out", str(path), "--depth", "2")
    assert answer == (0, "", f"{path}: 31 nodes of mcts:playouts=30\n")
    assert path.read_bytes().startswith(start)


def test_a_trace_is_kept_and_shown_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    search = ("tree", "44", "--agent", "deepening:depth=3")
    run(*search, "--out", str(path))
    assert run("tree", "--load", str(path)).out == run(*search).out
    run("tree", "--load", str(path), "--out", str(tmp_path / "kept.json"))
    assert len(json.loads((tmp_path / "kept.json").read_text())["nodes"]["move"]) > 100


def test_a_cap_is_said(run: Run) -> None:
    capped = run("tree", "--agent", "minimax:depth=4", "--cap", "100").out
    assert "The trace has the first 100 nodes; 2,701 more were left out." in capped


def test_the_page_on_traces_is_true() -> None:
    tried = doctest.testfile(str(DOCS / "learn" / "trace.md"), module_relative=False)
    assert tried.failed == 0
    assert tried.attempted > 15
