"""Builds from an sdist, from a checkout, and where they cannot succeed."""

import os
import socket
import sys
from pathlib import Path

import pytest

from scripts import dist, frontend
from tests.packaging.archives import Archives, pip
from tests.project import ROOT

BIN = Path(sys.executable).parent
"""Where the npm of this environment is."""
NOWHERE = str(BIN / "nowhere")


def build(source: Path, folder: Path, *options: str, **variables: str) -> tuple[int, str]:
    """Build a wheel with the newest backend, of which the version is written in the wheel."""
    options = (*options, "--no-deps", "--no-cache-dir", "--wheel-dir", str(folder))
    done = pip("wheel", *options, str(source), **variables)
    return done.returncode, done.stdout + done.stderr


def build_here(source: Path, folder: Path, **variables: str) -> tuple[int, str]:
    """Build a wheel with the backend that is installed here, which fetches no Node."""
    return build(source, folder, "--no-build-isolation", **variables)


@pytest.mark.slow
def test_an_sdist_needs_no_npm_and_gives_the_same_wheel(archives: Archives, tmp_path: Path) -> None:
    code, output = build(archives.sdist, tmp_path, PATH=NOWHERE)
    assert code == 0, output
    assert Archives(tmp_path).wheel.read_bytes() == archives.wheel.read_bytes()


@pytest.mark.slow
def test_a_checkout_with_its_pages_gives_the_same_wheel(archives: Archives, tmp_path: Path) -> None:
    if not frontend.is_built():
        pytest.skip("the pages have not been built; `make web` does it")
    code, output = build(ROOT, tmp_path, PATH=NOWHERE)
    assert code == 0, output
    assert Archives(tmp_path).wheel.read_bytes() == archives.wheel.read_bytes()


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout whose pages have not been built."""
    return dist.export(tmp_path_factory.mktemp("bare"))


def test_without_npm_the_build_says_what_to_do(bare: Path, tmp_path: Path) -> None:
    code, output = build_here(bare, tmp_path, PATH=NOWHERE)
    assert code == 1
    assert "Traceback" not in output
    assert "error: building the front end needs npm, which `pip install" in output


@pytest.mark.slow
def test_without_a_network_the_build_says_what_to_do(bare: Path, tmp_path: Path) -> None:
    with socket.socket() as port:
        port.bind(("127.0.0.1", 0))  # and nobody listens
        registry = f"http://127.0.0.1:{port.getsockname()[1]}"
        code, output = build_here(
            bare,
            tmp_path,
            PATH=f"{BIN}{os.pathsep}{os.environ['PATH']}",
            npm_config_registry=registry,
            npm_config_cache=str(tmp_path / "cache"),
            npm_config_fetch_retries="0",
        )
    assert code == 1
    assert "Traceback" not in output
    assert f"request to {registry}" in output
    assert "try again with a network, or install a released wheel or sdist" in output
