"""Slow and broken clients are sent away, and nobody else notices."""

import asyncio
import json
import re
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx
import pytest

from fourscore.web.connections import Connections
from fourscore.web.metrics import Metrics
from fourscore.web.settings import Settings
from tests.waiting import PATIENCE, eventually
from tests.web.server import API, running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="other addresses of this machine")

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
WITHOUT_HTTPTOOLS = "import sys; sys.modules['httptools'] = sys.modules['uvloop'] = None\n"
QUICK: dict[str, Any] = {"head_seconds": 1.0, "body_seconds": 1.0, "write_seconds": 1.0}
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
BODY = b"POST /api/v1/drops HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{"
LARGE = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
OTHER = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"
"""Another client."""


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

    def get(self, path: str = "/healthz", address: str = OTHER) -> httpx.Response:
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

    def unread(self) -> float:
        """Return how many connections were closed because their clients did not read."""
        return self.count(r'fourscore_connections_closed_total{why="unread"}')


@contextmanager
def limited(
    data: Path, prefix: str = "", files: int | None = None, **given: Any
) -> Iterator[Limited]:
    few = ""
    if files is not None:
        few = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files},) * 2)\n"
    command = [sys.executable, "-c", few + prefix + SERVE, json.dumps({"data": str(data), **given})]
    with running(command) as process:
        assert process.stdout is not None
        yield Limited(int(process.stdout.readline()))


def read_all(client: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    found = b""
    with suppress(ConnectionResetError):
        while data := client.recv(65536):
            found += data
    return found


def receive(client: socket.socket) -> bytes:
    """Read something from a connection that stays open."""
    data = client.recv(65536)
    assert data, "the server has closed the connection"
    return data


def read_answer(client: socket.socket) -> bytes:
    """Read one answer of a connection that stays open."""
    found = b""
    while b"\r\n\r\n" not in found:
        found += receive(client)
    head, _, body = found.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].split()[0])
    while len(body) < length:
        body += receive(client)
    return head


def problem(answer: bytes) -> dict[str, Any]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-type: application/problem+json" in head
    assert b"connection: close" in head
    found: dict[str, Any] = json.loads(body)
    return found


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("", id="httptools"),
        pytest.param(WITHOUT_HTTPTOOLS, id="h11", marks=pytest.mark.slow),
    ],
)
def prefix(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture(scope="module")
def server(prefix: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Limited]:
    """A server that gives up soon."""
    with limited(tmp_path_factory.mktemp("data"), prefix, **QUICK) as found:
        yield found


@pytest.fixture(scope="module")
def patient(prefix: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Limited]:
    """A server that waits, but not for many."""
    given: dict[str, Any] = {"connections": 30, "client_connections": 20, "head_seconds": 600.0}
    with limited(tmp_path_factory.mktemp("data"), prefix, **given) as found:
        yield found


def test_half_a_request_gets_408(server: Limited) -> None:
    with ExitStack() as clients:
        connected = [
            clients.enter_context(closing(server.connect(sent)))
            for sent in (b"", b"GET", HEAD, BODY)
        ]
        *heads, body = map(read_all, connected)
    for answer in heads:
        assert answer.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
        assert problem(answer)["detail"] == "the request did not arrive in time"
    assert problem(body)["detail"] == "the body of the request did not arrive in time"


def test_a_trickle_does_not_help(server: Limited) -> None:
    """The time is for the whole head, not for each byte."""
    with closing(server.connect(HEAD + b"X-Slow: ")) as client:
        client.settimeout(0.2)
        answer = b""
        while not answer:
            with suppress(ConnectionError):  # its answer may be here already
                client.sendall(b"1")
            with suppress(TimeoutError):
                answer = client.recv(65536)
    assert b" 408 " in answer


def test_an_answer_that_is_not_read_is_given_up(server: Limited) -> None:
    """Nor does the system hold much of it meanwhile."""
    pages = 'http_requests_total{handler="pages".*}'
    size = len(server.get("/api/v1/openapi.json").content)
    before, answers = server.unread(), server.count(pages)
    with closing(server.connect(LARGE * 60, receive=4096)):
        eventually(lambda: server.unread() == before + 1)
        eventually(lambda: server.connections() == 0)
    held = size * (server.count(pages) - answers)
    assert 0 < held < 1_500_000 < 60 * size


def test_an_answer_that_is_read_slowly_is_not_given_up(server: Limited) -> None:
    """However long it takes, as long as it goes on."""
    size = len(server.get("/api/v1/openapi.json").content)
    wanted = 1 + 2_700_000 // size

    def read_slowly() -> bool:
        """Take more than two seconds; a busy machine may stop it for as long as is allowed."""
        left = wanted * size
        with (
            closing(server.connect(LARGE * wanted, receive=65536)) as client,
            suppress(ConnectionResetError),
        ):
            while left and (data := client.recv(min(65536, left))):
                left -= len(data)
                time.sleep(0.05)
        return left == 0

    eventually(read_slowly, "a whole answer")


def test_an_idle_connection_and_a_stream_live_on(server: Limited) -> None:
    """Time limits are for clients that are expected to do something."""
    stream = (
        f"GET {API}/positions/123456/review?size=9x6 HTTP/1.1\r\nHost: localhost\r\n"
        "Accept: text/event-stream\r\n\r\n"
    ).encode()

    def live_on() -> bool:
        with (
            closing(server.connect(HEAD + b"\r\n")) as idle,
            closing(server.connect(stream)) as live,
        ):
            if b" 200 " not in read_answer(idle) or b" 200 " not in live.recv(65536):
                return False  # this machine was too busy to ask in time
            for _ in range(2):  # by now their time would be over
                with closing(server.connect(HEAD)) as slow:
                    assert b" 408 " in read_all(slow)
            idle.sendall(HEAD + b"\r\n")
            assert b" 200 " in read_answer(idle)
            live.setblocking(False)
            with suppress(BlockingIOError):
                while True:
                    receive(live)
            return True

    eventually(live_on)


def test_what_is_not_http_gets_400_and_long_headers_431(patient: Limited, prefix: str) -> None:
    with closing(patient.connect(b"\x16\x03\x01 hello\r\n\r\n")) as client:
        assert problem(read_all(client))["status"] == 400
    with closing(patient.connect(HEAD + b"X-Long: " + 40_000 * b"1")) as client:
        # h11 refuses them itself, as no HTTP.
        assert problem(read_all(client))["status"] == (400 if prefix else 431)


def test_several_requests_at_once_are_all_answered(patient: Limited) -> None:
    with closing(patient.connect(5 * (HEAD + b"\r\n"))) as client:
        answer = b""
        while answer.count(b"HTTP/1.1 200") < 5:
            answer += receive(client)


# How many there may be


@pytest.mark.skipif(sys.platform != "linux", reason="clients with addresses of their own")
def test_too_many_connections_of_one_client_and_in_all(patient: Limited) -> None:
    eventually(lambda: patient.connections() == 0)
    with ExitStack() as clients:

        def connect(count: int, address: str) -> list[bytes]:
            """Connect so many times, and return what the last three are told."""
            connected = [
                clients.enter_context(closing(patient.connect(HEAD, address=address)))
                for _ in range(count)
            ]
            return [read_all(each)[9:12] for each in connected[-3:]]

        assert connect(23, "127.0.0.1") == [b"429"] * 3
        assert patient.connections() == 20
        assert patient.get(f"{API}/positions/4453").status_code == 200
        assert connect(13, OTHER) == [b"503"] * 3
        refused = patient.get(address="127.0.0.3")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert "too many connections" in refused.json()["detail"]
    eventually(lambda: patient.get().status_code == 200)
    eventually(lambda: patient.connections() == 0)


def test_a_proxy_is_not_one_client() -> None:
    async def admit(settings: Settings) -> list[bool]:
        connections = Connections(settings, Metrics())
        return [connections.admit(Mock(), "127.0.0.1") is None for _ in range(4)]

    for behind_proxy in (False, True):
        settings = Settings(behind_proxy=behind_proxy, client_connections=2)
        assert asyncio.run(admit(settings)) == [True, True, behind_proxy, behind_proxy]


@pytest.mark.slow
def test_few_files_do_not_stop_the_server(tmp_path: Path) -> None:
    """It takes fewer connections then: 50, since other things may need 200 files."""
    with limited(tmp_path, files=250, head_seconds=600.0) as server:
        with ExitStack() as clients:
            connected = [clients.enter_context(closing(server.connect(HEAD))) for _ in range(300)]
            said = {read_all(client)[9:12] for client in connected[50:]}
            assert said <= {b"503", b""}
            assert b"503" in said
        eventually(lambda: server.get().status_code == 200)
        eventually(lambda: server.connections() == 0)
