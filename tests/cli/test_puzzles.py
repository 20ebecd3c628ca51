"""`fourscore puzzles`."""

import json
import re

from fourscore.cli.puzzles import GradeOption, ThemeOption
from fourscore.core.notation import write_columns
from fourscore.insight.puzzles import Theme, daily_puzzle, find_puzzle
from fourscore.insight.puzzles.daily import today
from fourscore.insight.puzzles.grades import GRADES
from tests.cli.conftest import Run

ID = "27s0884gr8"


def test_answers_are_shown_on_request(run: Run) -> None:
    arguments = ["puzzles", "--count", "2", "--seed", "3", "--show-answers"]
    assert len(re.findall(r"^Answer: column [1-7]$", run(*arguments).out, re.M)) == 2
    found = json.loads(run(*arguments, "--json").out)["puzzles"]
    assert all(each["answer"] for each in found)
    assert run("puzzles", "--id", ID, "--try", "4").out.startswith("That is right.\n")


def test_the_options_are_the_grades_and_themes() -> None:
    assert [each.replace("-", " ") for each in GradeOption] == list(GRADES)
    assert [each.replace("-", " ") for each in ThemeOption] == [each.value for each in Theme]


def test_grade_and_theme_are_kept_and_new_ones_made(run: Run) -> None:
    chosen = ["--grade", "very-hard", "--theme", "odd-threat", "--count", "5", "--json"]
    for puzzle in json.loads(run("puzzles", *chosen).out)["puzzles"]:
        assert puzzle["grade"] == "very hard"
        assert "odd threat" in puzzle["themes"]
        assert puzzle["shipped"]
    (made,) = json.loads(run("puzzles", "--new", "--count", "1", "--json").out)["puzzles"]
    assert not made["shipped"]
    assert ", found from level" in run("puzzles", "--new", "--count", "1").out


def test_the_puzzle_of_the_day(run: Run) -> None:
    before = today()
    out = run("puzzles", "--daily").out
    assert any(daily_puzzle(day).id in out for day in (before, today()))
    assert daily_puzzle("2026-11-18").id in run("puzzles", "--daily", "2026-11-18").out
    shown = json.loads(run("puzzles", "--daily", "2026-11-18", "--json").out)
    assert (shown["date"], shown["id"]) == ("2026-11-18", daily_puzzle("2026-11-18").id)


def test_one_is_played_from_standard_input(run: Run) -> None:
    game = find_puzzle(ID).play()
    while not game.done:
        game.play(game.hint())
    own = write_columns(game.columns[::2])
    answer = run("puzzles", "--id", ID, "--play", stdin=f"hint\n{own}\n")
    assert (answer.code, answer.err) == (0, "")
    assert "It is about " in answer.out
    assert answer.out.endswith("Solved.\n")
    assert answer.out.count(" replies with column ") == len(game.steps) - 1
    assert str(game.position) in answer.out
    answer = run("puzzles", "--id", ID, "--play", stdin="1\n")
    assert "Column 1 loses in " in answer.out
    assert answer.out.endswith("Not solved; column 4 was best.\n")
    answer = run("puzzles", "--id", ID, "--play", stdin="answer\n")
    assert "Answer: column 4\n" in answer.out
    assert "Solved" not in answer.out
    for stdin in ("q\n", ""):
        assert run("puzzles", "--play", stdin=stdin).code == 0
    refused = run("puzzles", "--id", ID, "--play", stdin="6\n")
    assert (refused.code, refused.err) == (2, "error: move 1: column 6 is full\n")
