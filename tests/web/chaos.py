"""Clients that go on, whatever breaks: what they were promised, and what they were told."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.processes import is_running
from tests.waiting import PATIENCE, eventually
from tests.web.server import API, Served, address_of

__all__ = ["SMALL", "Client", "Promises", "Server", "family", "small_disk"]

RESOURCES = ("tournaments", "trainings")
MARK = "FOURSCORE_CHAOS"
"""An environment variable by which all processes of a server are found."""
SMALL = {"agents": ["level:1", "alphabeta:depth=4"], "games": 200, "size": "5x4"}
SETUPS = {"tournaments": SMALL, "trainings": {"method": "td", "minutes": 0.1, "network": "small"}}
SEEDS = 3
"""Different tournaments; all others are like one of these."""
OPEN = {"tournaments": 3, "trainings": 1}
"""How many are open at a time, at least, so that there is always work to disturb."""
MOST = {"tournaments": 400, "trainings": 3}
"""How many there are at a time, at most."""
KEPT = {"tournaments": 10, "trainings": 2}
"""How many are left when one is deleted, at least."""
QUESTIONS = ("/positions/4453", "/positions/44535/analysis", "/positions/{}/analysis", "/agents",
             "/tournaments", "/puzzles?count=1&seed={}")  # fmt: skip


@dataclass
class Promises:
    """What the server has acknowledged, by address, and what it has said instead."""

    accepted: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The setups of what was accepted, without what somebody has asked to delete."""
    leaving: set[str] = field(default_factory=set)
    deleted: set[str] = field(default_factory=set)
    """What was said to be deleted."""
    done: list[tuple[str, int]] = field(default_factory=list)
    """How many games of a tournament were said to be played."""
    statuses: set[int] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    """Answers that are neither what was asked for nor a sentence."""

    def note(self, answer: httpx.Response) -> httpx.Response:
        """Note an answer; every error must be a problem with a sentence."""
        self.statuses.add(answer.status_code)
        if answer.status_code >= 400:
            try:
                detail = answer.json()["detail"]
            except (ValueError, KeyError, TypeError):
                detail = ""
            is_sentence = len(detail.split()) > 2 and "Traceback" not in detail
            if answer.status_code not in (404, 409, 429, 503) or not is_sentence:
                self.faults.append(f"{answer.request.url.path}: {answer.status_code} {detail!r}")
        return answer

    def note_start(self, resource: str, setup: dict[str, Any], answer: httpx.Response) -> None:
        """Note the answer to a request for something new."""
        if self.note(answer).status_code == 200:
            self.accepted[f"/{resource}/{answer.json()['id']}"] = setup

    def of(self, resource: str) -> list[str]:
        """Return the addresses of what was accepted."""
        return sorted(path for path in list(self.accepted) if path.startswith(f"/{resource}/"))


class Client(threading.Thread):
    """Asks for one thing after the other, and sometimes hangs up in the middle."""

    def __init__(self, number: int, port: int, promises: Promises, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self._draw = random.Random(number)
        self._port, self._promises, self._stopped = port, promises, stop
        # An address of its own, so that it counts as a client of its own.
        transport = httpx.HTTPTransport(local_address=f"127.0.0.{number + 10}")
        self._http = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=PATIENCE
        )

    def run(self) -> None:
        acts = (self._ask, self._ask, self._watch, self._start, self._start,
                self._resume, self._cancel, self._remove, self._hang_up)  # fmt: skip
        while not self._stopped.is_set():
            try:
                self._draw.choice(acts)()
            except httpx.ReadTimeout as error:
                self._promises.faults.append(f"{error.request.url.path}: not answered in time")
            except (httpx.TransportError, OSError):
                time.sleep(0.1)
            except Exception as error:
                self._promises.faults.append(repr(error))
        self._http.close()

    def _get(self, path: str) -> httpx.Response:
        return self._promises.note(self._http.get(API + path))

    def _post(self, path: str, body: Any = None) -> httpx.Response:
        return self._promises.note(self._http.post(API + path, json=body))

    def _one(self) -> str | None:
        """Return the address of something that was accepted, if there is any."""
        found = self._promises.of(self._draw.choice(RESOURCES))
        return self._draw.choice(found) if found else None

    def _ask(self) -> None:
        self._post("/moves", {"agent": f"level:{self._draw.randrange(1, 8)}", "moves": "4453"})
        path = self._draw.choice(QUESTIONS)
        self._get(path.format("".join(self._draw.choices("1234567", k=self._draw.randrange(3, 7)))))

    def _start(self) -> None:
        """Start something if there is little to do."""
        state = self._http.get("/healthz").json()
        for resource, setup in SETUPS.items():
            few = state[f"{resource}_running"] + state[f"{resource}_waiting"] < OPEN[resource]
            if few and state[resource] < MOST[resource]:
                drawn = {**setup, "seed": self._draw.randrange(SEEDS)}
                answer = self._http.post(f"{API}/{resource}", json=drawn)
                self._promises.note_start(resource, drawn, answer)

    def _watch(self) -> None:
        if (path := self._one()) is None:
            return
        answer = self._get(path)
        if answer.status_code == 404 and path not in self._promises.leaving:
            self._promises.faults.append(f"{path} is lost")
        if answer.status_code == 200 and "done" in answer.json():
            self._promises.done.append((path, answer.json()["done"]))

    def _resume(self) -> None:
        """Resume what was stopped or has failed."""
        resource = self._draw.choice(RESOURCES)
        listed = self._get(f"/{resource}?count=100")
        for each in listed.json()[resource] if listed.is_success else ():
            if each["state"] in ("failed", "cancelled"):
                self._post(f"/{resource}/{each['id']}/resume")

    def _cancel(self) -> None:
        if path := self._one():
            self._post(f"{path}/cancel")

    def _remove(self) -> None:
        """Delete one of several."""
        resource = self._draw.choice(RESOURCES)
        found = self._promises.of(resource)
        if len(found) <= KEPT[resource]:
            return
        path = self._draw.choice(found)
        # The answer may be lost.
        self._promises.leaving.add(path)
        self._promises.accepted.pop(path, None)
        if self._post(f"{path}/delete").status_code == 200:
            self._promises.deleted.add(path)

    def _hang_up(self) -> None:
        """Send all or half of a request, and reset the connection."""
        body = json.dumps({"agent": "mcts:playouts=200000", "moves": "44"})
        head = f"POST {API}/moves HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        text = f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()
        with socket.create_connection(("127.0.0.1", self._port), PATIENCE) as connection:
            connection.sendall(text[: self._draw.randrange(10, len(text) + 1)])
            time.sleep(self._draw.random() / 2)
            # Closed with a reset instead of a farewell.
            linger = (1).to_bytes(4, sys.byteorder) + bytes(4)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)


class Server(Served):
    """A server that is started again, on the same port, whenever it has been killed."""

    def __init__(self, data: Path, mark: str) -> None:
        self._data, self.mark, self.port = data, mark, 0
        self.start_again()

    def start_again(self) -> None:
        command = [sys.executable, "-m", "fourscore", "serve", "--port", str(self.port)]
        command += ["--workers", "2", "--seconds", "3", "--keep", "1000"]
        command += ["--data", str(self._data)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, MARK: self.mark}
        )
        self.url = address_of(self.process)
        self.client = httpx.Client(base_url=self.url, timeout=PATIENCE)
        self.port = self.client.base_url.port or 0

    def stop(self, number: signal.Signals) -> None:
        self.client.close()
        self.process.send_signal(number)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def wait(self) -> None:
        """Wait until it has two workers that answer."""
        eventually(lambda: self.state()["workers_ready"] == 2)


def family(mark: str) -> list[int]:
    """Return the processes that belong to servers with this mark."""
    found = []
    for place in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if f"{MARK}={mark}".encode() in place.read_bytes() and is_running(int(place.parts[2])):
                found.append(int(place.parts[2]))
    return found


@contextmanager
def small_disk(place: Path, megabytes: int) -> Iterator[bool]:
    """Mount a file system of this size; yield whether that was possible."""
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)]
    is_mounted = subprocess.run(mount, capture_output=True).returncode == 0
    try:
        yield is_mounted
    finally:
        if is_mounted:
            subprocess.run(["umount", "-l", str(place)], check=True)
