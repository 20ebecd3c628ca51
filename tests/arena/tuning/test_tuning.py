"""Tuning: the climb itself, how parameters are written, and that it resumes exactly."""

import random
from itertools import islice
from pathlib import Path

import pytest

from fourscore.arena.tuning.parameters import parse_parameters, spec_with
from fourscore.arena.tuning.running import TuneSettings, open_tune_ledger, tune_steps
from fourscore.arena.tuning.spsa import Spsa
from fourscore.errors import FourscoreError
from fourscore.runtime.workers import ProcessPool, SerialPool

SETTINGS = TuneSettings(
    "mcts:playouts=10", "c=0.1..4", 40, 4, openings="random:4", size=(5, 4), seed=3
)


def climb(summit: tuple[float, ...], seed: int, steps: int = 300) -> tuple[float, ...]:
    """Climb a hill by noisy matches of 16 games."""
    spsa = Spsa((0.8,) * len(summit), steps, seed)
    draw = random.Random(seed)
    leads: list[float] = []
    here = spsa.start
    for step in range(steps):
        heights = [-sum((a - b) ** 2 for a, b in zip(side, summit, strict=True))
                   for side in spsa.sides(step, here)]  # fmt: skip
        share = min(max(0.5 + 1.5 * (heights[0] - heights[1]), 0), 1)
        lead = sum(1 if draw.random() < share else -1 for _ in range(16)) / 16
        leads.append(lead)
        here = spsa.after(step, here, lead)
    return spsa.result(leads)


def test_it_climbs_a_hill_through_noise() -> None:
    for seed in range(5):
        found = climb((0.3, 0.5), seed)
        assert found == pytest.approx((0.3, 0.5), abs=0.15)


def test_it_stays_in_the_range() -> None:
    spsa = Spsa((0.0, 1.0), 10, 0)
    here = spsa.start
    for step in range(10):
        here = spsa.after(step, here, 1.0)
        for place in (here, *spsa.sides(step, here)):
            assert all(0 <= each <= 1 for each in place)


def test_parameters_are_keys_of_the_spec() -> None:
    spec = "alphabeta:depth=3,eval=centre"
    found = parse_parameters("weights.threes=0..10, weights.middle=0..9,depth=1..4", spec)
    assert [(each.name, each.start, each.whole) for each in found] == [
        ("weights.threes", 5, True),
        ("weights.middle", 3, True),
        ("depth", 3, True),
    ]
    assert spec_with(spec, found, [7, 2, 4]) == (
        "alphabeta:depth=4,eval=centre,weights=threes:7/middle:2"
    )


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ("", "say what is to be tuned"),
        ("c", "'c' is not a name and a range, such as c=0.5..3"),
        ("c=1..x", "is not a name and a range"),
        ("c=3..1", "the range has nothing in it"),
        ("c=2..3", "the agent's own c is 1.4, which is not in the range"),
        ("c=0.5..3,c=1..2", "c is named twice"),
        ("c=-1..3", "the minimum is 0"),
        ("expand=1..2", "mcts has no number 'expand'"),
    ],
)
def test_what_cannot_be_tuned_is_said(params: str, words: str) -> None:
    with pytest.raises(FourscoreError, match=words):
        parse_parameters(params, "mcts")


def finish(
    path: Path | None, pool: SerialPool | ProcessPool, events: int | None = None
) -> list[float]:
    """Tune to the end, or for so many events; return the leads."""
    with open_tune_ledger(SETTINGS, path) as ledger:
        *_, leads = islice(tune_steps(SETTINGS, ledger, pool), events)
        return leads


def test_neither_workers_nor_interruptions_make_a_difference(tmp_path: Path) -> None:
    whole = finish(None, SerialPool())
    assert len(whole) == SETTINGS.steps == 5
    assert finish(None, ProcessPool(2)) == whole
    path = tmp_path / "tune.ledger"
    for events in (3, 2):
        finish(path, SerialPool(), events)
    assert finish(path, SerialPool()) == whole


def test_a_ledger_of_another_tuning_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tune.ledger"
    open_tune_ledger(SETTINGS, path).close()
    other = TuneSettings("mcts:playouts=10", "c=0.2..4", 40, 4, "random:4", (5, 4), 3)
    with pytest.raises(FourscoreError, match=r"another tuning: params is c=0\.1\.\.4 there"):
        open_tune_ledger(other, path)
