"""Everything breaks while people use the server: nothing that was promised is lost."""

import os
import random
import re
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from fourscore.arena.ledger import Ledger
from tests.waiting import eventually
from tests.web.chaos import SMALL, Client, Promises, Server, family, small_disk
from tests.web.ledgers import games_of, play_at_one_go

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="finds processes and mounts as Linux does"
)
CLIENTS = 4


class Chaos:
    """What is done to a server, drawn from a seed."""

    def __init__(self, server: Server, data: Path, promises: Promises, seed: int) -> None:
        self.server, self.data, self._promises = server, data, promises
        self._draw = random.Random(seed)
        self._left: list[str] = []
        self.done: Counter[str] = Counter()
        """How often each act has hit something."""

    def act(self, *names: str) -> None:
        """Do one of these, all in turn, in an order that is drawn; let the server breathe."""
        self._left = self._left or self._draw.sample(names, len(names))
        name = self._left.pop()
        self.done[name] += getattr(self, name)()
        time.sleep(self._draw.uniform(0.5, 3.0))

    def _one_of(self, find: Callable[[], list[int]], number: signal.Signals) -> bool:
        """Send a signal to one of some processes, as soon as there is one."""
        with suppress(ProcessLookupError):
            os.kill(self._draw.choice(eventually(find)), number)
            return True
        return False

    def kill_worker(self) -> bool:
        return self._one_of(self.server.workers, signal.SIGKILL)

    def kill_runner(self) -> bool:
        return self._one_of(self.server.runners, signal.SIGKILL)

    def stop_worker(self) -> bool:
        """Stop a worker's clock; whoever waits for it must be answered all the same."""
        is_stopped = self._one_of(self.server.workers, signal.SIGSTOP)
        with ThreadPoolExecutor(2) as threads:  # one for each worker
            list(threads.map(self._think, range(2)))
        return is_stopped

    def _think(self, _: int) -> None:
        moves = "".join(self._draw.choices("1234567", k=6))
        body = {"agent": "alphabeta:depth=3", "moves": moves}
        self._promises.note(self.server.post("/moves", body))

    def kill_server(self) -> bool:
        before = family(self.server.mark)
        self.server.stop(signal.SIGKILL)
        # A stopped worker cannot notice that its server is gone.
        for pid in before:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        self.server.start_again()
        return True

    def fill_disk(self) -> bool:
        ballast = self.data / "ballast"
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(1 << 16)):
                pass
        try:
            time.sleep(1.5)
            # What was deleted meanwhile may have made room.
            return self._start() == 503
        finally:
            time.sleep(1.5)
            ballast.unlink()

    def forbid_writing(self) -> bool:
        """Make the folder read-only, as soon as nobody is writing to it."""
        eventually(self._stop_writing)
        try:
            time.sleep(1.5)
            assert self._start() == 503
            time.sleep(1.5)
        finally:
            assert self._remount("rw")
        return True

    def _stop_writing(self) -> bool:
        for pid in self.server.runners():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return self._remount("ro")

    def _start(self) -> int:
        """Try to start a tournament, and return the status of the answer."""
        setup = {**SMALL, "seed": 0}
        answer = self.server.post("/tournaments", setup)
        self._promises.note_start("tournaments", setup, answer)
        return answer.status_code

    def _remount(self, how: str) -> bool:
        command = ["mount", "-o", f"remount,{how}", str(self.data)]
        return subprocess.run(command, capture_output=True).returncode == 0


def _live_through(data: Path, seconds: float, seed: int, *names: str) -> None:
    """Let clients ask while everything breaks; check what they were promised and told."""
    server = Server(data, mark := secrets.token_hex(8))
    try:
        server.wait()
        promises, stop = Promises(), threading.Event()
        clients = [Client(number, server.port, promises, stop) for number in range(CLIENTS)]
        for each in clients:
            each.start()
        chaos = Chaos(server, data, promises, seed)
        end = time.monotonic() + seconds
        for _ in names:
            chaos.act(*names)
        while time.monotonic() < end:
            chaos.act(*names)
        # There was something to disturb until the end.
        eventually(lambda: server.state()["tournaments_running"] > 0)
        stop.set()
        for each in clients:
            each.join()
        assert not promises.faults, "\n".join(promises.faults)
        assert all(chaos.done[name] for name in names), chaos.done
        assert 200 in promises.statuses
        assert len(promises.of("tournaments")) > 1
        _finish(server, promises)
        server.wait()
        server.stop(signal.SIGTERM)
        eventually(lambda: family(mark) == [])
    finally:
        for pid in family(mark):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    _check(data, promises)


def _finish(server: Server, promises: Promises) -> None:
    """Resume what was stopped or has failed, and wait until all has ended."""

    def is_over(path: str) -> bool:
        answer = server.get(path)
        if answer.status_code == 503:
            return False  # its ledger cannot be read at this moment
        view = answer.json()
        if view["state"] in ("failed", "cancelled"):
            server.post(f"{path}/resume")
        assert view["state"] != "finished" or view.get("games", 1) > 0
        return bool(view["state"] == "finished")

    for path in promises.accepted:
        eventually(partial(is_over, path), f"the end of {path}")


def _check(data: Path, promises: Promises) -> None:
    """Compare every ledger with one that was played at one go: nothing is lost, nothing twice."""
    undisturbed = dict[int, list[object]]()
    for path in promises.of("tournaments"):
        with Ledger.open(data / f"{Path(path).name}.ledger") as ledger:
            played = games_of(ledger)
        setup = promises.accepted[path]
        assert len(played) == setup["games"]
        assert all(done <= len(played) for said, done in promises.done if said == path)
        if setup["seed"] not in undisturbed:
            undisturbed[setup["seed"]] = play_at_one_go(setup)
        assert played == undisturbed[setup["seed"]]
    # What was being written by a server that was killed is left beside what it was to replace.
    stored = {
        each.name
        for each in data.iterdir()
        if each.is_file() and not re.fullmatch(r"\.\w{10}\.json\.[0-9a-f]{16}", each.name)
    }
    assert not {name for name in stored if "damaged" in name or name.startswith(".")}
    stored |= {each.name for each in (data / "training").glob("*.json")}
    # A request that was cut off may have started a tournament nobody was told of.
    assert {f"{Path(path).name}.json" for path in promises.accepted} <= stored
    assert not {f"{Path(path).name}.json" for path in promises.deleted} & stored


KILLS = ("kill_worker", "kill_runner", "stop_worker", "kill_server")


@pytest.mark.slow
def test_processes_die_while_clients_go_on(tmp_path: Path) -> None:
    _live_through(tmp_path, 12, 64, *KILLS)


@pytest.mark.slow
def test_everything_breaks_for_ten_minutes(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 200) as is_mounted:
        if not is_mounted:
            pytest.skip("needs the right to mount a file system")
        seconds = float(os.environ.get("FOURSCORE_CHAOS_SECONDS", "600"))
        _live_through(tmp_path / "disk", seconds, 2, *KILLS, "fill_disk", "forbid_writing")
