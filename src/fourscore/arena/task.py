"""What a worker does: play a batch of games and return how they went."""

import random
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from fourscore import __version__
from fourscore.agents import agent
from fourscore.agents.base import Agent
from fourscore.agents.registry import split_spec
from fourscore.arena.clock import NO_CONTROL, Clock, TimeControl
from fourscore.arena.ledger import PlayedGame, PlayedMove
from fourscore.arena.match import AgentPlayer, Finish, Turn, play
from fourscore.arena.openings import play_random
from fourscore.arena.schedule import Planned
from fourscore.core.game import Game
from fourscore.core.position import PLAYERS, Position
from fourscore.errors import AgentError, InputError
from fourscore.search.types import Limit

__all__ = ["Context", "Task", "play_game", "play_games"]

WARMUP_EMPTY, WARMUP_TRIES = 6, 1000
"""Empty cells of a position that every search answers at once, and tries to draw one."""
POINTS = {"X": 1.0, "O": 0.0, None: 0.5}
SIDES = {"X": "first", "O": "second", None: None}


@dataclass(frozen=True, slots=True)
class Context:
    """What all games of a tournament share."""

    specs: tuple[str, ...]
    limit: Limit | None = None
    """Replaces the agents' own, if given."""
    control: TimeControl = NO_CONTROL
    most: Limit | None = None
    """Caps every budget, including the agents' own."""
    version: str = __version__


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
    specs = (context.specs[planned.first], context.specs[planned.second])
    for spec in specs:
        _warm_up(spec, Position.empty(start.width, start.height, start.variant))
    clock = Clock(context.control)
    agents = [agent(spec, seed=seed) for spec, seed in zip(specs, planned.seeds, strict=False)]
    try:
        for each in agents:
            # What fails here fails again with the first move, and counts there.
            with suppress(AgentError):
                each.prepare()
        return _play(agents, context, planned, start, clock)
    finally:
        for each in agents:
            each.close()


def _play(
    agents: list[Agent], context: Context, planned: Planned, start: Position, clock: Clock
) -> PlayedGame:
    players = {
        mark: AgentPlayer(
            each, context.limit, clock, killable=_is_external(each.spec), most=context.most
        )
        for mark, each in zip(PLAYERS, agents, strict=True)
    }
    began = clock.now()
    moves = []
    for event in play(Game(start), players, planned.seeds[2], clock):
        if isinstance(event, Turn):
            moves.append(_note(event))
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


def _note(turn: Turn) -> PlayedMove:
    report = turn.report
    return PlayedMove(*turn.move, turn.seconds, report.nodes, report.depth, report.playouts)


@cache
def _is_external(spec: str) -> bool:
    """Return whether an agent runs other people's code, in its own process."""
    return split_spec(spec)[0].external


@cache
def _warm_up(spec: str, board: Position) -> None:
    """Load the kernels that an agent of our own needs on this board."""
    if not _is_external(spec):
        agent(spec).choose(_late_position(board), Limit(depth=1, nodes=100, playouts=10))


def _late_position(board: Position) -> Position:
    """Draw a position near the end of the game, or return the board itself if there is none."""
    draw, plies = random.Random(0), board.width * board.height - WARMUP_EMPTY
    drawn = (play_random(board, plies, draw) for _ in range(WARMUP_TRIES))
    return next((each for each in drawn if not each.is_over), board)
