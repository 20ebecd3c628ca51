"""What the moves of a ledger cost: one by one, and on average by agent and phase of the game."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from fourscore.arena.ledger import Ledger
from fourscore.insight.truth.intervals import NOTHING, Group, Measured, mean_of

__all__ = ["MeanCosts", "MoveCost", "mean_costs", "move_costs"]

MeanCosts = Mapping[str, Mapping[int, Measured]]
"""What a move costs on average, by agent and the first ply of a phase."""


class MoveCost(NamedTuple):
    """A move of a tournament and what it took."""

    game: int
    ply: int
    agent: str
    opponent: str
    seconds: float
    nodes: int

    @property
    def plays_first(self) -> bool:
        """Whether the agent plays X."""
        return self.ply % 2 == 0


def move_costs(ledger: Ledger) -> Iterator[MoveCost]:
    """Yield the cost of every move of a ledger, in order."""
    players = {row.number: (row.first, row.second) for row in ledger.games()}
    for move in ledger.moves():
        agent, opponent = players[move.game][:: -1 if move.ply % 2 else 1]
        yield MoveCost(move.game, move.ply, agent, opponent, move.seconds, move.nodes)


def mean_costs(ledger: Ledger, plies: int) -> dict[str, MeanCosts]:
    """Return the mean cost of moves in "seconds" and "nodes", by phases of `plies` plies."""
    groups: dict[tuple[str, str, int], dict[int, Group]] = {}
    for cost in move_costs(ledger):
        for unit, amount in (("seconds", cost.seconds), ("nodes", float(cost.nodes))):
            games = groups.setdefault((unit, cost.agent, cost.ply // plies * plies), {})
            games[cost.game] = games.get(cost.game, NOTHING).plus(amount)
    means: dict[str, dict[str, dict[int, Measured]]] = {"seconds": {}, "nodes": {}}
    for (unit, agent, phase), games in sorted(groups.items()):
        mean = mean_of(games.values())
        if mean is not None and mean.value > 0:
            means[unit].setdefault(agent, {})[phase] = mean
    return dict(means)
