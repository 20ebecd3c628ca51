"""`fourscore lesson` and `fourscore marks`."""

import csv
import json
from pathlib import Path

import pytest

from fourscore.insight.lessons.folder import built_in
from fourscore.insight.lessons.marks import Result, read_keys, sign
from tests.cli.conftest import Run
from tests.insight.lessons.test_mistakes import GOOD


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD, encoding="utf-8")
    return path


def test_every_mistake_is_a_line(run: Run, file: Path) -> None:
    file.write_text(
        GOOD.replace("{alpha", "{alfa").replace("{nodes |", "{nods |"), encoding="utf-8"
    )
    answer = run("lesson", "check", str(file), "missing.toml")
    assert (answer.code, answer.out) == (2, "")
    first, second, third = answer.err.splitlines()
    assert first.startswith(f"{file}:20: in 'alfa of root', there is no fact 'alfa'")
    assert second.startswith(f"{file}:40: in 'nods', there is no fact 'nods'")
    assert third == "error: cannot read the file 'missing.toml': No such file or directory"


def test_a_lesson_is_shown_with_and_without_answers(run: Run, file: Path) -> None:
    shown = run("lesson", "show", str(file)).out
    assert "Red is sure of 6." in shown
    assert "After 2." not in shown
    answered = run("lesson", "show", str(file), "--answers").out
    assert " * 2. 2\n   3. 3\nAfter 2." in answered


def test_json_is_that_of_the_api(run: Run) -> None:
    found = json.loads(run("lesson", "show", "minimax", "--json", "--answers").out)
    assert (found["name"], found["questions"]) == ("minimax", len(found["answers"]))
    assert found["steps"][0]["search"]["agent"] == "minimax:depth=2,eval=centre"


def result(learner: str, right: int) -> Result:
    return Result(class_name="10b", learner=learner, kind="lesson", item="minimax",
                  answers=(1, 1, 1), right=right, questions=3, checked=True,
                  time="2026-01-31T10:00:00Z")  # fmt: skip


def test_from_the_key_of_a_class_to_its_marks(run: Run, tmp_path: Path) -> None:
    classes = ("--classes", str(tmp_path / "classes"))
    assert run("marks", "key", "10b", *classes).code == 0
    again = run("marks", "key", "10b", *classes)
    assert again.code == 2
    assert "there is a key for the class 10b already" in again.err
    links = run("marks", "link", "10b", *classes).out.splitlines()
    assert len(links) == len(built_in())
    one = run("marks", "link", "10b", "--lesson", "order", "--learner", "Ada Lovelace",
              "--server", "https://lab.example/", *classes)  # fmt: skip
    assert one.out == "https://lab.example/tour?lesson=order&class=10b&learner=Ada%20Lovelace\n"
    wrong = run("marks", "link", "10b", "--exercise", "alphabeta-9-7", *classes)
    assert (wrong.code, wrong.out) == (2, "")
    assert "the difficulty is 1, 2, 3 or 4, not 9" in wrong.err
    own = run("marks", "link", "10b", "--lesson", "our-own", *classes)
    assert own.out.endswith("/tour?lesson=our-own&class=10b\n")
    assert "`serve --lessons DIR` must have it" in own.err
    key = read_keys(tmp_path / "classes")["10b"]
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "ada.txt").write_text(sign(result("Ada", 3), key))
    (folder / "bob.txt").write_text(sign(result("Bob", 1), key).replace("fourscore-marks.e", "x"))
    (folder / "cy.txt").write_text(sign(result("Cy", 1), key)[:-2] + "AA")
    out = tmp_path / "marks.csv"
    answer = run("marks", "collect", str(folder), "--out", str(out), *classes)
    assert (answer.code, answer.out) == (1, f"1 result of 1 learner in '{out}'\n")
    bob, cy = answer.err.splitlines()
    assert bob == "not counted: bob.txt: there is no result in it"
    assert cy.startswith("not counted: cy.txt: its signature does not fit")
    (row,) = csv.DictReader(out.read_text().splitlines())
    assert (row["learner"], row["name"], row["right"], row["percent"]) == ("Ada", "minimax", "3", "100")  # noqa: E501 # fmt: skip
