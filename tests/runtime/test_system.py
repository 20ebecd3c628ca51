"""What differs between systems, with real processes."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourscore.runtime.system import FileLock

HOLD = """
import sys
from pathlib import Path
from fourscore.runtime.system import FileLock
with FileLock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """Another process that holds a lock until its input ends."""
    command = [sys.executable, "-c", HOLD, str(tmp_path / "lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"held"
        yield process
        process.kill()


@pytest.mark.parametrize("killed", [False, True])
def test_a_lock_is_free_when_its_process_is_done_or_dies(
    holder: "subprocess.Popen[bytes]", tmp_path: Path, killed: bool
) -> None:
    lock = FileLock(tmp_path / "lock")
    assert not lock.acquire(blocking=False)
    if killed:
        holder.kill()
    else:
        holder.communicate()
    assert lock.acquire()
    assert not FileLock(tmp_path / "lock").acquire(blocking=False)
    lock.release()
    with FileLock(tmp_path / "lock"):
        assert not lock.acquire(blocking=False)


def test_a_lock_that_cannot_be_taken_says_why(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        FileLock(tmp_path / "none" / "lock").acquire()
