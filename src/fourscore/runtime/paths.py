"""Where fourscore saves what people would miss."""

import os
from pathlib import Path

from platformdirs import user_state_path

__all__ = ["state_folder"]


def state_folder() -> Path:
    """Return the folder for games, tournaments and settings; FOURSCORE_STATE overrides it."""
    chosen = os.environ.get("FOURSCORE_STATE")
    return Path(chosen) if chosen else user_state_path("fourscore", appauthor=False)
