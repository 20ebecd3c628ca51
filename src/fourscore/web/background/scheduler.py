"""The scheduler: starts tasks, lets them take turns, resumes and ends them.

A task that has its turn is worked at by a process of its own (`runner`), at a lower priority than
the workers, which answer people. When others wait, a turn ends with the first progress after
`turn` seconds. However the server dies, everything is in the folder, and the next one continues.
Everything here runs on the event loop, except for short accesses to the disk.
"""

import asyncio
import json
import logging
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Any, ClassVar, Generic, TypeVar

from fourscore.web.background.process import FINAL, RunnerProcess
from fourscore.web.background.slots import SharedSlots
from fourscore.web.background.store import OPEN, TaskRecord, TaskStore, now
from fourscore.web.background.task import Task
from fourscore.web.background.watchers import Watchers
from fourscore.web.metrics import Metrics
from fourscore.web.problems import STOPPING, Refused
from fourscore.web.workers.child import Message

__all__ = ["Scheduler"]

POLL_SECONDS = 2.0
"""Seconds between two checks of a task that another server runs."""
MAX_DEATHS = 3
"""How often in a row a task's process may die without progress."""
RETRY_SECONDS = 60.0
"""Seconds before a task is tried again that could not be run or stored."""
log = logging.getLogger("fourscore.web")

RecordT = TypeVar("RecordT", bound=TaskRecord)
TaskT = TypeVar("TaskT", bound=Task[Any])


class Scheduler(ABC, Generic[TaskT, RecordT]):
    """All tasks of one kind in one folder."""

    thing: ClassVar[str]
    """What a task is, in the singular; an "s" makes it the plural."""
    runner: ClassVar[str]
    """The module whose `main` works at a task."""
    turn: ClassVar[float] = 30.0
    """Seconds after which a task lets others have their turn, with the next progress."""
    exit_seconds: ClassVar[float] = 5.0
    """Seconds that a process has to exit on its own."""
    max_open: ClassVar[int] = 50
    """Tasks that may be open at a time."""

    def __init__(
        self, store: TaskStore[RecordT], slots: int, client_open: int, metrics: Metrics
    ) -> None:
        self.store = store
        self._client_open = client_open
        """Tasks of one client that may be open at a time."""
        self._slots = slots
        """Tasks that run at a time."""
        self._shared: SharedSlots | None = None
        self._tasks: dict[str, TaskT] = {}
        self._queue: list[TaskT] = []
        """Open tasks that are not running, in the order of their turns."""
        self._queue_changed = asyncio.Event()
        self._players: list[asyncio.Task[None]] = []
        self.is_closing = False
        self.watchers = Watchers(f"{self.thing}s")
        self._add_metrics(metrics)

    def _add_metrics(self, metrics: Metrics) -> None:
        thing, name = self.thing, self.thing.capitalize()
        self._games = metrics.counter(f"{thing}_games", f"{name} games played.")
        self._deaths = metrics.counter(f"{thing}_deaths", f"{name} processes that died.")
        for gauge, about, read in (
            (f"{thing}s", f"{name}s stored.", lambda: len(self._tasks)),
            (f"{thing}s_running", f"{name}s that run.", self._count_running),
            (f"{thing}s_waiting", f"{name}s waiting for a turn.", lambda: len(self._queue)),
            (f"{thing}_watchers", "Streams that follow one.", self.watchers.total),
        ):
            metrics.gauge(gauge, about, read)

    def _count_running(self) -> int:
        return sum(each.is_running for each in self._tasks.values())

    # What the kinds of tasks differ in

    @abstractmethod
    def _make(self, record: RecordT, modified: int | None) -> TaskT:
        """Return the task of a record."""

    @abstractmethod
    def _request(self, task: TaskT) -> str:
        """Return what its process is asked for."""

    @abstractmethod
    def _handle(self, task: TaskT, word: str, content: str) -> int:
        """Handle a message of a process, and return how many games are new."""

    @abstractmethod
    def _outdated(self) -> list[TaskT]:
        """Return the tasks to delete, so that not too many are stored."""

    def _launched(self, task: TaskT, process: RunnerProcess) -> None:
        """Note that a process works at a task."""

    def _held(self) -> list[TaskT]:
        """Return the open tasks that have no turns until others have ended, first come first."""
        return []

    # Starting and stopping

    def share_slots(self) -> None:
        """Share the number of tasks that run at a time with other processes of this server."""
        self._shared = SharedSlots(self.store.folder, self._slots)

    def start(self) -> None:
        """Resume the open tasks."""
        self.refresh()
        self._players = [asyncio.create_task(self._run_all()) for _ in range(self._slots)]

    async def close(self) -> None:
        """Stop the running tasks; the next server resumes them."""
        if self.is_closing:
            return
        self.is_closing = True
        for each in self._tasks.values():
            each.notify()
        for task in self._players:
            task.cancel()
        await asyncio.gather(*self._players, return_exceptions=True)

    # The folder

    def refresh(self) -> None:
        """Update everything from the folder."""
        stored = self.store.list()
        for name in self._tasks.keys() - stored.keys():
            self._forget(self._tasks[name])
        for name, modified in sorted(stored.items(), key=lambda item: item[1]):
            self._update(name, modified)

    def _update(self, name: str, modified: int) -> None:
        """Read a record if it is new or another server has changed it."""
        known = self._tasks.get(name)
        if known is not None and known.modified == modified:
            return
        record = self.store.read(name)
        if record is None:
            return
        if known is None:
            self._tasks[name] = known = self._make(record, modified)
        else:
            known.take(record, modified)
            if record.has_ended:
                known.stop.set()
                self._dequeue(known)
            known.notify()
        if not record.has_ended:
            self._enqueue(known)

    def _forget(self, task: TaskT) -> None:
        task.stop.set()
        self._dequeue(task)
        self._tasks.pop(task.record.id, None)
        deleted = {"state": "cancelled", "why": "it was deleted"}
        task.record = task.record.model_copy(update=deleted)
        task.notify()

    # Requests

    def find(self, name: str) -> TaskT:
        """Return a task; raises `Refused` if there is none."""
        modified = self.store.modified(name)
        if modified is None:
            if name in self._tasks:
                self._forget(self._tasks[name])
            raise Refused(404, f"there is no such {self.thing}")
        self._update(name, modified)
        if name not in self._tasks:
            raise Refused(404, f"there is no such {self.thing}")
        found = self._tasks[name]
        may_be_elsewhere = found.is_elsewhere or self._shared is not None
        if may_be_elsewhere and not found.is_running and not found.record.has_ended:
            found.update()
        return found

    def newest_first(self) -> list[TaskT]:
        """Return all tasks."""
        self.refresh()
        return sorted(
            self._tasks.values(),
            key=lambda each: (each.record.created, each.record.id),
            reverse=True,
        )

    def before(self, task: TaskT) -> int:
        """Return how many others have their turn before one that waits."""
        if task not in self._queue:
            return 0
        held = self._held()
        if task in held:
            return len(self._open()) - len(held) + held.index(task)
        ahead = (each for each in self._queue[: self._queue.index(task)] if each not in held)
        free = self._slots - self._count_running()
        return max(0, sum(not each.is_elsewhere for each in ahead) + 1 - free)

    def _open(self) -> list[TaskT]:
        return [each for each in self._tasks.values() if not each.record.has_ended]

    def _add(self, record: RecordT, client: str) -> TaskT:
        """Start a task; raises `Refused` if there are too many."""
        self.refresh()
        self._check_open(client)
        created = self._make(record, None)
        self._write(created, record)
        created.client = client
        self._tasks[record.id] = created
        self._enqueue(created)
        self._prune()
        return created

    def _check_open(self, client: str) -> None:
        """Raise `Refused` if too many are open."""
        if self.is_closing:
            raise Refused(503, STOPPING, 2)
        is_open = self._open()
        if sum(each.client == client for each in is_open) >= self._client_open:
            why = f"too many of your {self.thing}s are open; wait for one to end"
            raise Refused(429, why, 30)
        if len(is_open) >= self.max_open:
            raise Refused(503, f"too many {self.thing}s are open; try again later", 60)

    def _prune(self) -> None:
        """Delete tasks if too many are stored, or the next time if the disk does not let it."""
        with suppress(Refused):
            for each in self._outdated():
                self._delete(each)

    def _ended(self) -> list[TaskT]:
        """Return the tasks that have ended, in that order."""
        ended = (each for each in self._tasks.values() if each.is_over)
        return sorted(ended, key=lambda each: each.record.ended or "")

    def cancel(self, task: TaskT) -> None:
        """Stop a task; what it has produced stays."""
        if not task.record.has_ended:
            self._end(task, "cancelled")
            task.stop.set()

    def _reopen(self, task: TaskT, setup: Any, client: str) -> None:
        """Resume a task, or let it go on for longer."""
        again = {"setup": setup, "state": OPEN, "ended": None, "why": ""}
        if task.record.has_ended:
            self._check_open(client)
            task.client = client
            again["reopened"] = now()
        self._write(task, task.record.model_copy(update=again))
        task.deaths, task.not_before = 0, 0.0
        # A process that is running does not know of the change.
        task.stop.set()
        self._enqueue(task)

    async def delete(self, task: TaskT) -> None:
        """Delete a task with what it has produced."""
        self.cancel(task)
        while task.is_running:
            await asyncio.sleep(0.02)
            # It may have been resumed meanwhile.
            self.cancel(task)
        self._delete(task)

    def _delete(self, task: TaskT) -> None:
        self.store.delete(task.record.id)
        self._forget(task)

    # Turns

    def _write(self, task: TaskT, record: RecordT) -> None:
        self.store.write(record)
        task.record = record
        task.modified = self.store.modified(record.id)
        task.notify()

    def _end(self, task: TaskT, state: str, why: str = "") -> None:
        # Written first: if that fails, the task is still to be done.
        self._write(task, task.record.end(state, why, **task.reached))
        self._dequeue(task)

    def _enqueue(self, task: TaskT) -> None:
        if task not in self._queue and not task.is_running:
            self._queue.append(task)
        task.notify()
        self._queue_changed.set()

    def _dequeue(self, task: TaskT) -> None:
        if task in self._queue:
            self._queue.remove(task)

    async def _next(self) -> TaskT:
        """Wait for the next task whose turn it is."""
        while True:
            moment, held = time.monotonic(), self._held()
            for each in self._queue:
                if each.not_before <= moment and each not in held:
                    self._queue.remove(each)
                    return each
            self._queue_changed.clear()
            # What holds a task may end at another server.
            waits = (max(each.not_before - moment, POLL_SECONDS * (each in held))
                     for each in self._queue)  # fmt: skip
            wait = min(waits, default=None)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._queue_changed.wait(), wait)

    async def _run_all(self) -> None:
        """Give one task after the other its turn, forever."""
        while not self.is_closing:
            task = await self._next()
            try:
                await self._run_turn(task)
            except Exception as error:
                # The disk may be full; the other tasks need not wait for that.
                log.warning("%s %s: %s", self.thing, task.record.id, error)
                task.not_before = time.monotonic() + RETRY_SECONDS
                if not task.record.has_ended:
                    self._enqueue(task)

    async def _run_turn(self, task: TaskT) -> None:
        if not self._reread(task) or task.record.has_ended:
            return
        self._dequeue(task)  # a change has put it into the queue again
        if self._is_elsewhere(task):
            self._follow(task)
            return
        if self._shared is not None and not self._shared.take(task.record.id):
            self._await_slot(task)
            return
        task.is_elsewhere = False
        task.started()
        try:
            word, content = await self._run(task)
        finally:
            task.stopped()
            if self._shared is not None:
                self._shared.release(task.record.id)
        if self._reread(task):
            # The process may have stored more than it has reported.
            task.update()
            self._conclude(task, word, content)
            self._prune()

    def _conclude(self, task: TaskT, word: str, content: str) -> None:
        """Decide what follows after a process has exited, with or without a last message."""
        record = task.record
        if record.has_ended:
            changed = record.model_copy(update=task.reached)
            if changed != record:
                self._write(task, changed)
        elif word == "end" and task.is_complete:
            self._end(task, "finished")
        elif word == "problem":
            self._end(task, "failed", json.loads(content)["detail"])
        elif word == "busy":
            self._follow(task)
        elif task.stop.is_set() or word == "end":
            self._enqueue(task)
        else:
            self._after_death(task)

    def _is_elsewhere(self, task: TaskT) -> bool:
        """Return whether the other server that was running a task still does."""
        return task.is_elsewhere and self.store.is_running(task.record.id)

    def _await_slot(self, task: TaskT) -> None:
        """Try again soon, since another process of this server has the turn."""
        if self.store.is_running(task.record.id):
            self._follow(task)
            return
        task.is_elsewhere = False
        task.update()
        task.not_before = time.monotonic() + POLL_SECONDS
        self._enqueue(task)

    def _follow(self, task: TaskT) -> None:
        """Follow what another server runs, to take over if that server ends."""
        task.is_elsewhere = True
        task.update()
        task.not_before = time.monotonic() + POLL_SECONDS
        self._enqueue(task)

    def _after_death(self, task: TaskT) -> None:
        """Try again after a process has died, but not forever."""
        self._deaths.inc()
        task.deaths += 1
        log.warning("the process of %s %s has died", self.thing, task.record.id)
        if task.deaths >= MAX_DEATHS:
            self._end(task, "failed", f"its process died {MAX_DEATHS} times")
        else:
            task.not_before = time.monotonic() + task.deaths
            self._enqueue(task)

    # The process

    async def _run(self, task: TaskT) -> Message:
        """Run a turn; return the last message of the process, or nothing if it died."""
        start = time.monotonic()
        process = await RunnerProcess.launch(self.runner, self._request(task), self.exit_seconds)
        stopper = asyncio.create_task(process.end_on(task.stop))
        try:
            self._launched(task, process)
            while (message := await process.receive()) is not None:
                if message[0] in FINAL:
                    return message
                new = self._handle(task, *message)
                self._note(task, new)
                if new and self._is_turn_over(start):
                    task.stop.set()
        finally:
            stopper.cancel()
            await process.end()
        return "", ""

    def _note(self, task: TaskT, new: int) -> None:
        """Count new games, and notice what other servers have written."""
        self._games.inc(new)
        if new:
            task.deaths = 0
        self._reread(task)

    def _reread(self, task: TaskT) -> bool:
        """Notice what other servers have written; return whether the task is still there."""
        modified = self.store.modified(task.record.id)
        if modified is None:
            self._forget(task)
            return False
        self._update(task.record.id, modified)
        return True

    def _is_turn_over(self, start: float) -> bool:
        """Return whether it is time for others, if there are any."""
        moment = time.monotonic()
        if moment - start <= self.turn:
            return False
        if self._shared is not None:
            self.refresh()  # others may wait in another process
            moment = float("inf")
        held = self._held()
        return any(
            each.not_before <= moment and each not in held and not self._is_elsewhere(each)
            for each in self._queue
        )
