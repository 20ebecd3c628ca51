"""The schedule: who meets whom, in pairs, with numbers and seeds that stay."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourscore.arena.schedule import derive_seed, pairings, plan, unique_names
from fourscore.errors import InputError


def test_everybody_meets_everybody() -> None:
    assert len(pairings(7)) == 21
    assert pairings(4, "gauntlet") == ((0, 1), (0, 2), (0, 3))


@given(st.integers(2, 6), st.sampled_from(["round-robin", "gauntlet", "ladder"]), st.integers(1, 6),
       st.integers(1, 4))  # fmt: skip
def test_games_come_in_pairs_with_colours_swapped(
    agents: int, form: str, rounds: int, openings: int
) -> None:
    meetings = pairings(agents, form)
    games = list(plan(meetings, 2 * rounds, openings, seed=1))
    assert [game.number for game in games] == list(range(2 * rounds * len(meetings)))
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert (one.first, one.second) == (other.second, other.first)
        assert one.opening == other.opening == one.pair // len(meetings) % openings
        assert one.pair == other.pair
    met = Counter(tuple(sorted((game.first, game.second))) for game in games)
    assert met == dict.fromkeys(meetings, 2 * rounds)
    seeds = [seed for game in games for seed in game.seeds]
    assert len(set(seeds)) == len(seeds)


def test_a_longer_tournament_begins_like_a_shorter_one() -> None:
    short, long = (list(plan(pairings(3), games, 5, seed=2)) for games in (4, 10))
    assert long[: len(short)] == short


def test_seeds_hang_on_seed_number_and_side() -> None:
    """These numbers must not change: without them an old ledger could not be resumed."""
    assert derive_seed(0, 0, "X") == 101996552877461
    seeds = {derive_seed(seed, number, side) for seed in (0, 1) for number in (0, 1, 10, 11)
             for side in ("X", "O", "slip")}  # fmt: skip
    assert len(seeds) == 24


@pytest.mark.parametrize("games", [0, -2, 1, 7])
def test_an_odd_number_of_games_is_refused(games: int) -> None:
    with pytest.raises(InputError, match="pairs with colours swapped"):
        next(plan(pairings(2), games, 1))


def test_a_lone_agent_and_an_unknown_format_are_refused() -> None:
    with pytest.raises(InputError, match="two agents or more"):
        pairings(1)
    with pytest.raises(InputError, match="no format 'cup'"):
        pairings(2, "cup")


def test_names_differ() -> None:
    assert unique_names(("a", "a", "b", "a")) == ("a", "a #2", "b", "a #3")
