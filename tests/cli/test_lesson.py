"""`fourscore lesson` and `fourscore marks`."""

import json
from pathlib import Path

import pytest

from fourscore.insight.lessons.folder import built_in
from fourscore.insight.lessons.marks import read_keys, sign
from tests.cli.conftest import Run
from tests.insight.lessons.test_marks import ADA
from tests.insight.lessons.test_mistakes import GOOD


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD, encoding="utf-8")
    return path


def test_every_mistake_is_a_line(run: Run, file: Path) -> None:
    file.write_text(GOOD.replace("{alpha", "{alfa"), encoding="utf-8")
    answer = run("lesson", "check", str(file), "missing.toml")
    assert (answer.code, answer.out) == (2, "")
    first, second = answer.err.splitlines()
    assert first.startswith(f"{file}:20: in 'alfa of root', there is no fact 'alfa'")
    assert second == "error: cannot read the file 'missing.toml': No such file or directory"


def test_a_lesson_is_shown_without_answers_and_as_json(run: Run, file: Path) -> None:
    shown = run("lesson", "show", str(file)).out
    assert "Red is sure of 6." in shown
    assert "After 2." not in shown
    found = json.loads(run("lesson", "show", "minimax", "--json", "--answers").out)
    assert (found["name"], found["questions"]) == ("minimax", len(found["answers"]))
    assert found["steps"][0]["search"]["agent"] == "minimax:depth=2,eval=centre"


def test_from_the_key_of_a_class_to_its_marks(run: Run, tmp_path: Path) -> None:
    classes = ("--classes", str(tmp_path / "classes"))
    assert run("marks", "key", "10b", *classes).code == 0
    links = run("marks", "link", "10b", *classes).out.splitlines()
    assert len(links) == len(built_in())
    wrong = run("marks", "link", "10b", "--exercise", "alphabeta-9-7", *classes)
    assert (wrong.code, wrong.out) == (2, "")
    assert "the difficulty is 1, 2, 3 or 4, not 9" in wrong.err
    own = run("marks", "link", "10b", "--lesson", "our-own", *classes)
    assert own.out.endswith("/tour?lesson=our-own&class=10b\n")
    assert "`serve --lessons DIR` must have it" in own.err
    result = sign(ADA, read_keys(tmp_path / "classes")["10b"])
    folder, out = tmp_path / "in", tmp_path / "marks.csv"
    folder.mkdir()
    (folder / "ada.txt").write_text(result)
    (folder / "bob.txt").write_text(result[:-2] + "AA")
    answer = run("marks", "collect", str(folder), "--out", str(out), *classes)
    assert (answer.code, answer.out) == (1, f"1 result of 1 learner in '{out}'\n")
    assert answer.err.startswith("not counted: bob.txt: its signature does not fit")
    assert out.read_text().count("\n") == 2
