"""What a worker does: play a batch of games and say how they went."""

import random
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from fourscore import __version__
from fourscore.agents import agent, entries
from fourscore.agents.base import Agent
from fourscore.arena.clock import NO_CONTROL, Clock, TimeControl
from fourscore.arena.ledger import PlayedGame, PlayedMove
from fourscore.arena.match import AgentPlayer, Finish, Turn, play
from fourscore.arena.schedule import Planned
from fourscore.core.game import Game
from fourscore.core.position import PLAYERS, Position
from fourscore.core.variants import VARIANTS
from fourscore.errors import AgentError, InputError
from fourscore.search.types import Limit

__all__ = ["Context", "Task", "play_game", "play_games"]

LATE = 6
"""Empty cells of a position in which every search is done at once."""
POINTS = {"X": 1.0, "O": 0.0, None: 0.5}
SIDES = {"X": "first", "O": "second", None: None}


@dataclass(frozen=True, slots=True)
class Context:
    """What all games of a tournament share."""

    specs: tuple[str, ...]
    limit: Limit | None = None
    """Replaces the agents' own if given."""
    control: TimeControl = NO_CONTROL
    most: Limit | None = None
    """What every budget is cut down to, the agents' own too."""
    version: str = __version__


@dataclass(frozen=True, slots=True)
class Task:
    """A batch of games."""

    context: Context
    games: tuple[Planned, ...]
    starts: tuple[Position, ...]
    """The position with which each begins."""


def play_games(task: Task) -> list[PlayedGame]:
    """Play a batch; what goes wrong in an agent is in the games, anything else is raised."""
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
        _get_ready(spec, start.width, start.height, start.variant.name)
    clock = Clock(context.control)
    agents = [agent(spec, seed=seed) for spec, seed in zip(specs, planned.seeds, strict=False)]
    try:
        for each in agents:
            # What goes wrong here goes wrong again with the first move, and counts there.
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
    """Return whether an agent is not ours and has a process of its own."""
    ours = [entry.name for entry in entries(with_argument=True) if not entry.external]
    return spec.partition(":")[0] not in ours


@cache
def _get_ready(spec: str, width: int, height: int, variant: str) -> None:
    """Have the kernels of an agent of our own in memory, for this very board."""
    if not _is_external(spec):
        position = _late_position(Position.empty(width, height, VARIANTS[variant]))
        agent(spec).choose(position, Limit(depth=1, nodes=100, playouts=10))


def _late_position(board: Position) -> Position:
    """Find a position near the end of the game, or give the empty board if there is none."""
    draw = random.Random(0)
    for _ in range(1000):
        position = board
        for _ in range(board.width * board.height - LATE):
            if not (legal := position.legal()):
                break
            position = position.play(draw.choice(legal))
        if not position.is_over():
            return position
    return board
