"""The one play loop: people and agents, every variant. It yields what happens, turn by turn."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from fourscore.agents.base import Agent
from fourscore.agents.registry import agent
from fourscore.core.game import Game, Move
from fourscore.core.position import PLAYERS, Position
from fourscore.search.types import Limit, Report

__all__ = ["AgentPlayer", "GameResult", "Player", "Turn", "play", "play_match"]


class Player(Protocol):
    """Somebody at the board: a person at a prompt or an agent."""

    def choose(self, game: Game) -> Report | None:
        """Give a decision, or None after having changed the game itself (an undo)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One move that was played."""

    player: str
    move: Move
    report: Report
    position: Position
    """The position after it."""


class AgentPlayer:
    """An agent at the board."""

    def __init__(self, agent: Agent, limit: Limit | None = None) -> None:
        self.agent = agent
        self._limit = limit

    def choose(self, game: Game) -> Report:
        return self.agent.choose(game.position, self._limit)


def play(game: Game, players: Mapping[str, Player], seed: int = 0) -> Iterator[Turn]:
    """Play a game on to its end; "X" and "O" name the players.

    Where discs slip, the landing is drawn from the seed, the ply and nothing else.
    """
    while game.outcome is None:
        player = game.position.turn
        report = players[player].choose(game)
        if report is None:
            continue
        game.play(report.column, _land(game.position, report.column, seed))
        yield Turn(player, game.moves[-1], report, game.position)


def _land(position: Position, aim: int, seed: int) -> int:
    landings = position.landings(aim)
    draw = random.Random(f"{seed} {position.ply}").random()
    for landing in landings:
        draw -= landing.probability
        if draw < 0:
            break
    return landing.column


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game of a match that has ended."""

    number: int
    """Counted from 0."""
    first: int
    """Which of the match's two agents, 0 or 1, was "X"."""
    game: Game

    @property
    def winner(self) -> int | None:
        """Which of the two has won, 0 or 1, or None for a draw."""
        outcome = self.game.outcome
        if outcome is None or outcome.winner is None:
            return None
        return self.first ^ PLAYERS.index(outcome.winner)


def play_match(
    specs: tuple[str, str],
    games: int,
    *,
    seed: int = 0,
    start: Position | None = None,
    limit: Limit | None = None,
) -> Iterator[GameResult]:
    """Play games between two agents; the first begins the even games, the second the odd ones.

    Agents that take a seed get one of their own for each game unless the spec names it.
    """
    for number in range(games):
        first = number % 2
        order = (specs[first], specs[1 - first])
        draw = random.Random(f"{seed} {number}")
        players = {
            mark: AgentPlayer(agent(spec, seed=draw.getrandbits(32)), limit)
            for mark, spec in zip(PLAYERS, order, strict=True)
        }
        game = Game(start, {"First": order[0], "Second": order[1]})
        for _ in play(game, players, draw.getrandbits(32)):
            pass
        yield GameResult(number, first, game)
