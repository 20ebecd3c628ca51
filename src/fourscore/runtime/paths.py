"""Where fourscore keeps what people would miss, and how it is written."""

import os
import sys
import tempfile
from pathlib import Path

__all__ = ["state_folder", "write_whole"]


def state_folder() -> Path:
    """Return the folder for what is kept."""
    if named := os.environ.get("FOURSCORE_STATE"):
        return Path(named)
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home())
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return base / "fourscore"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or as it was before, whatever happens."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
