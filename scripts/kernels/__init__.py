"""Compile every kernel of fourscore ahead of time, into a library that the package carries.

`make` runs ``python -m scripts.kernels``, and so does the build of a wheel (`hatch_build.py`). It
needs Numba. The object code of each kernel is kept in `build/kernels`, so that only what has
changed is compiled again.
"""

import hashlib
import json
import platform
import re
import sysconfig
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from fourscore.jit import native
from fourscore.jit.native import BUILT, SOURCES, digest_of

__all__ = ["HOST", "LIBRARY", "MADE_BY", "PLATFORMS", "Platform", "builder", "is_built"]

LIBRARY = BUILT / native.LIBRARY
MADE_BY = "made_by.txt"
REGISTRIES = ("agents/builtin.py", "search/evaluation/registry.py")
"""Whatever is added here may need kernels with other arguments."""


class Platform(NamedTuple):
    """What machine code is made for."""

    triple: str
    processor: str
    """The oldest that is supported."""
    tag: str
    """Its name in that of a wheel."""


MANY = "manylinux_2_17_{0}.manylinux2014_{0}.musllinux_1_1_{0}"
PLATFORMS = {
    "linux-x86_64": Platform("x86_64-unknown-linux-gnu", "x86-64-v2", MANY.format("x86_64")),
    "linux-aarch64": Platform("aarch64-unknown-linux-gnu", "generic", MANY.format("aarch64")),
    "macosx-arm64": Platform("arm64-apple-macosx11.0.0", "apple-m1", "macosx_11_0_arm64"),
    "macosx-x86_64": Platform("x86_64-apple-macosx11.0.0", "x86-64-v2", "macosx_11_0_x86_64"),
    "win-amd64": Platform("x86_64-pc-windows-msvc", "x86-64-v2", "win_amd64"),
}
HOST = re.sub(r"-[\d.]+-", "-", sysconfig.get_platform())
HOST = HOST.replace("universal2", platform.machine())
"""The platform of this machine."""


def is_built() -> bool:
    """Return whether what is in the package was made of all sources as they are."""
    try:
        made_of: dict[str, str] = json.loads((BUILT / SOURCES).read_bytes())
        made_by = (BUILT / MADE_BY).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return False
    is_current = all(digest_of(name) == digest for name, digest in made_of.items())
    return is_current and made_by == builder()


def builder() -> str:
    """Describe what chooses, compiles and links the kernels."""
    text = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("*.py"))]
    text += [(BUILT.parents[1] / name).read_text(encoding="utf-8") for name in REGISTRIES]
    for name in ("llvmlite", "numba"):
        with suppress(PackageNotFoundError):
            text.append(version(name))
    return hashlib.blake2b("\0".join(text).encode(), digest_size=12).hexdigest()
