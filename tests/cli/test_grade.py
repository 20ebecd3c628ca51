"""`fourscore grade`."""

import json
from pathlib import Path

import pytest

from fourscore.insight.grading.rubric import example_rubric
from tests.arena.helpers import started
from tests.cli.conftest import Run, interrupt, needs_signals
from tests.processes import is_running
from tests.waiting import eventually

LEFT = "def choose(position):\n    return position.legal[0]\n"
SMALL = ("--positions", "4", "--games", "2", "--against", "random")


@pytest.fixture
def left(tmp_path: Path) -> str:
    path = tmp_path / "left.py"
    path.write_text(LEFT, encoding="utf-8")
    return str(path)


def test_the_table_adds_up(run: Run, left: str) -> None:
    answer = run("grade", left, *SMALL)
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[0] == "Connect Four agent: left.py"
    rows = [line.rsplit(maxsplit=2)[1:] for line in lines[3:8]]
    points = [float(row[0]) for row in rows]
    assert sum(points[:4]) == points[4]
    assert rows[4][1] == "100"
    assert any(line.split()[:2] == ["random", "2"] for line in lines)


def test_json_and_files_say_the_same(run: Run, left: str, tmp_path: Path) -> None:
    gradescope, otter = tmp_path / "results.json", tmp_path / "otter.json"
    answer = run("grade", left, *SMALL, "--json",
                 "--gradescope", str(gradescope), "--otter", str(otter))  # fmt: skip
    found = json.loads(answer.out)
    assert found["points"] == sum(mark["points"] for mark in found["marks"])
    assert found["max_points"] == 100
    assert len(found["positions"]) == 4
    assert all(1 <= each["column"] <= 7 for each in found["positions"])
    assert json.loads(gradescope.read_text())["score"] == found["points"]
    assert json.loads(otter.read_text())["test_file_results"]
    other = json.loads(run("grade", left, *SMALL, "--json", "--seed", "1").out)
    assert other["positions"] != found["positions"]


def test_the_example_rubric_can_be_used(run: Run, left: str, tmp_path: Path) -> None:
    answer = run("grade", "--rubric-example")
    assert answer.out.strip() == example_rubric().strip()
    path = tmp_path / "rubric.toml"
    path.write_text(answer.out.replace("Connect Four agent", "Homework"))
    assert run("grade", left, *SMALL, "--rubric", str(path)).out.startswith("Homework: left.py")


def test_a_bad_agent_is_graded_not_an_error(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("def choose(position):\n    return 9\n")
    answer = run("grade", str(path), *SMALL)
    assert answer.code == 0
    assert "What went wrong:" in answer.out
    assert "'10' is not a column; columns are 1 to 7; in code they count from 0" in answer.out


@needs_signals
def test_ctrl_c_ends_it_and_the_agent(tmp_path: Path, plain_environment: dict[str, str]) -> None:
    pid, path, rubric = (tmp_path / name for name in ("pid", "slow.py", "rubric.toml"))
    path.write_text(
        f"import os, time\ndef choose(p):\n    open({str(pid)!r}, 'w').write(str(os.getpid()))\n"
        "    time.sleep(600)\n"
    )
    rubric.write_text(example_rubric().replace("seconds = 2.0", "seconds = 600.0"))
    command = ["-m", "fourscore", "grade", str(path), "--rubric", str(rubric)]
    with started(*command, env=plain_environment) as process:
        agent = int(eventually(lambda: pid.exists() and pid.read_text(), "the agent"))
        code, out, _ = interrupt(process)
        assert (code, out) == (130, "")
        eventually(lambda: not is_running(agent), "the end of the agent")
