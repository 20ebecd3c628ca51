"""What a worker does: play a batch of games and return how they went."""

import atexit
import random
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from uuid import uuid4

from fourscore import __version__
from fourscore.agents.base import Agent
from fourscore.agents.factory import AgentFactory
from fourscore.agents.output import Output
from fourscore.agents.pool import AgentPool
from fourscore.agents.registry import agent
from fourscore.arena.clock import NO_CONTROL, Clock, TimeControl
from fourscore.arena.ledger import PlayedGame, PlayedMove
from fourscore.arena.openings import play_random
from fourscore.arena.play import ADJUDICATED, AgentPlayer, Finish, Turn, play
from fourscore.arena.schedule import Planned
from fourscore.core.game import Game, Move
from fourscore.core.position import PLAYERS, Position
from fourscore.errors import AgentError, InputError, UnsupportedError
from fourscore.runtime.notes import is_note_due, send_note
from fourscore.search.types import Limit

__all__ = [
    "Context",
    "LiveGame",
    "Task",
    "agents_of",
    "close_agents",
    "play_game",
    "play_games",
    "warm_up",
]

WARMUP_EMPTY, WARMUP_TRIES = 6, 1000
"""Empty cells of a position that every search answers at once, and tries to draw one."""
BETWEEN = 5e-5
"""Seconds that a move takes besides its decision, about."""
POINTS = {"X": 1.0, "O": 0.0, None: 0.5}
SIDES = {"X": "first", "O": "second", None: None}


@dataclass(frozen=True, slots=True)
class Context:
    """What all games of a match or tournament share."""

    agents: tuple[AgentFactory, ...]
    limit: Limit | None = None
    """Replaces the agents' own, if given."""
    control: TimeControl = NO_CONTROL
    most: Limit | None = None
    """Caps every budget, including the agents' own."""
    output: Output = Output.DIRECT
    """What happens to the text that agents print."""
    run: str = field(default_factory=lambda: uuid4().hex)
    """Which run it is; agents are kept for all its games."""
    version: str = __version__
    adjudicate: int | None = None
    """With so many empty cells or fewer a game ends with its exact result."""


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game that is being played, as workers note it."""

    planned: Planned
    position: Position
    """The position after the last move."""
    move: Move
    """The last move."""


@dataclass(frozen=True, slots=True)
class Task:
    """A batch of games."""

    context: Context
    games: tuple[Planned, ...]
    starts: tuple[Position, ...]
    """The position from which each starts."""


def play_games(task: Task) -> list[PlayedGame]:
    """Play a batch. What goes wrong in an agent is recorded in the games; the rest is raised."""
    if task.context.version != __version__:
        raise InputError(
            f"this worker has fourscore {__version__}, the tournament {task.context.version}"
        )
    return [
        play_game(task.context, game, start)
        for game, start in zip(task.games, task.starts, strict=True)
    ]


def play_game(context: Context, planned: Planned, start: Position) -> PlayedGame:
    """Play one game."""
    places = (planned.first, planned.second)
    board = Position.empty(start.width, start.height, start.variant)
    for place in places:
        if context.agents[place].is_builtin:
            warm_up(context.agents[place].spec, board)
    pool = agents_of(context)
    one, other = (
        pool.borrow(place, context.agents[place], seed)
        for place, seed in zip(places, planned.seeds, strict=False)
    )
    with one as first, other as second:
        for each in (first, second):
            # What fails here fails again with the first move, and counts there.
            with suppress(AgentError, UnsupportedError):
                each.prepare(start)
        return _play((first, second), context, planned, start)


_pools: dict[str, AgentPool] = {}
"""The agents of each run in this process."""


def agents_of(context: Context) -> AgentPool:
    """Return the agents that this process keeps for a run."""
    return _pools.get(context.run) or _pools.setdefault(context.run, AgentPool(context.output))


@atexit.register
def close_agents(run: str | None = None) -> None:
    """Close the agents that were kept for a run, or for all runs."""
    for each in list(_pools) if run is None else [run]:
        if each in _pools:
            _pools.pop(each).close()


def _play(
    agents: tuple[Agent, Agent], context: Context, planned: Planned, start: Position
) -> PlayedGame:
    clock = Clock(context.control)
    players = {
        mark: AgentPlayer(
            each, context.limit, clock, killable=each.entry.external, most=context.most
        )
        for mark, each in zip(PLAYERS, agents, strict=True)
    }
    began = clock.now()
    moves = []
    for event in play(Game(start), players, planned.seeds[2], clock):
        if isinstance(event, Finish):
            break
        moves.append(_cost(event))
        if is_note_due(event.seconds + BETWEEN):
            send_note(LiveGame(planned, event.position, event.move))
        if context.adjudicate and (verdict := _adjudicate(event.position, context.adjudicate)):
            event = verdict
            break
    assert isinstance(event, Finish)
    return PlayedGame(
        planned,
        POINTS[event.winner],
        event.reason,
        SIDES[event.forfeit],
        start.ply,
        tuple(moves),
        clock.now() - began,
    )


def _adjudicate(position: Position, cells: int) -> Finish | None:
    """Return how an unfinished game ends with perfect play, if few enough cells are empty."""
    empty = position.width * position.height - position.ply
    if empty > cells or position.is_over:
        return None
    from fourscore.book.solving import shared_solver

    score = shared_solver().solve(position)
    winner = {1: position.turn, 0: None, -1: position.opponent}[score.lower.sign]
    return Finish(winner, ADJUDICATED)


def _cost(turn: Turn) -> PlayedMove:
    report = turn.report
    return PlayedMove(*turn.move, turn.seconds, report.nodes, report.depth, report.playouts)


@cache
def warm_up(spec: str, board: Position) -> None:
    """Load the kernels that an agent of our own needs on this board."""
    agent(spec).choose(_late_position(board), Limit(depth=1, nodes=100, playouts=10))


def _late_position(board: Position) -> Position:
    """Draw a position near the end of the game, or return the board itself if there is none."""
    draw, plies = random.Random(0), board.width * board.height - WARMUP_EMPTY
    drawn = (play_random(board, plies, draw) for _ in range(WARMUP_TRIES))
    return next((each for each in drawn if not each.is_over), board)
