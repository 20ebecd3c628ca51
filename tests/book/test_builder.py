"""Building: every score is right, and the bytes are the same however they came about."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
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
from fourscore.runtime.workers import DaskPool, ProcessPool, SerialPool
from fourscore.solver import Solver
from tests.arena.helpers import dask_cluster, is_running, kill, started, wait_for, workers_of
from tests.book.helpers import make_book
from tests.solver.exhaustive import positions_of

SETTINGS = Settings(plies=8, width=5, height=4, megabytes=4)
SCRIPT = """
import sys
import time
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
        time.sleep(600)


builder.Checkpoint.add = add_then_wait
main(sys.argv[2:])
"""
"""The command line, which waits to be stopped after a number of tasks."""
ARGUMENTS = ("--plies", "8", "--size", "5x4", "--megabytes", "4")


def build_command(out: Path, workers: int, tasks: int) -> list[str]:
    """Return the arguments for a build that waits after some tasks, or never with 0."""
    return ["-c", SCRIPT, str(tasks), "book", "build", *ARGUMENTS, "--out", str(out),
            "--workers", str(workers)]  # fmt: skip


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


@pytest.mark.parametrize(("width", "height", "plies"), [(5, 4, 8), (5, 5, 5), (6, 4, 5)])
def test_the_solver_says_the_same(width: int, height: int, plies: int, out: Path) -> None:
    make_book(out, plies, width, height)
    book, solver = open_book(out), Solver(megabytes=16, threads=1)
    level = {Position.empty(width, height)}
    for _ in range(plies + 1):
        for position, score in zip(level, solver.solve_many(list(level)), strict=True):
            assert book.lookup(position) == score.lower
        children = {position.play(column) for position in level for column in position.legal}
        level = {position for position in children if not position.is_over}
    assert all(book.lookup(position) is None for position in level)


# However it is cut up


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.usefixtures("small_tasks")
def test_any_number_of_workers_makes_the_same_bytes(workers: int, out: Path, whole: bytes) -> None:
    assert make_book(out, 8, 5, 4, ProcessPool(workers)) == whole
    assert sorted(file.name for file in out.parent.iterdir()) == ["book.bin", "book.json"]


@pytest.mark.usefixtures("small_tasks")
def test_a_killed_worker_costs_nothing_but_time(out: Path, whole: bytes) -> None:
    killed: list[int] = []
    for event in build(SETTINGS, out, ProcessPool(2)):
        if event.done > 640 * (1 + len(killed)) and len(killed) < 2:
            victim = next(each for each in workers_of(os.getpid()) if each not in killed)
            kill(victim)
            killed.append(victim)
            if len(killed) == 2:
                time.sleep(1)  # time for the pool to notice before it gets the next task
    assert len(killed) == 2
    assert out.read_bytes() == whole
    assert not workers_of(os.getpid())


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_a_killed_build_goes_on(out: Path, whole: bytes) -> None:
    part = out.with_name("book.bin.part")
    sizes = [0]
    for _ in range(3):
        with started(*build_command(out, workers=2, tasks=15)) as process:
            wait_for(lambda: part.exists() and part.stat().st_size > sizes[-1] + 500)
            workers = workers_of(process.pid)
            process.kill()
            assert process.wait(120) == -signal.SIGKILL
            wait_for_the_end(workers)
        assert not out.exists()
        sizes.append(part.stat().st_size)
    assert sizes == sorted(set(sizes))
    command = [sys.executable, *build_command(out, workers=2, tasks=0)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert out.read_bytes() == whole
    assert not part.exists()


def wait_for_the_end(workers: list[int]) -> None:
    wait_for(lambda: not any(is_running(worker) for worker in workers))


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_an_interrupted_build_says_how_to_go_on(out: Path, whole: bytes) -> None:
    part = out.with_name("book.bin.part")
    with started(*build_command(out, workers=1, tasks=20)) as process:
        wait_for(lambda: part.exists() and part.stat().st_size > 1000)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=120)
        assert process.returncode == 130
        assert err == "Stopped; run the same command again to resume.\n"
    assert make_book(out, 8, 5, 4) == whole


@pytest.fixture
def notes(out: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Return the checkpoint of a build that ended after some tasks of 64."""
    monkeypatch.setattr(builder, "FIRST_TASK", 64)
    monkeypatch.setattr(builder, "LARGEST_TASK", 64)
    with closing(build(SETTINGS, out, SerialPool())) as events:
        done = [event.done for event in islice(events, 6)]
    assert done == [0, 64, 128, 192, 256, 320]
    return out.with_name("book.bin.part").read_bytes()


def test_a_checkpoint_cut_anywhere_will_do(out: Path, notes: bytes, whole: bytes) -> None:
    part = out.with_name("book.bin.part")
    start = HEADER.size + DIGEST_BYTES
    record = (len(notes) - start) // 5
    for length in [*range(0, len(notes), 41), start, start + record, len(notes)]:
        part.write_bytes(notes[:length])
        with closing(build(SETTINGS, out, SerialPool())) as events:
            assert next(events).done == max(0, (length - start) // record * 64)
    part.write_bytes(notes[: start + record + 7])
    assert make_book(out, 8, 5, 4) == whole


def test_a_damaged_record_is_solved_again(out: Path, notes: bytes, whole: bytes) -> None:
    part = out.with_name("book.bin.part")
    start = HEADER.size + DIGEST_BYTES
    record = (len(notes) - start) // 5
    for place in range(start + 2 * record, start + 3 * record, 9):
        part.write_bytes(notes[:place] + bytes([notes[place] ^ 4]) + notes[place + 1 :])
        with closing(build(SETTINGS, out, SerialPool())) as events:
            assert next(events).done == 128
    part.write_bytes(notes[:place] + bytes([notes[place] ^ 4]) + notes[place + 1 :])
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


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"something else", "exists and is not a sound book"),
        (b"", "exists and is not a sound book"),
    ],
)
def test_another_file_is_not_written_over(content: bytes, message: str, out: Path) -> None:
    out.write_bytes(content)
    with pytest.raises(InputError, match=message):
        make_book(out, 8, 5, 4)
    assert out.read_bytes() == content


def test_another_book_is_not_written_over(out: Path, whole: bytes) -> None:
    out.write_bytes(whole)
    with pytest.raises(InputError, match="is a book of 8 plies for 5x4"):
        make_book(out, 7, 5, 4)
    with pytest.raises(InputError, match="is a book of 8 plies for 5x4"):
        make_book(out, 8, 4, 4)


def test_another_builds_checkpoint_is_not_gone_on_with(out: Path, notes: bytes) -> None:
    with pytest.raises(InputError, match="belongs to another build"):
        make_book(out, 7, 5, 4)
    part = out.with_name("book.bin.part")
    part.write_bytes(b"x" * 200)
    with pytest.raises(InputError, match="is not a checkpoint"):
        make_book(out, 8, 5, 4)
    part.write_bytes(notes[:20] + b"?" + notes[21:])
    with pytest.raises(InputError, match="is damaged; remove it to start over"):
        make_book(out, 8, 5, 4)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fcntl to lock files with")
def test_two_builds_do_not_share_a_checkpoint(out: Path) -> None:
    with closing(build(SETTINGS, out, SerialPool())) as events:
        next(events)
        with pytest.raises(InputError, match="another build is using"):
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


# A cluster


@pytest.mark.slow
def test_a_cluster_with_a_killed_worker(
    tmp_path: Path, out: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder, "FIRST_TASK", 64)
    monkeypatch.setattr(builder, "LARGEST_TASK", 64)
    with dask_cluster(tmp_path) as (address, victim):
        for event in build(SETTINGS, out, DaskPool(address)):
            if event.done > 640:
                kill(victim)
        assert out.read_bytes() == whole
