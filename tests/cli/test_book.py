"""`fourscore book`, and books where positions are solved."""

import json
from pathlib import Path

import numpy as np
import pytest

from fourscore.book import open_book
from fourscore.book.format import pack, read_header
from fourscore.book.verify import verify
from fourscore.errors import InputError
from fourscore.solver import Solver
from tests.book.helpers import make_book
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "small.bin"
    make_book(path, 6, 4, 4)
    return path


@pytest.fixture
def damaged(book: Path, tmp_path: Path) -> str:
    """Write a book whose first slot is not what it was."""
    content = bytearray(book.read_bytes())
    header, _ = read_header(memoryview(content), "it")
    content[header.body] ^= 3
    path = tmp_path / "bad.bin"
    path.write_bytes(content)
    return str(path)


def test_build_and_build_again(run: Run, tmp_path: Path, book: Path) -> None:
    out = tmp_path / "my.bin"
    command = ("book", "build", "--plies", "6", "--size", "4x4", "--out", str(out),
               "--workers", "1", "--megabytes", "4")  # fmt: skip
    for _ in range(2):
        done = run(*command)
        assert (done.code, done.err) == (0, "")
        assert done.out.replace("\n", "") == f"{out} is done; my.json says how it was made."
        assert out.read_bytes() == book.read_bytes()
    about = json.loads((tmp_path / "my.json").read_text(encoding="utf-8"))
    assert about["command"] == (
        "fourscore book build --plies 6 --out my.bin --size 4x4 --workers 1 --megabytes 4"
    )
    assert about["size"] == "4x4"
    assert about["entries"] == open_book(out).header.entries
    assert about["nodes"] > 0
    assert set(about["machine"]) == {"processor", "cores", "system", "python"}
    assert str(tmp_path) not in json.dumps(about)


def test_info(run: Run, book: Path, tmp_path: Path) -> None:
    out = run("book", "info", str(book)).out
    assert "every undecided position of 4x4 up to 6 plies" in out.replace("\n", " ")
    assert "machine" in out
    about = json.loads(run("book", "info", str(book), "--json").out)
    assert about["plies"] == 6
    assert about["entries"] == sum(about["entries_by_ply"])
    assert about["entries_by_ply"][:3] == [1, 2, 8]
    assert about["bytes"] == book.stat().st_size
    assert about["sha224"] == about["provenance"]["sha224"]
    alone = tmp_path / "alone.bin"
    alone.write_bytes(book.read_bytes())
    assert json.loads(run("book", "info", str(alone), "--json").out)["provenance"] is None
    alone.with_suffix(".json").write_text("no JSON at all")
    assert run("book", "info", str(alone)).code == 0


def test_verify(run: Run, book: Path, damaged: str) -> None:
    entries = open_book(book).header.entries
    everything = run("book", "verify", str(book), "--sample", "100000").out.replace("\n", " ")
    assert f"is sound: {entries:,} entries, {entries:,} of them solved again" in everything
    done = run("book", "verify", damaged)
    assert done.code == 2
    assert "is damaged: block 0 does not match its checksum" in done.err


@pytest.mark.parametrize(
    ("place", "byte", "message"),
    [
        (0, 0, "it lacks"),
        (0, 12, "scores '----/----/----/----' (0 plies) 3 instead of 0"),
        (-1, None, "instead of"),
    ],
)
def test_verify_finds_wrong_books_with_right_checksums(
    place: int, byte: int | None, message: str, book: Path, tmp_path: Path
) -> None:
    opened = open_book(book)
    slots = opened.slots.copy()
    if byte is None:
        place = int(np.flatnonzero(slots)[place])
        byte = int(slots[place]) + 1
    slots[place] = byte
    path = tmp_path / "wrong.bin"
    path.write_bytes(pack(opened.rules, 6, slots))
    solver = Solver(megabytes=1, threads=1)
    with pytest.raises(InputError) as caught:
        verify(open_book(path), solver, sample=10**6)
    assert message in str(caught.value)


def test_there_may_be_no_shipped_book(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourscore.book.reader.SHIPPED", tmp_path / "none.bin")
    refused = (2, "", "error: no book comes with this fourscore; name one\n")
    assert run("book", "info") == run("book", "verify") == refused


def test_solve_with_a_book(run: Run, book: Path) -> None:
    with_book = json.loads(run("solve", "--size", "4x4", "--book", str(book), "--json", "").out)
    without = json.loads(run("solve", "--size", "4x4", "--no-book", "--json", "").out)
    assert with_book["nodes"] < without["nodes"]
    for answer in (with_book, without):
        del answer["nodes"], answer["seconds"]
    assert with_book == without


def test_solve_gives_no_score_from_a_book_that_is_damaged_or_does_not_fit(
    run: Run, book: Path, damaged: str
) -> None:
    for arguments, message in (
        (("--size", "4x4", "--book", damaged, ""), "block 0 does not match its checksum"),
        (("--book", str(book), "1"), "is for 4x4, not for 7x6"),
    ):
        done = run("solve", *arguments)
        assert (done.code, done.out) == (2, "")
        assert message in done.err
