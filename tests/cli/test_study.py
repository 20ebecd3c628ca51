"""`fourscore study`: the whole command."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_without_a_name_the_studies_are_listed(run: Run) -> None:
    answer = run("study")
    assert answer.code == 0
    names = [line.split()[0] for line in answer.out.splitlines()[1:] if line]
    for name in ("adversarial", "depth-ladder", "replay", "efficiency", "accuracy", "all",
                 "levels", "lines"):  # fmt: skip
        assert name in names


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


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing", "--out", "x"], "No such command 'nothing'"),
        (["replay"], "Missing option '--out'"),
        (["learning", "--out", "OUT", "--minutes", "-1"], "a training cannot take -1 minutes"),
        (["learning", "--out", "OUT", "--ablation", "--positions", "10"], "leave --positions out"),
        (["replay", "--out", "/proc/nowhere"], "cannot make the folder '/proc/nowhere'"),
        (["replay", "--out", "OUT", "--games", "3", "--workers", "0"], "games come in pairs"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    run: Run, tmp_path: Path, arguments: list[str], words: str
) -> None:
    answer = run("study", *(str(tmp_path) if each == "OUT" else each for each in arguments))
    assert answer.code == 2
    assert answer.err.startswith("error: ")
    assert answer.err.count("\n") == 1
    assert words in answer.err
