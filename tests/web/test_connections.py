"""Slow and broken clients are sent away, and nobody else notices."""

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.server import API, PATIENCE, is_running, until

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
OTHER = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"
"""Another client."""


@dataclass(frozen=True)
class Limited:
    """A server with small limits."""

    port: int
    process: subprocess.Popen[str]
    prefix: str

    def connect(self, sent: bytes = b"", *, receive: int = 0) -> socket.socket:
        client = socket.socket()
        client.settimeout(PATIENCE)
        if receive:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        client.connect(("127.0.0.1", self.port))
        with suppress(ConnectionError):  # it may have been closed already
            client.sendall(sent)
        return client

    def get(self, path: str = "/healthz", address: str = OTHER) -> httpx.Response:
        transport = httpx.HTTPTransport(local_address=address)
        with httpx.Client(transport=transport, timeout=PATIENCE) as client:
            return client.get(f"http://127.0.0.1:{self.port}{path}")

    def connections(self) -> int:
        """Return how many connections there are besides the one that asks."""
        return int(self.get().json()["connections"]) - 1

    def closed(self, why: str) -> float:
        """Return how many connections the server has closed for a reason."""
        name = f'fourscore_connections_closed_total{{why="{why}"}} '
        found = re.search(rf"(?m)^{re.escape(name)}(.+)$", self.get("/metrics").text)
        return float(found[1]) if found else 0.0

    def answered(self, handler: str) -> float:
        """Return how many requests of a kind the server has answered."""
        counted = rf'(?m)^http_requests_total{{handler="{handler}".*}} (.+)$'
        return sum(map(float, re.findall(counted, self.get("/metrics").text)))


@contextmanager
def limited(
    data: Path, prefix: str = "", files: int | None = None, **given: Any
) -> Iterator[Limited]:
    few = ""
    if files is not None:
        few = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files},) * 2)\n"
    command = [sys.executable, "-c", few + prefix + SERVE, json.dumps({"data": str(data), **given})]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield Limited(int(process.stdout.readline()), process, prefix)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        process.stdout and process.stdout.close()


def read_all(client: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    found = b""
    try:
        while data := client.recv(65536):
            found += data
    except ConnectionResetError:
        pass
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
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Limited]:
    with limited(tmp_path_factory.mktemp("data"), request.param, **QUICK) as found:
        yield found


@pytest.mark.parametrize("sent", [b"", b"GET", HEAD], ids=["nothing", "word", "head"])
def test_half_a_head_gets_408(server: Limited, sent: bytes) -> None:
    with closing(server.connect(sent)) as client:
        answer = read_all(client)
    assert answer.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert problem(answer)["detail"] == "the request did not arrive in time"


def test_half_a_body_gets_408(server: Limited) -> None:
    with closing(server.connect(BODY)) as client:
        answer = read_all(client)
    assert problem(answer)["detail"] == "the body of the request did not arrive in time"


def test_a_trickle_does_not_help(server: Limited) -> None:
    """The time is for the whole head, not for each byte."""
    with closing(server.connect(HEAD + b"X-Slow: ")) as client:
        client.settimeout(0.2)
        answer, start = b"", time.monotonic()
        while not answer and time.monotonic() - start < PATIENCE:
            with suppress(ConnectionError):  # its answer may be here already
                client.sendall(b"1")
            try:
                answer = client.recv(65536)
            except TimeoutError:
                continue
    assert b" 408 " in answer


def test_an_answer_that_is_not_read_is_given_up(server: Limited) -> None:
    """Nor does the system hold much of it meanwhile."""
    large = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    size = len(server.get("/api/v1/openapi.json").content)
    before, answers = server.closed("unread"), server.answered("pages")
    with closing(server.connect(large * 60, receive=4096)):
        until(lambda: server.closed("unread") == before + 1)
        until(lambda: server.connections() == 0)
    held = size * (server.answered("pages") - answers)
    assert 0 < held < 1_500_000 < 60 * size


def test_an_answer_that_is_read_slowly_is_not_given_up(server: Limited) -> None:
    """However long it takes, as long as it goes on."""
    large = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    size = len(server.get("/api/v1/openapi.json").content)
    wanted = 1 + 4_000_000 // size
    for _ in range(20):
        start = time.monotonic()
        with closing(server.connect(large * wanted, receive=65536)) as client:
            read, pause = read_slowly(client, wanted * size)
        took = time.monotonic() - start
        # A client that a busy machine has kept from reading is rightly given up.
        if read == wanted * size or pause < QUICK["write_seconds"] / 2:
            break
    assert read == wanted * size, f"given up after {read:,} bytes and {took:.1f} s"
    assert took > 2 * QUICK["write_seconds"]


def read_slowly(client: socket.socket, wanted: int) -> tuple[int, float]:
    """Read until it is enough or the server gives up; return how much, and the longest pause."""
    read, pause, last = 0, 0.0, time.monotonic()
    with suppress(ConnectionResetError):
        while read < wanted and (data := client.recv(min(65536, wanted - read))):
            read += len(data)
            pause, last = max(pause, time.monotonic() - last), time.monotonic()
            time.sleep(0.05)
    return read, max(pause, time.monotonic() - last)


def test_an_idle_connection_and_a_stream_live_on(server: Limited) -> None:
    """Time limits are for clients that are expected to do something."""
    stream = (
        f"GET {API}/positions/123456/review?size=9x6 HTTP/1.1\r\nHost: localhost\r\n"
        "Accept: text/event-stream\r\n\r\n"
    ).encode()
    with closing(server.connect(HEAD + b"\r\n")) as idle, closing(server.connect(stream)) as live:
        assert b" 200 " in read_answer(idle)
        assert b" 200 " in receive(live)
        time.sleep(2.5)
        idle.sendall(HEAD + b"\r\n")
        assert b" 200 " in read_answer(idle)
        live.setblocking(False)
        got = b""
        while True:
            try:
                data = live.recv(65536)
            except BlockingIOError:
                break
            assert data, f"the stream has ended after {got!r}"
            got += data


def test_what_is_not_http_gets_400_and_long_headers_431(server: Limited) -> None:
    with closing(server.connect(b"\x16\x03\x01 hello\r\n\r\n")) as client:
        assert problem(read_all(client))["status"] == 400
    with closing(server.connect(HEAD + b"X-Long: " + 40_000 * b"1")) as client:
        # h11 refuses them itself, as no HTTP.
        expected = 400 if server.prefix == WITHOUT_HTTPTOOLS else 431
        assert problem(read_all(client))["status"] == expected


def test_several_requests_at_once_are_all_answered(server: Limited) -> None:
    with closing(server.connect(5 * (HEAD + b"\r\n"))) as client:
        answer = b""
        while answer.count(b"HTTP/1.1 200") < 5:
            answer += receive(client)


@pytest.mark.slow
def test_too_many_connections_of_one_client(tmp_path: Path) -> None:
    """300 connections that dawdle: 20 are let in, and others are served all the while."""
    given: dict[str, Any] = {**QUICK, "head_seconds": 4.0, "client_connections": 20}
    with limited(tmp_path, **given) as server, ExitStack() as clients:
        connected = [clients.enter_context(closing(server.connect(HEAD))) for _ in range(300)]
        for _ in range(20):
            assert server.get(f"{API}/positions/4453").status_code == 200
            assert server.connections() <= 20 + 100
        said = [read_all(client)[9:12] for client in connected]
        # On a busy machine the first ones may have gone before the last ones come.
        assert said.count(b"408") >= 20
        assert b"429" in said
        assert set(said) <= {b"408", b"429", b""}
        until(lambda: server.connections() == 0)
        assert server.get(address="127.0.0.1").status_code == 200


@pytest.mark.slow
def test_too_many_connections_in_all(tmp_path: Path) -> None:
    with limited(tmp_path, connections=10, head_seconds=5.0) as server, ExitStack() as clients:
        for _ in range(10):
            clients.enter_context(closing(server.connect(HEAD)))
        refused = server.get()
        assert refused.status_code == 503
        assert refused.headers["retry-after"] == "5"
        assert "too many connections" in refused.json()["detail"]
        until(lambda: server.get().status_code == 200)


@pytest.mark.slow
def test_a_proxy_is_not_one_client(tmp_path: Path) -> None:
    given: dict[str, Any] = {"behind_proxy": True, "client_connections": 2}
    with limited(tmp_path, **given) as server, ExitStack() as clients:
        for _ in range(10):
            client = clients.enter_context(closing(server.connect(HEAD + b"\r\n")))
            assert b" 200 " in read_answer(client)


@pytest.mark.slow
def test_few_files_do_not_stop_the_server(tmp_path: Path) -> None:
    """It takes fewer connections then: 50, since other things may need 200 files."""
    with limited(tmp_path, files=250, head_seconds=600.0) as server:
        with ExitStack() as clients:
            connected = [clients.enter_context(closing(server.connect(HEAD))) for _ in range(300)]
            said = {read_all(client)[9:12] for client in connected[50:]}
            assert said <= {b"503", b""}
            assert b"503" in said
        until(lambda: _served(server))
        assert is_running(server.process.pid)
        until(lambda: server.connections() == 0)


def _served(server: Limited) -> bool:
    try:
        return server.get().status_code == 200
    except httpx.TransportError:
        return False


def test_stopping_does_not_wait_for_half_a_body(tmp_path: Path) -> None:
    with limited(tmp_path, body_seconds=600.0) as server, closing(server.connect(BODY)) as client:
        until(lambda: server.connections() == 1)
        server.process.send_signal(signal.SIGTERM)
        assert problem(read_all(client))["status"] == 503
        server.process.wait(PATIENCE)
