"""The sequential test: by hand, by another way to compute it, and by how often it errs."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize

from fourscore.arena.rating import elo_of_score, score_of_elo
from fourscore.arena.sprt import PAIR_SCORES, Sprt, count_pairs, parse
from fourscore.errors import InputError

TEST = Sprt(0, 20)


def test_bounds_are_walds() -> None:
    assert (TEST.lower, TEST.upper) == pytest.approx((-math.log(19), math.log(19)))
    test = Sprt(0, 10, alpha=0.01, beta=0.1)
    assert (test.lower, test.upper) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


def test_pairs_of_won_and_lost_games_by_hand() -> None:
    """With only scores of 0 and 2 the likeliest distribution is the one with the right mean."""
    wins, losses = 60_000, 40_000
    test = Sprt(0, 80)
    share0, share1 = score_of_elo(0), score_of_elo(80)
    llr = wins * math.log(share1 / share0) + losses * math.log((1 - share1) / (1 - share0))
    assert test.llr([losses, 0, 0, 0, wins]) == pytest.approx(llr, rel=1e-3)


def likeliest(counts: Sequence[int], mean: float) -> float:
    """Find the likeliest distribution with a mean another way: by a constrained optimiser."""
    weights = np.array(counts)
    scores = np.array(PAIR_SCORES)
    found = optimize.minimize(
        lambda p: -(weights * np.log(p)).sum() / weights.sum(),
        np.full(5, 0.2),
        jac=lambda p: -weights / p / weights.sum(),
        bounds=[(1e-12, 1)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p: p @ scores - mean},
        ],
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert found.success
    return float((weights * np.log(found.x)).sum())


@pytest.mark.parametrize(
    "counts", [(5, 10, 40, 30, 15), (15, 30, 40, 10, 5), (1, 2, 3, 4, 5), (30, 5, 1, 5, 30)]
)
def test_the_ratio_is_that_of_two_constrained_maxima(counts: tuple[int, ...]) -> None:
    test = Sprt(-10, 60)
    both = [likeliest(counts, 2 * score_of_elo(elo)) for elo in (60, -10)]
    assert test.llr(counts) == pytest.approx(both[0] - both[1], abs=1e-3)


def test_turning_everything_round_turns_the_ratio_round() -> None:
    there = Sprt(-5, 15).llr((3, 9, 20, 14, 6))
    back = Sprt(-15, 5).llr((6, 14, 20, 9, 3))
    assert there == pytest.approx(-back, abs=1e-9)
    assert Sprt(-10, 10).llr((4, 9, 20, 9, 4)) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 1), (1, 0, 0, 0, 0), (0, 0, 1, 0, 0)])
def test_one_pair_decides_nothing(counts: tuple[int, ...]) -> None:
    verdict = TEST.judge(counts)
    assert verdict.accepted is None
    assert abs(verdict.llr) < 1
    assert verdict.status.endswith("after 1 pair")


def test_other_counts_are_refused() -> None:
    with pytest.raises(InputError, match=r"a pair of games cannot score 0\.7"):
        count_pairs([0.7])
    for counts in ((1, 2, 3), (1, 2, 3, 4, -1)):
        with pytest.raises(InputError, match="are not the counts of pairs by their five scores"):
            TEST.llr(counts)


def test_a_weaker_agent_is_refuted() -> None:
    lost = TEST.judge((50, 40, 10, 0, 0))
    assert lost.accepted == "H0"
    assert lost.status.startswith("H0 accepted, 0 Elo rather than 20: LLR -")


@given(st.lists(st.integers(0, 10_000), min_size=5, max_size=5))
def test_any_counts_have_a_finite_ratio_that_grows_with_a_won_pair(counts: list[int]) -> None:
    llr = TEST.llr(counts)
    assert math.isfinite(llr)
    more = TEST.llr([*counts[:4], counts[4] + 1])
    if all(counts):  # where a count is missing, the first of its kind also tells of the spread
        assert more > llr


# Reading


def test_a_test_is_read_and_written() -> None:
    assert parse("elo0=0,elo1=20,alpha=0.05,beta=0.05") == Sprt()
    assert parse(" elo0 = -5 , elo1 = 5 ") == Sprt(-5, 5)
    assert parse("") == Sprt()
    test = parse("elo0=1.5,elo1=8,alpha=0.01,beta=0.1")
    assert parse(str(test)) == test


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("elo2=3", "a test has no key 'elo2'; the keys are elo0, elo1, alpha, beta"),
        ("elo0=x", "elo0=x is not a number"),
        ("elo0=1,elo0=2", "the key 'elo0' is set twice"),
        ("elo0=20,elo1=20", "elo0=20 and elo1=20 do not make a test; elo0 must be smaller"),
        ("elo1=nan", "do not make a test"),
        ("elo1=inf", "do not make a test"),
        ("alpha=0", "alpha=0 is not between 0 and 0.5"),
        ("beta=0.6", "beta=0.6 is not between 0 and 0.5"),
    ],
)
def test_a_bad_test_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text)
    assert message in str(caught.value)


# How often it errs


def run(test: Sprt, elo: float, seed: int, step: int = 16) -> str:
    """Play pairs whose two games lean opposite ways by their opening, and a fifth drawn."""
    draw = np.random.default_rng(seed)
    counts = np.zeros(5, dtype=int)
    while (verdict := test.judge([int(count) for count in counts])).accepted is None:
        lean = draw.normal(0, 0.15, step)
        points = np.zeros(step, dtype=int)
        for side in (1, -1):
            share = np.clip(score_of_elo(elo) + side * lean, 0.15, 0.85)
            drawn = draw.random(step) < 0.2
            points += np.where(drawn, 1, 2 * (draw.random(step) < share))
        counts += np.bincount(points, minlength=5)
    return verdict.accepted


def test_it_errs_no_more_often_than_it_says() -> None:
    """With 200 runs each, two standard deviations of a rate of 5 % are 3 %."""
    test, seeds = Sprt(0, 60), range(200)
    # A fifth of the games is drawn, so that four fifths of the share above one half are left.
    true = elo_of_score(0.5 + (score_of_elo(60) - 0.5) / 0.8)
    wrong1 = [run(test, 0, seed) == "H1" for seed in seeds]
    wrong0 = [run(test, true, seed) == "H0" for seed in seeds]
    assert 0.01 < np.mean(wrong1) < 0.08
    assert 0.01 < np.mean(wrong0) < 0.08
