"""Messages from other threads to the screen."""

import asyncio
from contextlib import suppress
from contextvars import copy_context

from textual.message import Message
from textual.message_pump import MessagePump

__all__ = ["MessageSender"]


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
