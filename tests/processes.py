"""Processes that tests start: which still run, and whose they are."""

import psutil

__all__ = ["children_of", "is_running"]


def is_running(pid: int) -> bool:
    """Return whether there is such a process and it has not ended; a zombie has."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def children_of(pid: int, command: str = "") -> list[int]:
    """Return the ids of the processes that another one has started and that still run.

    With a command, only those whose command line has it.
    """
    try:
        children = psutil.Process(pid).children()
    except psutil.NoSuchProcess:
        return []
    return [each.pid for each in children if is_running(each.pid) and command in _command(each)]


def _command(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:  # it has ended
        return ""
