"""`fourscore move`, and how results are words."""

import json
import re

import pytest

from fourscore.agents import entries
from fourscore.search.types import Bound, Value
from fourscore.search.words import say_amount, say_duration, say_estimate, say_result
from tests.cli.conftest import Run

SMALL = {"mcts": ["--playouts", "200"], "deepening": ["--depth", "4"]}


@pytest.mark.parametrize("name", [entry.name for entry in entries()])
def test_every_agent_moves(run: Run, name: str) -> None:
    answer = run("move", "44", "--agent", name, *SMALL.get(name, []))
    assert (answer.code, answer.err) == (0, "")
    assert re.search(rf"X to move; {name}\S* plays column [1-7]", answer.out)
    assert re.search(r"^nodes +[\d,]+$", answer.out, re.M)
    assert re.search(r"^time +[\d.]+ [mµ]?s$", answer.out, re.M)


def test_losses_are_said(run: Run) -> None:
    out = run("move", "11223", "--agent", "minimax", "--depth", "2").out
    assert len(re.findall(r"^ +[1-7] +loses in 1$", out, re.M)) == 6


def test_limits_go_into_the_spec(run: Run) -> None:
    found = json.loads(run("move", "--agent", "mcts:seed=3", "--playouts", "50", "--json").out)
    assert found["agent"] == "mcts:playouts=50,seed=3"


def test_a_seed(run: Run) -> None:
    arguments = ["move", "--agent", "random", "--json", "--seed"]
    found = {json.loads(run(*arguments, str(seed)).out)["report"]["column"] for seed in range(9)}
    assert len(found) > 1
    assert json.loads(run(*arguments, "3").out)["agent"] == "random"


@pytest.mark.parametrize(
    ("result", "plies", "bound", "words"),
    [
        (1, 1, Bound.EXACT, "wins in 1"),
        (-1, 6, Bound.EXACT, "loses in 3"),
        (0, None, Bound.EXACT, "draws"),
        (1, None, Bound.EXACT, "wins"),
        (-1, 6, Bound.UPPER, "loses in 3 or sooner"),
        (-1, 2, Bound.UPPER, "loses in 1"),
        (1, 1, Bound.LOWER, "wins in 1"),
        (-1, 6, Bound.LOWER, ""),
        (0, 4, Bound.UPPER, ""),
    ],
)
def test_results_are_said(result: int | None, plies: int | None, bound: Bound, words: str) -> None:
    assert say_result(Value(0, bound, result, plies)) == words


def test_estimates_and_numbers_are_said() -> None:
    assert say_estimate(Value(1234, Bound.LOWER)) == "≥ 1,234"
    assert say_estimate(Value(-12.345)) == "-12.3"
    assert [say_amount(n) for n in (999, 1_500, 3e9)] == ["999", "1.5 k", "3.0 G"]
    assert say_duration(0.0) == "0.0 ms"
