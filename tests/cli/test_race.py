"""`fourscore race`."""

import json
import re
from pathlib import Path

from tests.arena.helpers import started
from tests.cli.conftest import Run, interrupt, needs_signals
from tests.processes import children_of, is_running
from tests.waiting import eventually

LATE = "44444455555526"


def test_a_table_of_a_late_position(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "plot.svg"
    specs = ["--agents", "minimax:depth=2 random:seed=4", "--runs", "2", "--out", str(picture)]
    answer = run("race", LATE, *specs)
    assert (answer.code, answer.err) == (0, "")
    assert re.search(
        r"^minimax:depth=2 +3 +[\d.]+ .s +.* +2 +(under )?[\d.]+ .B +wins in 1 +0$",
        answer.out,
        re.M,
    )
    assert "2 runs each" in answer.out
    assert "growth of the peak resident memory" in answer.out
    assert "minimax:depth=2: column 3" in picture.read_text(encoding="utf-8")


def test_json_of_a_state(run: Run) -> None:
    asked = ("race", "--state", "3", "--agents", "astar", "--runs", "1", "--json")
    found = json.loads(run(*asked).out)
    assert found["state"]["number"] == 3
    assert found["state"]["reported"][0]["algorithm"] == "astar"
    (contender,) = found["agents"]
    assert contender["column"] != 4
    assert contender["points_lost"] > 0
    assert contender["runs"][0]["nodes"] == contender["nodes"]["median"]


def test_a_state_stands_beside_what_was_published(run: Run) -> None:
    out = run("race", "--state", "2", "--agents", "astar", "--runs", "1").out
    row = r"^astar +does not block column 4 +plays column \d; .* as published$"
    assert re.search(row, out, re.M)


def test_slip_has_no_exact_scores(run: Run) -> None:
    out = run("race", "44", "--variant", "slip", "--agents", "random", "--runs", "1").out
    assert "What a move is worth is known under the standard rules only." in out
    assert "exact" not in out


@needs_signals
def test_ctrl_c_shows_what_there_is(plain_environment: dict[str, str]) -> None:
    agents = ["--agents", "random minimax:depth=40", "--runs", "1"]
    command = ["-m", "fourscore", "race", "--size", "9x6", *agents]
    with started(*command, env=plain_environment) as process:
        measuring = "fourscore.insight.race.process"
        child, *_ = eventually(lambda: children_of(process.pid, measuring), "a measurement")
        code, out, err = interrupt(process)
        assert code == 130, err
        assert re.search(r"^minimax:depth=40 +none", out, re.M)
        eventually(lambda: not is_running(child), "the end of the measurement")
