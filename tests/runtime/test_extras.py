"""Packages that only a part of fourscore needs."""

import re
import sys
from pathlib import Path

import pytest

import fourscore as fs
from fourscore.cli.main import main
from fourscore.runtime.extras import EXTRAS
from tests.project import PROJECT


@pytest.fixture
def _without_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")


def test_the_extras_named_are_those_of_the_project() -> None:
    extras = PROJECT["optional-dependencies"]
    for package, extra in EXTRAS.items():
        assert any(re.match(rf"{package}\b", each) for each in extras[extra]), package
    direct = {re.split(r"[^\w-]", each)[0].lower() for each in PROJECT["dependencies"]}
    assert not direct & EXTRAS.keys()


@pytest.mark.parametrize(
    "command",
    [
        "review 435357 --out review.svg",
        "review 435357 --out review.html",
        "race 4353 --out race.svg",
        "ledger report none.ledger --out report.html",
        "study all --out studies",
    ],
)
@pytest.mark.usefixtures("_without_matplotlib")
def test_without_matplotlib_a_chart_is_refused_before_the_work(
    command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(command.split())
    said = capfd.readouterr()
    assert (end.value.code, said.out) == (2, "")
    assert 'needs the package matplotlib: pip install "fourscore[plots]"' in said.err
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_a_review_in_a_notebook_shows_its_repr(
    request: pytest.FixtureRequest,
) -> None:
    found = fs.review("435357")
    assert "<svg" in (found._repr_html_() or "")
    request.getfixturevalue("_without_matplotlib")
    assert found._repr_html_() is None
