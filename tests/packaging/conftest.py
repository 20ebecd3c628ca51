"""The archives and the installed wheel, each made once for all test processes."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourscore.runtime.system import FileLock
from scripts import dist
from tests.browser.conftest import browser, visit
from tests.packaging.archives import Archives, Installed, install
from tests.project import ROOT
from tests.web.server import Served, serving

__all__ = ["browser", "visit"]


@pytest.fixture(scope="session", autouse=True)
def _checkout() -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("a clean copy of the sources is made by git, from a checkout")


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all test processes share, for what one of them makes."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "dist"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def archives(shared: Path) -> Archives:
    """The archives that FOURSCORE_DIST names, or new ones."""
    if named := os.environ.get("FOURSCORE_DIST"):
        return Archives(ROOT / named)
    with FileLock(shared / "archives.lock"):
        if not (shared / "archives").exists():
            dist.build(shared / "unfinished")
            (shared / "unfinished").rename(shared / "archives")
    return Archives(shared / "archives")


@pytest.fixture(scope="session")
def installed(archives: Archives, shared: Path) -> Installed:
    """The wheel in an environment of its own, with nothing left to compile."""
    installed, stamp = Installed(shared / "venv"), shared / "installed"
    with FileLock(shared / "installed.lock"):
        if not stamp.exists():
            install(archives.wheel, installed.venv)
            installed.warm_up()
            stamp.touch()
    return installed


@pytest.fixture(scope="package")
def served(installed: Installed) -> Iterator[Served]:
    program, environment = installed.program, installed.environment
    with serving("--workers", "1", program=program, environment=environment) as server:
        yield server
