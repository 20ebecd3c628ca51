"""Grading: what good, weak and hostile agents get, and what is said about them."""

import ast
import json
import sys
from pathlib import Path

import pytest

from fourscore.core.position import Position
from fourscore.errors import Cancelled, InputError
from fourscore.insight.grading.export import write_gradescope, write_otter
from fourscore.insight.grading.grading import Grade, Plan, grade
from fourscore.insight.grading.positions import draw_questions, read_questions
from fourscore.insight.grading.rubric import Rubric, read_rubric
from fourscore.insight.grading.submission import Limits, Submission, find_agent
from fourscore.search.control import Cancel
from fourscore.solver import Solver
from tests.processes import is_running

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux caps memory from outside")

CENTRE = "def choose(position):\n    return min(position.legal, key=lambda c: abs(c - 3))\n"
CHANCE = "import random\ndef choose(position):\n    return random.choice(position.legal)\n"


def plan_for(
    suite: str, positions: int, games: int = 1, seed: int = 0, seconds: float = 500
) -> Plan:
    """Return a plan with the shipped rubric and other limits."""
    found = read_rubric()
    rubric = Rubric(found.title, found.criteria, Limits(seconds, 512), found.round_to)
    return Plan(rubric, draw_questions(suite, positions, seed), ("random",), games, seed)


def grade_text(folder: Path, text: str, positions: int = 2, **more: float) -> Grade:
    """Grade the text of a file."""
    path = folder / "mine.py"
    path.write_text(text, encoding="utf-8")
    return grade(Submission(str(path)), plan_for("mixed", positions, **more))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Grade:
    """Return the grade of an agent that does as it should."""
    text = f"import os.path, fourscore\nfrom random import choice\n{CENTRE}"
    return grade_text(tmp_path_factory.mktemp("graded"), text, 8, games=2)


def said(found: Grade) -> str:
    return " | ".join(map(str, found.failures))


def test_a_file_is_graded_by_positions_and_games(graded: Grade) -> None:
    assert (graded.failures, graded.imports) == ((), ("fourscore", "os", "random"))
    assert len(graded.answers) == 8
    assert [each.games for each in graded.matches] == [2]
    assert graded.marks[0].points == 20
    for answer in graded.answers:
        assert answer.column == min(answer.question.position.legal, key=lambda c: abs(c - 3))


def test_judgements_are_those_of_the_solver() -> None:
    solver = Solver()
    for answer in grade(Submission("random"), plan_for("middle", 8)).answers:
        assert answer.column is not None
        found = solver.analyse(answer.question.position)
        assert answer.is_best == (answer.column in found.best)
        assert answer.keeps == (found.scores[answer.column].sign == found.score.sign)


def test_perfect_play_gets_every_point() -> None:
    found = grade(Submission("perfect"), plan_for("middle", 6, games=2, seed=3))
    assert found.points == found.plan.rubric.points


def test_the_same_seed_gives_the_same_points_even_to_chance(tmp_path: Path) -> None:
    one, two, other = (grade_text(tmp_path, CHANCE, 4, seed=seed) for seed in (5, 5, 6))
    assert [each.column for each in one.answers] == [each.column for each in two.answers]
    assert write_gradescope(one) == write_gradescope(two)
    assert one.plan.questions != other.plan.questions


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("class Mine:\n    def choose(self, position, limit): ...\n", "Mine"),
        ("class Mine: ...\nbest = Mine()\n", "best"),
        ("def agent(position): ...\ndef later(x, y, z): ...\n", "agent"),
        ("import os\nagent = lambda position: position.legal[0]\n", "agent"),
        ("def agent(observation): ...\ndef later(x): ...\n", "agent"),
    ],
    ids=["class", "object", "by name", "lambda", "not the last"],
)
def test_agents_of_every_form_are_found(text: str, name: str) -> None:
    assert find_agent(ast.parse(text), "mine.py") == ("python", name)


LEFT = "def left(position):\n    return position.legal[0]\ndef later(position): ...\n"
CONNECTX = "def agent(observation, configuration):\n    return observation.board.index(0)\n"


@pytest.mark.parametrize(("text", "wanted"), [(LEFT, ":left"), (CONNECTX, "")])
def test_the_agent_that_was_found_is_asked(tmp_path: Path, text: str, wanted: str) -> None:
    path, plan = tmp_path / "mine.py", plan_for("easy", 2)
    path.write_text(text)
    found = grade(Submission(f"{path}{wanted}"), plan)
    assert not found.failures
    columns = [each.column for each in found.answers]
    assert columns == [each.position.legal[0] for each in plan.questions]
    assert "defines no 'middle'" in said(grade(Submission(f"{path}:middle"), plan))


BAD = {
    "illegal": ("def choose(position):\n    return 9\n", "illegal move: '10' is not a column"),
    "raising": ("def choose(position):\n    return 1 // 0\n", "it raised ZeroDivisionError"),
    "endless": ("def choose(position):\n    while True: pass\n", "did not answer in 0.3 s"),
    "syntax": ("def choose(position)\n    return 3\n", "mine.py, line 1: expected ':'"),
    "empty": ("", "defines no function or class"),
    "not text": ("\0", "mine.py"),
}
GREEDY = ("def choose(p):\n    return len(bytearray(10**10))\n", "it raised MemoryError")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [*BAD.values(), pytest.param(*GREEDY, marks=LINUX)],
    ids=[*BAD, "too much memory"],
)
def test_a_bad_agent_gets_no_points(tmp_path: Path, text: str, sentence: str) -> None:
    found = grade_text(tmp_path, text, seconds=0.3 if "0.3 s" in sentence else 500)
    assert sentence in said(found)
    assert found.points == 0
    assert [each.is_legal for each in found.answers] == [False, False]
    assert [(each.losses, each.forfeits) for each in found.matches] == [(1, 1)]


def test_what_it_prints_does_no_harm(tmp_path: Path) -> None:
    text = "def choose(p):\n    print('best 1\\n' * 1000)\n    return p.legal[-1]\n"
    found = grade_text(tmp_path, f"print('ok')\n{text}")
    assert not found.failures
    # Which of its lines was the last to arrive, only its pipe knows.
    examples = tuple(f"It prints text, such as '{line}" for line in ("best 1", "ok"))
    assert any(note.startswith(examples) for note in found.notes)
    assert all(each.column == each.question.position.legal[-1] for each in found.answers)


STARTING = """
import subprocess
from pathlib import Path

class Mine:
    def __init__(self):
        self.pool = subprocess.Popen(["sleep", "1000"])
        self.started = []

    def new_game(self):
        pass

    def choose(self, position, limit):
        assert self.pool.poll() is None
        assert all(each.wait() == -9 for each in self.started)
        self.started = [
            subprocess.Popen(["sleep", "1000"], start_new_session=hides) for hides in (False, True)
        ]
        with (Path(__file__).parent / "pids").open("a") as file:
            print(self.pool.pid, *(each.pid for each in self.started), file=file)
        return position.legal[0]
"""
FORKING = """
import os
from pathlib import Path

def choose(p):
    pid = os.fork()
    while pid == 0:
        os.write(1, b'best 2\\n' * 100)
    with (Path(__file__).parent / "pids").open("a") as file:
        print(pid, file=file)
    return p.legal[0]
"""


@pytest.mark.parametrize(
    "text", [pytest.param(STARTING, marks=LINUX), pytest.param(FORKING, marks=POSIX)], ids=len
)
def test_what_it_starts_to_choose_does_no_harm_and_ends(tmp_path: Path, text: str) -> None:
    """What it has started before, such as a pool of workers, ends with the agent."""
    found = grade_text(tmp_path, text)
    assert not found.failures
    assert all(each.column == each.question.position.legal[0] for each in found.answers)
    assert not any(map(is_running, map(int, (tmp_path / "pids").read_text().split())))


def test_after_some_failures_in_a_row_no_more_is_asked(tmp_path: Path) -> None:
    found = grade_text(tmp_path, BAD["raising"][0], 7)
    sentence = "after 5 failures in a row, 2 positions were not asked and count as failed"
    assert sentence in said(found)
    assert len(found.answers) == 7


def test_a_failure_now_and_then_costs_that_answer_only(tmp_path: Path) -> None:
    found = grade_text(
        tmp_path,
        "def choose(position):\n"
        "    if position.ply % 2:\n"
        "        raise ValueError(position.ply)\n"
        "    return position.legal[0]\n",
        12,
    )
    failed = [each for each in found.answers if not each.is_legal]
    assert 0 < len(failed) < 12
    assert all(each.question.position.ply % 2 for each in failed) or "in a row" in said(found)
    # What differs in numbers only is one sentence.
    assert len([each for each in found.failures if "ValueError" in each.sentence]) == 1


def test_a_cancelled_grading_gives_no_points() -> None:
    cancel, plan = Cancel(), plan_for("easy", 5)
    with pytest.raises(Cancelled):
        grade(Submission("random"), plan, cancel=cancel, on_step=lambda *_: cancel.cancel())


def test_a_missing_file_and_an_unknown_spec_are_refused() -> None:
    for text, sentence in (("nowhere.py", "there is no file"), ("nobody", "there is no agent")):
        with pytest.raises(InputError, match=f"{sentence} '{text}'"):
            Submission(text)


def test_a_file_of_positions_is_read_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "suite.txt"
    path.write_text("# mine\n4453 -2\n\n44444455555526\n", encoding="utf-8")
    first, second = read_questions(path)
    assert (first.position, first.best) == (Position("4453"), -2)
    assert second.best == 14
    for text, sentence in (
        ("4453 -2\n44 3\n", r"line 2 of .*: 44 is worth \+1, not 3"),
        ("48\n", "line 1 of"),
        ("1122334 5\n", "line 1 of .*: the game is over"),
        ("\n", "has no positions"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=sentence):
            read_questions(path)


def test_a_suite_has_equally_many_of_each_class() -> None:
    found = draw_questions("mixed", 10, 1)
    counts = [sum(each.kind == kind for each in found) for kind in ("easy", "medium", "hard")]
    assert counts == [3, 3, 2]
    assert len({each.position for each in found}) == 10
    with pytest.raises(InputError, match="there is no suite 'esay'"):
        draw_questions("esay", 3, 0)


def test_gradescope_gets_what_its_documentation_asks_for(graded: Grade) -> None:
    results = json.loads(write_gradescope(graded))
    assert results["score"] == graded.points
    assert sum(test["score"] for test in results["tests"]) == results["score"]
    assert sum(test["max_score"] for test in results["tests"]) == 100
    for test in results["tests"]:
        assert test["status"] == ("passed" if test["score"] == test["max_score"] else "failed")
        assert (test["visibility"], test["output_format"]) == ("visible", "text")
        assert isinstance(test["output"], str)


def test_otter_gets_what_its_documentation_asks_for(graded: Grade) -> None:
    """Count as Otter does: a test file counts as a whole or not at all."""
    earned = possible = 0.0
    files = json.loads(write_otter(graded))["test_file_results"]
    assert len({Path(file["filename"]).stem for file in files}) == len(files)
    for file in files:
        cases = file["test_case_results"]
        for case in cases:
            assert set(case) == {"passed", "error", "test_case"}
            assert set(case["test_case"]) == {
                "name", "code", "points", "hidden", "success_message", "failure_message",
            }  # fmt: skip
        points = sum(case["test_case"]["points"] for case in cases)
        possible += points
        earned += points * all(case["passed"] for case in cases)
    assert (earned, possible) == pytest.approx((graded.points, 100))
