"""Books on the disk: what they answer, and what becomes of damage."""

import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from fourscore.book import default_book, find_book, open_book
from fourscore.book.format import BLOCK, HEADER_BYTES, pack, read_header
from fourscore.book.ranking import make_ranking, rank
from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.variants import FILL, make_rules
from fourscore.errors import InputError
from fourscore.solver import Solver
from tests.book.helpers import make_book
from tests.solver.exhaustive import positions_of


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a sound book of 4x4 with 9 plies; it has three blocks."""
    return make_book(tmp_path_factory.mktemp("book") / "book.bin", 9, 4, 4)


@pytest.fixture
def at(tmp_path: Path) -> Path:
    return tmp_path / "book.bin"


# The standard board


def test_other_sizes_and_rules_are_not_in_it(at: Path, book: bytes) -> None:
    at.write_bytes(book)
    opened = open_book(at)
    assert opened.lookup(Position.empty(4, 4)) is not None
    assert opened.lookup(Position.empty(4, 5)) is None
    assert opened.lookup(Position.empty(5, 4)) is None
    assert opened.lookup(Position.empty(4, 4, FILL)) is None
    over = read_moves("1212121", width=4, height=4)
    assert over.is_over
    assert opened.lookup(over) is None


def test_the_solver_uses_it(at: Path, book: bytes) -> None:
    at.write_bytes(book)
    solver = Solver(megabytes=1, threads=1, book=open_book(at))
    plain = Solver(megabytes=1, threads=1)
    for text in ("", "1", "12", "123412341"):
        position = read_moves(text, width=4, height=4)
        assert solver.prove(position).nodes == 0
        assert solver.solve(position) == plain.solve(position)
        ours, theirs = solver.analyse(position), plain.analyse(position)
        assert (ours.scores, ours.best, ours.line) == (theirs.scores, theirs.best, theirs.line)


@pytest.mark.parametrize("threads", [1, 2])
def test_analysis_at_the_edge_of_the_book(at: Path, book: bytes, threads: int) -> None:
    at.write_bytes(book)
    solver = Solver(megabytes=1, threads=threads, book=open_book(at))
    truth = {position: score for position, score in positions_of(4, 4) if position.ply == 10}
    edge = [position for position, _ in positions_of(4, 4) if position.ply == 9]
    for position in edge[:: 41 * threads]:
        columns = solver.analyse(position).scores
        wanted = {column: -truth[position.play(column)] for column in position.legal}
        assert {column: score.value for column, score in columns.items()} == wanted


def test_the_positions_before_the_edge_save_nodes(at: Path, book: bytes) -> None:
    at.write_bytes(book)
    edge = [position for position, _ in positions_of(4, 4) if position.ply == 9]

    def nodes(solver: Solver) -> int:
        total = 0
        for position in edge[::20]:
            solver.reset()
            total += solver.analyse(position).nodes
        return total

    plain = Solver(megabytes=1, threads=1)
    assert nodes(Solver(megabytes=1, threads=1, book=open_book(at))) < 0.75 * nodes(plain)


# Damage


def test_a_flipped_bit_anywhere_before_the_slots_is_refused(at: Path, book: bytes) -> None:
    header, _ = read_header(memoryview(book), "it")
    for place in range(header.body):
        for bit in (0, 3, 7):
            at.write_bytes(flip(book, place, bit))
            with pytest.raises(InputError, match=r"the book .* is (damaged|not|a book of)"):
                open_book(at)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda book: flip(book, 0, 0), "is not a fourscore opening book"),
        (lambda book: flip(book, 8, 0), "is a book of version 0; this fourscore reads 1"),
        (lambda book: flip(book, HEADER_BYTES, 0), "its header does not match its checksum"),
        *(
            (lambda book, length=length: book[:length], r"is (not a fourscore .* book|damaged)")
            for length in (0, 1, 8, 63, 64, 70, 76, 77, 5000, -1)
        ),
        (lambda book: book + b"\0", "bytes instead of"),
        (lambda book: book.replace(b"\n", b"\r\n", 1), "is not a fourscore opening book"),
        (lambda _: b"position,score\n" * 100, "is not a fourscore opening book"),
    ],
)
def test_what_is_no_sound_book_is_refused(
    at: Path, book: bytes, damage: Callable[[bytes], bytes], message: str
) -> None:
    at.write_bytes(damage(book))
    with pytest.raises(InputError, match=message):
        open_book(at)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for nowhere in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(InputError, match="cannot read the book"):
            open_book(nowhere)


def test_slots_that_do_not_belong_to_the_size_are_refused(at: Path) -> None:
    at.write_bytes(pack(make_rules(4, 4), 3, np.zeros(10, dtype=np.uint8)))
    with pytest.raises(InputError, match="3 plies of 4x4 make 45 slots, not 10"):
        open_book(at)
    at.write_bytes(pack(make_rules(4, 4), 17, np.zeros(10, dtype=np.uint8)))
    with pytest.raises(InputError, match="there is no book of 17 plies"):
        open_book(at)


def test_a_damaged_slot_is_never_taken_for_a_score(at: Path, book: bytes) -> None:
    header, _ = read_header(memoryview(book), "it")
    positions = [each for each in positions_of(4, 4) if each[0].ply <= 9]
    ranking = make_ranking(header.rules, 9)
    for place in range(header.body, len(book), 997):
        at.write_bytes(flip(book, place, place % 8))
        opened = open_book(at)
        block = (place - header.body) // BLOCK
        for position, score in positions[::37]:
            if rank(ranking, position.mine, position.filled) // BLOCK == block:
                with pytest.raises(InputError, match=f"block {block} does not match"):
                    opened.lookup(position)
            else:
                assert opened.lookup(position) in (score, None)
        with pytest.raises(InputError, match="is damaged"):
            opened.check()


def flip(content: bytes, place: int, bit: int) -> bytes:
    changed = bytearray(content)
    changed[place] ^= 1 << bit
    return bytes(changed)


# The shipped one


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Yield the place where the shipped book is looked for."""
    path = tmp_path / "shipped.bin"
    monkeypatch.setattr("fourscore.book.reader.SHIPPED", path)
    default_book.cache_clear()
    yield path
    default_book.cache_clear()


def test_the_shipped_book_is_used_if_there_is_one(shipped: Path, book: bytes) -> None:
    assert default_book() is find_book("shipped") is None
    default_book.cache_clear()
    shipped.write_bytes(book)
    found = default_book()
    assert found is not None
    assert found.lookup(Position.empty(4, 4)) == 0
    assert find_book("shipped") is found
    assert find_book("none") is None


def test_a_damaged_shipped_book_is_warned_of_once(
    shipped: Path, book: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    header, _ = read_header(memoryview(book), "it")
    shipped.write_bytes(flip(book, header.body, 1))
    with caplog.at_level(logging.WARNING):
        solver = Solver(megabytes=1, threads=1, book=default_book())
        assert [solver.solve(Position.empty(4, 4)).value for _ in range(2)] == [0, 0]
    assert [record.getMessage() for record in caplog.records] == [
        f"warning: the book '{shipped}' is damaged: block 0 does not match its checksum; "
        "continuing without it"
    ]


def test_the_warning_goes_to_standard_error(tmp_path: Path) -> None:
    shipped = tmp_path / "shipped.bin"
    shipped.write_bytes(b"nothing of that kind")
    script = (
        "import sys; from pathlib import Path; from fourscore.book import reader;"
        "reader.SHIPPED = Path(sys.argv[1]);"
        "from fourscore.cli.main import main; main(['solve', '44444455555526', '44444455555526'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(shipped)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "44444455555526 14\n44444455555526 14\n"
    assert len(done.stderr.splitlines()) == 1
    assert "is not a fourscore opening book; continuing without it" in done.stderr
