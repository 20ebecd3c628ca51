"""Builds from an sdist, from a checkout, and where they cannot succeed."""

import os
import shutil
import socket
from pathlib import Path

import pytest

from fourscore.jit.native import LIBRARY
from scripts import frontend
from scripts.kernels import HOST
from tests.packaging.archives import BIN, Archives, clone, pip
from tests.packaging.conftest import KERNELS, PAGES
from tests.project import ROOT

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
@pytest.mark.parametrize("origin", ["the sdist", "a checkout with its pages"])
def test_without_npm_the_same_wheel_is_built(
    released: Archives, origin: str, tmp_path: Path
) -> None:
    if origin != "the sdist" and not frontend.is_built():
        pytest.skip("the pages have not been built; `make web` does it")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "ld").symlink_to(shutil.which("ld") or "")
    from_ = released.sdist if origin == "the sdist" else ROOT
    path, folder = str(tmp_path / "bin"), tmp_path / "wheels"
    code, output = build(from_, folder, PATH=path, FOURSCORE_COMPILE=HOST)
    assert code == 0, output
    assert Archives(folder).wheel.read_bytes() == released.wheel.read_bytes()


def test_without_npm_and_pages_the_build_says_what_to_do(source: Path, tmp_path: Path) -> None:
    code, output = build_here(source, tmp_path, PATH=NOWHERE)
    assert code == 1
    assert "Traceback" not in output
    assert "error: building the front end needs npm, which `pip install" in output


def test_machine_code_of_other_sources_is_left_out(source: Path, tmp_path: Path) -> None:
    checkout = clone(source, tmp_path / "checkout")
    if not frontend.is_built():
        pytest.skip("the pages have not been built; `make web` does it")
    shutil.copytree(ROOT / PAGES, checkout / PAGES)
    (checkout / KERNELS).mkdir()
    (checkout / KERNELS / LIBRARY).write_bytes(b"outdated")
    code, output = build_here(checkout, tmp_path / "wheels")
    assert code == 0, output
    built = Archives(tmp_path / "wheels")
    assert built.wheel.name.endswith("-py3-none-any.whl")
    assert not [name for name in built.wheel_files() if name.endswith(LIBRARY)]


@pytest.mark.slow
def test_without_a_network_the_build_says_what_to_do(source: Path, tmp_path: Path) -> None:
    with socket.socket() as port:
        port.bind(("127.0.0.1", 0))  # and nobody listens
        registry = f"http://127.0.0.1:{port.getsockname()[1]}"
        code, output = build_here(
            clone(source, tmp_path / "checkout"),
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
