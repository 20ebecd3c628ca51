"""The process of a task, as the scheduler sees it; `runner` is its other side."""

import asyncio
from typing import Self

from fourscore.web.workers.child import ChildProcess

__all__ = ["FINAL", "RunnerProcess"]

FINAL = ("end", "busy", "problem")
"""The words of a last message."""


class RunnerProcess(ChildProcess):
    """A process that works at one task."""

    exit_seconds = 5.0
    """Seconds that it has to exit on its own."""

    @classmethod
    async def launch(cls, module: str, request: str, exit_seconds: float) -> Self:
        """Start the `main` of a module, and send it its request."""
        # Not as a module, which a process below it would load again.
        process = await cls.start("-c", f"from {module} import main; main()")
        process.exit_seconds = exit_seconds
        process.send(request)
        return process

    async def end_on(self, event: asyncio.Event) -> None:
        """End the process when an event is set."""
        await event.wait()
        await self.stop(self.exit_seconds)

    async def end(self) -> None:
        """End the process and wait for it, even if the waiting task is cancelled."""
        ending = asyncio.ensure_future(self.stop(self.exit_seconds))
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            await ending
            raise
