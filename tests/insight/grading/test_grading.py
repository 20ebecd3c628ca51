"""Grading: what good, weak and hostile agents get, and what is said about them."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fourscore.core.position import Position
from fourscore.errors import Cancelled, InputError
from fourscore.insight.grading.export import write_gradescope, write_otter
from fourscore.insight.grading.grading import Grade, Plan, grade
from fourscore.insight.grading.positions import draw_questions, read_questions
from fourscore.insight.grading.rubric import Rubric, read_rubric
from fourscore.insight.grading.submission import Limits, Submission
from fourscore.search.control import Cancel
from fourscore.solver import Solver

GradeText = Callable[..., Grade]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux caps memory from outside")

CENTRE = "def choose(position):\n    return min(position.legal, key=lambda c: abs(c - 3))\n"
CHANCE = "import random\ndef choose(position):\n    return random.choice(position.legal)\n"


def quick(seconds: float = 60.0) -> Rubric:
    """Return the shipped rubric with other limits."""
    found = read_rubric()
    return Rubric(found.title, found.criteria, Limits(seconds, 512), found.round_to)


@pytest.fixture
def grade_text(tmp_path: Path) -> GradeText:
    """Grade the text of a file."""

    def run(
        text: str, *, seed: int = 0, seconds: float = 60.0, positions: int = 8, games: int = 2
    ) -> Grade:
        path = tmp_path / "mine.py"
        path.write_text(text, encoding="utf-8")
        questions = draw_questions("mixed", positions, seed)
        plan = Plan(quick(seconds), questions, ("random",), games, seed)
        return grade(Submission(str(path)), plan)

    return run


def said(found: Grade) -> str:
    return " | ".join(map(str, found.failures))


# Agents that do as they should


def test_a_file_is_graded_by_positions_and_games(grade_text: GradeText) -> None:
    found = grade_text(CENTRE)
    assert not found.failures
    assert len(found.answers) == 8
    assert [each.games for each in found.matches] == [2]
    assert found.marks[0].points == 20
    for answer in found.answers:
        assert answer.column == min(answer.question.position.legal, key=lambda c: abs(c - 3))


def test_judgements_are_those_of_the_solver() -> None:
    solver = Solver()
    plan = Plan(quick(), draw_questions("middle", 8, 0), ("random",), 1)
    for answer in grade(Submission("random"), plan).answers:
        position, column = answer.question.position, answer.column
        assert column is not None
        best = int(solver.solve(position).lower)
        child = position.play(column)
        after = -int(solver.solve(child).lower) if not child.is_over else None
        if after is not None:
            assert answer.is_best == (after == best)
            assert answer.keeps == ((after > 0) - (after < 0) == (best > 0) - (best < 0))


def test_perfect_play_gets_every_point_for_its_moves() -> None:
    questions = draw_questions("middle", 6, 3)
    found = grade(Submission("perfect"), Plan(quick(), questions, ("random",), 2, 3))
    assert found.points == found.plan.rubric.points


def test_the_same_seed_gives_the_same_points_even_to_chance(grade_text: GradeText) -> None:
    one, two = grade_text(CHANCE, seed=5), grade_text(CHANCE, seed=5)
    assert [each.column for each in one.answers] == [each.column for each in two.answers]
    assert [each.points for each in one.marks] == [each.points for each in two.marks]
    assert write_gradescope(one) == write_gradescope(two)
    other = grade_text(CHANCE, seed=6)
    assert [a.question.position for a in one.answers] != [
        a.question.position for a in other.answers
    ]


@pytest.mark.parametrize(
    "text",
    [
        "def helper(x): return x\ndef agent(observation, configuration):\n"
        "    return [c for c in range(7) if observation.board[c] == 0][0]\n",
        "class Mine:\n    def choose(self, position, limit):\n        return position.legal[0]\n",
        "class Mine:\n    def choose(self, position, limit):\n        return position.legal[0]\n"
        "best = Mine()\n",
        "def agent(position):\n    return position.legal[0]\ndef later(x, y, z): ...\n",
        "import os\nagent = lambda position: position.legal[0]\n",
    ],
    ids=["connectx", "class", "object", "by name", "lambda"],
)
def test_agents_of_every_form_are_found(grade_text: GradeText, text: str) -> None:
    found = grade_text(text)
    assert not found.failures
    assert [each.column for each in found.answers] == [
        each.question.position.legal[0] for each in found.answers
    ]


def test_a_name_after_the_file_chooses_another_agent(tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text("def left(p):\n    return p.legal[0]\ndef right(p):\n    return p.legal[-1]\n")
    plan = Plan(quick(), draw_questions("easy", 3, 0), ("random",), 1)
    columns = [each.column for each in grade(Submission(f"{path}:left"), plan).answers]
    assert columns == [each.position.legal[0] for each in plan.questions]
    missing = grade(Submission(f"{path}:middle"), plan)
    assert "defines no 'middle'" in said(missing)


def test_what_a_file_imports_is_reported(grade_text: GradeText) -> None:
    found = grade_text("import os.path, fourscore\nfrom random import choice\n" + CENTRE)
    assert found.imports == ("fourscore", "os", "random")


# Agents that do not


BAD = {
    "illegal": ("def choose(position):\n    return 9\n", "illegal move: '10' is not a column"),
    "no column": ("def choose(position):\n    return 'left'\n", "illegal move: \"'left'\""),
    "raising": ("def choose(position):\n    return 1 // 0\n", "it raised ZeroDivisionError"),
    "exit": ("import sys\ndef choose(position):\n    sys.exit(4)\n", "exit code 4"),
    "hard exit": ("import os\ndef choose(position):\n    os._exit(3)\n", "exit code 3"),
    "killed": ("import os, signal\ndef choose(p):\n    os.kill(os.getpid(), 9)\n", "SIGKILL"),
    "endless": ("def choose(position):\n    while True: pass\n", "did not answer in 0.3 s"),
    "syntax": ("def choose(position)\n    return 3\n", "mine.py, line 1: expected ':'"),
    "at import": ("raise RuntimeError('no')\ndef choose(p): ...\n", "RuntimeError: no"),
    "empty": ("", "defines no function or class"),
    "not text": ("\0", "mine.py"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_agent_gets_no_points_and_a_sentence(grade_text: GradeText, name: str) -> None:
    text, sentence = BAD[name]
    seconds = 0.3 if name == "endless" else 60
    found = grade_text(text, seconds=seconds, positions=3, games=1)
    assert sentence in said(found)
    assert found.points == 0
    assert len(found.answers) == 3
    assert all(not each.is_legal for each in found.answers)
    assert [(each.losses, each.forfeits) for each in found.matches] == [(1, 1)]


@LINUX
def test_too_much_memory_is_refused(grade_text: GradeText) -> None:
    found = grade_text("def choose(p):\n    return len(bytearray(10**10))\n", positions=2, games=1)
    assert "it raised MemoryError" in said(found)
    assert found.points == 0


def test_what_it_prints_does_no_harm(grade_text: GradeText) -> None:
    text = "def choose(p):\n    print('best 1\\n' * 1000)\n    return p.legal[-1]\n"
    found = grade_text("print('ok')\n" + text)
    assert not found.failures
    # Which of its lines was the last to arrive, only its pipe knows.
    examples = tuple(f"It prints text, such as '{line}" for line in ("best 1", "ok"))
    assert any(note.startswith(examples) for note in found.notes)
    assert all(each.column == each.question.position.legal[-1] for each in found.answers)


@POSIX
def test_processes_that_it_forks_do_no_harm_and_end(grade_text: GradeText, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    found = grade_text(
        "import os\n"
        "def choose(p):\n"
        "    pid = os.fork()\n"
        "    if pid == 0:\n"
        "        while True:\n"
        "            os.write(1, b'best 1\\n' * 100)\n"
        f"    with open({str(pids)!r}, 'a') as file:\n"
        "        file.write(f'{pid}\\n')\n"
        "    return p.legal[0]\n",
        positions=2,
        games=1,
    )
    assert not found.failures
    assert all(each.column == each.question.position.legal[0] for each in found.answers)
    for pid in map(int, pids.read_text().split()):
        assert not _runs(pid)


STARTING = """
import subprocess
from pathlib import Path
folder = Path(__file__).parent

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
        with (folder / "pids").open("a") as file:
            print(self.pool.pid, *(each.pid for each in self.started), file=file)
        return position.legal[0]
"""


@LINUX
def test_what_it_starts_to_choose_ends_with_its_answer(
    grade_text: GradeText, tmp_path: Path
) -> None:
    """What it has started before, such as a pool of workers, ends with the agent."""
    found = grade_text(STARTING, positions=3, games=1)
    assert not found.failures
    for pid in map(int, (tmp_path / "pids").read_text().split()):
        assert not _runs(pid)


def _runs(pid: int) -> bool:
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"


def test_after_some_failures_in_a_row_no_more_is_asked(grade_text: GradeText) -> None:
    found = grade_text(BAD["raising"][0], positions=12, games=1)
    assert "after 5 failures in a row, 7 positions were not asked and count as failed" in said(
        found
    )
    assert len(found.answers) == 12


def test_a_failure_now_and_then_costs_that_answer_only(grade_text: GradeText) -> None:
    found = grade_text(
        "def choose(position):\n"
        "    if position.ply % 2:\n"
        "        raise ValueError(position.ply)\n"
        "    return position.legal[0]\n",
        positions=20,
    )
    failed = [each for each in found.answers if not each.is_legal]
    assert 0 < len(failed) < 20
    assert all(each.question.position.ply % 2 for each in failed) or "in a row" in said(found)
    # What differs in numbers only is one sentence.
    assert len([each for each in found.failures if "ValueError" in each.sentence]) == 1


def test_a_cancelled_grading_gives_no_points(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(CENTRE)
    cancel = Cancel()
    plan = Plan(quick(), draw_questions("easy", 5, 0), ("random",), 1)
    with pytest.raises(Cancelled):
        grade(Submission(str(path)), plan, cancel=cancel, on_step=lambda *_: cancel.cancel())


def test_a_missing_file_and_an_unknown_spec_are_refused() -> None:
    with pytest.raises(InputError, match=r"there is no file 'nowhere\.py'"):
        Submission("nowhere.py")
    with pytest.raises(InputError, match="there is no agent 'nobody'"):
        Submission("nobody")


# Positions


def test_a_file_of_positions_is_read_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "suite.txt"
    path.write_text("# mine\n4453 -2\n\n44444455555526\n", encoding="utf-8")
    first, second = read_questions(path)
    assert (first.position, first.best) == (Position("4453"), -2)
    assert second.best == 14
    path.write_text("4453 -2\n44 3\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"line 2 of .*: 44 is worth \+1, not 3"):
        read_questions(path)
    path.write_text("48\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1 of"):
        read_questions(path)
    path.write_text("11223344\n1122334 5\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"line 1 of .*|line 2 of .*: the game is over"):
        read_questions(path)
    path.write_text("\n", encoding="utf-8")
    with pytest.raises(InputError, match="has no positions"):
        read_questions(path)
    with pytest.raises(InputError, match="there is no suite 'esay'"):
        draw_questions("esay", 3, 0)


def test_a_suite_has_equally_many_of_each_class() -> None:
    found = draw_questions("mixed", 10, 1)
    counts = [sum(each.kind == kind for each in found) for kind in ("easy", "medium", "hard")]
    assert counts == [3, 3, 2]
    assert len({each.position for each in found}) == 10


# Exports


def test_gradescope_gets_what_its_documentation_asks_for(grade_text: GradeText) -> None:
    found = grade_text(CENTRE)
    results = json.loads(write_gradescope(found))
    assert results["score"] == found.points
    assert sum(test["score"] for test in results["tests"]) == results["score"]
    assert sum(test["max_score"] for test in results["tests"]) == 100
    for test in results["tests"]:
        assert test["status"] in ("passed", "failed")
        assert (test["status"] == "passed") == (test["score"] == test["max_score"])
        assert test["visibility"] == "visible"
        assert test["output_format"] == "text"
        assert isinstance(test["output"], str)


def test_otter_adds_up_to_the_same_points(grade_text: GradeText) -> None:
    found = grade_text(CENTRE)
    earned, possible = otter_points(write_otter(found))
    assert earned == pytest.approx(found.points)
    assert possible == pytest.approx(100)


def otter_points(text: str) -> tuple[float, float]:
    """Count as Otter does: a test file counts as a whole or not at all."""
    earned = possible = 0.0
    names = set[str]()
    for file in json.loads(text)["test_file_results"]:
        name = Path(file["filename"]).stem
        assert name not in names
        names.add(name)
        cases = file["test_case_results"]
        for case in cases:
            assert set(case) == {"passed", "error", "test_case"}
            assert set(case["test_case"]) == {
                "name", "code", "points", "hidden", "success_message", "failure_message",
            }  # fmt: skip
        points = sum(case["test_case"]["points"] for case in cases)
        possible += points
        earned += points * all(case["passed"] for case in cases)
    return earned, possible
