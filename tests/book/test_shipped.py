"""The book that comes with fourscore, against the solver and against another one."""

import json
import random

import pytest

from fourscore.book import OpenedBook, open_book
from fourscore.book.reader import SHIPPED, provenance_path
from fourscore.book.verify import verify
from fourscore.core.position import Position
from fourscore.solver import Solver
from tests.peers import Bitbully, random_game

MAX_BYTES = 12_000_000


@pytest.fixture(scope="module")
def book() -> OpenedBook:
    return open_book(SHIPPED)


def test_it_is_what_it_says(book: OpenedBook) -> None:
    book.check()
    header = book.header
    about = json.loads(provenance_path(SHIPPED).read_text(encoding="utf-8"))
    assert about["sha224"] == header.digest.hex()
    assert (about["size"], about["plies"]) == (header.size, header.plies) == ("7x6", header.plies)
    assert about["entries"] == header.entries
    assert header.plies == 12
    assert header.file_bytes < MAX_BYTES


def test_the_first_move_decides(book: OpenedBook) -> None:
    scores = [book.lookup(Position.empty().play(column)) for column in range(7)]
    assert scores == [2, 1, 0, -1, 0, 1, 2]


def compare_with_bitbully(book: OpenedBook, bully: Bitbully, plies: range, count: int) -> None:
    rng = random.Random(4)
    for _ in range(count):
        columns, position = random_game(rng, rng.choice(plies))
        score = bully.score(columns)
        assert book.lookup(position) == book.lookup(position.mirror()) == score, columns


def test_a_sample_agrees_with_bitbully(book: OpenedBook) -> None:
    compare_with_bitbully(book, Bitbully(), range(11, 13), 20)


@pytest.mark.slow
def test_100_000_positions_agree_with_the_book_of_bitbully(book: OpenedBook) -> None:
    """Above 12 plies it searches down to its book, and where that has no entry, on from there."""
    compare_with_bitbully(book, Bitbully(book=True), range(13), 100_000)


@pytest.mark.slow
def test_every_entry_of_up_to_six_plies_is_proved_again(book: OpenedBook) -> None:
    found = verify(book, Solver(megabytes=1024), sample=10**9, max_plies=6)
    assert found.solved > 10_000


@pytest.mark.slow
def test_a_larger_sample_is_proved_again(book: OpenedBook) -> None:
    assert verify(book, Solver(megabytes=1024), sample=5_000).solved == 5_000
