"""Packages that only a part of fourscore needs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fourscore.runtime.extras import EXTRAS
from tests.project import PROJECT

GAME = "435357352645243654"
WITHOUT = "import sys; sys.modules['matplotlib'] = None\n"


def test_the_extras_named_are_those_of_the_project() -> None:
    extras = PROJECT["optional-dependencies"]
    for package, extra in EXTRAS.items():
        assert any(re.match(rf"{package}\b", each) for each in extras[extra]), package
    direct = {re.split(r"[^\w-]", each)[0].lower() for each in PROJECT["dependencies"]}
    assert not direct & EXTRAS.keys()


@pytest.mark.parametrize(
    "command",
    [
        ["review", GAME, "--out", "review.svg"],
        ["review", GAME, "--out", "review.html"],
        ["race", GAME[:4], "--out", "race.svg"],
        ["ledger", "report", "none.ledger", "--out", "report.html"],
        ["study", "replay", "--out", "studies"],
        ["study", "all", "--out", "studies"],
    ],
)
def test_without_matplotlib_a_chart_is_refused_before_the_work(
    command: list[str], tmp_path: Path
) -> None:
    done = _run(
        f"{WITHOUT}sys.argv[1:] = {command!r}\nfrom fourscore.cli.main import main\nmain()",
        tmp_path,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert 'needs the package matplotlib: pip install "fourscore[plots]"' in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_a_review_in_a_notebook_shows_its_repr(tmp_path: Path) -> None:
    program = f"import fourscore as fs\nprint(fs.review({GAME!r})._repr_html_())"
    assert "<svg" in _run(program, tmp_path).stdout
    assert _run(WITHOUT + program, tmp_path).stdout == "None\n"


def _run(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program]
    wide = {**os.environ, "COLUMNS": "200"}
    return subprocess.run(command, cwd=folder, env=wide, capture_output=True, text=True)
