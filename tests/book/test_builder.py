"""Building: every score is right, and the bytes are the same however they came about."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fourscore.book import builder, open_book
from fourscore.book.builder import Settings, build
from fourscore.book.task import Task, solve_task
from fourscore.core.position import Position
from fourscore.errors import FourscoreError, InputError
from fourscore.runtime.journal import DIGEST_BYTES, HEADER
from fourscore.runtime.workers import ProcessPool, SerialPool
from tests.arena.helpers import kill, started, workers_of
from tests.book.helpers import make_book
from tests.processes import is_running
from tests.solver.exhaustive import positions_of
from tests.waiting import eventually

SETTINGS = Settings(plies=8, width=5, height=4, megabytes=4)
SCRIPT = """
import sys
import threading
from fourscore.book import builder
from fourscore.cli.main import main

builder.FIRST_TASK = builder.LARGEST_TASK = 64
left = int(sys.argv[1])
add = builder.Checkpoint.add


def add_then_wait(self, solved):
    global left
    add(self, solved)
    left -= 1
    if left == 0:
        print("waiting", flush=True)
        threading.Event().wait()


builder.Checkpoint.add = add_then_wait
main(sys.argv[2:])
"""
"""The command line, which waits to be stopped after a number of tasks."""


@contextmanager
def waiting_build(out: Path, workers: int) -> Iterator["subprocess.Popen[str]"]:
    """Start a build on the command line, and wait until it waits after some tasks."""
    command = f"book build --plies 8 --size 5x4 --megabytes 4 --workers {workers} --out"
    with started("-c", SCRIPT, "5", *command.split(), str(out)) as process:
        assert process.stdout is not None
        assert "waiting\n" in process.stdout
        yield process


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the book of an uninterrupted build."""
    return make_book(tmp_path_factory.mktemp("whole") / "book.bin", 8, 5, 4)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "book.bin"


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "FIRST_TASK", 64)
    monkeypatch.setattr(builder, "LARGEST_TASK", 64)


# Scores


@pytest.mark.parametrize(
    ("width", "height", "plies"),
    [
        pytest.param(4, 4, 16, marks=pytest.mark.slow),
        (4, 4, 7),
        (3, 5, 15),
        (5, 3, 0),
        pytest.param(5, 4, 13, marks=pytest.mark.slow),
    ],
)
def test_every_position_has_its_score(width: int, height: int, plies: int, out: Path) -> None:
    make_book(out, plies, width, height)
    book = open_book(out)
    book.check()
    found: set[Position] = set()
    for position, score in positions_of(width, height):
        known = position.ply <= plies and not position.is_over
        for each in (position, position.mirror()):
            assert book.lookup(each) == (score if known else None), each
        if known:
            found.add(min(position, position.mirror(), key=lambda each: each.key))
    assert len(found) == book.header.entries


# However it is cut up


@pytest.mark.usefixtures("small_tasks")
def test_workers_of_which_one_is_killed_make_the_same_bytes(out: Path, whole: bytes) -> None:
    killed: list[int] = []
    for event in build(SETTINGS, out, ProcessPool(2)):
        if event.done > 640 and not killed:
            killed.append(workers_of(os.getpid())[0])
            kill(killed[0])
    assert killed
    assert out.read_bytes() == whole
    assert sorted(file.name for file in out.parent.iterdir()) == ["book.bin", "book.json"]
    assert not workers_of(os.getpid())


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_build_that_is_interrupted_and_killed_goes_on(out: Path, whole: bytes) -> None:
    part = out.with_name("book.bin.part")
    with waiting_build(out, workers=1) as process:
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
        assert process.returncode == 130
        assert said == "Stopped; run the same command again to resume.\n"
    interrupted = part.stat().st_size
    with waiting_build(out, workers=2) as process:
        workers = workers_of(process.pid)
        process.kill()
        eventually(lambda: not any(map(is_running, workers)), "the end of the workers")
    assert not out.exists()
    assert part.stat().st_size > interrupted
    assert make_book(out, 8, 5, 4) == whole
    assert not part.exists()


@pytest.fixture
def notes(out: Path, small_tasks: None) -> bytes:  # noqa: ARG001
    """Return the checkpoint of a build that ended after some tasks of 64."""
    with closing(build(SETTINGS, out, SerialPool())) as events:
        done = [event.done for event in islice(events, 6)]
    assert done == [0, 64, 128, 192, 256, 320]
    return out.with_name("book.bin.part").read_bytes()


@pytest.mark.parametrize(("is_cut", "sound"), [(True, 1), (True, 0), (True, -1), (False, 2)])
def test_a_damaged_checkpoint_is_used_as_far_as_it_is_sound(
    out: Path, notes: bytes, whole: bytes, is_cut: bool, sound: int
) -> None:
    start = HEADER.size + DIGEST_BYTES
    record = (len(notes) - start) // 5
    place = start + sound * record + 7
    rest = b"" if is_cut else bytes([notes[place] ^ 4]) + notes[place + 1 :]
    out.with_name("book.bin.part").write_bytes(notes[: max(0, place)] + rest)
    with closing(build(SETTINGS, out, SerialPool())) as events:
        assert next(events).done == 64 * max(0, sound)
    assert make_book(out, 8, 5, 4) == whole


def test_tasks_of_any_length_go_on_with_each_other(
    out: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for length in (5, 1000, 1, 333):
        monkeypatch.setattr(builder, "FIRST_TASK", length)
        monkeypatch.setattr(builder, "LARGEST_TASK", length)
        with closing(build(SETTINGS, out, SerialPool())) as events:
            list(islice(events, 4))
    assert make_book(out, 8, 5, 4) == whole


def test_a_book_that_is_there_stays(out: Path, whole: bytes) -> None:
    out.write_bytes(whole)
    before = out.stat().st_mtime_ns
    part = out.with_name("book.bin.part")
    part.touch()
    assert list(build(SETTINGS, out, SerialPool())) == []
    assert (out.read_bytes(), out.stat().st_mtime_ns) == (whole, before)
    assert not part.exists()


# What is refused


@pytest.mark.parametrize("content", [b"something else", b""])
def test_another_file_is_not_written_over(content: bytes, out: Path) -> None:
    out.write_bytes(content)
    with pytest.raises(InputError, match="exists and is not a sound book"):
        make_book(out, 8, 5, 4)
    assert out.read_bytes() == content


@pytest.mark.parametrize(("plies", "width"), [(7, 5), (8, 4)])
def test_another_book_is_not_written_over(out: Path, whole: bytes, plies: int, width: int) -> None:
    out.write_bytes(whole)
    with pytest.raises(InputError, match="is a book of 8 plies for 5x4"):
        make_book(out, plies, width, 4)


def test_another_builds_checkpoint_is_not_gone_on_with(out: Path, notes: bytes) -> None:
    with pytest.raises(InputError, match="belongs to another build"):
        make_book(out, 7, 5, 4)
    for content, message in (
        (b"x" * 200, "is not a checkpoint"),
        (notes[:20] + b"?" + notes[21:], "is damaged; remove it to start over"),
    ):
        out.with_name("book.bin.part").write_bytes(content)
        with pytest.raises(InputError, match=message):
            make_book(out, 8, 5, 4)


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write the file"):
        make_book(tmp_path / "nowhere" / "book.bin", 2, 4, 4)


def test_a_task_that_kills_its_workers_ends_the_build(out: Path) -> None:
    with pytest.raises(FourscoreError, match="workers died 3 times over the same task"):
        for _ in build(SETTINGS, out, Deadly()):
            pass


class Deadly(SerialPool):
    """A pool whose workers die over whatever they are given."""

    def submit(self, work: Callable[[Any], Any], task: Any) -> "Future[Any]":  # noqa: ARG002
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool("dead"))
        return future


def test_a_worker_of_another_version_is_refused() -> None:
    empty = np.zeros(1, dtype=np.int64)
    with pytest.raises(InputError, match=r"this worker has fourscore .*, the build 0\.0"):
        solve_task(Task(4, 4, 0, empty, empty, 1, version="0.0"))
