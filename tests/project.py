"""What the project says of itself."""

import tomllib
from pathlib import Path
from typing import Any

__all__ = ["PROJECT", "ROOT"]

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
