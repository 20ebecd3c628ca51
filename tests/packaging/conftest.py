"""The archives of a release and the installed wheel, each made once."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import dist
from tests.browser.conftest import browser, visit
from tests.packaging.archives import BIN, Archives, Installed, clone, install
from tests.project import ROOT
from tests.web.server import Served, serving

__all__ = ["browser", "visit"]

PAGES, KERNELS = "src/fourscore/web/static", "src/fourscore/jit/built"


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean copy of the sources: a checkout whose pages have not been built."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("a clean copy of the sources is made by git, from a checkout")
    return dist.export(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="session")
def archives(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Archives:
    """The archives that FOURSCORE_DIST names, or quick ones.

    These are built by what is installed here, from sources with the pages and the kernels that
    `make` has built; they are built again if they are older than their sources.
    """
    if named := os.environ.get("FOURSCORE_DIST"):
        return Archives(ROOT / named)
    folder = tmp_path_factory.mktemp("archives")
    checkout = clone(source, folder / "checkout")
    for made in (PAGES, KERNELS):
        if (ROOT / made).exists():
            shutil.copytree(ROOT / made, checkout / made)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder)]
    command += ["--sdist", "--wheel"]  # from the checkout; an sdist holds no machine code
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    subprocess.run([*command, str(checkout)], env={**os.environ, "PATH": path}, check=True)
    return Archives(folder)


@pytest.fixture(scope="session")
def released(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Archives:  # noqa: ARG001
    """The archives that FOURSCORE_DIST names, or new ones, built as for a release."""
    if named := os.environ.get("FOURSCORE_DIST"):
        return Archives(ROOT / named)
    folder = tmp_path_factory.mktemp("released")
    dist.build(folder)
    return Archives(folder)


@pytest.fixture(scope="session")
def installed(released: Archives, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an environment of its own."""
    installed = Installed(tmp_path_factory.mktemp("installed") / "venv")
    install(released.wheel, installed.venv)
    return installed


@pytest.fixture(scope="package")
def served(installed: Installed) -> Iterator[Served]:
    program, environment = installed.program, installed.environment
    with serving("--workers", "1", program=program, environment=environment) as server:
        yield server
