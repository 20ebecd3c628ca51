"""Stopping a search that is under way."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fourscore.search.control import NODES, Cancel
from tests.waiting import eventually

__all__ = ["CancelUnderWay"]


class CancelUnderWay(Cancel):
    """Cancels from another thread as soon as a search has visited some nodes."""

    @contextmanager
    def watching(self, counters: Any) -> Iterator[None]:
        def wait() -> None:
            eventually(lambda: counters[NODES] > 10 or self.cancelled, "a node to be counted")
            self.cancel()

        thread = threading.Thread(target=wait, daemon=True)
        thread.start()
        with super().watching(counters):
            yield
        thread.join()
