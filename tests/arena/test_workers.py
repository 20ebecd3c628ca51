"""Worker pools: the same games from each, and from one whose processes are killed."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest

from fourscore.agents.factory import AgentFactory
from fourscore.arena.ledger import Ledger, PlayedGame
from fourscore.arena.queue import TRIES, GameQueue
from fourscore.arena.schedule import pairings, plan
from fourscore.arena.task import Context, Task, play_games
from fourscore.arena.tournament import Settings, open_ledger, run
from fourscore.core.position import Position
from fourscore.errors import FourscoreError, InputError
from fourscore.runtime.workers import DaskPool, ProcessPool, SerialPool, Worker, run_tasks
from tests.arena.code_agents import explode
from tests.arena.helpers import (
    content,
    dask_cluster,
    kill,
    play,
    started,
    wait_for_the_end,
    workers_of,
)
from tests.waiting import eventually

SPECS = ("alphabeta:depth=2", "mcts:playouts=50")
FACTORIES = tuple(AgentFactory(spec) for spec in SPECS)
GAMES = 20
SETTINGS = Settings(SPECS, GAMES, openings="random:4", seed=5)
ARGUMENTS = ["tournament", *SPECS, "--games", str(GAMES), "--openings", "random:4", "--seed", "5"]
SCRIPT = """
import sys
import time
from pathlib import Path
from fourscore.arena.ledger import Ledger
from fourscore.cli.main import main

left = 3
add = Ledger.add
go = Path(sys.argv[1])


def add_then_wait(self, games):
    global left
    games = list(games)
    first, rest = games[:left], games[left:]
    added = add(self, first)
    left -= len(first)
    while left == 0 and not go.exists():
        time.sleep(0.01)
    return [*added, *add(self, rest)]


Ledger.add = add_then_wait
main(sys.argv[2:])
"""
"""The command line, which waits after three games until it is stopped or a file is there."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what the ledger of an uninterrupted run holds."""
    path = tmp_path_factory.mktemp("whole") / "x"
    play(SETTINGS, path)
    return content(path)


# Real processes


@pytest.mark.slow
def test_a_killed_worker_costs_nothing_but_time(tmp_path: Path, whole: dict[str, Any]) -> None:
    with open_ledger(SETTINGS, tmp_path / "x") as ledger:
        killed: list[int] = []
        for event in run(SETTINGS, ledger, ProcessPool(2)):
            if event.done and len(killed) < 2:
                victim = next(each for each in workers_of(os.getpid()) if each not in killed)
                kill(victim)
                killed.append(victim)
        assert len(killed) == 2
    assert content(tmp_path / "x") == whole
    assert not workers_of(os.getpid())


def test_one_worker_plays_the_same_and_may_be_left_in_the_middle(
    tmp_path: Path, whole: dict[str, Any]
) -> None:
    with open_ledger(SETTINGS, tmp_path / "x") as ledger:
        events = run(SETTINGS, ledger, ProcessPool(1))
        done = next(event.done for event in events if event.done)
        assert workers_of(os.getpid())
        events.close()
        assert not workers_of(os.getpid())
        assert len(ledger.done()) == done < GAMES
    play(SETTINGS, tmp_path / "x")
    assert content(tmp_path / "x") == whole


def wait_for_games(path: Path, games: int) -> None:
    def are_there() -> bool:
        with suppress(InputError), Ledger.open(path) as ledger:
            return len(ledger.done()) >= games
        return False  # It is just being made.

    eventually(are_there, f"{games} games")


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals of POSIX")
def test_a_run_that_is_interrupted_and_killed_goes_on(
    tmp_path: Path, whole: dict[str, Any]
) -> None:
    path = tmp_path / "x"
    never = str(tmp_path / "never")
    waiting = ["-c", SCRIPT, never, *ARGUMENTS, "--workers", "2", "--ledger", str(path)]
    with started(*waiting) as process:
        wait_for_games(path, 3)
        workers = workers_of(process.pid)
        assert workers
        # What Ctrl-C does: a signal to the whole group, the workers too.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
        assert process.returncode == 130
        assert "Traceback" not in err
        assert "run the same command again to resume" in err
        assert "alphabeta:depth=2" in out
        wait_for_the_end(workers)
    before = content(path)["games"]
    assert 3 <= len(before) < GAMES
    assert before == [game for game in whole["games"] if game in before]
    with started(*waiting) as process:
        wait_for_games(path, len(before) + 3)
        workers = workers_of(process.pid)
        assert workers
        process.kill()
        assert process.wait() == -signal.SIGKILL
        wait_for_the_end(workers)
    assert len(before) + 3 <= len(content(path)["games"]) < GAMES
    play(SETTINGS, path)
    assert content(path) == whole
    assert [file.name for file in tmp_path.iterdir()] == ["x"]


# A cluster


@pytest.mark.slow
def test_a_cluster_with_a_killed_worker(tmp_path: Path, whole: dict[str, Any]) -> None:
    path, go = tmp_path / "x", tmp_path / "go"
    with dask_cluster(tmp_path) as (address, victim):
        options = ["--cluster", address, "--ledger", str(path)]
        with started("-c", SCRIPT, str(go), *ARGUMENTS, *options) as process:
            wait_for_games(path, 3)
            kill(victim)
            go.touch()
            process.communicate()
            assert process.returncode == 0
    assert content(path) == whole


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourscore.runtime.workers.CONNECT_SECONDS", 0.2)
    with pytest.raises(InputError, match="there is no Dask scheduler at 'tcp:"):
        DaskPool("tcp://127.0.0.1:1")


# The loop, with workers that die on request


class Doomed:
    """A pool of one worker that dies over certain games, some number of times each."""

    capacity = 3

    def __init__(self, deaths: dict[int, int], whole: bool) -> None:
        self.deaths = dict(deaths)
        self.dies_whole = whole
        self.sent: list[tuple[int, ...]] = []
        self.closed: list[bool] = []
        self._waiting: list[tuple[Task, Future[list[PlayedGame]]]] = []

    @property
    def workers(self) -> Iterator[Worker]:
        yield self
        self._work()  # once the loop has sent as much as fits

    def submit(self, work: Callable[[Any], Any], task: Any) -> "Future[Any]":  # noqa: ARG002
        self.sent.append(tuple(game.number for game in task.games))
        future: Future[list[PlayedGame]] = Future()
        self._waiting.append((task, future))
        return future

    def _work(self) -> None:
        """Play what waits, until it kills."""
        dead = False
        waiting, self._waiting = self._waiting, []
        for task, future in waiting:
            fatal = [game.number for game in task.games if self.deaths.get(game.number)]
            if fatal:
                self.deaths[fatal[0]] -= 1
                dead = True
            if dead:
                future.set_exception(BrokenProcessPool("dead"))
                dead = self.dies_whole
            else:
                future.set_result([PlayedGame(g, 1.0, "four", seconds=0.08) for g in task.games])

    def restart(self) -> bool:
        assert self.dies_whole
        return True

    def close(self, *, terminate: bool = False) -> None:
        self.closed.append(terminate)


def play_on(pool: Doomed, games: int = 20) -> dict[int, PlayedGame]:
    found: dict[int, PlayedGame] = {}
    planned = plan(pairings(2), games, 1)
    queue = GameQueue(Context(FACTORIES), planned, lambda _: Position.empty())
    for batch in run_tasks(play_games, queue, cast(Any, pool)):
        for game in batch:
            assert game.planned.number not in found
            found[game.planned.number] = game
    return found


@pytest.mark.parametrize("whole", [True, False])
def test_a_game_that_kills_its_workers_is_void(whole: bool) -> None:
    pool = Doomed({11: 100}, whole)
    found = play_on(pool)
    assert sorted(found) == list(range(20))
    assert [number for number, game in found.items() if game.result != 1] == [11]
    assert found[11].reason == f"void: its worker died {TRIES} times"
    assert pool.sent.count((11,)) == TRIES
    assert 100 - pool.deaths[11] == TRIES + 1  # once in a batch, then alone
    assert pool.closed == [False]


@pytest.mark.parametrize("whole", [True, False])
def test_a_game_that_survives_in_the_end_counts(whole: bool) -> None:
    found = play_on(Doomed({0: 2, 7: TRIES, 8: 1, 19: 1}, whole))
    assert sorted(found) == list(range(20))
    assert all(game.result == 1 for game in found.values())


def test_batches_grow_with_the_speed_of_games() -> None:
    pool = Doomed({}, whole=False)
    play_on(pool)
    sizes = [len(each) for each in pool.sent]
    assert sizes[0] == 1
    assert max(sizes) == 3  # a quarter of a second for games of 0.08 s


def test_an_error_that_is_nobodys_death_ends_the_run() -> None:
    class OldVersion(SerialPool):
        def submit(self, work: Callable[[Any], Any], task: Any) -> "Future[Any]":
            old = Context(task.context.agents, version="0.0.0")
            return super().submit(work, Task(old, task.games, task.starts))

    with open_ledger(SETTINGS) as ledger:
        events = run(SETTINGS, ledger, OldVersion())
        with pytest.raises(InputError, match=r"this worker has fourscore .*, the tournament 0\.0"):
            list(events)


def test_an_error_that_nobody_expected_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourscore.arena.task.play_game", lambda *_: dict[str, int]()["missing"])
    with (
        open_ledger(SETTINGS) as ledger,
        pytest.raises(FourscoreError, match="a worker failed: KeyError: 'missing'"),
    ):
        list(run(SETTINGS, ledger, SerialPool()))


def test_workers_that_cannot_start_are_no_games_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourscore.runtime.workers._watch_lifeline", explode)
    monkeypatch.setattr("fourscore.runtime.workers.MAX_FAILED_STARTS", 2)
    with open_ledger(SETTINGS) as ledger:
        with pytest.raises(FourscoreError, match="died 2 times before it had started"):
            list(run(SETTINGS, ledger, ProcessPool(1)))
        assert not ledger.done()
