"""Matches: two agents against each other, beginning in turn.

result = match("level:5", my_function, games=100, seed=1, openings="random:4")
print(result)
"""

import random
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from fourscore.agents.factory import AgentFactory
from fourscore.agents.output import Output
from fourscore.agents.registry import AgentLike
from fourscore.arena.ledger import PlayedGame
from fourscore.arena.openings import draw_openings
from fourscore.arena.play import Finish
from fourscore.arena.queue import GameQueue
from fourscore.arena.results import GameResult, MatchResult
from fourscore.arena.schedule import Planned, unique_names
from fourscore.arena.task import Context, close_agents, play_games
from fourscore.core.game import Game
from fourscore.core.position import Position, PositionLike
from fourscore.errors import FourscoreError, InputError
from fourscore.runtime.progress import OnCount, reporting
from fourscore.runtime.workers import SerialPool, WorkerPool, open_pool, run_tasks
from fourscore.search.limits import require_limit, require_seed
from fourscore.search.types import Limit

__all__ = ["match", "play_match"]

WINNERS = {1.0: "X", 0.0: "O", 0.5: None}
SIDES = {"first": "X", "second": "O", None: None}


def match(
    one: AgentLike,
    other: AgentLike,
    *,
    games: int = 2,
    seed: int = 0,
    variant: str = "standard",
    size: tuple[int, int] = (7, 6),
    openings: str | Sequence[PositionLike] = "empty",
    limit: Limit | None = None,
    workers: int | str = 1,
    progress: bool = False,
    on_progress: OnCount | None = None,
    show_output: bool = False,
) -> MatchResult:
    """Let two agents play and return how it went.

    Agents are specs, callables from a position to a column, or objects with
    `choose(position, limit)`. The first one begins the even games, the second the odd ones, and
    each opening is played twice, with colours swapped; see `tournament` for how openings are
    written. `limit` replaces the agents' own budgets. With one worker all is played in this
    process; more are processes, and a text is the address of a Dask scheduler. `show_output`
    shows what agents print in processes of their own.

    >>> def left(position):
    ...     return position.legal[0]
    >>> match(left, "alphabeta:depth=4", games=4)
    <MatchResult left - alphabeta:depth=4: +0 =0 -4>
    """
    if not isinstance(games, int) or games < 1:
        raise InputError(f"a match has at least one game, not {games!r}")
    require_limit(limit)
    require_seed(seed)
    board = Position(variant=variant, size=size)
    starts = _starts(openings, board, (games + 1) // 2, seed)
    pool = open_pool(workers)
    played: list[GameResult] = []
    with reporting("games", progress, on_progress) as report:
        for result in play_match(
            (one, other),
            games,
            seed=seed,
            openings=starts,
            limit=limit,
            pool=pool,
            output=Output.SHOWN if show_output else Output.DIRECT,
        ):
            played.append(result)
            report(len(played), games)
    first, second = unique_names((AgentFactory(one).spec, AgentFactory(other).spec))
    return MatchResult((first, second), tuple(played))


def _starts(
    openings: str | Sequence[PositionLike], board: Position, count: int, seed: int
) -> list[Position]:
    if isinstance(openings, str):
        return list(islice(draw_openings(openings, board, seed), count))
    if isinstance(openings, Position) or not isinstance(openings, Iterable):
        raise InputError(f"{openings!r:.60} are not openings: a list of positions, or a text")
    rules: dict[str, Any] = {"variant": board.variant, "size": (board.width, board.height)}
    return [Position(each, **(rules if isinstance(each, str) else {})) for each in openings]


def play_match(
    agents: tuple[AgentLike, AgentLike],
    games: int,
    *,
    seed: int = 0,
    openings: Sequence[Position] = (),
    limit: Limit | None = None,
    pool: WorkerPool | None = None,
    output: Output = Output.DIRECT,
) -> Generator[GameResult, None, None]:
    """Play games between two agents and yield them in order.

    Agents that take a seed get a new one for each game unless their spec sets it; the others, and
    their processes, are kept for all games. The pool is closed at the end.
    """
    starts = openings or (Position.empty(),)
    factories = tuple(AgentFactory(each) for each in agents)
    for factory in factories:
        factory.require_variant(starts[0])
    context = Context(factories, limit, output=output)
    queue = GameQueue(context, _plan(games, len(starts), seed), starts.__getitem__)
    waiting: dict[int, GameResult] = {}
    number = 0
    try:
        for batch in run_tasks(play_games, queue, pool or SerialPool()):
            waiting |= {each.planned.number: _result(each, starts, context) for each in batch}
            while number in waiting:
                yield waiting.pop(number)
                number += 1
    finally:
        close_agents(context.run)


def _plan(games: int, openings: int, seed: int) -> Iterator[Planned]:
    for number in range(games):
        first, draw = number % 2, random.Random(f"{seed} {number}")
        seeds = (draw.getrandbits(32), draw.getrandbits(32), draw.getrandbits(32))
        yield Planned(number, first, 1 - first, number // 2 % openings, seeds)


def _result(played: PlayedGame, starts: Sequence[Position], context: Context) -> GameResult:
    planned = played.planned
    if played.result is None:
        raise FourscoreError(f"game {planned.number + 1} cannot be played: {played.reason}")
    first, second = (context.agents[each].spec for each in (planned.first, planned.second))
    game = Game(starts[planned.opening], {"First": first, "Second": second})
    for move in played.moves:
        game.play(move.aim, move.landing)
    finish = Finish(WINNERS[played.result], played.reason, SIDES[played.forfeit])
    return GameResult(planned.number, planned.first, game, finish)
