"""From other threads to the screen: messages, and work that the next question makes needless."""

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

__all__ = ["Post", "Wonder"]


class Post:
    """Carries messages from any thread to a screen; made on the screen's own thread."""

    def __init__(self, target: MessagePump) -> None:
        self._target = target
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()

    def __call__(self, message: Message) -> None:
        # The app may be gone before a search has noticed.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(
                self._target.post_message, message, context=self._context
            )


class Wonder:
    """One question at a time, answered on a thread; a new one ends the search for the old."""

    def __init__(self) -> None:
        self._cancel = Cancel()

    def ask(self, work: Callable[[Cancel], Any]) -> None:
        """Begin with something else; `work` gives its answer away itself."""
        self.forget()
        cancel = self._cancel = Cancel()

        def answer() -> None:
            with suppress(Cancelled):
                work(cancel)

        threading.Thread(target=answer, name="wonder", daemon=True).start()

    def forget(self) -> None:
        """Wonder no more."""
        self._cancel.cancel()
