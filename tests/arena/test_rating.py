"""Ratings: closed forms, symmetry, extreme records, known parameters, and an independent peer."""

import math
from collections import Counter

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourscore.arena.rating import (
    CrossTable,
    GameRecord,
    Prior,
    Ratings,
    Tally,
    elo_of_score,
    rate,
    score_of_elo,
)
from fourscore.errors import InputError

ELO = 400 / math.log(10)


def games(first: str, second: str, wins: int, draws: int, losses: int) -> list[GameRecord]:
    return [
        GameRecord(first, second, result)
        for result, times in ((1, wins), (0.5, draws), (0, losses))
        for _ in range(times)
    ]


def simulate(
    strengths: list[float], rounds: int, first_move: float, v: float, seed: int
) -> "Counter[GameRecord]":
    """Play every pair `rounds` times in each order, by the model's own probabilities."""
    draw = np.random.default_rng(seed)
    records: Counter[GameRecord] = Counter()
    for i, one in enumerate(strengths):
        for j, other in enumerate(strengths):
            if i != j:
                half = (one - other + first_move) / ELO / 2
                odds = np.array([math.exp(half), v, math.exp(-half)])
                counts = draw.multinomial(rounds, odds / odds.sum())
                for result, times in zip((1, 0.5, 0), counts, strict=True):
                    records[GameRecord(f"p{i}", f"p{j}", result)] += int(times)
    return +records


# Counting


def test_a_cross_table_counts_by_pair_and_colour() -> None:
    records = games("a", "b", 3, 1, 2) + games("b", "a", 4, 0, 1) + games("c", "a", 0, 1, 0)
    table = CrossTable(records)
    assert table.players == ("a", "b", "c")
    assert table.as_first("a", "b") == Tally(3, 1, 2)
    assert table.as_second("a", "b") == Tally(1, 0, 4)
    assert table.tally("a", "b") == Tally(4, 1, 6)
    assert table.tally("b", "a") == table.tally("a", "b").turned()
    assert table.total("a") == Tally(4, 2, 6)
    assert (table.total("a").points, table.total("a").score) == (5, 5 / 12)
    assert table.tally("b", "c") == Tally()
    assert Tally().score == 0.5


@pytest.mark.parametrize("result", [2, -1, 0.25, math.nan])
def test_other_results_are_refused(result: float) -> None:
    with pytest.raises(InputError, match=r"is not a result; 1, 0\.5 and 0 are"):
        rate([GameRecord("a", "b", result)])


def test_no_games_and_unknown_anchors_are_refused() -> None:
    with pytest.raises(InputError, match="there are no games to rate"):
        rate([])
    with pytest.raises(InputError, match="the anchor 'z' has played no game"):
        rate(games("a", "b", 1, 1, 1), anchor="z")
    with pytest.raises(InputError, match="a score of 1 corresponds to no Elo difference"):
        elo_of_score(1)


# Closed forms, with the prior off


@pytest.mark.parametrize(("wins", "losses"), [(3, 1), (30, 10), (1, 1), (7, 93)])
def test_two_players_without_draws(wins: int, losses: int) -> None:
    ratings = rate(games("a", "b", wins, 0, losses), prior=None, first_move=False)
    difference = 400 * math.log10(wins / losses)
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(difference, abs=1e-6)
    assert ratings["a"].elo + ratings["b"].elo == pytest.approx(0, abs=1e-6)
    assert ratings.draw_rate == 0
    # The curvature of the likelihood: the variance of the log-odds is 1/w + 1/l.
    variance = ELO**2 * (1 / wins + 1 / losses)
    assert ratings.covariance()[0, 0] == pytest.approx(variance / 4, rel=1e-6)


def test_two_players_with_draws() -> None:
    """In Davidson's model the maximum has win : draw : loss as they were counted."""
    ratings = rate(games("a", "b", 50, 20, 30), prior=None, first_move=False)
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(400 * math.log10(5 / 3), abs=1e-6)
    assert ratings.expected("a", "b") == pytest.approx((0.5, 0.2, 0.3), abs=1e-9)
    assert ratings.expected("a", "b").score == pytest.approx(0.6, abs=1e-9)
    v = 20 / math.sqrt(50 * 30)
    assert ratings.draw_rate == pytest.approx(v / (2 + v), abs=1e-9)


def test_the_first_move_is_told_from_strength() -> None:
    """Odds 4:1 and 1:1 by who begins make a strength of 2:1 and a first move of 2:1."""
    ratings = rate(games("a", "b", 80, 0, 20) + games("b", "a", 50, 0, 50), prior=None)
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(400 * math.log10(2), abs=1e-6)
    assert ratings.first_move.elo == pytest.approx(400 * math.log10(2), abs=1e-6)
    assert ratings.expected("b", "a").win == pytest.approx(0.5, abs=1e-9)


def test_a_profile_interval_ends_where_the_likelihood_has_fallen() -> None:
    wins, losses = 12, 4
    ratings = rate(games("a", "b", wins, 0, losses), prior=None, first_move=False)

    def log_likelihood(elo: float) -> float:
        share = score_of_elo(elo)
        return wins * math.log(share) + losses * math.log(1 - share)

    top = log_likelihood(2 * ratings["a"].elo)
    for end in (ratings["a"].low, ratings["a"].high):
        assert 2 * (top - log_likelihood(2 * end)) == pytest.approx(3.841459, abs=1e-4)


@pytest.mark.parametrize(
    "records",
    [
        games("a", "b", 10, 0, 0),
        games("a", "b", 10, 3, 0),
        games("a", "b", 5, 0, 5) + games("c", "d", 5, 0, 5),
        games("a", "b", 5, 0, 3),
    ],
    ids=["all won", "never lost", "two pools", "always first"],
)
def test_without_a_prior_what_has_no_maximum_is_refused(records: list[GameRecord]) -> None:
    with pytest.raises(InputError, match="without a prior these games have no finite ratings"):
        rate(records, prior=None)


# Symmetry, anchors, extremes


def test_swapping_the_players_turns_everything_round() -> None:
    records = games("a", "b", 9, 2, 4) + games("b", "a", 1, 1, 6)
    there = rate(records)
    assert there.table == rate(Counter(records)).table
    back = rate(games("b", "a", 9, 2, 4) + games("a", "b", 1, 1, 6))
    assert there["a"].elo == pytest.approx(back["b"].elo, abs=1e-6)
    assert there["a"].low == pytest.approx(-there["b"].high, abs=1e-3)
    assert there.los("a", "b") == pytest.approx(1 - there.los("b", "a"), abs=1e-6)
    assert there.los("a", "b") == pytest.approx(back.los("b", "a"), abs=1e-6)


def test_an_anchor_moves_the_scale_and_has_no_doubt() -> None:
    records = simulate([100, 0, -150], 20, 40, 0.2, 1)
    free, anchored = rate(records), rate(records, anchor="p1", anchor_elo=1500)
    assert anchored["p1"].elo == anchored["p1"].low == anchored["p1"].high == 1500
    assert anchored["p0"].elo - 1500 == pytest.approx(free["p0"].elo - free["p1"].elo)
    assert anchored["p0"].low < anchored["p0"].elo < anchored["p0"].high
    assert anchored.los("p0", "p2") == free.los("p0", "p2")
    shifted = rate(records, anchor_elo=1000)
    assert sum(row.elo for row in shifted.table) == pytest.approx(3000)


@pytest.mark.parametrize("count", [1, 10, 100, 100_000])
def test_a_clean_record_stays_finite_and_sensible(count: int) -> None:
    half = (count + 1) // 2
    ratings = rate(Counter({GameRecord("a", "b", 1): half, GameRecord("b", "a", 0): half}))
    winner, loser = ratings["a"], ratings["b"]
    assert 0 < winner.elo < 2000
    assert winner.low < winner.elo < winner.high < 4000
    assert loser.low == pytest.approx(-winner.high, abs=0.01)
    assert ratings.los("a", "b") > 0.5
    if count >= 10:
        assert winner.low > 0
        assert ratings.los("a", "b") > 0.999


PLAYERS, RESULTS = st.sampled_from("abcd"), st.sampled_from([1, 0.5, 0])


@given(st.lists(st.builds(GameRecord, PLAYERS, PLAYERS, RESULTS), min_size=1, max_size=30))
@settings(max_examples=40)
def test_any_records_give_finite_ratings_in_order(records: list[GameRecord]) -> None:
    ratings = rate(records)
    for row in ratings.table:
        assert -5000 < row.low <= row.elo <= row.high < 5000
    assert sum(row.elo for row in ratings.table) == pytest.approx(0, abs=1e-3)
    for one in ratings.table:
        for other in ratings.table:
            assert 0 <= ratings.los(one.player, other.player) <= 1
            if one.elo > other.elo + 1e-3:
                assert ratings.los(one.player, other.player) > 0.5


# Known parameters


def test_known_parameters_are_found_again() -> None:
    strengths = [300.0, 120.0, 0.0, -70.0, -350.0]
    ratings = rate(simulate(strengths, 4000, 55, 0.25, 7))
    assert [row.player for row in ratings.table] == ["p0", "p1", "p2", "p3", "p4"]
    assert ratings.table[0].tally == ratings.cross_table.total("p0")
    for place, strength in enumerate(strengths):
        row = ratings[f"p{place}"]
        assert row.elo == pytest.approx(strength, abs=3 * (row.high - row.low) / 4)
        assert row.high - row.low < 20
    assert ratings.first_move.elo == pytest.approx(55, abs=8)
    assert ratings.draw_rate == pytest.approx(0.25 / 2.25, abs=0.01)


@pytest.mark.slow
def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    """Over 200 small tournaments of four; two standard deviations of the share are 1.5 %."""
    covered: list[bool] = []
    for seed in range(200):
        strengths = np.random.default_rng(seed).normal(0, 150, 4)
        strengths -= strengths.mean()
        ratings = rate(simulate([float(each) for each in strengths], 8, 50, 0.2, seed))
        for place, strength in enumerate(strengths):
            row = ratings[f"p{place}"]
            covered.append(row.low <= strength <= row.high)
    assert 0.92 < np.mean(covered) < 0.98


def test_superiority_is_as_probable_as_it_says() -> None:
    """A claimed probability of being stronger is about as often right."""
    claimed, true = [], []
    for seed in range(60):
        strengths = np.random.default_rng(seed).normal(0, 100, 2)
        ratings = rate(simulate([float(each) for each in strengths], 6, 0, 0.2, seed))
        claimed.append(ratings.los("p0", "p1"))
        true.append(strengths[0] > strengths[1])
    sure = np.array(claimed) > 0.9
    assert sure.sum() > 6
    assert np.array(true)[sure].mean() > 0.9
    assert np.mean(np.square(np.array(claimed) - true)) < 0.2  # a coin would have 0.25


# An independent package


def bradley_terry_of_choix(ratings: Ratings, alpha: float) -> dict[str, float]:
    players = ratings.cross_table.players
    pairs = [
        (players.index(winner), players.index(loser))
        for (first, second), tally in ratings.cross_table.items()
        for winner, loser, times in ((first, second, tally.wins), (second, first, tally.losses))
        for _ in range(times)
    ]
    found = choix.opt_pairwise(len(players), pairs, alpha=alpha, method="Newton-CG", tol=1e-12)
    return {
        player: ELO * value for player, value in zip(players, found - found.mean(), strict=True)
    }


def test_without_draws_it_is_the_bradley_terry_model_of_choix() -> None:
    records = simulate([250, 100, 0, -350], 15, 0, 0, 4)
    ratings = rate(records, prior=None, first_move=False)
    for player, elo in bradley_terry_of_choix(ratings, 0).items():
        assert ratings[player].elo == pytest.approx(elo, abs=0.05)


def test_with_the_prior_it_is_the_regularised_model_of_choix() -> None:
    """One player wins everything; choix's penalty is alpha times the squares, ours half of it."""
    records = simulate([0, 0, 0], 6, 0, 0, 4) + Counter(games("p3", "p0", 6, 0, 0))
    prior = Prior(strength=400, draw_rate=1e-9, draw_spread=1e-3)
    ratings = rate(records, prior=prior, first_move=False)
    for player, elo in bradley_terry_of_choix(ratings, (ELO / 400) ** 2 / 2).items():
        assert ratings[player].elo == pytest.approx(elo, abs=0.05)
