"""Reading the ledgers of tournaments: what a client is told when that cannot be done now."""

from pathlib import Path

import pytest

from fourscore.arena.database import LedgerUnavailable
from fourscore.arena.tournament import Settings, run
from fourscore.arena.tournament import open_ledger as begin_ledger
from fourscore.runtime.workers import SerialPool
from fourscore.web.problems import problem_of
from fourscore.web.tournaments.views import open_ledger


def test_a_disk_that_fails_is_not_the_fault_of_the_request(tmp_path: Path) -> None:
    path = tmp_path / "k36b2p4j6y.ledger"
    settings = Settings(("random", "level:1"), 2)
    with begin_ledger(settings, path) as ledger:
        for _ in run(settings, ledger, SerialPool()):
            pass
    # SQLite cannot make its write-ahead log, as where the disk is full or read-only.
    Path(f"{path}-wal").mkdir()
    with pytest.raises(LedgerUnavailable) as caught, open_ledger(path) as ledger:
        list(ledger.games())
    status, sentence = problem_of(caught.value)
    assert status == 503
    assert "'k36b2p4j6y.ledger' cannot be opened" in sentence
    assert str(tmp_path) not in sentence
