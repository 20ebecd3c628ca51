"""The built front end: files from one folder, compressed once."""

import json
from collections.abc import Awaitable, Callable
from functools import lru_cache
from mimetypes import MimeTypes
from pathlib import Path

from fastapi import Request
from starlette.responses import Response
from starlette.types import Scope

from fourscore.web.cache import CachedResponse
from fourscore.web.problems import NOT_FOUND, problem_response

__all__ = ["NOT_BUILT", "page_at", "serve_file"]

HASHED = "assets/"
"""The folder whose files have a digest in their names, so that they never change."""
FOREVER = "public, max-age=31536000, immutable"
PAGES = "pages.json"
"""The addresses of all pages, written by the build."""
GZIP_FROM, LEVEL = 1000, 9
"""Bytes from which on a text is compressed, and how hard."""
PAGE_LEVEL = 3
"""How hard a page is compressed, which is another one for each address."""
EMBED = "/embed/"
EMBEDDED = {"board": "/board", "theatre": "/theatre", "lesson": "/tour", "exercise": "/exercises"}
"""What frames of other sites can show, and the pages that show it there."""
NAMED = ("lesson", "exercise")
"""What may be named by one more part of such an address."""
BLOCK = b'<script type="application/json" id="first-view">%b</script>\n  </body>'
MEDIA_TYPES = MimeTypes()
"""Python's own list, without what Windows' registry or this machine's files say."""
TEXTS = ("text/", "application/javascript", "application/json", "application/manifest", "image/svg")

NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>fourscore</title>
<h1>fourscore</h1>
<p>The pages of this editable install have not been built: run <code>make web</code>, or
<code>python scripts/frontend.py build</code> with npm on your path, in the folder of its
sources, then reload this page.</p>
<p>The API works without them: <a href="/api/v1/docs">its reference</a>.</p>
</html>
"""


def page_at(path: str) -> str:
    """Return the page that an address shows.

    >>> page_at("/play/"), page_at("/embed/lesson/minimax"), page_at("/embed/nothing")
    ('/play', '/tour', '/embed/nothing')
    """
    path = path.rstrip("/") or "/"
    kind, *rest = path.removeprefix(EMBED).split("/")
    most = 1 if kind in NAMED else 0
    if path.startswith(EMBED) and kind in EMBEDDED and len(rest) <= most:
        return EMBEDDED[kind]
    return path


async def serve_file(
    request: Request,
    folder: Path,
    path: str,
    first_view: Callable[[Scope], Awaitable[bytes]],
    page_control: str = "no-cache",
) -> Response:
    """Return a file of the front end; every address of a page gets the one page there is.

    So do addresses of no page, where it says so, but with the status 404. Into a page goes what
    it shows first.
    """
    if not (folder / "index.html").is_file():
        return Response(NOT_BUILT, media_type="text/html")
    file = _find(folder, path)
    if file is None:
        return problem_response(404, NOT_FOUND)
    loaded = _load(file, file.stat().st_mtime_ns)
    if file.name != "index.html":
        return loaded.respond(request, FOREVER if path.startswith(HASHED) else "no-cache")
    block = BLOCK % await first_view(request.scope)
    content = block.join(loaded.content.rsplit(b"</body>", 1))
    page = CachedResponse.of(content, "text/html", gzip_from=GZIP_FROM, level=PAGE_LEVEL)
    response = page.respond(request, page_control)
    if response.status_code == 200 and not _is_page(folder, path):
        response.status_code = 404
    return response


def _is_page(folder: Path, path: str) -> bool:
    """Return whether there is a page at an address; a build without a list has them everywhere."""
    listed = folder / PAGES
    if path.rstrip("/") in ("", "index.html") or not listed.is_file():
        return True
    return page_at(f"/{path}") in _read_pages(listed, listed.stat().st_mtime_ns)


def _find(folder: Path, path: str) -> Path | None:
    """Find a file in the folder and nowhere else; addresses without a suffix are pages."""
    if any(part.startswith(".") for part in path.split("/")):
        return None
    root = folder.resolve()
    try:
        file = (root / path).resolve()
        if file.is_file() and file.is_relative_to(root):
            return file
    except (OSError, ValueError):
        return None
    return None if "." in path.rpartition("/")[2] else root / "index.html"


@lru_cache(4)
def _read_pages(path: Path, modified: int) -> frozenset[str]:  # noqa: ARG001
    return frozenset(json.loads(path.read_bytes()))


@lru_cache(256)
def _load(path: Path, modified: int) -> CachedResponse:  # noqa: ARG001
    media_type = MEDIA_TYPES.guess_type(path.name)[0] or "application/octet-stream"
    media_type = {"text/javascript": "application/javascript"}.get(media_type, media_type)
    content = path.read_bytes()
    gzip_from = GZIP_FROM if media_type.startswith(TEXTS) else len(content) + 1
    return CachedResponse.of(content, media_type, gzip_from=gzip_from, level=LEVEL)
