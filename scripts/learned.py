"""Make fourscore's own network of a run: `python -m scripts.learned RUN COMMIT`.

The newest network and a dozen younger selves go into the package, rounded and packed, with where
they come from and the learning curve; what is needed to go on with the training stays behind.
COMMIT is the version of fourscore that has trained it.
"""

import json
import shutil
import sys
from pathlib import Path

from fourscore.insight.learning.measuring import measure
from fourscore.insight.truth.suites import suite_for
from fourscore.learn.run import CURVE, RECORD, Run
from fourscore.search.tuples.file import read_network, write_network
from fourscore.search.tuples.runs import NETWORKS, network_path, shipped_run

AGES = (0, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000,
        10_000_000)  # fmt: skip
"""The younger selves."""
STEP, YOUNG_STEP = 4, 32
"""What weights are rounded to; coarser for the young, of which there are many."""


def pack(run: Run, commit: str, out: Path) -> None:
    """Write a run as it is shipped."""
    shutil.rmtree(out, ignore_errors=True)
    (out / NETWORKS).mkdir(parents=True)
    suite = suite_for(run.settings.size, run.settings.variant)
    assert suite is not None
    for age in [*(age for age in AGES if age in run.ages), run.ages[-1]]:
        step = STEP if age == run.ages[-1] else YOUNG_STEP
        path = network_path(out, age)
        write_network(run.network(age), path, step=step, small=True)
        kept = measure(read_network(path), suite).classes["hard"].kept
        before = measure(run.network(age), suite).classes["hard"].kept
        assert kept is not None
        assert before is not None
        print(f"{age:>10,} games {path.stat().st_size / 1e6:6.2f} MB, hard openings kept "
              f"{kept.value:.1%} ({before.value:.1%} before rounding)")  # fmt: skip
    record = json.loads((run.folder / RECORD).read_text(encoding="utf-8"))
    record["games"] = run.ages[-1]
    record["provenance"]["commit"] = commit
    (out / RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    points = [point for point in run.curve if point["games"] < run.ages[-1]]
    points.append(measure(Run.open(out).network(), suite).point(run.ages[-1], run.seconds))
    (out / CURVE).write_text("".join(f"{json.dumps(each)}\n" for each in points), encoding="utf-8")


if __name__ == "__main__":
    pack(Run.open(Path(sys.argv[1])), sys.argv[2], shipped_run())
