"""Messages from other threads to the screen, and tasks of which only the latest counts."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from typing import Any

from textual.message import Message
from textual.message_pump import MessagePump

from fourscore.errors import Cancelled
from fourscore.search.control import Cancel

__all__ = ["LatestTask", "MessageSender"]


class MessageSender:
    """Sends messages from any thread to a screen; create it on the screen's own thread."""

    def __init__(self, target: MessagePump) -> None:
        self._target = target
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()

    def __call__(self, message: Message) -> None:
        # The app may have ended before a search has noticed.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(
                self._target.post_message, message, context=self._context
            )


class LatestTask:
    """One task at a time on a thread; starting a new one cancels the old."""

    def __init__(self) -> None:
        self._cancel = Cancel()

    def start(self, work: Callable[[Cancel], Any]) -> None:
        """Cancel the running task and start another; `work` delivers its own result."""
        self.cancel()
        cancel = self._cancel = Cancel()

        def run() -> None:
            with suppress(Cancelled):
                work(cancel)

        threading.Thread(target=run, name="task", daemon=True).start()

    def cancel(self) -> None:
        """Cancel the running task."""
        self._cancel.cancel()
