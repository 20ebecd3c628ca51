"""A page's first view in one request: the page brings the answers that its script asks for first.

They are put into the HTML as a block of JSON, by the addresses of the API that they answer;
`web/src/shared/firstView.ts` takes them from there. Every answer is the API's own. What the API
refuses is left out, so that the page asks and shows the refusal itself; so is whatever would need
a worker and is not remembered, so that no search delays a page.
"""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from urllib.parse import parse_qsl, quote, unquote, urlencode

from starlette.types import ASGIApp, Message, Scope

from fourscore.schemas.positions import NO_MOVES
from fourscore.web.access.rules import is_for_everybody
from fourscore.web.headers import headers_of
from fourscore.web.routing import PREFIX
from fourscore.web.service import NO_WORKER
from fourscore.web.static import page_at

__all__ = ["FirstViews", "addresses"]

SECONDS = 3.0
"""How long a page may wait for its answers; what is not there by then is left out."""
COPIED = ("type", "asgi", "http_version", "server", "client", "scheme", "root_path")
"""What a request for an answer has in common with the one for the page."""
log = logging.getLogger("fourscore.web")


class FirstViews:
    """Finds the answers for pages, in the application that also answers the API."""

    def __init__(self, app: ASGIApp, *, closed: bool) -> None:
        self._app, self._closed = app, closed

    async def find(self, scope: Scope) -> bytes:
        """Return the answers for the page that is asked for, as a JSON object by address.

        It can stand in an HTML document as it is.
        """
        page = page_at(scope["path"])
        search = scope["query_string"].decode("latin-1")
        # The first counts where one is there twice.
        query = dict(reversed(parse_qsl(search, keep_blank_values=True)))
        wanted = [PREFIX + each for each in addresses(page, query)]
        if self._closed and is_for_everybody(scope["path"]):
            wanted = [each for each in wanted if is_for_everybody(each)]
        found: dict[str, bytes] = {}
        try:
            async with asyncio.timeout(SECONDS):
                for each in wanted:
                    if (answer := await self._ask(scope, each)) is not None:
                        found[each] = answer
        except TimeoutError:
            log.info("some answers for the first view of %s took too long", page)
        answers = [json.dumps(each).encode() + b":" + answer for each, answer in found.items()]
        return (b"{" + b",".join(answers) + b"}").replace(b"<", b"\\u003c")

    async def _ask(self, page: Scope, address: str) -> bytes | None:
        """Return the API's answer at an address, or None if it refuses."""
        path, _, query = address.partition("?")
        cookie = headers_of(page).get(b"cookie")
        scope = {
            **{name: page[name] for name in COPIED if name in page},
            "method": "GET",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [] if cookie is None else [(b"cookie", cookie)],
            NO_WORKER: True,
        }
        status, body = 500, b""

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status, body
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                body += message.get("body", b"")

        try:
            await self._app(scope, receive, send)
        except Exception:
            log.exception("there is no answer for the first view of a page at %s", address)
        return body if status == 200 else None


# What each page asks for first. Addresses are written as the front end writes them.

Query = Mapping[str, str]
Addresses = list[str]
TREE = "[[3,12,8],[2,4,6],[14,5,2]]"
"""The tree that is shown if none is named."""
DATE = re.compile(r"\d{4}-\d\d-\d\d")


def addresses(page: str, query: Query) -> Addresses:
    """Return what a page asks the API for first.

    >>> addresses("/embed/nothing", {})
    ['/session']
    >>> addresses("/openings", {"moves": "4453"})[1]
    '/positions/4453?size=7x6&variant=standard'
    """
    more = PAGES.get(page)
    return ["/session", *(more(query) if more else [])]


def _position(query: Query, of: str = "/positions/{}") -> str:
    moves = quote(query.get("moves") or NO_MOVES, safe="!'()*")
    usual = {"size": "7x6", "variant": "standard"}
    given = {name: query.get(name) or usual.get(name) for name in ("start", "size", "variant")}
    search = urlencode({name: value for name, value in given.items() if value})
    return f"{of.format(moves)}?{search}"


def _names_position(query: Query) -> bool:
    return not query.keys().isdisjoint(("moves", "start", "size", "variant"))


def _play(query: Query) -> Addresses:
    scores = [_position(query, "/positions/{}/analysis")] if "scores" in query else []
    return ["/agents", _position(query), *scores]


def _review(query: Query) -> Addresses:
    if not _names_position(query):
        return []
    return [_position(query), _position(query, "/positions/{}/review")]


def _puzzles(query: Query) -> Addresses:
    if query.get("mode") == "rush":
        return ["/puzzles/summary"]
    if query.get("mode") == "daily":
        date = query.get("date", "")
        today = datetime.now(UTC).strftime("%Y-%m-%d")
        return [f"/puzzles/daily?date={date if DATE.fullmatch(date) else today}"]
    return [f"/puzzles/{quote(query['id'], safe='')}"] if query.get("id") else []


def _openings(query: Query) -> Addresses:
    return [_position(query), _position(query, "/openings/{}")]


def _trees(query: Query) -> Addresses:
    return ["/trees/examples", "/trees?" + urlencode({"tree": query.get("tree", TREE)})]


def _learn(query: Query) -> Addresses:
    moves = {"moves": query.get("moves", "")}
    truth = [_position(moves), _position(moves, "/positions/{}/analysis")]
    shipped = [] if query.get("t") else ["/trainings/shipped"]
    return ["/agents", "/trainings?count=20", "/trainings/baselines", *shipped, *truth]


def _race(query: Query) -> Addresses:
    is_one = "suite" not in query and (_names_position(query) or "runs" in query)
    return ["/agents", _position(query) if is_one else "/suites"]


def _arena(query: Query) -> Addresses:
    return ["/agents", *([] if query.get("t") else ["/tournaments?count=20", "/suites"])]


PAGES: dict[str, Callable[[Query], Addresses]] = {
    "/": _play,
    "/play": _play,
    "/board": lambda query: [_position(query)],
    "/review": _review,
    "/puzzles": _puzzles,
    "/openings": _openings,
    "/tour": lambda _: ["/lessons"],
    "/trees": _trees,
    "/course": lambda _: ["/course"],
    "/learn": _learn,
    "/theatre": lambda _: ["/agents"],
    "/race": _race,
    "/arena": _arena,
}
