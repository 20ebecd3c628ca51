"""Work on a thread of which only the latest counts."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fourscore.errors import Cancelled
from fourscore.search.control import Cancel

__all__ = ["LatestTask"]


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
