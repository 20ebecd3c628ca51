"""The audit log: who changed what, when, and with which outcome, as lines of JSON in a file."""

import asyncio
import json
import logging
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourscore.runtime.system import FileLock, replace_file
from fourscore.web.access.guard import SESSION
from fourscore.web.access.rules import is_change
from fourscore.web.clients import client_of
from fourscore.web.rate_limits import RateLimiter

__all__ = ["AuditLog", "AuditMiddleware"]

NAME = "audit.jsonl"
MAX_BYTES, KEPT = 2 * 1024 * 1024, 5
"""The size at which a file is put aside, and how many of those are kept."""
REFUSALS_A_MINUTE = 30
"""Refusals of one client that are written down, so that they cannot push out the rest."""
MAX_RESPONSE = 64 * 1024
"""Bytes of a response in which its id is looked for."""
LOGINS = ("/api/v1/login", "/api/v1/logout")
log = logging.getLogger("fourscore.web")


class AuditLog:
    """A file of lines, which several processes may write; old ones are put aside and deleted."""

    def __init__(self, folder: Path, *, max_bytes: int = MAX_BYTES, kept: int = KEPT) -> None:
        self.path = folder / NAME
        self._max_bytes, self._kept = max_bytes, kept

    def write(self, entry: dict[str, Any]) -> None:
        """Append an entry. A failure is logged, and stops nobody."""
        line = json.dumps(entry, ensure_ascii=False) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(self.path.with_name("audit.lock")):
                self._rotate()
                self.path.touch(0o600)
                with self.path.open("a", encoding="utf-8", newline="\n") as file:
                    file.write(line)
        except OSError as error:
            log.warning("cannot write the audit log: %s", error)

    def _rotate(self) -> None:
        """Put the file aside if it is full: audit.1.jsonl is the newest of those."""
        if not self.path.exists() or self.path.stat().st_size < self._max_bytes:
            return
        names = [self.path, *(self.path.with_name(f"audit.{n}.jsonl") for n in self._numbers())]
        for newer, older in reversed(list(pairwise(names))):
            if newer.exists():
                replace_file(newer, older)

    def _numbers(self) -> range:
        return range(1, self._kept + 1)


class AuditMiddleware:
    """Writes down every request that changes something, and every login."""

    def __init__(self, app: ASGIApp, audit: AuditLog) -> None:
        self._app, self._audit = app, audit
        self._refusals = RateLimiter(REFUSALS_A_MINUTE / 60, REFUSALS_A_MINUTE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _is_audited(scope):
            await self._app(scope, receive, send)
            return
        status, body = 500, b""

        async def noting(message: Message) -> None:
            nonlocal status, body
            if message["type"] == "http.response.start":
                status = message["status"]
            elif len(body) < MAX_RESPONSE:
                body += message.get("body", b"")
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            if status < 400 or not self._refusals.take(client_of(scope)):
                await asyncio.to_thread(self._audit.write, _entry(scope, status, body))


def _is_audited(scope: Scope) -> bool:
    method, path = scope["method"], scope["path"]
    return is_change(method, path) or (method == "POST" and path in LOGINS)


def _entry(scope: Scope, status: int, body: bytes) -> dict[str, Any]:
    """Describe a request and its outcome; bodies of requests are never written."""
    try:
        answer = json.loads(body)
    except ValueError:
        answer = None
    told = answer if isinstance(answer, dict) else {}
    entry = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "client": scope["client"][0] if scope.get("client") else "",
        "session": scope.get(SESSION),
        "method": scope["method"],
        "path": scope["path"][:200],
        "query": scope["query_string"].decode("latin-1")[:200],
        "status": status,
        "outcome": "done" if status < 400 else "refused" if status < 500 else "failed",
        "id": told.get("id"),
        "detail": told.get("detail"),
    }
    return {name: value for name, value in entry.items() if value not in (None, "")}
