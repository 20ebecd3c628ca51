"""The schedule: the games of a tournament, each with its own number and seeds.

Games come in pairs from the same opening with colours swapped. A round is one such pair for
every pairing; all pairings of a round share its opening. Numbers run round by round, so that a
longer tournament starts with the games of a shorter one. A game's seeds depend only on the
tournament's seed, its number and the side: neither the order in which games are played nor the
worker that plays them makes a difference.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from fourscore.errors import InputError

__all__ = [
    "FORMATS",
    "IN_ROUNDS",
    "Planned",
    "derive_seed",
    "pairings",
    "plan",
    "plan_pairs",
    "unique_names",
]

FORMATS = ("round-robin", "gauntlet", "ladder")
"""Formats whose pairings are known in advance."""
IN_ROUNDS = ("swiss", "knockout")
"""Formats whose pairings depend on results; see `rounds`."""
RUNGS = 2
"""How far apart on a ladder agents meet."""
SEED_BITS = 48


@dataclass(frozen=True, slots=True)
class Planned:
    """A game to be played."""

    number: int
    first: int
    """The index of the agent who plays X."""
    second: int
    opening: int
    """The index of its opening."""
    seeds: tuple[int, int, int]
    """For X, for O, and for discs that slip."""

    @property
    def pair(self) -> int:
        """The number of its pair."""
        return self.number // 2


def derive_seed(seed: int, number: int, side: str) -> int:
    """Return a seed that depends on these three and nothing else.

    >>> derive_seed(0, 1, "X") == derive_seed(0, 1, "X") != derive_seed(0, 1, "O")
    True
    """
    digest = hashlib.sha256(f"{seed} {number} {side}".encode()).digest()
    return int.from_bytes(digest[: SEED_BITS // 8], "big")


def pairings(agents: int, form: str = "round-robin") -> tuple[tuple[int, int], ...]:
    """Return the pairs that meet: everyone, the first and each other one, or each and its next two.

    Of a format in rounds, it is some first round.

    >>> pairings(3), pairings(3, "gauntlet")
    (((0, 1), (0, 2), (1, 2)), ((0, 1), (0, 2)))
    >>> pairings(4, "ladder")
    ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3))
    """
    if form not in (*FORMATS, *IN_ROUNDS):
        known = ", ".join((*FORMATS, *IN_ROUNDS))
        raise InputError(f"there is no format {form!r}; the formats are {known}")
    if agents < 2:
        raise InputError("a tournament needs two agents or more")
    if form == "gauntlet":
        return tuple((0, other) for other in range(1, agents))
    if form in IN_ROUNDS:
        return tuple((at, agents - 1 - at) for at in range(agents // 2))
    everyone = combinations(range(agents), 2)
    if form == "ladder":
        return tuple((one, other) for one, other in everyone if other - one <= RUNGS)
    return tuple(everyone)


def plan(
    meetings: tuple[tuple[int, int], ...], games: int, openings: int, seed: int = 0
) -> Iterator[Planned]:
    """Yield all games by number: `games` for each pairing, an even number.

    >>> [(each.number, each.first, each.second) for each in plan(pairings(2), 2, 1)]
    [(0, 0, 1), (1, 1, 0)]
    """
    if games < 2 or games % 2:
        raise InputError(
            f"games come in pairs with colours swapped, so there cannot be {games} for each "
            f"pairing; {max(2, games + 1)} would do"
        )
    yield from plan_pairs(meetings, games // 2, 0, 0, openings, seed)


def plan_pairs(
    meetings: tuple[tuple[int, int], ...],
    pairs: int,
    number: int,
    opening: int,
    openings: int,
    seed: int,
) -> Iterator[Planned]:
    """Yield games from a number and an opening on: so many pairs for each pairing."""
    for turn in range(opening, opening + pairs):
        for one, other in meetings:
            for first, second in ((one, other), (other, one)):
                seeds = tuple(derive_seed(seed, number, side) for side in ("X", "O", "slip"))
                yield Planned(number, first, second, turn % openings, seeds)  # type: ignore[arg-type]
                number += 1


def unique_names(specs: tuple[str, ...]) -> tuple[str, ...]:
    """Name agents by their specs; a repeated spec gets a number.

    >>> unique_names(("mcts", "random", "mcts"))
    ('mcts', 'random', 'mcts #2')
    """
    names: list[str] = []
    for spec in specs:
        count = sum(1 for other in specs[: len(names)] if other == spec)
        names.append(f"{spec} #{count + 1}" if count else spec)
    return tuple(names)
