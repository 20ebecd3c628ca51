"""The reference of the HTTP API, as Markdown, from the server's own OpenAPI document."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from jinja2 import Environment, FileSystemLoader

from fourscore.web.app import WebApp
from fourscore.web.settings import Settings

__all__ = ["http_api_page", "openapi_document"]


def openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document that a server answers with."""
    return asyncio.run(_ask_server())


async def _ask_server() -> dict[str, Any]:
    with TemporaryDirectory() as data:
        # The workers start with the server, which is never started here.
        transport = httpx.ASGITransport(WebApp(Settings(data=Path(data))))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            found: dict[str, Any] = (await client.get("/api/v1/openapi.json")).json()
            return found


def http_api_page(document: dict[str, Any]) -> str:
    """Return the page on all requests and the shapes of what is sent."""
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent), trim_blocks=True, lstrip_blocks=True
    )
    return templates.get_template("http_api.md.jinja").render(document)
