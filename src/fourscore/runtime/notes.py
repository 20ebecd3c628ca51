"""Notes: what a worker process says while it works at a task, to whom it works for.

A note may be lost and says nothing that the result of the task does not: it is for people who
watch. Whoever has something to say asks `is_note_due`, which costs next to nothing where nobody
listens. Notes are few: a short burst, then `RATE` a second.
"""

from collections.abc import Callable
from typing import Any

__all__ = ["OnNote", "is_note_due", "send_note", "use_notes"]

RATE, BURST = 5.0, 3.0
"""Notes a second, and how many may follow each other at once."""

OnNote = Callable[[Any], None]
"""Called with what was said."""


class _Sink:
    """Where the notes of this process go, and how many it may send now."""

    send: OnNote | None = None
    left = BURST


def use_notes(send: OnNote | None) -> None:
    """Choose where the notes of this process go, if anywhere."""
    _Sink.send = None if send is None else staticmethod(send)
    _Sink.left = BURST


def is_note_due(seconds: float) -> bool:
    """Return whether someone listens and it is time for a note.

    `seconds` have gone by since the last call. The caller knows about that, and to read a clock
    for every move would cost more than many moves do.

    >>> said = []
    >>> use_notes(said.append)
    >>> for count in range(100):
    ...     if is_note_due(0.01):
    ...         send_note(count)
    >>> use_notes(None)
    >>> said[:3], len(said), is_note_due(9.0)
    ([0, 1, 2], 7, False)
    """
    if _Sink.send is None:
        return False
    _Sink.left = min(BURST, _Sink.left + RATE * seconds)
    return _Sink.left >= 1


def send_note(what: Any) -> None:
    """Send a note that is due."""
    _Sink.left -= 1
    if _Sink.send is not None:
        _Sink.send(what)
