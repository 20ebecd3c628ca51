"""Processes: groups of them, their priority, and copies of this one."""

import os
import select
import signal
import sys
import time
import warnings
from collections.abc import Callable, Set
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from subprocess import Popen

__all__ = [
    "NEW_GROUP",
    "call_in_fork",
    "has_exited",
    "kill_group",
    "kill_started",
    "list_started",
    "lower_priority",
    "split_command",
]

NICENESS = 10
"""How much lower a low priority is, where a number says it."""
LONGEST_END = 5.0
"""Seconds to wait until killed processes have ended."""
CREATE_NEW_PROCESS_GROUP = 0x200
BELOW_NORMAL_PRIORITY_CLASS = 0x4000


class _NewGroup(TypedDict):
    start_new_session: bool
    creationflags: int


NEW_GROUP: _NewGroup = {
    "start_new_session": True,
    "creationflags": CREATE_NEW_PROCESS_GROUP if sys.platform == "win32" else 0,
}
"""Options for a process that Ctrl-C in the terminal does not reach, and `kill_group` can kill."""


def split_command(text: str, *, escape: str = "" if sys.platform == "win32" else "\\") -> list[str]:
    """Split a command into words; on Windows a backslash is part of a path, not an escape.

    Raises `ValueError` if a quotation does not end.

    >>> split_command("'C:/My agents/a.exe' --fast")
    ['C:/My agents/a.exe', '--fast']
    """
    import shlex

    words = shlex.shlex(text, posix=True)
    words.whitespace_split = True
    words.commenters, words.escape = "", escape
    return list(words)


def has_exited(process: "Popen[bytes]") -> bool:
    """Return whether a process has ended, on Linux without waiting for it.

    Until it is waited for, its id is not reused, so that its group can still be killed.
    """
    if sys.platform == "linux" and process.returncode is None:
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, process.pid, flags) is not None
    return process.poll() is not None


def kill_group(process: "Popen[bytes]") -> None:
    """Kill a process, started with `NEW_GROUP`, and what it has started, unless it was waited for.

    On Windows and macOS, what was started by a process that has ended by itself escapes.
    """
    if process.returncode is not None:
        return
    with suppress(OSError):
        if sys.platform == "win32":
            _kill_tree(process.pid)
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(OSError):
        process.kill()


def list_started(pid: int, mark: str = "") -> set[int]:
    """Return the running processes that a process, started with `NEW_GROUP`, has started.

    Those are its descendants, all of its session, and all that have the `mark`, if one is given,
    as a variable of their environment. Elsewhere than on Linux none are found.
    """
    if sys.platform != "linux":
        return set()
    running = _running_processes()
    found = {each for each, (_, session) in running.items() if session == pid}
    if mark:
        found |= {each for each in running if _has_mark(each, mark.encode())}
    family = {pid}
    while family:
        found |= family
        family = {each for each, (above, _) in running.items() if above in family} - found
    return found - {pid, os.getpid()}


def kill_started(pid: int, keep: Set[int] = frozenset(), mark: str = "") -> None:
    """Kill what `list_started` finds, except what is to be kept, and wait until it has ended."""
    if sys.platform != "linux":
        return
    end = time.monotonic() + LONGEST_END
    while (found := list_started(pid, mark) - keep) and time.monotonic() < end:
        for each in found:
            with suppress(OSError):
                os.kill(each, signal.SIGKILL)
        time.sleep(0.002)


def _running_processes() -> dict[int, tuple[int, int]]:
    """Return the parent and the session of every process that has not ended."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                # The name, which stands in parentheses, may contain anything.
                fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
                if fields[0] not in (b"Z", b"X"):
                    found[int(folder.name)] = int(fields[1]), int(fields[3])
    return found


def _has_mark(pid: int, mark: bytes) -> bool:
    with suppress(OSError):
        return mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    return False


def lower_priority() -> None:
    """Let other processes go first, from now on, and what this one starts as well."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.WinDLL("kernel32")
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        kernel.SetPriorityClass.argtypes = (ctypes.c_void_p, ctypes.c_uint32)
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(NICENESS)


if sys.platform == "win32":

    def call_in_fork(_: Callable[[], bytes]) -> tuple[bytes, int]:
        """Raise `OSError`: Windows cannot copy a process."""
        raise OSError("Windows cannot copy a process")

    def _kill_tree(pid: int) -> None:
        import subprocess

        command = ["taskkill", "/T", "/F", "/PID", str(pid)]
        subprocess.run(command, capture_output=True)

else:

    def call_in_fork(work: Callable[[], bytes]) -> tuple[bytes, int]:
        """Call a function in a copy of this process; return its result and the copy's exit code.

        The copy ends without cleaning up what is not its own. If the standard input ends
        meanwhile, because the parent has died, both processes end at once.
        """
        source, sink = os.pipe()
        child = _fork()
        if child == 0:
            code = 1
            try:
                os.write(sink, work())
                code = 0
            finally:
                os._exit(code)
        os.close(sink)
        with os.fdopen(source, "rb") as pipe:
            if _parent_is_gone(pipe):
                os.kill(child, signal.SIGKILL)
                os._exit(0)
            result = pipe.read()
        _, status = os.waitpid(child, 0)
        return result, os.waitstatus_to_exitcode(status)

    def _fork() -> int:
        with warnings.catch_warnings():
            # Python warns of threads, whose locks nobody releases in the copy. Those of NumPy
            # only wait for work, and the copy gives them none.
            warnings.filterwarnings("ignore", ".*multi-threaded.*", DeprecationWarning)
            return os.fork()

    def _parent_is_gone(pipe: IO[bytes]) -> bool:
        """Wait for a fork's answer; return whether the parent dies before it comes.

        The parent sends nothing while it waits, so readable input can only mean its end.
        """
        ready, _, _ = select.select([pipe, sys.stdin], [], [])
        return pipe not in ready
