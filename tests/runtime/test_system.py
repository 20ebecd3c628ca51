"""What differs between systems, with real processes; other systems' ways where they run here."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue, SimpleQueue

import numpy as np
import pytest

from fourscore.runtime.system import (
    NEW_GROUP,
    FileLock,
    get_from,
    has_exited,
    kill_group,
    kill_started,
    list_started,
    peak_memory,
    reset_peak_memory,
    resets_peak_memory,
    resident_memory,
    signals,
    split_command,
)

MEGABYTE = 1 << 20


def start(code: str, *arguments: str) -> "subprocess.Popen[bytes]":
    """Start a Python process and wait for its first line."""
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        **NEW_GROUP,
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() == b"ready"
    return process


@pytest.fixture
def started() -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Kill what a test puts here."""
    processes: list[subprocess.Popen[bytes]] = []
    yield processes
    for each in processes:
        kill_group(each)
        each.communicate()


Processes = list["subprocess.Popen[bytes]"]

# Files

HOLD = """
import sys
from pathlib import Path
from fourscore.runtime.system import FileLock
with FileLock(Path(sys.argv[1])):
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("killed", [False, True])
def test_a_lock_is_free_when_its_process_is_done_or_dies(
    started: Processes, tmp_path: Path, killed: bool
) -> None:
    started.append(start(HOLD, str(tmp_path / "lock")))
    lock = FileLock(tmp_path / "lock")
    assert not lock.acquire(blocking=False)
    if killed:
        started[0].kill()
    else:
        started[0].communicate()
    assert lock.acquire()
    assert not FileLock(tmp_path / "lock").acquire(blocking=False)
    lock.release()
    with FileLock(tmp_path / "lock"):
        assert not lock.acquire(blocking=False)


def test_a_lock_that_cannot_be_taken_says_why(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        FileLock(tmp_path / "none" / "lock").acquire()


# Memory


@pytest.mark.skipif(not resets_peak_memory(), reason="the peak cannot be reset here")
def test_memory_is_the_growth_of_the_peak() -> None:
    before = reset_peak_memory()
    block = np.ones(32 * MEGABYTE, dtype=np.int8)
    assert resident_memory() - before > 31 * MEGABYTE
    del block
    assert 31 * MEGABYTE < (peak_memory() or 0) - before < 40 * MEGABYTE
    before = reset_peak_memory()
    assert (peak_memory() or 0) - before < 4 * MEGABYTE


def test_the_peak_of_this_process_is_known_everywhere() -> None:
    assert (peak_memory() or 0) >= resident_memory() / 2 > MEGABYTE


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS does not say")
def test_the_peak_of_another_process_is_known_until_it_ends(started: Processes) -> None:
    started.append(start("b = bytearray(64 << 20); print('ready', flush=True); input()"))
    assert 64 * MEGABYTE < (peak_memory(started[0].pid) or 0) < 256 * MEGABYTE
    started[0].kill()
    started[0].wait()
    assert peak_memory(started[0].pid) is None


# Processes

FAMILY = """
import subprocess, sys
child = "import threading; print('ready', flush=True); threading.Event().wait()"
subprocess.Popen([sys.executable, "-c", child])
sys.stdin.read()
"""


def test_a_group_is_killed_with_what_it_has_started(started: Processes) -> None:
    process = start(FAMILY)
    started.append(process)
    assert not has_exited(process)
    kill_group(process)
    # The child holds the other end of the pipe for as long as it lives.
    process.communicate()
    assert process.returncode != 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no number")
def test_a_low_priority_is_inherited(started: Processes) -> None:
    code = """
import subprocess, sys
from fourscore.runtime.system import lower_priority
print("ready", flush=True)
lower_priority()
ask = "import os; print(os.getpriority(os.PRIO_PROCESS, 0))"
subprocess.run([sys.executable, "-c", ask])
"""
    started.append(start(code))
    assert started[0].stdout is not None
    # `communicate` would miss what `start` has read beyond the first line.
    assert int(started[0].stdout.read()) > os.getpriority(os.PRIO_PROCESS, 0)


def test_commands_are_split_as_each_system_writes_them() -> None:
    text = r'C:\agents\"My agent.exe" --level 3 "" # no comment'
    words = ["--level", "3", "", "#", "no", "comment"]
    assert split_command(text, escape="") == [r"C:\agents\My agent.exe", *words]
    assert split_command(text.replace("\\", "\\\\"), escape="\\")[1:] == words
    with pytest.raises(ValueError, match="No closing quotation"):
        split_command("tool 'x")


# Signals


class Late:
    """A queue that gets its item during the third wait."""

    def __init__(self) -> None:
        self.waits: list[float | None] = []

    def get(self, block: bool = True, timeout: float | None = None) -> int:  # noqa: ARG002
        self.waits.append(timeout)
        if timeout is not None and len(self.waits) < 3:
            raise Empty
        return 7


@pytest.mark.parametrize(
    ("longest", "waits"), [(None, [None]), (0.05, [0.05] * 3)], ids=["one wait", "as on Windows"]
)
def test_waiting_for_an_item(
    longest: float | None, waits: list[float | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signals, "LONGEST_WAIT", longest)
    late = Late()
    assert get_from(late) == 7
    assert late.waits == waits
    for queue in (Queue[int](), SimpleQueue[int]()):
        with pytest.raises(Empty):
            get_from(queue, 0.12)
        queue.put(7)
        assert get_from(queue) == 7


def test_ctrl_c_ends_short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    # Raised in another thread, a signal ends no wait of this one: as on Windows.
    monkeypatch.setattr(signals, "LONGEST_WAIT", 0.05)
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
        get_from(SimpleQueue[int]())


TERMINATED = """
import signal, sys, threading, time
from fourscore.runtime.system import terminate_main_thread

def stop(*_):
    sys.exit(7)

signal.signal(signal.SIGTERM, stop)
print("ready", flush=True)
threading.Timer(0.1, terminate_main_thread).start()
while True:
    time.sleep(1)
"""


def test_the_main_thread_is_ended_from_another(started: Processes) -> None:
    started.append(start(TERMINATED))
    assert started[0].wait() == 7


DAEMON = """
import os, signal
here, there = os.pipe()
if os.fork():
    os.read(here, 1)
    os._exit(0)
os.setsid()
os.write(there, b"!")
signal.pause()
"""
HIDING = f"""
import subprocess, sys
subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
subprocess.run([sys.executable, "-c", {DAEMON!r}])
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_what_a_process_has_started_is_found_and_killed_wherever_it_hides(
    started: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among it a daemon, which has left the session and whose parent has ended."""
    name = str(os.getpid())  # no other run on this machine has it
    monkeypatch.setenv("FOURSCORE_TEST", name)
    process, mark = start(HIDING), f"FOURSCORE_TEST={name}"
    started.append(process)
    try:
        (child,) = list_started(process.pid)
        kill_started(process.pid, keep={child})
        found = list_started(process.pid, mark=mark)
        assert len(found) == 2
        assert child in found
    finally:
        kill_started(process.pid, mark=mark)
    assert not list_started(process.pid, mark=mark)
    assert process.poll() is None
