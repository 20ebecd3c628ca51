"""The one play loop, for people and agents and every variant. It yields events, turn by turn.

It is also the referee. A player forfeits the game by an illegal move, by taking longer than the
clock allows, or by raising `AgentError`, which is what any failure of an agent becomes; the loop
then ends with a `Finish` that says why. Any other error that a player raises passes through to
the caller: that is how a person quits.

An agent in this process cannot be stopped, so a late move loses only when it arrives.
"""

import operator
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from fourscore.agents.base import Agent
from fourscore.arena.clock import MIN_SECONDS, NO_CONTROL, Clock
from fourscore.core.game import Game, Move
from fourscore.core.position import Outcome, Position, opponent
from fourscore.errors import AgentDied, AgentError, AgentIllegal, AgentTimeout, IllegalMoveError
from fourscore.search.types import Limit, Report

__all__ = [
    "ADJUDICATED",
    "AgentPlayer",
    "Finish",
    "Player",
    "Turn",
    "land",
    "play",
    "say_failure",
]

FOUR, FULL = "four", "full"
ADJUDICATED = "adjudicated"
"""Why a game ended that the solver decided."""
LATE, DIED, ILLEGAL = "out of time", "process died", "illegal move"
MAX_REASON = 200


class Player(Protocol):
    """A player: a person at a prompt or an agent."""

    def choose(self, game: Game) -> Report | None:
        """Return a decision, or None after changing the game itself (an undo)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that was played."""

    player: str
    move: Move
    report: Report
    position: Position
    """The position after it."""
    seconds: float
    """The time it took, by the referee's clock."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of a game: by the rules, or because a player forfeits it."""

    winner: str | None
    """"X", "O", or None for a draw."""
    reason: str
    """"four" or "full", or what the loser did wrong: "illegal move: …", "exception: …",
    "out of time: …" or "process died: …"."""
    forfeit: str | None = None
    """Who forfeits the game, "X" or "O"."""

    @property
    def result(self) -> str:
        """The result as written in tournaments, where a forfeit is a loss."""
        return Outcome(self.winner).result


class AgentPlayer:
    """An agent as a player, with a clock if there is one.

    One that is `killable`, because it runs in its own process, gets its time as a limit. `most`
    caps every budget, including the agent's own.
    """

    def __init__(
        self,
        agent: Agent,
        limit: Limit | None = None,
        clock: Clock | None = None,
        *,
        killable: bool = False,
        most: Limit | None = None,
    ) -> None:
        self.agent = agent
        self._limit = limit
        self._clock = clock
        self._killable = killable
        self._most = most

    def choose(self, game: Game) -> Report:
        """Let the agent choose; any failure in it is raised as an `AgentError`."""
        try:
            return self.ask(game.position, self._budget(game.position.turn))
        except AgentError:
            raise
        except Exception as error:
            raise AgentError(f"{type(error).__name__}: {error}") from error

    def ask(self, position: Position, limit: Limit | None) -> Report:
        """Ask the agent; override this to watch or interrupt it."""
        return self.agent.choose(position, limit)

    def _budget(self, player: str) -> Limit | None:
        budget = self._uncut_budget(player)
        if self._most is None:
            return budget
        own = self.agent.limit
        return (own if budget is None else budget).capped_at(self._most, usual=own)

    def _uncut_budget(self, player: str) -> Limit | None:
        if self._clock is None or self._clock.control is NO_CONTROL:
            return self._limit
        limit = self.agent.limit if self._limit is None else self._limit
        allowed = self._clock.allowance(player)
        if self._killable and limit.seconds is None and allowed is not None:
            return replace(limit, seconds=max(allowed, MIN_SECONDS))
        budget = self._clock.budget(player, limit)
        return self._limit if budget == limit else budget


def play(
    game: Game, players: Mapping[str, Player], seed: int = 0, clock: Clock | None = None
) -> Iterator[Turn | Finish]:
    """Play a game to its end between players "X" and "O". The last event is a `Finish`.

    Where discs slip, the landing depends on the seed and the ply alone.
    """
    clock = clock or Clock()
    while (outcome := game.outcome) is None:
        player = game.position.turn
        start = clock.now()
        try:
            report = players[player].choose(game)
            seconds = clock.now() - start
            if report is None:
                continue
            _keep_time(clock, player, seconds)
            move = _move(game, report, seed)
        except (AgentError, _Illegal) as error:
            yield Finish(opponent(player), say_failure(error), player)
            return
        yield Turn(player, move, report, game.position, seconds)
    by_four = outcome.winner is not None and not game.start.rules.plays_on
    yield Finish(outcome.winner, FOUR if by_four else FULL)


class _Illegal(Exception):  # noqa: N818
    """A move that the rules forbid."""


def _keep_time(clock: Clock, player: str, seconds: float) -> None:
    allowed = clock.allowance(player)
    if not clock.spend(player, seconds):
        raise AgentTimeout(f"the move took {seconds:.3f} s; the limit is {allowed:.3f} s")


def _move(game: Game, report: Report, seed: int) -> Move:
    try:
        aim = operator.index(report.column)
        move = Move(aim, land(game.position, aim, seed))
        game.play(*move)
    except TypeError:
        raise _Illegal(f"{report.column!r} is not a column") from None
    except IllegalMoveError as error:
        raise _Illegal(error.for_people) from None
    return move


def land(position: Position, aim: int, seed: int) -> int:
    """Return the column where an aimed disc lands: drawn from the seed and the ply if it can slip.

    >>> land(Position.empty(), 3, seed=1)
    3
    """
    if not position.rules.slips:
        return aim
    landings = position.landings(aim)
    draw = random.Random(f"{seed} {position.ply}").random()
    for landing in landings:
        draw -= landing.probability
        if draw < 0:
            break
    return landing.column


def say_failure(error: AgentError | _Illegal) -> str:
    """Describe in one line what a player did wrong."""
    said = error.for_people if isinstance(error, AgentError) else str(error)
    kinds = {AgentTimeout: LATE, AgentDied: DIED, AgentIllegal: ILLEGAL, _Illegal: ILLEGAL}
    kind = next((word for each, word in kinds.items() if isinstance(error, each)), "exception")
    words = " ".join(said.split())[:MAX_REASON]
    return f"{kind}: {words}" if words else kind
