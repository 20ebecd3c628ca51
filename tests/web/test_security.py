"""What every response carries, and which requests are turned away at the door."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from fourscore.errors import InputError
from fourscore.web.settings import STATIC, Settings, read_origin
from tests.web.inside import Inside
from tests.web.server import Served
from tests.web.test_refusals import check as check_problem

PAGES = json.loads((STATIC / "pages.json").read_text("utf-8")) if STATIC.is_dir() else []
EVERYWHERE = [
    "/", *PAGES, "/no-such-page", "/no-such-file.js", "/icon.svg", "/embed/board", "/embed/nothing",
    "/healthz", "/readyz", "/metrics", "/api/v1/agents", "/api/v1/docs", "/api/v1/docs.css",
    "/api/v1/openapi.json", "/api/v1/session", "/api/v1/positions/44", "/api/v1/positions/99",
    "/api/v1/tournaments/nothing", "/api/v1/nothing", "/api/v1/moves", "/api/v2",
]  # fmt: skip


@pytest.mark.parametrize("path", EVERYWHERE)
def test_security_headers_are_everywhere(served: Served, path: str) -> None:
    check_headers(served.client.get(path).headers)


def test_refusals_have_them_too(served: Served) -> None:
    for path in ("/", "/api/v1/agents", "/api/v1/moves", "/embed/board"):
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE"):
            check_headers(served.client.request(method, path).headers)


def check_headers(headers: httpx.Headers) -> None:
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["permissions-policy"] == "camera=(), geolocation=(), microphone=()"
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


def test_only_embedded_pages_may_be_framed_and_only_by_those_allowed(tmp_path: Path) -> None:
    origins = ("https://a.example", "http://b.example:8080")

    def ask(path: str, allowed: tuple[str, ...]) -> httpx.Headers:
        return Inside(Settings(data=tmp_path, allow_embeds=allowed)).get(path).headers

    framed = ask("/embed/board", origins)
    policy = framed["content-security-policy"]
    assert policy.endswith("; frame-ancestors https://a.example http://b.example:8080")
    assert "default-src 'none'; script-src 'self'" in policy
    assert "x-frame-options" not in framed
    for path in ("/play", "/embed", "/embedded/board", "/api/v1/nothing", "/"):
        headers = ask(path, origins)
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
    assert ask("/embed/board", ())["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "text",
    ["*", "example.org", "https://", "https://*.example.org", "ftp://a.org", "https://a.org/",
     "https://a.org/x", "https://a.org?x", "https://me@a.org", "https://a.org:x", "'none'", "",
     "https://a.org; script-src *", "https://a.org http://b.org", "null"],
)  # fmt: skip
def test_what_is_not_an_origin_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="is not an origin"):
        read_origin(text)


def test_pages_load_nothing_from_elsewhere(served: Served) -> None:
    """Nor have they scripts in themselves; a block of JSON is none."""
    for path in ("/", "/api/v1/docs", "/api/v1/docs.css"):
        text = re.sub(
            r'<script type="application/json".*?</script>', "", served.client.get(path).text
        )
        assert not re.search(
            r"(?:src|href)=[\"']?(?:https?:)?//|url\(|@import|<script(?![^>]*src=)|style=", text
        )


def test_only_the_names_of_this_machine_are_answered(served: Served) -> None:
    for host in ("localhost", "LOCALHOST:99", "127.0.0.1:8000", "[::1]:8000"):
        assert served.get("/agents", headers={"Host": host}).status_code == 200
    for host in ("evil.example", "127.0.0.1.evil.example:8000", "", "[", "a b"):
        assert served.get("/agents", headers={"Host": host}).status_code in (400, 421)


def test_pages_of_others_cannot_set_it_to_work(served: Served) -> None:
    body = {"agent": "random"}
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        answer = served.post("/moves", body, headers={"Origin": origin})
        assert answer.status_code == 403
    own = served.post("/moves", body, headers={"Origin": served.url})
    assert own.status_code == 200
    # A form is no JSON.
    form, kind = '{"agent": "random"}', {"Content-Type": "text/plain"}
    answer = served.client.post("/api/v1/moves", content=form, headers=kind)
    assert answer.status_code in (415, 422)


def test_long_bodies_are_turned_away(served: Served) -> None:
    answer = served.post("/positions", {"text": "4" * 100_000})
    assert (answer.status_code, answer.json()["detail"]) == (
        413,
        "the body is longer than 65536 bytes",
    )

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    found = served.client.post("/api/v1/positions", content=pieces())
    assert found.status_code == 413


def test_problems_have_a_sentence(served: Served) -> None:
    for method, path, status in (
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/api/v2/agents", 404),
        ("DELETE", "/api/v1/agents", 405),
        ("PUT", "/healthz", 405),
        ("POST", "/api/v1/moves", 422),
    ):
        check_problem(served.client.request(method, path), status)


def test_a_mistake_of_the_server_is_a_problem_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr("fourscore.web.positions.routes.position_view", fail)
    monkeypatch.setattr("fourscore.web.positions.quick.position_json", fail)
    answer = get(folder, "/api/v1/positions/44")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert "x-content-type-options" in answer.headers
    assert "secret" not in answer.text
    assert "ZeroDivisionError" in caplog.text


# Pages


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "static" / "index.html").write_text("<!doctype html><title>page</title>")
    (tmp_path / "static" / ".built").write_text("")
    (tmp_path / "static" / "assets" / "app-1a2b.js").write_text("let x = 1;\n" * 500)
    return tmp_path / "static"


def get(folder: Path, path: str, **headers: str) -> httpx.Response:
    return Inside(Settings(static=folder)).get(path, **headers)


def test_every_address_of_a_page_gives_the_page_and_others_give_it_as_not_found(
    folder: Path,
) -> None:
    for path in ("/", "/review", "/play?moves=44", "/theatre/deep/link"):
        answer = get(folder, path)
        assert "<title>page" in answer.text
        assert answer.headers["cache-control"] == "no-cache"
    (folder / "pages.json").write_text('["/start", "/play"]')
    for path in ("/", "/play", "/play/", "/start?moves=44"):
        assert get(folder, path).status_code == 200
    for path in ("/nope", "/play/deep", "/players"):
        answer = get(folder, path)
        assert answer.status_code == 404
        assert "<title>page" in answer.text


def test_assets_are_packed_and_kept(folder: Path) -> None:
    answer = get(folder, "/assets/app-1a2b.js")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("application/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.text == "let x = 1;\n" * 500
    plain = get(folder, "/assets/app-1a2b.js", **{"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    again = get(folder, "/assets/app-1a2b.js", **{"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path",
    ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd",
     "/%2Fetc%2Fpasswd", "/.built", "/a%00.js", "/assets/other.js"],
)  # fmt: skip
def test_nothing_outside_is_served(folder: Path, path: str) -> None:
    answer = get(folder, path)
    assert "secret" not in answer.text
    assert "root:" not in answer.text
    assert answer.status_code == 404 or "<title>page" in answer.text


def test_without_the_pages_one_is_told_how_to_build_them(tmp_path: Path) -> None:
    answer = get(tmp_path, "/")
    assert answer.status_code == 200
    assert "make web" in answer.text
