"""The process that plays a tournament, as the keeper sees it; `runner` is its other side."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

__all__ = ["FINAL", "RunnerProcess"]

FINAL = ("end", "busy", "problem")
"""The words that end what it has to say."""
LAST_BREATH = 5.0
"""Seconds that it has to end when it is told to."""
LONGEST_LINE = 4 * 1024 * 1024
RUN = "from fourscore.web.tournaments.runner import main; main()"
"""Not as a module, which the process below it would load again."""


class RunnerProcess:
    """A process that was told what to play."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, ask: dict[str, Any]) -> "RunnerProcess":
        # In a session of its own, so that Ctrl-C in a terminal reaches the server only.
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", RUN),
            stdin=PIPE,
            stdout=PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,
        )
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.write(json.dumps(ask).encode() + b"\n")
        return cls(process)

    async def words(self, stop: asyncio.Event) -> AsyncGenerator[tuple[str, str], None]:
        """Yield what it says, a word and JSON at a time, until it ends or shall be stopped."""
        assert self._process.stdout is not None
        stopped = asyncio.ensure_future(stop.wait())
        try:
            while not stop.is_set():
                line = asyncio.ensure_future(self._process.stdout.readline())
                await asyncio.wait({line, stopped}, return_when=asyncio.FIRST_COMPLETED)
                if not line.done():
                    line.cancel()
                    return
                word, _, content = line.result().decode().strip().partition(" ")
                if not word:
                    return
                yield word, content
        finally:
            stopped.cancel()

    async def end(self) -> None:
        """End it and wait for that, even if whoever waits is told to stop meanwhile."""
        ending = asyncio.ensure_future(self._wait_for_end())
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            await ending
            raise

    async def _wait_for_end(self) -> None:
        """Close its input, which is enough unless it is stuck."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), LAST_BREATH)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
