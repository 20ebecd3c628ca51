"""Processes that tests start: which still run, and whose they are."""

import os

import psutil

__all__ = ["RUN", "children_of", "end_left_over", "is_running"]

RUN = "FOURSCORE_TEST_RUN"
"""The variable that every process of a run inherits."""


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


def end_left_over(run: str, seconds: float = 20.0) -> list[str]:
    """Kill the processes of a run that do not end by themselves; say what they are.

    pytest names the test that runs in a variable, which they have inherited.
    """
    _, left = psutil.wait_procs(_of_run(run), timeout=seconds)
    said = [f"{each.pid} {_command(each)[:200]} ({_test(each)})" for each in left]
    for each in left:
        each.kill()
    return said


def _of_run(run: str) -> list[psutil.Process]:
    """Return the processes of a run, less this one and what multiprocessing ends with it."""
    return [
        each
        for each in psutil.process_iter()
        if each.pid != os.getpid()
        and _environment(each).get(RUN) == run
        and "multiprocessing.resource_tracker" not in _command(each)
    ]


def _test(process: psutil.Process) -> str:
    return _environment(process).get("PYTEST_CURRENT_TEST", "outside of any test")


def _environment(process: psutil.Process) -> dict[str, str]:
    try:
        return process.environ()
    except psutil.Error:  # another user's, or it has ended
        return {}


def _command(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:  # it has ended
        return ""
