"""The built front end: files from one folder, compressed once, and what is said without them."""

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from fastapi import Request
from starlette.responses import Response

from fourscore.web.problems import problem

__all__ = ["MISSING", "serve_file"]

HASHED = "assets"
"""The folder whose files have a digest in their names, so that they never change."""
WORTH = 1000
"""Bytes from which on a text is sent compressed."""
TEXTS = ("text/", "application/javascript", "application/json", "application/manifest", "image/svg")

MISSING = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>fourscore</title>
<h1>fourscore</h1>
<p>The server runs, but its pages have not been built.</p>
<p>Run <code>make web</code> in fourscore's folder, then load this page again.</p>
<p>The API works without them: <a href="/api/v1/docs">what it offers</a>.</p>
</html>
"""


class File(NamedTuple):
    """A file as it is sent."""

    content: bytes
    packed: bytes | None
    tag: str
    media_type: str


def serve_file(request: Request, folder: Path, path: str) -> Response:
    """Answer with a file of the front end; a page's address gets the one page there is."""
    if not (folder / "index.html").is_file():
        return Response(MISSING, 200, {"Cache-Control": "no-store"}, "text/html")
    found = _find(folder, path)
    if found is None:
        return problem(404, "there is nothing at this address")
    file = _load(found, found.stat().st_mtime_ns)
    forever = path.startswith(f"{HASHED}/")
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable" if forever else "no-cache",
        "ETag": file.tag,
        "Vary": "Accept-Encoding",
    }
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, 200, {**headers, "Content-Encoding": "gzip"}, file.media_type)
    return Response(file.content, 200, headers, file.media_type)


def _find(folder: Path, path: str) -> Path | None:
    """Find a file in the folder and nowhere else; addresses without a suffix are pages."""
    if any(part.startswith(".") for part in path.split("/")):
        return None
    root = folder.resolve()
    try:
        wanted = (root / path).resolve()
        if wanted.is_file() and wanted.is_relative_to(root):
            return wanted
    except (OSError, ValueError):
        return None
    return None if "." in path.rpartition("/")[2] else root / "index.html"


@lru_cache(256)
def _load(path: Path, stamp: int) -> File:  # noqa: ARG001
    content = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    media_type = {"text/javascript": "application/javascript"}.get(media_type, media_type)
    packed = None
    if len(content) >= WORTH and media_type.startswith(TEXTS):
        packed = gzip.compress(content, 9, mtime=0)
    tag = f'"{hashlib.blake2s(content, digest_size=12).hexdigest()}"'
    return File(content, packed, tag, media_type)
