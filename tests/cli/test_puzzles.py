"""`fourscore puzzles`."""

import json
import re

from fourscore.cli.puzzles import GradeOption, ThemeOption
from fourscore.core.notation import read_moves, write_columns
from fourscore.insight.puzzles import Theme, daily_puzzle, find_puzzle, puzzles
from fourscore.insight.puzzles.daily import today
from fourscore.insight.puzzles.grades import GRADES
from tests.cli.conftest import Run

MOVES, ID = "627431475612667316367", "27s0884gr8"


def test_puzzles_hide_their_answers(run: Run) -> None:
    answer = run("puzzles", "--count", "2", "--seed", "3")
    assert (answer.code, answer.err) == (0, "")
    about = r"\w+ ?\w*, rated \d+, found from level \d+ on"
    ids = re.findall(rf"^Puzzle \d  (\w+)  {about}$", answer.out, re.M)
    assert len(ids) == 2
    assert len(re.findall(r"^[XO] to move and (win|not lose): which is", answer.out, re.M)) == 2
    assert "Answer" not in answer.out
    shown = run("puzzles", "--count", "2", "--seed", "3", "--show-answers").out
    assert len(re.findall(r"^Answer: column [1-7]$", shown, re.M)) == 2
    assert all(each in shown for each in ids)


def test_one_puzzle_comes_back_by_its_id(run: Run) -> None:
    out = run("puzzles", "--id", ID).out
    assert str(read_moves(MOVES)) in out
    assert "Answer" not in out
    out = run("puzzles", "--answer", ID).out
    assert "Answer: column 4\nO wins in 10 with column 4.\n" in out
    assert re.search(r"^Line: 4 4 4( \d)+$", out, re.M)


def test_an_attempt(run: Run) -> None:
    assert run("puzzles", "--id", ID, "--try", "4").out.startswith("That is right.\n")
    assert run("puzzles", "--id", ID, "--try", "1").out.startswith("That is not it.\nColumn 1 ")


def test_json_hides_the_answer_too(run: Run) -> None:
    arguments = ["puzzles", "--count", "1", "--seed", "3", "--json"]
    (hidden,) = json.loads(run(*arguments).out)["puzzles"]
    (answered,) = json.loads(run(*arguments, "--show-answers").out)["puzzles"]
    assert answered == {**hidden, "answer": answered["answer"]}


# Which puzzles


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


# Playing out


def test_moves_so_far_are_tried(run: Run) -> None:
    (puzzle,) = puzzles(count=1, grade="easy", aim="win", seed=5)
    game = puzzle.play(puzzle.column)
    first = run("puzzles", "--id", puzzle.id, "--try", str(puzzle.column + 1)).out
    assert f'--try "{" ".join(str(c + 1) for c in game.columns)} COLUMN" plays on.' in first
    step = game.play(game.hint())
    moves = " ".join(str(column + 1) for column in step.columns[:3])
    out = run("puzzles", "--id", puzzle.id, "--try", moves).out
    assert out.startswith(f"{step.says}\n")


def test_one_is_played_from_standard_input(run: Run) -> None:
    puzzle = find_puzzle(ID)
    game = puzzle.play()
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
