"""Where fourscore keeps what people would miss, and how it is written."""

import os
from pathlib import Path
from secrets import token_hex

from platformdirs import user_state_path

__all__ = ["state_folder", "write_atomically"]


def state_folder() -> Path:
    """Return the folder for games, tournaments and settings; FOURSCORE_STATE overrides it."""
    chosen = os.environ.get("FOURSCORE_STATE")
    return Path(chosen) if chosen else user_state_path("fourscore", appauthor=False)


def write_atomically(path: Path, content: str | bytes, mode: int = 0o600) -> None:
    """Write a file so that afterwards it is either complete or as it was before.

    Raises `OSError` if it cannot be written.
    """
    data = content.encode() if isinstance(content, str) else content
    beside = path.with_name(f".{path.name}.{token_hex(8)}")
    try:
        beside.touch(mode, exist_ok=False)
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
