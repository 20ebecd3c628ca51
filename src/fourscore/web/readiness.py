"""Whether a server can do all it should."""

import asyncio
import tempfile
from pathlib import Path

from fourscore.web.problems import STOPPING
from fourscore.web.service import Service

__all__ = ["why_not_ready"]


async def why_not_ready(service: Service) -> str | None:
    """Return what is missing, as a sentence, or None if nothing is."""
    if service.pool.is_closing:
        return STOPPING
    if not service.pool.ready:
        return "no worker is ready yet"
    if not await asyncio.to_thread(_is_writable, service.settings.data):
        return "the data folder is not writable"
    return None


def _is_writable(folder: Path) -> bool:
    """Return whether files can be created in a folder; it is created if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
