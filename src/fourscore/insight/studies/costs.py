"""What the moves of a ledger cost, by who moved against whom and with which colour."""

from collections.abc import Iterator
from typing import NamedTuple

from fourscore.arena.ledger import Ledger

__all__ = ["Cost", "costs"]


class Cost(NamedTuple):
    """A move of a tournament and what it took."""

    game: int
    ply: int
    agent: str
    opponent: str
    plays_first: bool
    """Whether the agent played X."""
    seconds: float
    nodes: int
    playouts: int


def costs(ledger: Ledger) -> Iterator[Cost]:
    """Yield the cost of every move of a ledger, in order."""
    players = {row.number: (row.first, row.second) for row in ledger.games()}
    for move in ledger.moves():
        first, second = players[move.game]
        is_first = move.ply % 2 == 0
        agent, opponent = (first, second) if is_first else (second, first)
        yield Cost(move.game, move.ply, agent, opponent, is_first, move.seconds, move.nodes,
                   move.playouts)  # fmt: skip
