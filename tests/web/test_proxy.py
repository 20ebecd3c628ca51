"""The examples in examples/serving: a real nginx in front of a real server, and systemd's files."""

import json
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from fourscore.web.access.sessions import COOKIE
from tests.cli.conftest import Run
from tests.waiting import PATIENCE, eventually
from tests.web.server import API, ENDLESS, EVENTS, Served, events_of, running, serving

EXAMPLES = Path(__file__).parents[2] / "examples" / "serving"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
NAME = "four.example.org"
PASSWORD = "correct horse"
SITE = "https://moodle.example"
WRAPPER = """
daemon off;
user {user};
worker_processes 1;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{}}
http {{
    types {{}}
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


@dataclass(frozen=True)
class Proxied:
    """A server, and the proxy in front of it."""

    served: Served
    port: int
    data: Path

    def client(self, address: str = "127.0.0.2") -> httpx.Client:
        """Return a client that has an address of its own."""
        transport = httpx.HTTPTransport(verify=False, local_address=address)
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.port}",
            transport=transport,
            headers={"Host": NAME},
            timeout=PATIENCE,
        )


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    if NGINX is None or shutil.which("openssl") is None:
        pytest.skip("needs nginx and openssl; on Debian `apt-get install nginx-light openssl`")
    folder, data = tmp_path_factory.mktemp("nginx"), tmp_path_factory.mktemp("data")
    # Those who come through the proxy do not count as one client.
    options = ("--allow-host", NAME, "--behind-proxy", "--allow-embed", SITE, "--workers", "1",
               "--seconds", "600", "--client-connections", "1")  # fmt: skip
    environment = {**os.environ, "FOURSCORE_PASSWORD": PASSWORD}
    with (
        serving(*options, "--data", str(data), environment=environment) as served,
        socket.socket() as kept,
    ):
        # Nobody else is given a port that is bound, and nginx may share it.
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))
        port: int = kept.getsockname()[1]
        _configure(folder, httpx.URL(served.url).port or 0, port)
        command = [NGINX, "-c", str(folder / "nginx.conf"), "-p", str(folder)]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr
        with running(command):
            proxied = Proxied(served, port, data)
            eventually(lambda: _answers(proxied))
            yield proxied


def _configure(folder: Path, upstream: int, port: int) -> None:
    """Write the example into a folder, with ports and a certificate for a test."""
    subject = ["-subj", f"/CN={NAME}", "-days", "2", "-nodes", "-newkey", "rsa:2048"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(["openssl", "req", "-x509", *subject, *files], check=True, capture_output=True)
    text = (EXAMPLES / "nginx.conf").read_text(encoding="utf-8")
    for pattern, new in (
        (r"    listen 443 ssl;", f"    listen 127.0.0.1:{port} ssl http2;"),
        (r"    listen 80;", f"    listen 127.0.0.3:{port};"),
        (r"    listen \[::\].*\n", ""),
        (r"    http2 on;.*\n", ""),
        (r"127\.0\.0\.1:8000", f"127.0.0.1:{upstream}"),
        (rf"/etc/letsencrypt/live/{NAME}", str(folder)),
        (r"include fourscore-proxy", f"include {folder}/fourscore-proxy"),
    ):
        text, count = re.subn(pattern, new, text)
        assert count, pattern
    (folder / "site.conf").write_text(text, encoding="utf-8")
    shutil.copy(EXAMPLES / "fourscore-proxy.conf", folder)
    user = "root" if os.getuid() == 0 else "nobody"
    wrapper = WRAPPER.format(folder=folder, user=user)
    (folder / "nginx.conf").write_text(wrapper, encoding="utf-8")


def _answers(proxied: Proxied) -> bool:
    try:
        with proxied.client() as client:
            return client.get("/healthz").is_success
    except httpx.TransportError:
        return False


def test_events_are_passed_on_at_once_and_work_stops_when_the_client_leaves(
    proxied: Proxied,
) -> None:
    with (
        proxied.client() as client,
        client.stream("POST", f"{API}/races/suites", json=ENDLESS, headers=EVENTS) as answer,
    ):
        assert answer.headers["content-type"].startswith("text/event-stream")
        name, _ = next(events_of(answer))
        assert name == "progress"
        # The search goes on while its first event is here.
        assert proxied.served.state()["jobs_running"] == 1
    eventually(lambda: proxied.served.state()["jobs_running"] == 0)


def test_the_server_knows_the_client_and_not_what_it_says_of_itself(proxied: Proxied) -> None:
    with proxied.client("127.0.0.5") as client:
        spoofed = {"X-Forwarded-For": "10.9.8.7", "X-Forwarded-Proto": "http"}
        answer = client.post(f"{API}/login", json={"password": PASSWORD}, headers=spoofed)
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"]
    assert COOKIE in cookie
    assert all(word in cookie for word in ("Secure", "HttpOnly", "SameSite=strict"))

    def clients() -> list[str]:
        path = proxied.data / "audit.jsonl"
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return [json.loads(line)["client"] for line in lines]

    eventually(lambda: "127.0.0.5" in clients())
    assert "10.9.8.7" not in clients()


def test_neither_password_nor_hash_is_given_to_other_processes(proxied: Proxied) -> None:
    for pid in proxied.served.workers():
        process = Path(f"/proc/{pid}")
        told = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
        assert b"FOURSCORE_TEST" in told  # it can be read here
        assert PASSWORD.encode() not in told
        assert b"digest" not in told


def test_headers_survive(proxied: Proxied) -> None:
    with proxied.client() as client:
        framed = client.get("/embed/board").headers
        assert framed["content-security-policy"].endswith(f"frame-ancestors {SITE}")
        assert "x-frame-options" not in framed
        for path in ("/", f"{API}/agents", f"{API}/nothing"):
            headers = client.get(path).headers
            assert headers["x-frame-options"] == "DENY"
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["strict-transport-security"] == "max-age=31536000"
            assert len(headers.get_list("content-security-policy")) == 1
        tag = client.get(f"{API}/positions/4453").headers["etag"]
        again = client.get(f"{API}/positions/4453", headers={"If-None-Match": tag})
        assert again.status_code == 304


def test_its_own_pages_may_post_a_little_and_others_may_not(proxied: Proxied) -> None:
    with proxied.client() as client:
        for origin, status in ((f"https://{NAME}", 200), ("https://evil.example", 403)):
            answer = client.post(f"{API}/drops", json={"column": 4}, headers={"Origin": origin})
            assert answer.status_code == status
        assert client.get("/healthz", headers={"Host": "evil.example"}).status_code == 421
        large = client.post(f"{API}/positions", json={"text": "4" * 100_000})
        assert large.status_code == 413


def test_what_is_only_for_those_who_watch_is_not_for_others(proxied: Proxied) -> None:
    with proxied.client() as client, proxied.client("127.0.0.1") as here:
        for path in ("/metrics", "/readyz"):
            assert client.get(path).status_code == 403
        assert here.get("/metrics").status_code == 200
        eventually(lambda: here.get("/readyz").status_code == 200)  # when the workers are there
    address = f"http://127.0.0.3:{proxied.port}/play?moves=4"
    plain = httpx.get(address, headers={"Host": NAME}, timeout=PATIENCE)
    assert plain.headers["location"] == f"https://{NAME}/play?moves=4"


# systemd


def test_systemd_finds_no_mistake_in_the_units_and_the_service_is_safe(tmp_path: Path) -> None:
    """By systemd's own scale, from 0 for safe to 10."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze")
    program = tmp_path / "fourscore"
    program.touch(0o755)
    units = [tmp_path / "fourscore.service", tmp_path / "fourscore.socket"]
    for unit in units:
        text = (EXAMPLES / unit.name).read_text(encoding="utf-8")
        unit.write_text(text.replace("/opt/fourscore/bin/fourscore", str(program)), "utf-8")
    verify = ["systemd-analyze", "verify", *map(str, units)]
    found = subprocess.run(verify, capture_output=True, text=True)
    assert (found.returncode, found.stderr) == (0, "")
    rate = ["systemd-analyze", "security", "--offline=yes", "--threshold=25", str(units[0])]
    found = subprocess.run(rate, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout[-300:] + found.stderr


def test_the_service_uses_options_that_there_are(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (EXAMPLES / "fourscore.service").read_text(encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "200")
    help_text = run("serve", "--help").out
    [command] = re.findall(r"(?m)^ExecStart=(.*)$", text)
    used = re.findall(r"--[a-z-]+", command)
    assert used
    assert all(option in help_text for option in used)
