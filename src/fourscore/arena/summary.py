"""The summary of a ledger: the table, the ratings and the faults."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from fourscore.arena.forfeits import Forfeits, count_forfeits
from fourscore.arena.ledger import GameRow, Ledger
from fourscore.arena.pentanomial import Pentanomial, pairs_by_pairing
from fourscore.arena.play import ADJUDICATED
from fourscore.arena.rating import GameRecord, Ratings, Tally, rate

__all__ = ["Effort", "Summary", "add_up", "summarise"]


@dataclass(frozen=True, slots=True)
class Effort:
    """The cost of an agent's moves."""

    moves: int = 0
    """Moves played."""
    seconds: float = 0.0
    """Time for all of them."""
    nodes: int = 0
    """Positions visited for all of them."""

    @property
    def seconds_a_move(self) -> float:
        """Time for a move on average."""
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def nodes_a_move(self) -> float:
        """Positions visited for a move on average."""
        return self.nodes / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True)
class Summary:
    """The state of a tournament."""

    agents: dict[str, str]
    """The specs by name."""
    games: int
    """The games that count."""
    voids: tuple[GameRow, ...]
    """The games that do not count, because something other than an agent failed."""
    forfeits: tuple[GameRow, ...]
    """The games that an agent forfeited."""
    plies: int
    """The moves of all games that count."""
    ratings: Ratings | None
    """None if there are no games."""
    efforts: dict[str, Effort] = field(default_factory=dict)
    """The cost of each agent's moves, by name."""
    pairs: dict[tuple[str, str], Pentanomial] = field(default_factory=dict)
    """Pairs of games by their points, for the first of two agents."""
    adjudicated: int = 0
    """The games that the solver decided before their end."""
    distinct: int = 0
    """The number of games that differ in players, opening or moves."""

    @property
    def forfeit_counts(self) -> tuple[Forfeits, ...]:
        """What agents did wrong, and how often, the most frequent first."""
        return count_forfeits(
            (row.first if row.forfeit == "first" else row.second, row.reason)
            for row in self.forfeits
        )

    @property
    def ranking(self) -> list[str]:
        """The agents, strongest first; those who have not played come last."""
        played = [row.player for row in self.ratings.table] if self.ratings else []
        return played + [name for name in self.agents if name not in played]

    def tally(self, name: str, opponent: str | None = None) -> Tally:
        """Return an agent's results against one opponent or all."""
        if self.ratings is None or name not in self.ratings.cross_table.players:
            return Tally()
        table = self.ratings.cross_table
        return table.total(name) if opponent is None else table.tally(name, opponent)


def add_up(agents: Mapping[str, str], games: Iterable[GameRow]) -> Summary:
    """Add up games between agents, given as specs by name, without reading the moves."""
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
        pairs=pairs_by_pairing(rows),
        adjudicated=sum(row.reason == ADJUDICATED for row in rows),
    )


def summarise(ledger: Ledger) -> Summary:
    """Add up all games of a ledger, all of it from one look while others may write to it."""
    with ledger.snapshot():
        efforts = {name: Effort(*cost) for name, cost in ledger.efforts().items()}
        summary = add_up(ledger.agents, ledger.games())
        return replace(summary, efforts=efforts, distinct=ledger.count_distinct())
