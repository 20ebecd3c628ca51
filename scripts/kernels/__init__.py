"""Compile every kernel of fourscore ahead of time, into a library that the package carries.

`make` runs ``python -m scripts.kernels``, and so does the build of a wheel (`hatch_build.py`). It
needs Numba. The object code of each kernel is kept in `build/kernels`, so that only what has
changed is compiled again.
"""

import json

from fourscore.jit import native
from fourscore.jit.native import BUILT, SOURCES, digest_of

__all__ = ["LIBRARY", "is_built"]

LIBRARY = BUILT / native.LIBRARY


def is_built() -> bool:
    """Return whether the library was made of the sources as they are."""
    try:
        made_of: dict[str, str] = json.loads((BUILT / SOURCES).read_bytes())
    except (OSError, ValueError):
        return False
    return all(digest_of(name) == digest for name, digest in made_of.items())
