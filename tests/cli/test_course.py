"""`fourscore course`."""

import json
from pathlib import Path

import pytest

from fourscore.insight.course.goals import find_goal
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURSCORE_STATE", str(tmp_path))
    return tmp_path


def test_a_line_is_learned_and_kept(run: Run, state: Path) -> None:
    line = find_goal("level-5").lines[0]
    moves = " ".join(str(card.column + 1) for card in line.cards)
    answer = run("course", stdin=moves)
    assert answer.code == 0
    assert f"A new line of {len(line.cards)} moves." in answer.out
    assert f"1 of {len(find_goal('level-5').lines)} lines known." in answer.out
    assert line.rule is not None
    assert line.rule.text in answer.out
    stored = json.loads((state / "course.json").read_text())
    assert set(stored["cards"]) == {card.id for card in line.cards}
    target = state / "copy.json"
    assert run("course", "--export", str(target)).code == 0
    (state / "course.json").unlink()
    assert run("course", "--import", str(target)).code == 0
    assert json.loads((state / "course.json").read_text()) == stored


def test_errors_are_explained_and_the_line_comes_back(run: Run) -> None:
    line = find_goal("level-5").lines[0]
    moves = " ".join(str(card.column + 1) for card in line.cards)
    answer = run("course", stdin=f"1 {moves}")
    assert "Column 1 loses in 20. The course plays column 4." in answer.out
    assert "Not without an error; the line comes back." in answer.out
    assert "0 of" in answer.out


def test_stopping_keeps_what_was_answered(run: Run, state: Path) -> None:
    answer = run("course", stdin="? 4 q")
    assert answer.code == 0
    assert "this help" in answer.out
    assert set(json.loads((state / "course.json").read_text())["cards"]) == {"first:0"}
