"""The schedule: who meets whom, in pairs, with numbers and seeds that stay."""

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourscore.arena.schedule import derive_seed, pairings, plan
from fourscore.errors import InputError


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
    longer = plan(meetings, 2 * rounds + 2, openings, seed=1)
    assert list(islice(longer, len(games))) == games


def test_seeds_hang_on_seed_number_and_side() -> None:
    """These numbers must not change: without them an old ledger could not be resumed."""
    assert derive_seed(0, 0, "X") == 101996552877461
    seeds = {derive_seed(seed, number, side) for seed in (0, 1) for number in (0, 1, 10, 11)
             for side in ("X", "O", "slip")}  # fmt: skip
    assert len(seeds) == 24


@pytest.mark.parametrize(
    ("agents", "form", "games", "sentence"),
    [
        (2, "round-robin", 0, "pairs with colours swapped, so there cannot be 0 .*; 2 would do"),
        (2, "round-robin", 7, "pairs with colours swapped, so there cannot be 7 .*; 8 would do"),
        (1, "round-robin", 2, "two agents or more"),
        (2, "cup", 2, "no format 'cup'"),
    ],
)
def test_what_cannot_be_planned(agents: int, form: str, games: int, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        next(plan(pairings(agents, form), games, 1))
