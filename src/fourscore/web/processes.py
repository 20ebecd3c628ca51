"""Several server processes on one address, and the parent that looks after them.

The parent opens the socket and answers nothing itself. Each process below it takes connections
from the same queue, with its share of the workers; one that dies is replaced. Signals are passed
on, and when the parent goes, however it goes, the others stop as well. Tournaments and trainings
are in one folder, where locks decide which process has a turn.
"""

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from pydantic import TypeAdapter

from fourscore.runtime.system import NEW_GROUP, USER_SIGNAL
from fourscore.web.handover import Successor, notify, say_ready
from fourscore.web.server import DRAIN_SECONDS, run
from fourscore.web.settings import Settings
from fourscore.web.shared_metrics import retire

__all__ = ["run_processes", "serve_one", "shares"]

POLL_SECONDS = 0.1
MAX_RESTART_PAUSE = 10.0
"""The longest pause before a process is replaced that dies again and again."""
LONG_ENOUGH = 30.0
"""Seconds after which a process that dies is replaced without a pause."""
SLACK = 10.0
"""Seconds beyond the grace that a process has to stop before it is killed."""
COMMAND = "from fourscore.web.processes import serve_one; serve_one()"
log = logging.getLogger("fourscore.web")


def run_processes(settings: Settings, listener: socket.socket) -> None:
    """Serve with several processes until a signal stops them, or others take over."""
    with TemporaryDirectory() as folder, _signals() as signals:
        shared = replace(settings, metrics_folder=Path(folder))
        children = [Child(each, listener) for each in shares(shared)]
        for each in children:
            each.replace_if_dead()
        start_successor = partial(Successor.start, listener, settings.password)
        if has_successor := _look_after(children, signals, start_successor):
            _drain(children, signals)
        else:
            notify("STOPPING=1")
        _stop(children, signals, settings.shutdown_seconds + SLACK)
    if not has_successor:
        signal.raise_signal(signals[0])


def _look_after(
    children: list["Child"], signals: list[int], start_successor: Callable[[], Successor | None]
) -> bool:
    """Replace the dead until a signal asks to stop; return True if a successor is ready instead."""
    is_told, successor = False, None
    while True:
        time.sleep(POLL_SECONDS)
        for each in children:
            each.replace_if_dead()
        if not is_told and all(each.is_ready for each in children):
            is_told = True
            say_ready()
        if any(each != USER_SIGNAL for each in signals):
            if successor is not None:
                successor.kill()
            _forget_hand_over(signals)
            return False
        if signals and successor is None:
            successor = start_successor()
        if signals and (is_ready := successor is not None and successor.poll()) is not None:
            if is_ready:
                return True
            successor = None
            _forget_hand_over(signals)


def _forget_hand_over(signals: list[int]) -> None:
    while USER_SIGNAL in signals:
        signals.remove(USER_SIGNAL)


def _drain(children: list["Child"], signals: list[int]) -> None:
    """Let the processes serve their last connections, unless a signal asks to stop."""
    before = len(signals)
    for each in children:
        each.send(signals[0])
    deadline = time.monotonic() + DRAIN_SECONDS + SLACK
    while any(each.is_running for each in children) and time.monotonic() < deadline:
        if len(signals) > before:
            return
        time.sleep(POLL_SECONDS)


def shares(settings: Settings) -> list[Settings]:
    """Return the settings of each process: its share of workers, queue, connections and memory.

    >>> [each.workers for each in shares(Settings(workers=3, processes=2))]
    [2, 1]
    """
    count = settings.processes
    most, rest = divmod(settings.workers, count)
    return [
        replace(
            settings,
            workers=max(1, most + (number < rest)),
            queue=-(-settings.queue // count),
            connections=-(-settings.connections // count),
            cache_megabytes=-(-settings.cache_megabytes // count),
        )
        for number in range(count)
    ]


@contextmanager
def _signals() -> Iterator[list[int]]:
    """Collect the signals that ask the server to stop, or to hand over."""
    received: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        received.append(number)

    numbers = [signal.SIGINT, signal.SIGTERM, *([] if USER_SIGNAL is None else [USER_SIGNAL])]
    before = {each: signal.signal(each, note) for each in numbers}
    try:
        yield received
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _stop(children: list["Child"], signals: list[int], seconds: float) -> None:
    """Stop all; a second signal does not let them wait, and the time is limited."""
    for each in children:
        each.send(signal.SIGTERM)
    deadline, passed_on = time.monotonic() + seconds, len(signals)
    while any(each.is_running for each in children):
        if len(signals) > passed_on:
            passed_on = len(signals)
            for each in children:
                each.send(signal.SIGINT)
        if time.monotonic() > deadline:
            for each in children:
                each.kill()
        time.sleep(POLL_SECONDS)


class Child:
    """One server process, as the parent sees it."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._settings = TypeAdapter(Settings).dump_json(settings) + b"\n"
        self._listener, self._folder = listener, settings.metrics_folder
        self._process: subprocess.Popen[bytes] | None = None
        self._started = self._not_before = 0.0
        self._pause = 0.0

    def _start(self) -> None:
        """Start the process. Its input stays open for as long as the parent lives."""
        number = self._listener.fileno()
        self._process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, str(number)],
            stdin=subprocess.PIPE,
            pass_fds=[number],
            **NEW_GROUP,  # so that Ctrl-C in a terminal reaches the parent alone
        )
        self._started = time.monotonic()
        assert self._process.stdin is not None
        self._process.stdin.write(self._settings)
        self._process.stdin.flush()

    @property
    def is_ready(self) -> bool:
        """Whether it answers requests."""
        return (
            self._folder is not None
            and self._process is not None
            and (self._folder / f"{self._process.pid}.ready").exists()
        )

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def replace_if_dead(self) -> None:
        """Start the process again after it has died, more slowly each time it dies at once."""
        now = time.monotonic()
        if self._process is not None and self._process.poll() is not None:
            code, lived = self._process.returncode, now - self._started
            self._forget_files()
            log.warning("server process %d has exited with code %s", self._process.pid, code)
            longer = min(MAX_RESTART_PAUSE, 2 * self._pause or 0.5)
            self._pause = 0.0 if lived > LONG_ENOUGH else longer
            self._process, self._not_before = None, now + self._pause
        if self._process is None and now >= self._not_before:
            self._start_or_wait(now)

    def _start_or_wait(self, now: float) -> None:
        """Start the process; if the system does not let it now, try again later."""
        try:
            self._start()
        except OSError as error:
            log.warning("cannot start a server process: %s", error)
            self._process, self._not_before = None, now + MAX_RESTART_PAUSE

    def _forget_files(self) -> None:
        if self._folder is not None and self._process is not None:
            (self._folder / f"{self._process.pid}.ready").unlink(missing_ok=True)
            with suppress(OSError):
                retire(self._folder, self._process.pid)

    def send(self, number: int) -> None:
        if self._process is not None and self.is_running:
            self._process.send_signal(number)

    def kill(self) -> None:
        if self._process is not None and self.is_running:
            self._process.kill()


def serve_one() -> None:
    """Be one of several server processes."""
    settings = TypeAdapter(Settings).validate_json(sys.stdin.buffer.readline())
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    listener = socket.socket(fileno=int(sys.argv[1]))
    assert settings.metrics_folder is not None
    ready = settings.metrics_folder / f"{os.getpid()}.ready"
    try:
        run(settings, listener, ready.touch)
    except KeyboardInterrupt:
        sys.exit(130)


def _stop_with_parent() -> None:
    """Stop when the parent has gone, which closes the input."""
    sys.stdin.buffer.read()
    signal.raise_signal(signal.SIGTERM)
