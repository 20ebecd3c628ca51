"""Files of networks: a zip archive with the weights, packed, and how they came about.

Weights are rounded to steps and stored as two planes of bytes, most of which are equal, so that
they pack to less than a byte each.
"""

import json
import zipfile
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.errors import InputError
from fourscore.runtime.files import replacing
from fourscore.search.tuples.layout import Layout
from fourscore.search.tuples.network import Network

__all__ = ["SUFFIX", "read_network", "write_network"]

SUFFIX = ".net"
FORMAT = "fourscore network 1"
STAMP = (1980, 1, 1, 0, 0, 0)
"""The time of every member, so that equal networks make equal files."""
STEP = 2
"""What weights are rounded to by default."""


def write_network(network: Network, path: Path, *, step: int = STEP, small: bool = False) -> None:
    """Write a network; weights are rounded to multiples of `step`.

    A `small` file takes several seconds to write, and no longer to read.
    """
    layout, level = network.layout, 9 if small else 1
    header = {
        "format": FORMAT,
        "size": [layout.width, layout.height],
        "tuples": [[list(cell) for cell in cells] for cells in layout.tuples],
        "step": step,
        "policy": network.preferences is not None,
        "meta": network.meta,
    }
    members = {"network.json": json.dumps(header, indent=1).encode()}
    members["values"] = _pack(network.values, step)
    if network.preferences is not None:
        members["preferences"] = _pack(network.preferences, step)
    with replacing(path) as beside, zipfile.ZipFile(beside, "w") as archive:
        for name, content in members.items():
            member = zipfile.ZipInfo(name, STAMP)
            archive.writestr(member, content, zipfile.ZIP_DEFLATED, compresslevel=level)


def _pack(weights: NDArray[np.int16], step: int) -> bytes:
    most = np.iinfo(np.int16).max // step  # more would overflow when it is read
    rounded = np.rint(weights / np.float32(step)).clip(-most, most).astype("<i2")
    return rounded.reshape(-1).view(np.uint8).reshape(-1, 2).T.tobytes()


def _unpack(content: bytes, step: int, entries: int) -> NDArray[np.int16]:
    low, high = np.frombuffer(content, np.uint8).reshape(2, 2, entries).astype(np.uint16)
    rounded = (low | high << 8).view(np.int16)
    return (rounded * np.int16(step)).astype(np.int16)


def read_network(path: Path, name: str = "") -> Network:
    """Read a network. Raises `InputError` if the file is not one, or damaged.

    The message calls it by its name, or else by its path.
    """
    try:
        return _read(path)
    except OSError as error:
        reason = error.strerror or "it cannot be read"
    except (ValueError, LookupError, TypeError, ArithmeticError, NotImplementedError,
            zipfile.BadZipFile, zlib.error, EOFError):  # fmt: skip
        reason = "it is damaged, or not a network of fourscore"
    name = name or f"the network '{path}'"
    raise InputError(f"cannot read {name}: {reason}")


def _read(path: Path) -> Network:
    with zipfile.ZipFile(BytesIO(path.read_bytes())) as archive:
        header: dict[str, Any] = json.loads(archive.read("network.json"))
        if header["format"] != FORMAT or not isinstance(header["meta"], dict):
            raise ValueError
        width, height = header["size"]
        tuples = tuple(tuple((int(c), int(r)) for c, r in cells) for cells in header["tuples"])
        layout = Layout(int(width), int(height), tuples)
        step, entries = int(header["step"]), layout.entries
        names = ["values", *(["preferences"] if header["policy"] else [])]
        weights = [_unpack(archive.read(name), step, entries) for name in names]
    return Network(layout, weights[0], weights[1] if len(weights) > 1 else None, header["meta"])
