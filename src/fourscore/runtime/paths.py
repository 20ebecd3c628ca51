"""The folders of a user: what people would miss, and what can be made again."""

import os
from pathlib import Path

from platformdirs import user_cache_path, user_state_path

__all__ = ["cache_folder", "state_folder"]


def state_folder() -> Path:
    """Return the folder for games, tournaments and settings; FOURSCORE_STATE overrides it."""
    chosen = os.environ.get("FOURSCORE_STATE")
    return Path(chosen) if chosen else user_state_path("fourscore", appauthor=False)


def cache_folder() -> Path:
    """Return the folder for what can be made again; FOURSCORE_CACHE overrides it."""
    chosen = os.environ.get("FOURSCORE_CACHE")
    return Path(chosen) if chosen else user_cache_path("fourscore", appauthor=False)
