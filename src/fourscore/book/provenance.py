"""Where a book comes from: the JSON file beside it."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from fourscore.book.checkpoint import Checkpoint
from fourscore.book.format import Slots, read_header
from fourscore.book.task import VERSION
from fourscore.runtime.system import processor_name

__all__ = ["commit_of_source", "describe", "describe_machine"]


def describe(
    plies: int, slots: Slots, content: bytes, checkpoint: Checkpoint, command: str
) -> dict[str, Any]:
    """Describe a book, and how and where it was made."""
    header, _ = read_header(memoryview(content), "the book")
    return {
        "size": header.size,
        "plies": plies,
        "entries": int(np.count_nonzero(slots)),
        "bytes": len(content),
        "sha224": header.digest.hex(),
        "fourscore": VERSION,
        "commit": commit_of_source(),
        "command": command,
        "began": _moment(checkpoint.began),
        "ended": _moment(datetime.now(UTC).timestamp()),
        "solved": len(checkpoint.scores),
        "nodes": checkpoint.nodes,
        "worker_seconds": round(checkpoint.seconds, 1),
        "machine": describe_machine(),
    }


def describe_machine() -> dict[str, Any]:
    """Describe this machine."""
    return {
        "processor": processor_name(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def _moment(timestamp: float) -> str:
    return datetime.fromtimestamp(timestamp, UTC).isoformat(timespec="seconds")


def commit_of_source() -> str | None:
    """Return the commit of the source, marked if it is modified, or None outside a repository."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        done = subprocess.run(
            command, cwd=Path(__file__).parent, capture_output=True, encoding="utf-8", timeout=10
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None
