"""Build the library, or do nothing if it is up to date.

python -m scripts.kernels               for this platform
python -m scripts.kernels macosx-arm64  for another one, in place of this one's
"""

import sys
import time

from scripts.kernels import HOST, PLATFORMS, is_built


def main() -> None:
    """Build, and say how long it took."""
    from scripts.kernels.building import build

    platform = sys.argv[1] if len(sys.argv) > 1 else HOST
    if platform not in {HOST, *PLATFORMS}:
        sys.exit(f"error: {platform!r} is not a platform; they are {', '.join(PLATFORMS)}")
    print("Compiling the kernels", flush=True)
    begin = time.perf_counter()
    count, path = build(platform)
    print(f"{count} kernels in {path.name} after {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    if len(sys.argv) > 1 or not is_built():
        main()
