"""What a ledger's games add up to: the table, the ratings and what went wrong."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fourscore.arena.ledger import GameRow, Ledger
from fourscore.arena.rating import GameRecord, Ratings, Tally, rate

__all__ = ["Effort", "Summary", "add_up", "summarise"]


@dataclass(frozen=True, slots=True)
class Effort:
    """What an agent's moves cost."""

    moves: int = 0
    seconds: float = 0.0
    nodes: int = 0

    @property
    def seconds_a_move(self) -> float:
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def nodes_a_move(self) -> float:
        return self.nodes / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True)
class Summary:
    """The state of a tournament."""

    agents: dict[str, str]
    """Specs by name."""
    games: int
    """Those that count."""
    voids: tuple[GameRow, ...]
    forfeits: tuple[GameRow, ...]
    plies: int
    """Moves of all games that count."""
    ratings: Ratings | None
    """None before the first game."""
    efforts: dict[str, Effort] = field(default_factory=dict)
    distinct: int = 0
    """How many games differ in their players, opening or moves."""

    @property
    def ranking(self) -> list[str]:
        """The agents, the strongest first; those who have not played last."""
        played = [row.player for row in self.ratings.table] if self.ratings else []
        return played + [name for name in self.agents if name not in played]

    def tally(self, name: str, opponent: str | None = None) -> Tally:
        """Return an agent's games against one opponent or all."""
        if self.ratings is None or name not in self.ratings.cross_table.players:
            return Tally()
        table = self.ratings.cross_table
        return table.total(name) if opponent is None else table.tally(name, opponent)

    def as_dict(self) -> dict[str, Any]:
        """Return plain types for JSON."""
        first_move = self.ratings.first_move if self.ratings else None
        return {
            "games": self.games,
            "distinct_games": self.distinct,
            "moves": self.plies,
            "agents": [self._agent(name) for name in self.ranking],
            "cross_table": [
                {"agent": name, "opponent": other, **self.tally(name, other)._asdict()}
                for name in self.ranking
                for other in self.ranking
                if name != other
            ],
            "first_move_elo": first_move and _interval(first_move.elo, first_move),
            "draw_rate": self.ratings.draw_rate if self.ratings else None,
            "forfeits": [_fault(row) for row in self.forfeits],
            "voids": [_fault(row) for row in self.voids],
        }

    def _agent(self, name: str) -> dict[str, Any]:
        tally, effort = self.tally(name), self.efforts.get(name, Effort())
        rating = self.ratings[name] if self.ratings and tally.games else None
        return {
            "name": name,
            "spec": self.agents[name],
            "games": tally.games,
            **tally._asdict(),
            "score": tally.score if tally.games else None,
            "elo": rating and _interval(rating.elo, rating),
            "forfeits": sum(_culprit(row) == name for row in self.forfeits),
            "seconds_a_move": effort.seconds_a_move,
            "nodes_a_move": effort.nodes_a_move,
        }


def _interval(elo: float, bounds: Any) -> dict[str, float]:
    return {"elo": elo, "low": bounds.low, "high": bounds.high}


def _culprit(row: GameRow) -> str:
    return row.first if row.forfeit == "first" else row.second


def _fault(row: GameRow) -> dict[str, Any]:
    names = {"number": row.number, "first": row.first, "second": row.second}
    return {**names, "forfeit": row.forfeit, "reason": row.reason}


def add_up(agents: Mapping[str, str], games: Iterable[GameRow]) -> Summary:
    """Add up games between agents, given as specs by name, without a look at the moves."""
    rows = list(games)
    counted = [row for row in rows if row.result is not None]
    records = Counter(GameRecord(row.first, row.second, row.result or 0.0) for row in counted)
    return Summary(
        agents=dict(agents),
        games=len(counted),
        voids=tuple(row for row in rows if row.result is None),
        forfeits=tuple(row for row in rows if row.forfeit),
        plies=sum(row.plies for row in counted),
        ratings=rate(records) if records else None,
    )


def summarise(ledger: Ledger) -> Summary:
    """Add up all games of a ledger."""
    efforts = {name: Effort(*cost) for name, cost in ledger.efforts().items()}
    summary = add_up(ledger.agents, ledger.games())
    return replace(summary, efforts=efforts, distinct=ledger.count_distinct())
