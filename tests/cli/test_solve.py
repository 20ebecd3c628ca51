"""`fourscore solve` and `fourscore bench`."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_lines_of_standard_input_and_a_bad_one(run: Run) -> None:
    done = run("solve", stdin="44444455555526\n49\n\n4444444\n21366254327115\n")
    assert done.code == 2
    assert done.out.splitlines() == ["44444455555526 14", "21366254327115 6"]
    first, second = done.err.splitlines()
    assert first.startswith("error: line 2: move 2 of '49'")
    assert second.startswith("error: line 4: move 7 of '4444444': column 4 is full")


def test_who_wins(run: Run) -> None:
    done = run("solve", "--weak", "44444455555526", "21366254327115")
    assert done.out.splitlines() == ["44444455555526 win", "21366254327115 win"]


def test_other_sizes_boards_and_files(run: Run, tmp_path: Path) -> None:
    assert run("solve", "--size", "4x4", "").out == '"" 0\n'
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


def test_bench_prints_the_signatures_and_their_sum(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourscore.search.signature.signatures", lambda: {"astar": 1_183})
    monkeypatch.setattr("fourscore.solver.signature", lambda: 20)
    *lines, bench, _ = run("bench").out.splitlines()
    assert [line.split() for line in lines] == [["astar", "1,183"], ["solver", "20"]]
    assert bench == "Bench: 1203"
