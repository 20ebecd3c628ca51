"""Other people's evaluations: plain functions, kernels, plugins; in this process and in workers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fourscore as fs
from fourscore.core.bitboard import winning_cells
from fourscore.errors import InputError, SpecError, UnsupportedError
from fourscore.jit.kernel import popcount
from fourscore.runtime.plugins import find_plugins
from fourscore.search.evaluation import registry
from fourscore.search.evaluation.base import evaluate_position
from fourscore.search.evaluation.custom import MOST
from fourscore.search.evaluation.registry import find_evaluation

POSITIONS = ("", "4453", "44444455", "435261")
SEARCHES = ("minimax:depth=3", "alphabeta:depth=4", "deepening:depth=4", "expectiminimax:depth=2")


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "_registered", {})
    yield
    find_plugins.cache_clear()


def balance(position: fs.Position) -> int:
    """Count winning cells."""
    return 10 * (len(position.threats(position.turn)) - len(position.threats(position.opponent)))


@fs.kernel
def fast_balance(position: fs.Position) -> int:
    theirs = position.mine ^ position.filled
    own = winning_cells(position.mine, position.filled, position.rules)
    other = winning_cells(theirs, position.filled, position.rules)
    return 10 * (popcount(own) - popcount(other))


@fs.kernel
def uncompilable(position: fs.Position) -> int:
    return len(position.threats("X"))


@pytest.mark.parametrize("search", SEARCHES)
def test_a_function_and_a_kernel_make_the_same_search(search: str) -> None:
    fs.register_evaluation("slow", balance)
    fs.register_evaluation("quick", fast_balance)
    for text in POSITIONS:
        one, other = (
            fs.agent(f"{search},eval={name}").choose(fs.Position(text))
            for name in ("slow", "quick")
        )
        assert one.nodes == other.nodes > 1
        assert (one.column, one.values, one.line) == (other.column, other.values, other.line)


def test_the_mover_counts() -> None:
    fs.register_evaluation("slow", balance)
    position = fs.Position("4151")  # X has two on the bottom row, O two on the left edge
    assert evaluate_position(position, find_evaluation("slow")) == balance(position)
    fs.register_evaluation("plies", lambda position: 100 * (position.turn == "X"))
    assert evaluate_position(fs.Position("4"), find_evaluation("plies")) == 0
    assert evaluate_position(fs.Position("44"), find_evaluation("plies")) == 100


def test_a_changed_evaluation_counts_at_once() -> None:
    fs.register_evaluation("mine", lambda _: 1)
    assert evaluate_position(fs.Position(), find_evaluation("mine")) == 1
    fs.register_evaluation("mine", lambda _: 2)
    assert evaluate_position(fs.Position(), find_evaluation("mine")) == 2


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (None, "the evaluation mine returned None, which is not a number"),
        (float("nan"), "the evaluation mine returned nan, which is not a number"),
        (10**9, "the evaluation mine returned 1,000,000,000; the most is 500,000"),
    ],
)
def test_what_is_no_number_of_points(answer: Any, sentence: str) -> None:
    fs.register_evaluation("mine", lambda _: answer)
    with pytest.raises(InputError, match=sentence):
        fs.agent("alphabeta:depth=40,eval=mine").choose(fs.Position())


def test_what_an_evaluation_raises_ends_the_search() -> None:
    calls = []

    def fails(position: fs.Position) -> int:
        calls.append(position)
        return 1 // (len(calls) < 50)

    fs.register_evaluation("mine", fails)
    with pytest.raises(ZeroDivisionError):
        fs.agent("minimax:depth=5,eval=mine").choose(fs.Position())
    assert len(calls) == 50


def test_bad_names_and_things() -> None:
    three: Any = 3
    with pytest.raises(InputError, match="'lines' is one of fourscore's own evaluations"):
        fs.register_evaluation("lines", balance)
    with pytest.raises(InputError, match="'a b' is not a name for an evaluation"):
        fs.register_evaluation("a b", balance)
    with pytest.raises(InputError, match="3 is not an evaluation: it cannot be called"):
        fs.register_evaluation("three", three)
    with pytest.raises(SpecError, match="eval=nothing is not one of windows, centre, lines"):
        fs.agent("alphabeta:eval=nothing")
    fs.register_evaluation("odd", uncompilable)
    with pytest.raises(UnsupportedError, match="cannot be compiled: "):
        fs.agent("alphabeta:depth=2,eval=odd").choose(fs.Position())


def test_workers_know_what_is_registered() -> None:
    fs.register_evaluation("mine", lambda position: len(position.legal))
    fs.register_evaluation("quick", fast_balance)
    result = fs.match(
        "alphabeta:depth=2,eval=mine", "alphabeta:depth=2,eval=quick", games=4, workers=2
    )
    assert len(result.games) == 4
    assert not result.forfeits


def test_kernels_of_one_name_are_not_mistaken_for_each_other() -> None:
    table = np.array([5, 6])

    @fs.kernel
    def looks_up(position: fs.Position) -> int:  # noqa: ARG001
        return int(table[1])

    def constant(points: float) -> Any:
        return fs.kernel(lambda _: points)

    for kernel, points in [
        (constant(1), 1),
        (constant(2), 2),
        (looks_up, 6),
        (constant(1e9), MOST),
    ]:
        fs.register_evaluation("mine", kernel)
        assert evaluate_position(fs.Position("44"), find_evaluation("mine")) == points


def test_a_package_offers_an_evaluation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_plugin.py").write_text("def corner(position):\n    return 7\n")
    about = tmp_path / "my_plugin-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: my-plugin\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[fourscore.evaluations]\ncorner = my_plugin:corner\n")
    monkeypatch.syspath_prepend(tmp_path)
    find_plugins.cache_clear()
    report = fs.agent("alphabeta:depth=2,eval=corner").choose("4453")
    assert report.values[report.column].value == 7
