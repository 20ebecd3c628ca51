"""Child processes that take lines of JSON and answer with messages, each a word and JSON."""

import asyncio
import os
import signal
import sys
import threading
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Self

from fourscore.runtime.system import NEW_GROUP

__all__ = ["ChildProcess", "Message", "Output"]

MAX_LINE = 32 * 1024 * 1024

Message = tuple[str, str]
"""A word, such as ``progress``, and JSON."""


class ChildProcess:
    """A Python process, as its parent sees it. The end of its input ends it."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, *arguments: str) -> Self:
        """Start a process with arguments for Python."""
        # In a group of its own, so that Ctrl-C in a terminal only reaches the server.
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            stdin=PIPE,
            stdout=PIPE,
            limit=MAX_LINE,
            **NEW_GROUP,
        )
        return cls(process)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """The exit code, or None while the process runs."""
        return self._process.returncode

    def send(self, line: str) -> None:
        assert self._process.stdin is not None
        # A process that has died is noticed where its answer is awaited.
        with suppress(OSError, RuntimeError):
            self._process.stdin.write(line.encode() + b"\n")

    async def receive(self) -> Message | None:
        """Return the next message, or None if there are no more."""
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readuntil()
            word, _, content = line.decode().rstrip("\n").partition(" ")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError, ValueError):
            return None
        return word, content

    async def wait(self) -> None:
        """Wait for the process to exit."""
        await self._process.wait()

    async def stop(self, seconds: float) -> None:
        """Close the process's input, and kill it if it still runs after some seconds."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), seconds)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


class Output:
    """The messages of a child process, written to its standard output."""

    def __init__(self) -> None:
        # Ctrl-C in a terminal is the parent's business.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._file = os.fdopen(os.dup(1), "wb")
        self._lock = threading.Lock()
        # Printed text must not come between the messages.
        os.dup2(2, 1)

    def send(self, word: str, content: str = "{}") -> None:
        with self._lock:
            self._file.write(f"{word} {content}\n".encode())
            self._file.flush()
