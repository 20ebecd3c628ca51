"""One server with two workers for all tests; whatever they do to it, it must be well again.

Its requests may take very long, so that none runs out of time because the machine is busy.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fourscore.insight.lessons.marks import make_key
from tests.cli.conftest import run as run
from tests.insight.lessons.test_mistakes import GOOD
from tests.web.server import Served, serving


@pytest.fixture(scope="session")
def classroom(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A teacher's folder: a lesson of their own, a broken one, and the key of a class."""
    folder = tmp_path_factory.mktemp("teacher")
    (folder / "lessons").mkdir()
    (folder / "lessons" / "1-mine.toml").write_text(GOOD, encoding="utf-8")
    (folder / "lessons" / "broken.toml").write_text("title = 3")
    make_key("10b", folder / "classes")  # the class of the document's examples
    return folder


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the server stores tournaments and trainings."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def served(classroom: Path, data_folder: Path) -> Iterator[Served]:
    limits = ("--workers", "2", "--queue", "4", "--client-jobs", "5", "--seconds", "600")
    own = ("--lessons", str(classroom / "lessons"), "--classes", str(classroom / "classes"))
    with serving(*limits, *own, "--data", str(data_folder), ready=2) as server:
        yield server
