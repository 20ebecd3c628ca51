"""Make the suites of test positions that come with fourscore.

python -m scripts.suites            writes src/fourscore/data/suites-7x6.npz, in a minute
python -m scripts.suites themes     writes src/fourscore/data/themes-7x6.npz, in some minutes

The same seed makes the same file, so it can be checked by making it again.
"""

import sys

from fourscore.book.suites import MORE, more_path
from fourscore.insight.suites.making import make_suite
from fourscore.insight.truth.suites import CLASSES, draw_suite, shipped_path
from fourscore.runtime.progress import reporting

SIZE, COUNT, SEED = (7, 6), 1000, 2026


def main() -> None:
    themes = sys.argv[1:] == ["themes"]
    with reporting("scoring", progress=sys.stderr.isatty()) as report:
        if themes:
            suite = make_suite(MORE, COUNT, SEED, report=report)
        else:
            suite = draw_suite(SIZE, COUNT, SEED, report=report)
    path = more_path() if themes else shipped_path(SIZE)
    suite.write(path)
    names = ", ".join(MORE if themes else CLASSES)
    print(f"{path}: {COUNT:,} positions each of {names}, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
