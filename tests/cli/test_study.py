"""`fourscore study`: the whole command."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_without_a_name_the_studies_are_listed(run: Run) -> None:
    answer = run("study")
    assert answer.code == 0
    names = {line.split()[0] for line in answer.out.splitlines()[1:] if line}
    assert {"adversarial", "depth-ladder", "replay", "efficiency", "accuracy", "all"} <= names


@pytest.mark.slow
def test_a_study_prints_and_writes(run: Run, tmp_path: Path) -> None:
    command = ["study", "replay", "--out", str(tmp_path / "new"), "--games", "2", "--workers", "0"]
    answer = run(*command)
    assert (answer.code, answer.err) == (0, "")
    assert "36,414" in answer.out
    assert "19,608" in answer.out
    assert "10 files in" in answer.out
    assert (tmp_path / "new" / "replay.md").read_text(encoding="utf-8").startswith("# Report D")
    assert run(*command).code == 0, "the same command resumes"
