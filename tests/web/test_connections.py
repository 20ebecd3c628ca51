"""Slow clients and those with too many connections are sent away, and nobody else notices."""

import json
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.waiting import PATIENCE, eventually
from tests.web.server import API, running

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="clients with their own addresses")

SERVE = """
import json, sys
from pathlib import Path
from fourscore.web.server import claim, listen, run
from fourscore.web.settings import Settings
given = json.loads(sys.argv[1])
settings = Settings(port=0, workers=1, data=Path(given.pop("data")), **given)
with claim(settings) as listener:
    listen(settings, listener)
    print(listener.getsockname()[1], flush=True)
    run(settings, listener)
"""
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
BODY = b"POST /api/v1/drops HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{"
LARGE = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
STREAM = (
    f"GET {API}/positions/123456/review?size=9x6 HTTP/1.1\r\nHost: localhost\r\n"
    "Accept: text/event-stream\r\n\r\n"
).encode()


@dataclass(frozen=True)
class Limited:
    """A server with small limits."""

    port: int

    def connect(
        self, sent: bytes = b"", *, receive: int = 0, address: str = "127.0.0.1"
    ) -> socket.socket:
        client = socket.socket()
        client.settimeout(PATIENCE)
        client.bind((address, 0))
        if receive:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        client.connect(("127.0.0.1", self.port))
        with suppress(ConnectionError):  # it may have been closed already
            client.sendall(sent)
        return client

    def get(self, path: str = "/healthz", address: str = "127.0.0.2") -> httpx.Response:
        """Ask until that is quick enough for the server's limits."""
        transport = httpx.HTTPTransport(local_address=address)

        def ask() -> httpx.Response | None:
            with suppress(httpx.TransportError):
                answer = client.get(f"http://127.0.0.1:{self.port}{path}")
                return None if answer.status_code == 408 else answer
            return None

        with httpx.Client(transport=transport, timeout=PATIENCE) as client:
            found = eventually(ask, f"an answer to {path}")
            assert found is not None
            return found

    def connections(self) -> int:
        """Return how many connections there are besides the one that asks."""
        return int(self.get().json()["connections"]) - 1

    def count(self, pattern: str) -> float:
        """Return the sum of the metrics that a pattern matches."""
        found = re.findall(rf"(?m)^{pattern} (.+)$", self.get("/metrics").text)
        return sum(map(float, found))


@contextmanager
def limited(data: Path, **given: Any) -> Iterator[Limited]:
    command = [sys.executable, "-c", SERVE, json.dumps({"data": str(data), **given})]
    with running(command) as server:
        assert server.stdout is not None
        yield Limited(int(server.stdout.readline()))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Limited]:
    """A server that gives up soon."""
    data = tmp_path_factory.mktemp("data")
    with limited(data, head_seconds=1.0, body_seconds=1.0, write_seconds=1.0) as found:
        yield found


def read_all(client: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    found = b""
    with suppress(ConnectionResetError):
        while data := client.recv(65536):
            found += data
    return found


def trickle(client: socket.socket) -> bytes:
    """Send a byte now and then until there is an answer."""
    client.settimeout(0.2)
    while True:
        with suppress(ConnectionError):  # its answer may be here already
            client.sendall(b"1")
        with suppress(TimeoutError):
            return client.recv(65536)


def test_half_a_request_gets_408_and_who_waits_for_the_server_lives_on(server: Limited) -> None:
    """The time is for a whole head or body, and not for idle connections and streams."""

    def is_divided() -> bool:
        idle = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        with ExitStack() as clients:

            def connect(sent: bytes) -> socket.socket:
                return clients.enter_context(closing(server.connect(sent)))

            clients.enter_context(closing(idle))
            idle.request("GET", "/healthz")
            answer, live = idle.getresponse(), connect(STREAM)
            answer.read()
            if answer.status != 200 or b" 200 " not in live.recv(65536):
                return False  # this machine was too busy to ask in time
            idle.auto_open = 0
            slow = [connect(b""), connect(BODY), connect(HEAD + b"X-Slow: ")]
            trickled = trickle(slow.pop())
            for found in (trickled, *map(read_all, slow)):
                assert found.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
                assert b"did not arrive in time" in found
            idle.request("GET", "/healthz")
            assert idle.getresponse().status == 200
            live.setblocking(False)
            with suppress(BlockingIOError):
                while True:
                    assert live.recv(65536), "the server has closed the stream"
            return True

    eventually(is_divided)


def test_an_answer_that_is_not_read_is_given_up(server: Limited) -> None:
    """Nor does the system hold much of it meanwhile."""
    pages = 'http_requests_total{handler="pages".*}'
    unread = r'fourscore_connections_closed_total{why="unread"}'
    size = len(server.get("/api/v1/openapi.json").content)
    before, answers = server.count(unread), server.count(pages)
    with closing(server.connect(LARGE * 60, receive=4096)):
        eventually(lambda: server.count(unread) == before + 1)
        eventually(lambda: server.connections() == 0)
    held = size * (server.count(pages) - answers)
    assert 0 < held < 1_500_000 < 60 * size


def test_too_many_connections_of_one_client_and_in_all(tmp_path: Path) -> None:
    given = {"connections": 30, "client_connections": 20, "head_seconds": 600.0}
    with limited(tmp_path, **given) as server:
        with ExitStack() as clients:

            def connect(count: int, address: str) -> list[bytes]:
                """Connect so many times, and return what the last three are told."""
                connected = [
                    clients.enter_context(closing(server.connect(HEAD, address=address)))
                    for _ in range(count)
                ]
                return [read_all(each)[9:12] for each in connected[-3:]]

            assert connect(23, "127.0.0.1") == [b"429"] * 3
            assert server.connections() == 20
            assert connect(13, "127.0.0.2") == [b"503"] * 3
            refused = server.get(address="127.0.0.3")
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
            assert "too many connections" in refused.json()["detail"]
        eventually(lambda: server.get().status_code == 200)
        eventually(lambda: server.connections() == 0)
