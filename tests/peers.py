"""Other projects' packages that fourscore is compared with."""

import importlib
import os
from typing import Any

import pytest

__all__ = ["peer"]


def peer(name: str) -> Any:
    """Import a package of the extras `dev` and `peers`; only outside CI may it be missing."""
    if os.environ.get("CI"):
        return importlib.import_module(name)
    return pytest.importorskip(name, reason=f"{name} is not installed: pip install -e '.[peers]'")
