"""What agents answer in positions: asked by worker processes, in batches, under the referee.

Every position is a game of its own: an agent knows nothing of the one before, and its seed depends
on the suite's seed, the position and the agent alone, so that neither the workers nor an
interruption make a difference. A fault (an illegal column, an error, no answer in time) is an
answer too.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from fourscore import __version__
from fourscore.arena.clock import Clock
from fourscore.arena.play import AgentPlayer, Finish, play
from fourscore.arena.schedule import derive_seed
from fourscore.arena.task import Context, agents_of
from fourscore.core.game import Game
from fourscore.core.position import Position
from fourscore.errors import AgentError, InputError, UnsupportedError
from fourscore.search.types import Limit

__all__ = ["Answer", "AnswerQueue", "AnswerTask", "answer_all", "answer_seed"]

BATCH_SECONDS = 0.5
"""How long a batch should take."""
MAX_BATCH = 64
TRIES = 3
"""How often a worker may die over the same position."""


class Answer(NamedTuple):
    """What an agent chose in a position, and what it took."""

    agent: int
    """The index of the agent."""
    place: int
    """The index of the position."""
    column: int | None
    """None if the agent did not choose a legal column."""
    seconds: float
    """By the referee's clock."""
    nodes: int = 0
    """Positions visited."""
    depth: int = 0
    """Plies that the search looked ahead."""
    playouts: int = 0
    """Games played out."""
    fault: str | None = None
    """What it did wrong."""


@dataclass(frozen=True, slots=True)
class AnswerTask:
    """A batch of positions for one agent."""

    context: Context
    agent: int
    places: tuple[int, ...]
    positions: tuple[Position, ...]
    seed: int


def answer_all(task: AnswerTask) -> list[Answer]:
    """Ask an agent for its move in each position of a batch."""
    if task.context.version != __version__:
        raise InputError(
            f"this worker has fourscore {__version__}, the suite {task.context.version}"
        )
    pairs = zip(task.places, task.positions, strict=True)
    return [_answer(task, place, position) for place, position in pairs]


def answer_seed(seed: int, place: int, spec: str) -> int:
    """Return the seed of an agent in a position, which depends on nothing else."""
    return derive_seed(seed, place, spec)


def _answer(task: AnswerTask, place: int, position: Position) -> Answer:
    context, factory = task.context, task.context.agents[task.agent]
    seed = answer_seed(task.seed, place, factory.spec)
    clock = Clock(context.control)
    with agents_of(context).borrow(task.agent, factory, seed) as agent:
        # What fails here fails again with the move, and counts there.
        with suppress(AgentError, UnsupportedError):
            agent.prepare(position)
        player = AgentPlayer(
            agent, context.limit, clock, killable=agent.entry.external, most=context.most
        )
        began = clock.now()
        event = next(play(Game(position), {position.turn: player}, clock=clock))
        if isinstance(event, Finish):
            return Answer(task.agent, place, None, clock.now() - began, fault=event.reason)
    report = event.report
    return Answer(
        task.agent,
        place,
        event.move.aim,
        event.seconds,
        report.nodes,
        report.depth,
        report.playouts,
    )


class AnswerQueue:
    """The questions still to be asked; a `TaskQueue`. The agents advance side by side."""

    def __init__(
        self,
        context: Context,
        positions: Sequence[Position],
        done: Iterable[tuple[int, int]],
        seed: int,
        budgets: Sequence[Limit | None] = (),
    ) -> None:
        """Leave out what is done, given as pairs of agent and position.

        `budgets`, one for each agent, replace the common limit.
        """
        self._budgets = budgets
        self._context, self._positions, self._seed = context, positions, seed
        answered = set(done)
        self._left = [
            deque(place for place in range(len(positions)) if (agent, place) not in answered)
            for agent in range(len(context.agents))
        ]
        self._seconds: dict[int, float] = {}
        self._returned: deque[AnswerTask] = deque()
        self._deaths: dict[tuple[int, int], int] = {}

    def next_task(self) -> AnswerTask | None:
        if self._returned:
            return self._returned.popleft()
        agent = max(range(len(self._left)), key=lambda each: len(self._left[each]))
        left = self._left[agent]
        if not left:
            return None
        places = [left.popleft() for _ in range(min(self._batch_size(agent), len(left)))]
        return self._task(agent, places)

    def task_done(self, result: list[Answer]) -> None:
        """Record how long an agent's answers take."""
        seconds = sum(answer.seconds for answer in result) / len(result)
        agent = result[0].agent
        self._seconds[agent] = (self._seconds.get(agent, seconds) + seconds) / 2

    def requeue(self, task: AnswerTask) -> None:
        self._returned.appendleft(task)

    def on_worker_death(self, task: AnswerTask) -> list[Answer] | None:
        """Ask again one by one, or give up on a position after `TRIES` deaths."""
        if len(task.places) == 1:
            key = (task.agent, task.places[0])
            self._deaths[key] = self._deaths.get(key, 0) + 1
            if self._deaths[key] == TRIES:
                return [Answer(*key, None, 0.0, fault=f"its worker died {TRIES} times")]
        self._returned.extendleft(self._task(task.agent, [place]) for place in task.places)
        return None

    def _task(self, agent: int, places: Sequence[int]) -> AnswerTask:
        boards = tuple(self._positions[place] for place in places)
        context = self._context
        if self._budgets:
            context = replace(context, limit=self._budgets[agent])
        return AnswerTask(context, agent, tuple(places), boards, self._seed)

    def _batch_size(self, agent: int) -> int:
        seconds = self._seconds.get(agent)
        if seconds is None:
            return 1
        return max(1, min(MAX_BATCH, int(BATCH_SECONDS / max(seconds, 1e-6))))
