"""Make the suite of test positions that comes with fourscore.

python -m scripts.suites                writes src/fourscore/data/suites-7x6.npz, in a minute

The same seed makes the same file, so it can be checked by making it again.
"""

import sys

from fourscore.insight.truth.suites import CLASSES, draw_suite, shipped_path
from fourscore.runtime.progress import reporting

SIZE, COUNT, SEED = (7, 6), 1000, 2026


def main() -> None:
    with reporting("scoring", progress=sys.stderr.isatty()) as report:
        suite = draw_suite(SIZE, COUNT, SEED, report=report)
    path = shipped_path(SIZE)
    suite.write(path)
    print(
        f"{path}: {COUNT:,} positions each of {', '.join(CLASSES)}, {path.stat().st_size:,} bytes"
    )


if __name__ == "__main__":
    main()
