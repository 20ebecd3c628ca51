"""The process that plays a tournament, as the scheduler sees it; `runner` is its other side."""

import asyncio
from pathlib import Path
from typing import Self

from pydantic import BaseModel

from fourscore.web.tournaments.schemas import TournamentRequest
from fourscore.web.workers.child import ChildProcess

__all__ = ["FINAL", "RunnerProcess", "RunnerProgress", "RunnerRequest"]

FINAL = ("end", "busy", "problem")
"""The words of a last message."""
EXIT_SECONDS = 5.0
"""Seconds that the process has to exit on its own."""
RUN = "from fourscore.web.tournaments.runner import main; main()"
"""Not as a module, which the process below it would load again."""


class RunnerRequest(BaseModel):
    """What to play, and where to record it."""

    ledger: Path
    setup: TournamentRequest


class RunnerProgress(BaseModel):
    """How far a tournament is."""

    done: int
    doing: str


class RunnerProcess(ChildProcess):
    """A process that plays one tournament."""

    @classmethod
    async def launch(cls, request: RunnerRequest) -> Self:
        process = await cls.start("-c", RUN)
        process.send(request.model_dump_json())
        return process

    async def end_on(self, event: asyncio.Event) -> None:
        """End the process when an event is set."""
        await event.wait()
        await self.stop(EXIT_SECONDS)

    async def end(self) -> None:
        """End the process and wait for it, even if the waiting task is cancelled."""
        ending = asyncio.ensure_future(self.stop(EXIT_SECONDS))
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            await ending
            raise
