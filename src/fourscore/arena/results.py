"""What matches and tournaments return."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import chain, repeat
from pathlib import Path
from typing import NamedTuple

from fourscore.arena.forfeits import Forfeits, count_forfeits
from fourscore.arena.ledger import GameRow
from fourscore.arena.pentanomial import wilson
from fourscore.arena.play import Finish
from fourscore.arena.rating import Tally
from fourscore.arena.summary import Summary
from fourscore.core.game import Game
from fourscore.core.position import PLAYERS

__all__ = ["GameResult", "MatchResult", "Standing", "TournamentResult", "tally_match"]

HEADERS = ("#", "agent", "Elo", "95 %", "games", "won", "drawn", "lost", "score")


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game of a match."""

    number: int
    """Counted from 0."""
    first: int
    """Which of the match's two agents, 0 or 1, was "X"."""
    game: Game
    """The moves."""
    finish: Finish
    """How it ended, and why."""

    @property
    def winner(self) -> int | None:
        """Which of the two won, 0 or 1, or None for a draw."""
        if self.finish.winner is None:
            return None
        return self.first ^ PLAYERS.index(self.finish.winner)

    @property
    def forfeiter(self) -> int | None:
        """Which of the two forfeited the game, 0 or 1, or None if neither did."""
        if self.finish.forfeit is None:
            return None
        return self.first ^ PLAYERS.index(self.finish.forfeit)


def tally_match(results: Iterable[GameResult], place: int, mark: str = "") -> Tally:
    """Count an agent's wins, draws and losses, of all games or of those with one colour."""
    winners = [each.winner for each in results if mark in ("", PLAYERS[int(each.first != place)])]
    return Tally(winners.count(place), winners.count(None), winners.count(1 - place))


@dataclass(frozen=True)
class MatchResult:
    """How a match went, as its first agent sees it."""

    agents: tuple[str, str]
    """The names of the two."""
    results: tuple[GameResult, ...]
    """The games, and how each of them ended."""

    @cached_property
    def tally(self) -> Tally:
        """The first agent's wins, draws and losses."""
        return tally_match(self.results, 0)

    @property
    def games(self) -> tuple[Game, ...]:
        """The games, in order."""
        return tuple(each.game for each in self.results)

    @property
    def wins(self) -> int:
        """The games that the first agent won."""
        return self.tally.wins

    @property
    def draws(self) -> int:
        """The games that nobody won."""
        return self.tally.draws

    @property
    def losses(self) -> int:
        """The games that the first agent lost."""
        return self.tally.losses

    @property
    def score(self) -> float:
        """The first agent's points a game, from 0 to 1; a draw counts half."""
        return self.tally.score

    @cached_property
    def distinct(self) -> int:
        """The number of games that differ in who began, the opening or the moves."""
        return len({(each.first, each.game.start, each.game.moves) for each in self.results})

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score (Wilson's); games that repeat another do not count."""
        return wilson(self.score, self.distinct)

    @cached_property
    def forfeits(self) -> tuple[Forfeits, ...]:
        """What the agents did wrong, and how often, the most frequent first."""
        return count_forfeits(
            (self.agents[each.forfeiter], each.finish.reason)
            for each in self.results
            if each.forfeiter is not None
        )

    def __str__(self) -> str:
        one, other = self.agents
        low, high = self.interval
        counts = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        share = f"{100 * self.score:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        lines = [f"{one} against {other}: {share}, {counts}", *map(str, self.forfeits)]
        if same := len(self.results) - self.distinct:
            games = "1 game repeats" if same == 1 else f"{same:,} games repeat"
            lines.append(f"{games} another one")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(line)}</p>" for line in str(self).splitlines())

    def __repr__(self) -> str:
        wins, draws, losses = self.tally
        return f"<MatchResult {self.agents[0]} - {self.agents[1]}: +{wins} ={draws} -{losses}>"


# Tournaments


class Standing(NamedTuple):
    """One line of a tournament's table."""

    rank: int
    """Counted from 1."""
    agent: str
    """The name of the agent."""
    elo: float
    """Above the mean of all agents."""
    interval: tuple[float, float]
    """The 95 % interval of the Elo."""
    games: int
    """Games played."""
    wins: int
    """Games won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost."""
    score: float
    """Points a game, from 0 to 1; a draw counts half."""


@dataclass(frozen=True)
class TournamentResult:
    """How a tournament went."""

    summary: Summary = field(repr=False)
    """The counts and ratings behind the table."""
    games: tuple[GameRow, ...] = field(repr=False)
    """All games, by number."""
    ledger: Path | None = None
    """The file that has all games and moves, if there is one."""

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The table, the strongest agent first."""
        rated = self.summary.ratings.table if self.summary.ratings else ()
        return tuple(
            Standing(
                rank,
                row.player,
                row.elo,
                (row.low, row.high),
                row.tally.games,
                *row.tally,
                row.tally.score,
            )
            for rank, row in enumerate(rated, start=1)
        )

    def tally(self, agent: str, opponent: str | None = None) -> Tally:
        """Return an agent's wins, draws and losses, against one opponent or all."""
        return self.summary.tally(agent, opponent)

    @property
    def forfeits(self) -> tuple[Forfeits, ...]:
        """What the agents did wrong, and how often, the most frequent first."""
        return self.summary.forfeit_counts

    def _rows(self) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = [HEADERS]
        for each in self.standings:
            low, high = each.interval
            elo = (f"{each.elo:+.0f}", f"{low:+.0f} to {high:+.0f}")
            figures = (each.games, each.wins, each.draws, each.losses)
            score = f"{100 * each.score:.1f} %"
            rows.append((str(each.rank), each.agent, *elo, *map(str, figures), score))
        return rows

    def __str__(self) -> str:
        rows = self._rows()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [_line(row, widths) for row in rows]
        return "\n".join([*lines, *map(str, self.forfeits)])

    def _repr_html_(self) -> str:
        head, *body = (
            "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in row)
            for row, kind in zip(self._rows(), chain(["th"], repeat("td")), strict=False)
        )
        rows = "".join(f"<tr>{row}</tr>" for row in body)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        return table + "".join(f"<p>{escape(str(each))}</p>" for each in self.forfeits)

    def __repr__(self) -> str:
        first = f", {self.standings[0].agent} leads" if self.standings else ""
        return (
            f"<TournamentResult {len(self.summary.agents)} agents, {len(self.games)} games{first}>"
        )


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    """Align all but the agent's name to the right."""
    cells = [
        cell.ljust(width) if place == 1 else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells)
