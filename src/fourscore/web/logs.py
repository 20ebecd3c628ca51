"""The log on standard error: as text for people, or as lines of JSON for programs."""

import json
import logging
import time
from datetime import UTC, datetime
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourscore.web.settings import Settings

__all__ = ["AccessLogMiddleware", "JsonFormatter", "TextFormatter", "set_up_logs"]

ACCESS = "fourscore.access"
LOGGERS = ("fourscore", "uvicorn")
FIELDS = "fields"
"""The attribute of a record that holds what its message says, by name."""


def set_up_logs(settings: Settings) -> None:
    """Write what fourscore and uvicorn log to standard error, and nothing twice."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if settings.log_format == "json" else TextFormatter())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.WARNING)
    logging.getLogger(ACCESS).setLevel(logging.INFO)


class TextFormatter(logging.Formatter):
    """Time, level and message on a line."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802
        return _time(record)


class JsonFormatter(logging.Formatter):
    """An object with time, level, logger, message and whatever else is known, on a line.

    >>> record = logging.LogRecord("fourscore.web", 30, "", 0, "worker %d died", (7,), None)
    >>> json.loads(JsonFormatter().format(record))["message"]
    'worker 7 died'
    """

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class AccessLogMiddleware:
    """Logs every request when its response has ended."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._log = logging.getLogger(ACCESS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, status, size = time.perf_counter(), 500, 0

        async def noting(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            fields = _fields(scope, status, size, time.perf_counter() - start)
            line = '%(client)s "%(method)s %(path)s" %(status)d %(bytes)d %(milliseconds).1f ms'
            self._log.info(line, fields, extra={FIELDS: fields})


def _fields(scope: Scope, status: int, size: int, seconds: float) -> dict[str, Any]:
    """Describe a request. Its address stays encoded, so that it cannot forge a line."""
    path = scope.get("raw_path", b"").decode("latin-1")
    query = scope["query_string"].decode("latin-1")
    return {
        "client": scope["client"][0] if scope.get("client") else "-",
        "method": scope["method"],
        "path": f"{path}?{query}" if query else path,
        "status": status,
        "bytes": size,
        "milliseconds": round(seconds * 1000, 1),
    }
