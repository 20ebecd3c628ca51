"""`fourscore solve` and `fourscore bench`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.search.test_signatures import SIGNATURES


def test_as_a_process_of_its_own() -> None:
    command = [sys.executable, "-m", "fourscore", "solve", "44444455555526"]
    assert subprocess.check_output(command, text=True) == "44444455555526 14\n"


def test_positions_as_arguments(run: Run) -> None:
    done = run("solve", "44444455555526", "21366254327115")
    assert done.code == 0
    assert done.out.splitlines() == ["44444455555526 14", "21366254327115 6"]


def test_lines_of_standard_input_and_a_bad_one(run: Run) -> None:
    done = run("solve", stdin="44444455555526\n49\n\n4444444\n21366254327115\n")
    assert done.code == 2
    assert done.out.splitlines() == ["44444455555526 14", "21366254327115 6"]
    first, second = done.err.splitlines()
    assert first.startswith("error: line 2: move 2 of '49'")
    assert second.startswith("error: line 4: move 7 of '4444444': column 4 is full")


def test_every_column(run: Run) -> None:
    assert run("solve", "--all", "44444455555526").out == "44444455555526 2 3 14 . . 2 0\n"


def test_who_wins(run: Run) -> None:
    done = run("solve", "--weak", "44444455555526", "21366254327115")
    assert done.out.splitlines() == ["44444455555526 win", "21366254327115 win"]


def test_json_says_what_it_took(run: Run) -> None:
    answer = json.loads(run("solve", "--json", "44444455555526").out)
    assert answer["moves"] == "44444455555526"
    assert answer["score"] == {"value": 14, "result": 1, "plies": 1, "says": "wins in 1"}
    assert answer["best"] == [3]
    assert answer["line"] == [3]
    assert answer["columns"][-1]["column"] == 7
    assert answer["columns"][-1]["score"]["value"] == 0
    assert answer["nodes"] > 0


def test_other_sizes_boards_and_files(run: Run, tmp_path: Path) -> None:
    assert run("solve", "--size", "4x4", "").out == '"" 0\n'
    assert run("solve", "--size", "5x4", "12").out.startswith("12 ")
    board = tmp_path / "state.txt"
    board.write_text("-------\n-------\n-------\nO-XX---\nOXOX---\nXXOOXO-\n")
    done = run("solve", f"@{board}")
    label, score = done.out.split()
    assert label == "-------/-------/-------/O-XX---/OXOX---/XXOOXO-"
    assert int(score) == int(run("solve", label).out.split()[1])


def test_a_limit_gives_bounds(run: Run) -> None:
    label, bounds = run("solve", "--no-book", "--nodes", "100", "4").out.split()
    low, high = (int(each) for each in bounds.split(".."))
    assert label == "4"
    assert low <= -2 <= high


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--size", "20x20", "4"), "20 x (20 + 1) is 420"),
        (("--all", "--weak", "4"), "leave --weak and limits out"),
        (("--threads", "0", "4"), "Invalid value"),
        (("@/nowhere",), "there is no file '/nowhere'"),
        (("games/x.txt",), "there is no file 'games/x.txt'"),
    ],
)
def test_bad_input_is_one_sentence(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run("solve", *arguments)
    assert done.code == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_bench_prints_the_signatures(run: Run) -> None:
    *lines, bench, _ = run("bench").out.splitlines()
    counts = {name.strip(): int(nodes.replace(",", "")) for name, nodes in map(_halves, lines)}
    assert counts == SIGNATURES
    assert bench == f"Bench: {sum(SIGNATURES.values())}"


def _halves(line: str) -> tuple[str, str]:
    name, _, nodes = line.rpartition(" ")
    return name, nodes


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_on_a_terminal_lines_are_whole_and_in_words_too() -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "fourscore", "solve", "4453", "44444455555526"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    subprocess.run(command, stdout=theirs, stderr=theirs, env=environment, check=True)
    os.close(theirs)
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    # What the bar had written on each line was erased before.
    assert "\x1b[2K4453 -2  loses in 18\r\n" in shown
    assert "\x1b[2K44444455555526 14  wins in 1\r\n" in shown
