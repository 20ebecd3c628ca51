"""Where fourscore saves what people would miss."""

import os
import sys
from pathlib import Path

__all__ = ["state_folder"]


def state_folder() -> Path:
    """Return the folder for saved games, settings and tournaments."""
    if named := os.environ.get("FOURSCORE_STATE"):
        return Path(named)
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home())
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return base / "fourscore"
