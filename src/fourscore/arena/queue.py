"""The queue of a tournament's games, which are sent to workers in batches.

A batch takes a fraction of a second. When a worker process dies, the games of the batch it was
playing are sent again one by one, and a game whose worker dies `TRIES` times over it alone is
void.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from fourscore.arena.ledger import PlayedGame
from fourscore.arena.schedule import Planned
from fourscore.arena.task import Context, Task
from fourscore.core.position import Position

__all__ = ["GameQueue"]

BATCH_SECONDS = 0.25
"""How long a batch should take: much longer than sending it, short enough to wait for."""
MAX_BATCH = 32
TRIES = 3
"""How often a worker may die over the same game."""


class GameQueue:
    """The games still to be played; a `TaskQueue`."""

    def __init__(
        self, context: Context, games: Iterable[Planned], openings: Callable[[int], Position]
    ) -> None:
        """Take games from an iterable, which may have none now and more after some are done."""
        self._context, self._openings = context, openings
        self._games: Iterator[Planned] = iter(games)
        self._returned: deque[Task] = deque()
        self._deaths: dict[int, int] = {}
        self._seconds: float | None = None

    def next_task(self) -> Task | None:
        if self._returned:
            return self._returned.popleft()
        games = tuple(islice(self._games, self._batch_size()))
        return self._task(games) if games else None

    def task_done(self, result: list[PlayedGame]) -> None:
        """Record how long games take."""
        seconds = sum(game.seconds for game in result) / len(result)
        self._seconds = seconds if self._seconds is None else (self._seconds + seconds) / 2

    def requeue(self, task: Task) -> None:
        self._returned.appendleft(task)

    def on_worker_death(self, task: Task) -> list[PlayedGame] | None:
        """Send the games again one by one, or declare a single one void after `TRIES` deaths."""
        if len(task.games) == 1:
            (game,) = task.games
            self._deaths[game.number] = self._deaths.get(game.number, 0) + 1
            if self._deaths[game.number] == TRIES:
                return [PlayedGame(game, None, f"void: its worker died {TRIES} times")]
        self._returned.extendleft(self._task((game,)) for game in reversed(task.games))
        return None

    def _task(self, games: tuple[Planned, ...]) -> Task:
        starts = tuple(self._openings(game.opening) for game in games)
        return Task(self._context, games, starts)

    def _batch_size(self) -> int:
        if self._seconds is None:
            return 1
        return max(1, min(MAX_BATCH, int(BATCH_SECONDS / max(self._seconds, 1e-6))))
