"""The application in this process, without workers: for what needs neither those nor a socket."""

import asyncio
from typing import Any

import httpx

from fourscore.web.app import WebApp
from fourscore.web.settings import Settings

__all__ = ["Inside"]


class Inside:
    """An application, and a browser that keeps its cookies."""

    def __init__(self, settings: Settings) -> None:
        self.app = WebApp(settings)
        self.cookies = httpx.Cookies()

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.request("GET", path, headers=headers)

    def post(self, path: str, body: Any, **more: Any) -> httpx.Response:
        return self.request("POST", path, json=body, **more)

    def request(
        self, method: str, path: str, *, address: str = "127.0.0.1", **more: Any
    ) -> httpx.Response:
        """Ask from an address."""

        async def ask() -> httpx.Response:
            async with self.client(address) as client:
                answer = await client.request(method, path, **more)
                self.cookies.update(client.cookies)
                return answer

        return asyncio.run(ask())

    def client(self, address: str = "127.0.0.1") -> httpx.AsyncClient:
        """Return a client at an address, for several requests at a time."""
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(address, 1))
        return httpx.AsyncClient(
            transport=transport, base_url="http://localhost", cookies=self.cookies, timeout=None
        )
