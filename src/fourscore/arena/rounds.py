"""Formats whose pairings depend on results: Swiss and knockout, round by round.

A round starts when all games of the one before are in the ledger. Its pairings depend on these
games and the order of the agents alone, so a tournament that is resumed goes on as if it had never
stopped. The order in which agents are given is their seeding.

Swiss: agents with about as many points meet, nobody meets anybody twice as long as that can be
avoided, and with an odd number the last who has not been free yet is free, which counts as a
match won. Knockout: the first seed meets the last, and the best are free if the number is not a
power of two; a drawn match is decided by up to `EXTRA` more pairs of games, and else the higher
seed goes on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fourscore.arena.schedule import Planned, pairings, plan_pairs

__all__ = [
    "EXTRA",
    "Round",
    "RoundPlan",
    "count_games",
    "count_rounds",
    "rounds_of",
    "survivors",
    "swiss_points",
]

EXTRA = 3
"""Pairs of games that may decide a drawn knockout match."""
Points = dict[int, float | None]
"""The points of the player of X by the number of the game; None for a void one."""


@dataclass(frozen=True)
class Round:
    """Matches that are played at the same time."""

    name: str
    pairings: tuple[tuple[int, int], ...]
    """Who meets, by their indices."""
    pairs: int
    """Pairs of games in each match."""
    start: int
    """The number of the first game."""
    free: int | None = None
    """Who does not play in this round of a Swiss tournament."""
    scores: tuple[tuple[float, float], ...] = field(default=(), compare=False)
    """The points in each match, once it is complete."""

    @property
    def games(self) -> int:
        """Games in this round."""
        return 2 * self.pairs * len(self.pairings)

    def planned(self, opening: int, openings: int, seed: int) -> list[Planned]:
        """Return its games, which start with the opening of a number."""
        return list(plan_pairs(self.pairings, self.pairs, self.start, opening, openings, seed))

    def played(self, points: Points) -> "Round | None":
        """Return it with the scores of its matches, or None while games are missing."""
        numbers = range(self.start, self.start + self.games)
        if any(number not in points for number in numbers):
            return None
        totals = {each: [0.0, 0.0] for each in self.pairings}
        for number in numbers:
            pairing = self.pairings[(number - self.start) // 2 % len(self.pairings)]
            result = points[number]
            if result is not None:
                began = (number - self.start) % 2
                totals[pairing][began] += result
                totals[pairing][1 - began] += 1 - result
        scores = tuple((one, other) for one, other in totals.values())
        return Round(self.name, self.pairings, self.pairs, self.start, self.free, scores)


def count_rounds(agents: int) -> int:
    """Return how many rounds a Swiss or knockout tournament has, if it is not said.

    >>> [count_rounds(agents) for agents in (2, 3, 4, 5, 8, 9)]
    [1, 2, 2, 3, 3, 4]
    """
    return max(1, (agents - 1).bit_length())


def count_games(agents: int, form: str, games: int, rounds: int | None = None) -> int:
    """Return how many games a tournament has, `games` for each pairing.

    Games that decide a drawn knockout match come on top.

    >>> [count_games(4, form, 10) for form in ("round-robin", "gauntlet", "swiss", "knockout")]
    [60, 30, 40, 30]
    """
    if form == "swiss":
        return games * (agents // 2) * (rounds or count_rounds(agents))
    return games * (agents - 1 if form == "knockout" else len(pairings(agents, form)))


@dataclass
class RoundPlan:
    """Plans rounds from the results of those before."""

    form: str
    agents: int
    pairs: int
    rounds: int

    def next_round(self, before: Sequence[Round]) -> Round | None:
        """Return the round that follows complete ones, or None at the end."""
        return (self._swiss if self.form == "swiss" else self._knockout)(before)

    # Swiss

    def _swiss(self, before: Sequence[Round]) -> Round | None:
        if len(before) == self.rounds:
            return None
        name, start = f"round {len(before) + 1}", _end(before)
        standing = swiss_points(before, self.agents, self.pairs)
        order = sorted(range(self.agents), key=lambda each: (-standing[each], each))
        free = None
        if self.agents % 2:
            been = {each.free for each in before}
            free = next((each for each in reversed(order) if each not in been), order[-1])
            order.remove(free)
        if not before:
            half = len(order) // 2
            met = tuple(zip(order[:half], order[half:], strict=True))
        else:
            past = {frozenset(pairing) for each in before for pairing in each.pairings}
            met = _pair(order, past) or tuple(zip(order[::2], order[1::2], strict=True))
        return Round(name, met, self.pairs, start, free)

    # Knockout

    def _knockout(self, before: Sequence[Round]) -> Round | None:
        if before and (tied := _tied(before)):
            return Round(f"{_stem(before[-1].name)}, decider", tied, 1, _end(before))
        alive = survivors(before, self.agents)
        if len(alive) == 1:
            return None
        size = 1 << count_rounds(len(alive))
        # Byes go to the best seeds; they occur in the first round only.
        playing = alive[size - len(alive) :] if size > len(alive) else alive
        met = tuple((playing[at], playing[-1 - at]) for at in range(len(playing) // 2))
        name = {1: "final", 2: "semi-finals", 4: "quarter-finals"}.get(size // 2, f"last {size}")
        return Round(name, met, self.pairs, _end(before))


def _end(before: Sequence[Round]) -> int:
    return before[-1].start + before[-1].games if before else 0


def swiss_points(before: Iterable[Round], agents: int, pairs: int) -> list[float]:
    """Return the points of each agent; being free counts as a match won."""
    points = [0.0] * agents
    for each in before:
        for (one, other), (first, second) in zip(each.pairings, each.scores, strict=True):
            points[one] += first
            points[other] += second
        if each.free is not None:
            points[each.free] += 2 * pairs
    return points


def _pair(
    order: list[int], past: set[frozenset[int]], tries: int = 20_000
) -> tuple[tuple[int, int], ...] | None:
    """Pair neighbours who have not met, as near to each other as possible; None if it fails."""
    budget = [tries]

    def search(left: list[int]) -> list[tuple[int, int]] | None:
        if not left:
            return []
        one, *others = left
        for other in others:
            budget[0] -= 1
            if budget[0] < 0:
                return None
            if frozenset((one, other)) in past:
                continue
            rest = search([each for each in others if each != other])
            if rest is not None:
                return [(one, other), *rest]
        return None

    found = search(order)
    return None if found is None else tuple(found)


def _stem(name: str) -> str:
    return name.removesuffix(", decider")


def _tied(before: Sequence[Round]) -> tuple[tuple[int, int], ...]:
    """Return the matches of the last round that another pair of games has to decide."""
    same = [each for each in before if _stem(each.name) == _stem(before[-1].name)]
    if len(same) > EXTRA:
        return ()
    last = before[-1]
    return tuple(
        pairing
        for pairing, (one, other) in zip(last.pairings, last.scores, strict=True)
        if one == other
    )


def survivors(before: Iterable[Round], agents: int) -> list[int]:
    """Return who is still in the tournament, the best seeds first."""
    out: set[int] = set()
    for each in before:
        for (one, other), (first, second) in zip(each.pairings, each.scores, strict=True):
            loser, winner = (one, other) if second > first else (other, one)
            out.discard(winner)
            out.add(loser)
    return [agent for agent in range(agents) if agent not in out]


def rounds_of(planner: RoundPlan, points: Points) -> tuple[list[Round], Round | None]:
    """Return the rounds that are complete, and the one to be played now, if there is one."""
    complete: list[Round] = []
    while (current := planner.next_round(complete)) is not None:
        played = current.played(points)
        if played is None:
            return complete, current
        complete.append(played)
    return complete, None
