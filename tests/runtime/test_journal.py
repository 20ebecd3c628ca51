"""Journals: what was written is read back, wherever the file is cut off or damaged."""

from pathlib import Path

import pytest

from fourscore.errors import InputError
from fourscore.runtime.journal import DIGEST_BYTES, HEADER, Journal

RECORDS = [b"", b"one", b"two" * 10, b"\0" * 7]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "work.part"


@pytest.fixture
def written(path: Path) -> bytes:
    journal = Journal(path, b"work")
    for record in RECORDS:
        journal.append(record)
    journal.close()
    return path.read_bytes()


def reopened(path: Path) -> list[bytes]:
    journal = Journal(path, b"work")
    journal.close()
    return journal.records


def test_records_are_read_back_and_added_to(path: Path, written: bytes) -> None:
    assert reopened(path) == RECORDS
    journal = Journal(path, b"work")
    journal.append(b"more")
    journal.close()
    assert reopened(path) == [*RECORDS, b"more"]
    assert path.read_bytes().startswith(written)


def test_a_file_cut_off_anywhere_keeps_its_complete_records(path: Path, written: bytes) -> None:
    for length in range(len(written) + 1):
        path.write_bytes(written[:length])
        records = reopened(path)
        assert records == RECORDS[: len(records)]
        # What was cut is gone, and the next record follows the last complete one.
        journal = Journal(path, b"work")
        journal.append(b"next")
        journal.close()
        assert reopened(path) == [*records, b"next"]
    assert records == RECORDS


def test_a_damaged_record_ends_the_journal(path: Path, written: bytes) -> None:
    for place in range(HEADER.size + DIGEST_BYTES, len(written)):
        path.write_bytes(written[:place] + bytes([written[place] ^ 1]) + written[place + 1 :])
        assert len(reopened(path)) < len(RECORDS)


def test_a_journal_of_other_work_is_refused(path: Path, written: bytes) -> None:
    with pytest.raises(InputError, match="belongs to another run; remove it"):
        Journal(path, b"other work")
    assert path.read_bytes() == written


def test_two_runs_do_not_share_one(path: Path) -> None:
    first = Journal(path, b"work")
    with pytest.raises(InputError, match="another run is using"):
        Journal(path, b"work")
    first.remove()
    assert not path.exists()
