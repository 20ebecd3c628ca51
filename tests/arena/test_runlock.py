"""The lock of a ledger: one run at a time, and no trace of those who only ask."""

import subprocess
import sys
from pathlib import Path

from fourscore.arena.runlock import RunLock


def test_asking_leaves_no_trace_and_releases_nothing(tmp_path: Path) -> None:
    ledger = tmp_path / "games.ledger"
    assert not RunLock.is_held(ledger)
    assert list(tmp_path.iterdir()) == []
    lock = RunLock(ledger, "games")
    assert RunLock.is_held(ledger)
    assert RunLock.is_held(ledger)
    lock.release()
    assert not RunLock.is_held(ledger)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "games.ledger-run").touch()  # as a killed run leaves it
    assert not RunLock.is_held(ledger)
    RunLock(ledger, "games").release()


COME_AND_GO = """
import sys
from pathlib import Path
from fourscore.arena.runlock import LedgerBusy, RunLock

ledger, marker = Path(sys.argv[1]), Path(sys.argv[2])
held = 0
while held < 50:
    RunLock.is_held(ledger)
    try:
        lock = RunLock(ledger, "games")
    except LedgerBusy:
        continue
    marker.touch(exist_ok=False)
    marker.unlink()
    lock.release()
    held += 1
"""


def test_only_one_has_it_however_many_come_and_go(tmp_path: Path) -> None:
    """Whoever comes while another one removes the file gets it, or is told that it is taken."""
    files = (str(tmp_path / name) for name in ("games.ledger", "inside"))
    command = [sys.executable, "-c", COME_AND_GO, *files]
    processes = [subprocess.Popen(command) for _ in range(4)]
    assert [each.wait() for each in processes] == [0, 0, 0, 0]
    assert list(tmp_path.iterdir()) == []
