"""Build a book.

1. Find every position that a game can reach within the plies of the book (`plies.reach`).
2. Let workers prove the positions of the deepest ply, in runs of related ones. Their results go
   into a checkpoint beside the book, `FILE.part`, so that a build can be stopped at any moment
   and resumed by the same command.
3. Derive all plies above from their children, without any search.
4. Write the book and its provenance, each complete or not at all.

Scores are exact, so it does not matter who finds them or in which order: the same plies on the
same board make the same bytes.
"""

import hashlib
import json
from collections import deque
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fourscore.book.checkpoint import Checkpoint, Identity, Solved
from fourscore.book.format import Slots, pack
from fourscore.book.plies import Reached, boards_of, propagate_scores, reach
from fourscore.book.provenance import describe
from fourscore.book.ranking import Ranking, make_ranking
from fourscore.book.reader import open_book, provenance_path
from fourscore.book.task import Task, solve_task
from fourscore.core.variants import make_rules
from fourscore.errors import FourscoreError, InputError
from fourscore.runtime.files import write_atomically, writing
from fourscore.runtime.workers import WorkerPool, run_tasks

__all__ = ["Progress", "Settings", "build"]

TASK_SECONDS = 15.0
"""How long a task should take: long enough that a worker finds most of what helps in its own
table, short enough that losing it costs little."""
FIRST_TASK, LARGEST_TASK = 16, 8192
"""Positions in a task: while nothing is known about their cost, and at most."""
TRIES = 3
"""How often workers may die over the same task before the build gives up."""
MEGABYTES = 64
"""A larger table saves nodes, but its cache misses cost more than that."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Which book to build, and how much memory each worker's table may take."""

    plies: int
    width: int = 7
    height: int = 6
    megabytes: float = MEGABYTES


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a build has come."""

    done: int
    total: int
    """Positions of the deepest ply."""


# Building


def build(
    settings: Settings, out: Path, pool: WorkerPool, command: str = ""
) -> Generator[Progress, None, None]:
    """Build a book and yield the progress after every task.

    `command` goes into the provenance. If the book already exists, nothing is done; if another
    file is in its place, `InputError` is raised.
    """
    try:
        ranking = make_ranking(make_rules(settings.width, settings.height), settings.plies)
        is_built = _is_built(settings, out)
        if not is_built:
            reached = reach(ranking)
            checkpoint = Checkpoint(_checkpoint_path(out), _identity(settings, reached))
    except BaseException:
        pool.close(terminate=True)
        raise
    if is_built:
        _checkpoint_path(out).unlink(missing_ok=True)
        pool.close()
        return
    try:
        total = len(reached.order)
        yield Progress(checkpoint.done, total)
        queue = _RunQueue(settings, checkpoint, reached, ranking)
        for solved in run_tasks(solve_task, queue, pool):
            checkpoint.add(solved)
            yield Progress(checkpoint.done, total)
        _finish(settings, out, checkpoint, reached, ranking, command)
    finally:
        checkpoint.close()


def _checkpoint_path(out: Path) -> Path:
    return out.with_name(out.name + ".part")


def _is_built(settings: Settings, out: Path) -> bool:
    if not out.exists():
        return False
    wanted = (settings.width, settings.height, settings.plies)
    try:
        book = open_book(out)
        book.check()
    except InputError as error:
        raise InputError(f"'{out}' exists and is not a sound book: {error}") from None
    header = book.header
    if (header.width, header.height, header.plies) != wanted:
        raise InputError(f"'{out}' exists and is a book of {header.plies} plies for {header.size}")
    return True


def _identity(settings: Settings, reached: Reached) -> Identity:
    order = hashlib.sha256(reached.order.astype("<i8").tobytes()).digest()
    return Identity(settings.width, settings.height, settings.plies, len(reached.order), order)


class _RunQueue:
    """The runs still to be proved, sized by what they cost; a `TaskQueue`."""

    def __init__(
        self, settings: Settings, checkpoint: Checkpoint, reached: Reached, ranking: Ranking
    ) -> None:
        self._settings, self._order, self._ranking = settings, reached.order, ranking
        self._gaps = deque(checkpoint.gaps())
        self._returned: deque[Task] = deque()
        self._deaths: dict[int, int] = {}
        self._length = float(FIRST_TASK)

    def next_task(self) -> Task | None:
        if self._returned:
            return self._returned.popleft()
        if not self._gaps:
            return None
        low, high = self._gaps.popleft()
        end = min(high, low + int(self._length))
        if end < high:
            self._gaps.appendleft((end, high))
        return self._task(low, end)

    def task_done(self, result: Solved) -> None:
        fitting = len(result.scores) * TASK_SECONDS / max(result.seconds, 1e-6)
        # Doubling at most: the first ones say little about the rest.
        self._length = min(max(1.0, min(fitting, 2 * self._length)), LARGEST_TASK)

    def requeue(self, task: Task) -> None:
        self._returned.appendleft(task)

    def on_worker_death(self, task: Task) -> None:
        self._deaths[task.start] = self._deaths.get(task.start, 0) + 1
        if self._deaths[task.start] == TRIES:
            raise FourscoreError(
                f"workers died {TRIES} times over the same task; is there memory for tables of "
                f"{self._settings.megabytes:g} MB? Run the same command again to resume"
            )
        self.requeue(task)

    def _task(self, low: int, high: int) -> Task:
        mine, filled = np.empty((2, high - low), dtype=np.int64)
        boards_of(self._order[low:high], self._ranking, mine, filled)
        settings = self._settings
        return Task(settings.width, settings.height, low, mine, filled, settings.megabytes)


def _finish(
    settings: Settings,
    out: Path,
    checkpoint: Checkpoint,
    reached: Reached,
    ranking: Ranking,
    command: str,
) -> None:
    slots: Slots = np.zeros(ranking.slots, dtype=np.uint8)
    slots[reached.order] = checkpoint.scores
    propagate_scores(slots, reached.flags, ranking)
    content = pack(ranking.rules, settings.plies, slots)
    about = describe(settings.plies, slots, content, checkpoint, command)
    _write(provenance_path(out), (json.dumps(about, indent=2) + "\n").encode())
    _write(out, content)
    checkpoint.remove()


def _write(path: Path, content: bytes) -> None:
    with writing(path):
        write_atomically(path, content, mode=0o666)
