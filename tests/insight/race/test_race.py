"""Races: what is measured is what happened, and nothing hangs."""

import os
import sys
import threading
from dataclasses import astuple, replace
from itertools import combinations
from typing import Any

import pytest

from fourscore.agents import agent
from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.variants import SLIP
from fourscore.errors import InputError, SpecError, UnsupportedError
from fourscore.insight.race.chart import draw_race
from fourscore.insight.race.race import Contender, Race, RaceResult, Run, default_specs
from fourscore.insight.race.states import STATES, State, find_state
from fourscore.insight.truth.judge import Judge
from fourscore.runtime.system import resets_peak_memory
from tests.processes import children_of
from tests.waiting import eventually


def test_what_is_measured_is_what_the_agents_do() -> None:
    before = set(children_of(os.getpid()))
    race = Race(find_state(3).position, ["minimax:depth=4", "mcts:playouts=20000"], runs=3)
    events = list(race.run())
    assert [event.what for event in events] == ["warm", *["run"] * 3] * 2 + ["truth"]
    minimax, mcts = race.result().contenders
    assert events[1].run == minimax.runs[0]
    alone = agent("minimax:depth=4").choose(find_state(3).position)
    for run in minimax.runs:
        assert (run.column, run.nodes, run.depth) == (alone.column, alone.nodes, alone.depth)
    for seed, run in enumerate(mcts.runs):
        report = agent("mcts:playouts=20000", seed=seed).choose(find_state(3).position)
        assert (run.column, run.nodes, run.playouts) == (report.column, report.nodes, 20_000)
    for contender in (minimax, mcts):
        assert all(run.seconds > 0 for run in contender.runs)
        assert contender.judgement is not None
        assert contender.judgement.position == race.position
        assert contender.trouble == ""
    if sys.platform == "linux":
        assert minimax.memory is not None
        assert mcts.memory is not None
        # A tree of 20,000 nodes takes megabytes, a search in depth nearly nothing; and each run
        # starts again.
        assert mcts.memory.low > 1 << 20 > minimax.memory.high
    assert not set(children_of(os.getpid())) - before


def test_a_decision_that_takes_too_long_is_killed_and_the_others_go_on() -> None:
    before = set(children_of(os.getpid()))
    position = Position.empty(9, 6)
    race = Race(position, ["minimax:depth=40", "random"], runs=1, deadline=0.2)
    race._find_truth = lambda: None  # type: ignore[method-assign]
    happened = []
    for event in race.run():
        happened.append(event.what)
        if event.what == "trouble":
            race._deadline = 600  # The other one need not be quick.
    assert happened == ["warm", "trouble", "warm", "run", "truth"]
    slow, quick = race.result().contenders
    assert slow.trouble == "stopped after 0.2 s without a move"
    assert (slow.runs, slow.column, slow.seconds) == ((), None, None)
    assert len(quick.runs) == 1
    assert not set(children_of(os.getpid())) - before


def test_a_race_can_be_stopped_and_keeps_what_it_has() -> None:
    before = set(children_of(os.getpid()))
    race = Race(Position.empty(9, 6), ["random", "minimax:depth=40"], runs=1)
    warm = threading.Event()

    def work() -> None:
        for event in race.run():
            if event.what == "warm" and event.spec.startswith("minimax"):
                warm.set()

    thread = threading.Thread(target=work)
    thread.start()
    warm.wait()
    race.stop()
    thread.join()
    done, stopped = race.result().contenders
    assert len(done.runs) == 1
    assert stopped.runs == ()
    eventually(lambda: not set(children_of(os.getpid())) - before, "the process to end")


def test_in_a_race_everybody_gets_the_same_time() -> None:
    """The budget replaces the agent's own, which would outlast the deadline."""
    race = Race(read_moves("44"), ["deepening:seconds=3600"], runs=1, seconds=0.3, deadline=500)
    race._find_truth = lambda: None  # type: ignore[method-assign]
    list(race.run())
    (deepening,) = race.result().contenders
    assert deepening.trouble == ""
    assert not deepening.runs[0].complete


@pytest.mark.skipif(not resets_peak_memory(), reason="memory is not watched here")
def test_who_takes_too_much_memory_is_ended() -> None:
    race = Race(Position.empty(), ["mcts:seconds=500"], runs=2, deadline=501, megabytes=1)
    race._find_truth = lambda: None  # type: ignore[method-assign]
    assert [event.what for event in race.run()] == ["warm", "trouble", "truth"]
    (greedy,) = race.result().contenders
    assert greedy.trouble == "exceeds its memory limit of 1 MB"


def test_one_process_decides_where_no_peak_is_reset(monkeypatch: pytest.MonkeyPatch) -> None:
    portable = (
        "from pathlib import Path; from fourscore.runtime.system import memory; "
        "memory.CLEAR_REFS = Path('none'); from fourscore.insight.race.process import main; main()"
    )
    monkeypatch.setattr("fourscore.insight.race.race.MEASURE", ("-c", portable))
    race = Race(find_state(3).position, ["mcts:playouts=2000"], runs=2)
    assert [event.what for event in race.run()] == ["warm", "run", "run", "truth"]
    (mcts,) = race.result().contenders
    for seed, run in enumerate(mcts.runs):
        report = agent("mcts:playouts=2000", seed=seed).choose(find_state(3).position)
        assert (run.column, run.nodes, run.playouts) == (report.column, report.nodes, 2000)
    assert mcts.runs[0].memory is not None


def made(spec: str, columns: list[int], seconds: list[float], memory: list[int]) -> Contender:
    rows = zip(columns, seconds, memory, strict=True)
    return Contender(spec, tuple(Run(c, s, 10, 3, 0, True, m) for c, s, m in rows))


def test_figures_of_a_contender() -> None:
    judge, position = Judge(), read_moves("44444455555526")
    judgements = {column: judge.judge(position, column) for column in (0, 2)}
    contender = made("mcts", [2, 0, 2], [0.1, 0.3, 0.2], [4096, 8192, 4096])
    full = replace(contender, judgements=judgements)
    assert (full.columns, full.column) == ({2: 2, 0: 1}, 2)
    assert full.seconds is not None
    assert astuple(full.seconds) == pytest.approx((0.2, 0.15, 0.25))
    assert full.points_lost == pytest.approx((0 + 12 + 0) / 3)
    assert contender.points_lost is None


def test_default_specs_are_one_of_each_algorithm_that_plays_here() -> None:
    algorithms = default_specs(Position.empty())
    assert {"random", "minimax", "mcts", "zero", "perfect"} < set(algorithms)
    assert set(default_specs(Position.empty(5, 4))) == set(algorithms) - {"tuples", "zero"}
    assert default_specs(Position.empty(variant=SLIP)) == ["random", "expectiminimax", "mcts"]


@pytest.mark.parametrize(
    ("position", "specs", "more", "error", "sentence"),
    [
        (read_moves("1122334"), [], {}, InputError, "the game is over"),
        (Position(), ["alphabeto"], {}, SpecError, "there is no agent 'alphabeto'"),
        (Position.empty(variant=SLIP), ["minimax"], {}, UnsupportedError, "the variant slip"),
        (Position(), ["random"], {"seconds": 70}, InputError, "less than its deadline"),
        (Position(), ["exec:true"], {"external": False}, SpecError, "not allowed here"),
    ],
)
def test_what_cannot_race_is_refused(
    position: Position, specs: list[str], more: Any, error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        Race(position, specs, **more)


@pytest.mark.parametrize("state", STATES)
def test_what_was_published_can_be_found_again(state: State) -> None:
    specs = {"minimax": "minimax", "astar": "astar", "mcts": "mcts:playouts=20000"}
    for each in state.reported:
        column = agent(specs[each.algorithm]).choose(state.position).column
        assert each.agrees(column) is not False


def test_names_in_the_picture_do_not_cover_each_other() -> None:
    crowd = (
        made("random", [1, 3, 5], [1e-4, 1.1e-4, 1e-4], [0, 4096, 4096]),
        made("astar", [1] * 3, [1.6e-4] * 3, [88_000] * 3),
        made("minimax", [3] * 3, [1.2e-3, 1.3e-3, 2e-3], [69632] * 3),
        made("alphabeta", [3] * 3, [3e-3, 7e-3, 6e-3], [65536] * 3),
        made("mcts", [3] * 3, [0.13, 0.12, 0.14], [4_300_000] * 3),
        Contender("level:9", trouble="stopped"),
    )
    for contenders in (crowd, crowd[:1], ()):
        figure = draw_race(RaceResult(Position.empty(), contenders, 3))
        figure.draw_without_rendering()
        names = figure.axes[0].texts
        wanted = ["random: several columns", "astar: column 2", "minimax: column 4"]
        assert [text.get_text() for text in names[:3]] == wanted[: len(contenders)]
        assert len(names) == min(5, len(contenders))
        boxes = [text.get_window_extent() for text in names]
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
