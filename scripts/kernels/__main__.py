"""Build the library, or do nothing if it is up to date."""

import time

from scripts.kernels import is_built
from scripts.kernels.building import build


def main() -> None:
    """Build, and say how long it took."""
    if is_built():
        return
    print("Compiling the kernels", flush=True)
    begin = time.perf_counter()
    count, path = build()
    print(f"{count} kernels in {path.name} after {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
