"""A child process that answers lines with lines, with deadlines, and is always ended."""

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
import uuid
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence, Set
from enum import Enum
from typing import IO

from fourscore.errors import AgentDied, AgentTimeout
from fourscore.runtime.system import (
    NEW_GROUP,
    cap_memory,
    get_from,
    has_exited,
    kill_group,
    kill_started,
    list_started,
    peak_memory,
)

__all__ = ["Child", "stop_children"]

LONGEST_LINE = 1 << 16
MAX_UNREAD = 1000
"""Unread lines to buffer before the process has to wait."""
LAST_LINES = 3
LAST_WORDS_SECONDS = 1.0
"""How long to wait for the last lines of standard error once a process has ended."""
FASTEST_ERRORS = 20e6
"""Bytes of standard error to read in a second; who writes more has to wait."""
MEGABYTE = 1 << 20


class _End(Enum):
    """Why there are no more lines."""

    CLOSED = "closed its output"
    ENDLESS = f"wrote a line of more than {LONGEST_LINE} bytes"


_Lines = queue.Queue[str | _End]
OnLine = Callable[[str], None]


class Child:
    """A process that answers lines with lines.

    It is killed by `stop`, or at the latest when its `Child` is garbage-collected or Python
    exits, together with everything it has started.
    """

    def __init__(
        self,
        command: Sequence[str],
        memory: int = 0,
        on_error_line: OnLine | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start it, with a cap on its address space in megabytes where the system supports one.

        `on_error_line` gets the lines of its standard error, from another thread; `environment`
        is added to this process's own.
        """
        # Whatever it starts inherits this, even what leaves its session.
        self._mark = f"FOURSCORE_AGENT={uuid.uuid4().hex}"
        name, _, value = self._mark.partition("=")
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env={**os.environ, **(environment or {}), name: value},
                **NEW_GROUP,
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise AgentDied(f"cannot start {command[0]!r}: {why}") from None
        if memory:
            cap_memory(self._process.pid, memory * MEGABYTE)
        self._lines: _Lines = queue.Queue(MAX_UNREAD)
        self._errors: deque[str] = deque(maxlen=LAST_LINES)
        stopped = threading.Event()
        # The threads must not refer to this object, or it would never be collected.
        threads = [
            threading.Thread(target=target, args=arguments, daemon=True)
            for target, arguments in (
                (_read_lines, (self._process.stdout, self._lines, stopped)),
                (_read_errors, (self._process.stderr, self._errors, on_error_line)),
            )
        ]
        self._errors_read = threads[1]
        self.stop = weakref.finalize(self, _end, self._process, self._mark, threads, stopped)
        """Kill it if it is still running, and release everything."""
        _running.add(self)
        for thread in threads:
            thread.start()

    def send(self, line: str) -> None:
        """Write a line; if the process has ended, `receive` says so."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(f"{line}\n".encode())

    def receive(self, seconds: float) -> str:
        """Return the next line. Raises `AgentTimeout`, or `AgentDied` if the process has ended."""
        try:
            line = get_from(self._lines, max(seconds, 0))
        except queue.Empty:
            raise AgentTimeout(f"no line in {seconds:g} s") from None
        if isinstance(line, str):
            return line
        self._lines.put(line)
        raise AgentDied(self._how_it_ended() if line is _End.CLOSED else line.value)

    def wait(self, seconds: float) -> bool:
        """Return whether the process exits on its own within this time."""
        end = time.monotonic() + seconds
        while not (ended := has_exited(self._process)) and time.monotonic() < end:
            time.sleep(0.005)
        return ended

    def started(self) -> set[int]:
        """Return the processes that it has started and that still run, where the system tells."""
        return list_started(self._process.pid)

    def kill_started(self, keep: Set[int]) -> None:
        """Kill what it has started, except what is to be kept."""
        kill_started(self._process.pid, keep)

    @property
    def last_words(self) -> str:
        """The last lines it wrote to standard error, as one."""
        return " / ".join(self._errors)

    def peak_memory(self) -> float | None:
        """Return its peak memory in megabytes, where the system reports it."""
        peak = peak_memory(self._process.pid)
        return None if peak is None else peak / MEGABYTE

    def _how_it_ended(self) -> str:
        # Its output is closed, but it may not have ended yet.
        if not self.wait(1):
            return _End.CLOSED.value
        _kill(self._process, self._mark)
        code = self._process.wait()
        self._errors_read.join(LAST_WORDS_SECONDS)
        if code >= 0:
            return f"ended with exit code {code}"
        with contextlib.suppress(ValueError):
            return f"was killed by {signal.Signals(-code).name}"
        return f"was killed by signal {-code}"


_running: "weakref.WeakSet[Child]" = weakref.WeakSet()


def stop_children() -> None:
    """Kill all child processes, before this one ends without cleaning up."""
    for child in list(_running):
        child.stop()


def _read_lines(source: IO[bytes], lines: _Lines, stopped: threading.Event) -> None:
    rest = b""
    while len(rest) <= LONGEST_LINE and (chunk := _read(source)):
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            _put(lines, line.decode(errors="replace").strip(), stopped)
    if 0 < len(rest) <= LONGEST_LINE:
        _put(lines, rest.decode(errors="replace").strip(), stopped)
    _put(lines, _End.ENDLESS if len(rest) > LONGEST_LINE else _End.CLOSED, stopped)


def _put(lines: _Lines, line: str | _End, stopped: threading.Event) -> None:
    while not stopped.is_set():
        with contextlib.suppress(queue.Full):
            lines.put(line, timeout=0.1)
            return


def _read_errors(source: IO[bytes], errors: "deque[str]", on_line: OnLine | None) -> None:
    rest = b""
    while chunk := _read(source):
        *whole, rest = (rest + chunk).split(b"\n")
        rest = rest[-LONGEST_LINE:]
        if on_line is None:
            whole = [line for line in whole if line.strip()][-LAST_LINES:]
        for line in whole:
            _keep(line, errors, on_line)
        time.sleep(len(chunk) / FASTEST_ERRORS)
    _keep(rest, errors, on_line)


def _keep(line: bytes, errors: "deque[str]", on_line: OnLine | None) -> None:
    text = line.decode(errors="replace").rstrip()
    if text:
        errors.append(text.strip()[:200])
        if on_line is not None:
            on_line(text)


def _read(source: IO[bytes]) -> bytes:
    try:
        return source.read(LONGEST_LINE) or b""
    except (OSError, ValueError):
        return b""


def _kill(process: "subprocess.Popen[bytes]", mark: str) -> None:
    # Once it is waited for, its id may be that of another process.
    if process.returncode is None:
        kill_group(process)
        kill_started(process.pid, mark=mark)


def _end(
    process: "subprocess.Popen[bytes]",
    mark: str,
    threads: list[threading.Thread],
    stopped: threading.Event,
) -> None:
    stopped.set()
    _kill(process, mark)
    process.wait()
    for thread in threads:
        if thread.is_alive():
            thread.join(1)
    for pipe in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError, ValueError):
            if pipe is not None:
                pipe.close()
