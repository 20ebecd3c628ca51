"""`fourscore tree`."""

import doctest
import json
import re
import shlex
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


def test_truth_is_summed_up(run: Run) -> None:
    answer = run("tree", "4444445555553332", "--agent", "minimax:depth=2", "--truth")
    assert "exactly: " in answer.out
    assert answer.out.splitlines()[-1].startswith(
        "26 nodes solved, 26 of them decided; the search favours a side in "
    )


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


def test_an_iteration_of_deepening(run: Run) -> None:
    first = run("tree", "--agent", "deepening:depth=3", "--iteration", "1").out
    assert "Of 3 iterations, that of depth 1 is shown." in first
    assert first.count("── ") == 7


def test_chance_and_caps_are_said(run: Run) -> None:
    chance = run("tree", "--variant", "slip", "--agent", "expectiminimax:depth=1").out
    assert "aim 4: " in chance
    assert "60 % likely" in chance
    capped = run("tree", "--agent", "minimax:depth=4", "--cap", "100").out
    assert "The trace has the first 100 nodes; 2,701 more were left out." in capped


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--out", "tree.gif"], "cannot write 'tree.gif': its name must end in .svg, .html"),
        (["--agent", "perfect"], "Perfect cannot be traced"),
        (["--own", ""], "there is no tree; write one as"),
        (["--agent", "astar", "--truth"], "the opponent never moves"),
        (["--load", "nothing.npz"], "cannot read the file 'nothing.npz': No such file"),
        (["--iteration", "9"], "there is no iteration of depth 9 in the trace; it has 3"),
        (["--agent", "mcts:playouts=5", "--iteration", "1"], "--iteration is for deepening"),
        (["--nodes", "0"], "Invalid value for '--nodes'"),
        (["1122334"], "the game is over: X wins"),
        (["--out", "no/such/place.svg"], "cannot write the file 'no/such/place.svg'"),
    ],
)
def test_mistakes_get_one_sentence(run: Run, arguments: list[str], why: str) -> None:
    answer = run("tree", *arguments)
    assert answer.code == 2
    assert answer.err.startswith("error: ")
    assert why in answer.err
    assert answer.err.count("\n") == 1
    assert not answer.out


def test_the_page_on_trees_shows_what_the_command_says(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (DOCS / "learn" / "tree.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n\$ fourscore (.*?)\n(.*?)```", text, re.S)
    assert len(blocks) >= 6
    for command, shown in blocks:
        answer = run(*shlex.split(command))
        assert answer.out + answer.err == shown, command


def test_the_page_on_traces_is_true() -> None:
    tried = doctest.testfile(str(DOCS / "learn" / "trace.md"), module_relative=False)
    assert tried.failed == 0
    assert tried.attempted > 15
