"""What the server puts into a page: what the API says, safely, and without waiting for work."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fourscore.web import first_view
from fourscore.web.first_view import FirstViews
from fourscore.web.password import Password
from fourscore.web.settings import Settings
from tests.web.inside import Inside
from tests.web.server import API, Served

BLOCK = re.compile(r'<script type="application/json" id="first-view">(.*?)</script>', re.DOTALL)
PASSWORD = "correct horse"
DEEP = "4444441355662233"
"""Moves beyond the book."""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Inside:
    """A server whose pages wait for their answers, on a machine that is busy."""
    monkeypatch.setattr(first_view, "SECONDS", 600.0)
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><body><div id=app></div></body>")
    (folder / "pages.json").write_text('["/play", "/review", "/openings", "/login", "/board"]')
    return Inside(Settings(static=folder, data=tmp_path / "data"))


def answers(page: httpx.Response) -> dict[str, Any]:
    """Return what a page brings, by the paths of the API."""
    (block,) = BLOCK.findall(page.text)
    found: dict[str, Any] = json.loads(block)
    return {address.removeprefix(API): answer for address, answer in found.items()}


def test_a_page_brings_what_the_api_answers(site: Inside) -> None:
    position = "/positions/4453?size=7x6&variant=standard"
    found = answers(site.get("/play?moves=4453&red=human"))
    assert set(found) == {"/session", "/agents", position}
    for address, answer in found.items():
        assert answer == site.get(API + address).json()


def test_pages_have_their_status_and_are_tagged_by_what_they_bring(site: Inside) -> None:
    for path, status in (("/play", 200), ("/embed/board", 200), ("/nothing", 404)):
        page = site.get(path)
        assert page.status_code == status
        assert "/session" in answers(page)
    page = site.get("/play?moves=4453")
    assert page.headers["cache-control"] == "no-cache"
    known = {"If-None-Match": page.headers["etag"]}
    assert site.get("/play?moves=4453", **known).status_code == 304
    assert site.get("/play?moves=445", **known).status_code == 200
    assert "/positions/44?size=7x6&variant=standard" in answers(site.get("/embed/board?moves=44"))


@pytest.mark.parametrize(
    "query",
    ["moves=4444444", "moves=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E", "moves=%FF%FE%00",
     "moves=" + "4" * 5000, "moves=..%2F..%2Ftournaments", "start=%3C!--", "moves&moves=&&="],
)  # fmt: skip
def test_a_wrong_address_gets_the_page_without_an_answer(site: Inside, query: str) -> None:
    page = site.get(f"/review?{query}")
    assert page.status_code == 200
    assert page.text.count("<") == site.get("/login").text.count("<")
    assert set(answers(page)) - {"/positions/-?size=7x6&variant=standard"} == {"/session"}


def test_no_page_waits_for_a_worker(site: Inside) -> None:
    """None is even started here."""
    found = answers(site.get(f"/openings?moves={DEEP}"))
    assert set(found) == {"/session", f"/positions/{DEEP}?size=7x6&variant=standard"}
    assert "/openings/44?size=7x6&variant=standard" in answers(site.get("/openings?moves=44"))


def test_what_a_worker_has_found_before_is_brought(served: Served) -> None:
    address = "/positions/4453162/review?size=7x6&variant=standard"
    review = served.get(address).json()
    page = served.client.get("/review?moves=4453162")
    if "first-view" not in page.text:
        pytest.skip("the pages have not been built")
    assert answers(page)[address] == review


@pytest.mark.usefixtures("site")
def test_a_closed_server_says_nothing_to_strangers(tmp_path: Path) -> None:
    password = Password.for_folder(PASSWORD, tmp_path)
    closed = Inside(Settings(static=tmp_path / "static", password=password, closed=True))
    stranger = closed.get("/login?moves=4453")
    assert answers(stranger) == {"/session": {"password": True, "closed": True, "allowed": False}}
    assert closed.get("/play?moves=4453").status_code == 303
    closed.post(f"{API}/login", {"password": PASSWORD})
    page = closed.get("/play?moves=4453")
    assert answers(page)["/session"]["allowed"] is True
    assert "/agents" in answers(page)
    assert page.headers["cache-control"] == "private, no-cache"


# With an API of its own


def find(app: Any, path: str = "/play") -> bytes:
    scope: Scope = {"type": "http", "path": path, "query_string": b"", "headers": []}
    return asyncio.run(FirstViews(app, closed=False).find(scope))


def test_no_answer_can_end_the_block() -> None:
    nasty = {"name": "</script><!--<script>", "other": "\u2028 \\u003c &lt; ü"}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await Response(json.dumps(nasty, ensure_ascii=False))(scope, receive, send)

    block = find(app)
    assert b"<" not in block
    assert json.loads(block)[f"{API}/agents"] == nasty


def test_an_answer_that_fails_or_takes_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_view, "SECONDS", 0.01)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].endswith("/session"):
            raise RuntimeError("a bug")
        if "/positions/" in scope["path"]:
            await asyncio.Event().wait()
        await Response("[1]")(scope, receive, send)

    assert json.loads(find(app)) == {f"{API}/agents": [1]}
