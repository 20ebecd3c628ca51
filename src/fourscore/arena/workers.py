"""Who plays a tournament's games: the crews of `fourscore.runtime.workers`, given batches of games.

Games are sent in batches that take a fraction of a second. When a worker process dies, the
games of the batch at fault are sent again one by one, and a game whose worker dies `TRIES`
times over it alone is void.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeAlias

from fourscore.arena.ledger import PlayedGame
from fourscore.arena.schedule import Planned
from fourscore.arena.task import Context, Task, play_games
from fourscore.core.position import Position
from fourscore.runtime import workers as crews

__all__ = ["Cluster", "Crew", "Here", "Lane", "Pool", "perform"]

BATCH_SECONDS = 0.25
"""How long a batch should take: long beside its way there and back, short beside a wait."""
MOST_IN_BATCH = 32
TRIES = 3
"""How often a game may be at hand alone when its worker dies."""

Crew: TypeAlias = crews.Crew[Task, list[PlayedGame]]
Lane: TypeAlias = crews.Lane[Task, list[PlayedGame]]


def perform(
    context: Context,
    games: Iterable[Planned],
    openings: Callable[[int], Position],
    crew: Crew,
) -> Iterator[list[PlayedGame]]:
    """Play games on a crew and give them as they are finished, in no particular order.

    The crew is closed at the end, in the middle of its games if that comes early.
    """
    yield from crews.perform(_Backlog(context, games, openings), crew)


class _Backlog:
    """The games that are still to be sent, and how many of them make a batch."""

    def __init__(
        self, context: Context, games: Iterable[Planned], openings: Callable[[int], Position]
    ) -> None:
        self._context, self._openings = context, openings
        self._games = iter(games)
        self._returned: deque[Task] = deque()
        self._strikes: dict[int, int] = {}
        self._seconds: float | None = None

    def take(self) -> Task | None:
        if self._returned:
            return self._returned.popleft()
        games = tuple(islice(self._games, self._size()))
        return self._task(games) if games else None

    def learn(self, result: list[PlayedGame]) -> None:
        """Take note of how long games take."""
        seconds = sum(game.seconds for game in result) / len(result)
        self._seconds = seconds if self._seconds is None else (self._seconds + seconds) / 2

    def give_back(self, task: Task) -> None:
        self._returned.appendleft(task)

    def blame(self, task: Task) -> list[PlayedGame] | None:
        """Send the games again one by one; a lone one that has killed often enough is void."""
        if len(task.games) == 1:
            (game,) = task.games
            self._strikes[game.number] = self._strikes.get(game.number, 0) + 1
            if self._strikes[game.number] == TRIES:
                return [PlayedGame(game, None, f"void: its worker died {TRIES} times")]
        self._returned.extendleft(self._task((game,)) for game in reversed(task.games))
        return None

    def _task(self, games: tuple[Planned, ...]) -> Task:
        starts = tuple(self._openings(game.opening) for game in games)
        return Task(self._context, games, starts)

    def _size(self) -> int:
        if self._seconds is None:
            return 1
        return max(1, min(MOST_IN_BATCH, int(BATCH_SECONDS / max(self._seconds, 1e-6))))


class Here(crews.Here[Task, list[PlayedGame]]):
    """This very process: for tests, and for studies too short to start another one."""

    def __init__(self) -> None:
        super().__init__(play_games)


class Pool(crews.Pool[Task, list[PlayedGame]]):
    """Processes on this machine."""

    def __init__(self, workers: int) -> None:
        super().__init__(play_games, workers)


class Cluster(crews.Cluster[Task, list[PlayedGame]]):
    """The workers of a Dask cluster, as many as there are at any time."""

    def __init__(self, address: str) -> None:
        super().__init__(play_games, address)
