"""Everything breaks while people use the server: nothing that was promised is lost."""

import json
import os
import random
import re
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from fourscore.arena.ledger import Ledger
from fourscore.arena.tournament import open_ledger, run
from fourscore.runtime.workers import SerialPool
from fourscore.web.tournaments.schemas import TournamentRequest
from fourscore.web.tournaments.setup import arena_settings
from tests.web.chaos import Client, Promises, Server, family, small_disk
from tests.web.server import API, until

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="finds processes and mounts as Linux does"
)
CLIENTS = 4


class Chaos:
    """What is done to a server, drawn from a seed."""

    def __init__(self, server: Server, data: Path, seed: int) -> None:
        self.server, self.data = server, data
        self._draw = random.Random(seed)
        self.done: Counter[str] = Counter()

    def act(self, *acts: Callable[[], None]) -> None:
        """Do one of these, then let the server breathe."""
        chosen = self._draw.choice(acts)
        chosen()
        self.done[chosen.__name__] += 1
        time.sleep(self._draw.uniform(0.5, 3.0))

    def _one_of(self, pids: list[int], number: signal.Signals) -> int | None:
        if not pids:
            return None
        chosen = self._draw.choice(pids)
        with suppress(ProcessLookupError):
            os.kill(chosen, number)
        return chosen

    def kill_worker(self) -> None:
        self._one_of(self.server.workers(), signal.SIGKILL)

    def kill_runner(self) -> None:
        self._one_of(self.server.runners(), signal.SIGKILL)

    def stop_worker(self) -> None:
        """Stop a worker's clock; whoever waits for it must be answered all the same."""
        self._one_of(self.server.workers(), signal.SIGSTOP)

    def kill_server(self) -> None:
        before = family(self.server.mark)
        self.server.end(signal.SIGKILL)
        # A stopped worker cannot notice that its server is gone.
        for pid in before:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        self.server.start()

    def fill_disk(self) -> None:
        ballast = self.data / "ballast"
        more = bytes(shutil.disk_usage(self.data).free + (1 << 20))
        with pytest.raises(OSError, match="No space left"):
            ballast.write_bytes(more)
        time.sleep(3)
        ballast.unlink()

    def forbid_writing(self) -> None:
        """Make the folder read-only, as soon as nobody is writing to it."""
        for _ in range(20):
            for pid in self.server.runners():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            if self._remount("ro"):
                time.sleep(3)
                assert self._remount("rw")
                return
            time.sleep(0.1)

    def _remount(self, how: str) -> bool:
        command = ["mount", "-o", f"remount,{how}", str(self.data)]
        return subprocess.run(command, capture_output=True).returncode == 0


def _live_through(data: Path, seconds: float, seed: int, *names: str) -> Chaos:
    """Let clients ask while everything breaks; check what they were promised and told."""
    server = Server(data, mark := secrets.token_hex(8))
    try:
        server.wait()
        promises, stop = Promises(), threading.Event()
        clients = [Client(number, server.port, promises, stop) for number in range(CLIENTS)]
        for each in clients:
            each.start()
        chaos = Chaos(server, data, seed)
        end = time.monotonic() + seconds
        acts = [getattr(chaos, name) for name in names]
        while time.monotonic() < end:
            chaos.act(*acts)
        stop.set()
        for each in clients:
            each.join(120)
            assert not each.is_alive()
        assert not promises.faults, "\n".join(promises.faults)
        assert promises.statuses[200] > 0
        assert len(promises.tournaments) > 1
        server.wait()
        _finish(server, promises)
        server.end(signal.SIGTERM)
        until(lambda: family(mark) == [])
    finally:
        for pid in family(mark):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    _check(data, promises)
    return chaos


def _finish(server: Server, promises: Promises) -> None:
    """Resume what has failed, and wait for all tournaments."""
    deadline = time.monotonic() + 300
    left = set(promises.tournaments)
    while left:
        assert time.monotonic() < deadline, f"{left} do not end"
        for name in sorted(left):
            answer = server.get(f"{API}/tournaments/{name}")
            if answer.status_code == 503:
                continue  # its ledger cannot be read at this moment
            state = answer.json()["state"]
            if state == "finished":
                left.remove(name)
            elif state == "failed":
                server.post(f"{API}/tournaments/{name}/resume")
        time.sleep(0.2)


def _check(data: Path, promises: Promises) -> None:
    """Compare every ledger with one that was played at one go: nothing is lost, nothing twice."""
    for name, setup in promises.tournaments.items():
        played = _games(data / f"{name}.ledger")
        assert len(played) == setup["games"] >= promises.done[name]
        settings = arena_settings(TournamentRequest.model_validate_json(json.dumps(setup)))
        with open_ledger(settings, None) as ledger:
            for _ in run(settings, ledger, SerialPool()):
                pass
            assert played == _rows(ledger)
    # What was being written by a server that was killed is left beside what it was to replace.
    stored = {
        each.name
        for each in data.iterdir()
        if each.is_file() and not re.fullmatch(r"\.\w{10}\.json\.[0-9a-f]{16}", each.name)
    }
    known = {f"{name}.{suffix}" for name in promises.tournaments for suffix in ("json", "ledger")}
    # A request that was cut off may have started a tournament nobody was told of.
    assert known <= stored
    assert not {name for name in stored if "damaged" in name or name.startswith(".")}


def _games(path: Path) -> list[object]:
    with Ledger.open(path) as ledger:
        return _rows(ledger)


def _rows(ledger: Ledger) -> list[object]:
    """Return every game with its moves, times aside."""
    return [
        (row._replace(seconds=0, ended=""), [(m.ply, m.aim) for m in ledger.moves(row.number)])
        for row in ledger.games()
    ]


KILLS = ("kill_worker", "kill_runner", "stop_worker", "kill_server")


@pytest.mark.slow
def test_processes_die_while_clients_go_on(tmp_path: Path) -> None:
    _live_through(tmp_path, 12, 1, *KILLS)


@pytest.mark.slow
def test_everything_breaks_for_ten_minutes(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 12) as is_mounted:
        if not is_mounted:
            pytest.skip("needs the right to mount a file system")
        seconds = float(os.environ.get("FOURSCORE_CHAOS_SECONDS", "600"))
        chaos = _live_through(tmp_path / "disk", seconds, 2, *KILLS, "fill_disk", "forbid_writing")
        assert chaos.done["fill_disk"] + chaos.done["forbid_writing"] > 0
