"""What has to be done before a process ends without Python's own cleaning up."""

from collections.abc import Callable
from contextlib import suppress

__all__ = ["before_early_exit", "clean_up"]

_cleanups: list[Callable[[], None]] = []


def before_early_exit(cleanup: Callable[[], None]) -> None:
    """Register a function for `clean_up`; it must work from any thread."""
    _cleanups.append(cleanup)


def clean_up() -> None:
    """Call what is registered; call this before `os._exit`."""
    for cleanup in _cleanups:
        with suppress(Exception):
            cleanup()
