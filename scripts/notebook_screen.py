"""Take the picture of live boards in a real JupyterLab, in Chromium, as notebook.png.

The tests of the live board start JupyterLab with the same functions.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Page, ViewportSize, sync_playwright

from scripts.images import shrink

PICTURE = "notebook.png"
TOKEN = "fourscore"
PATIENCE = 60
"""Seconds until JupyterLab must run."""
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}
CELLS = (
    'import fourscore as fs\n\nfs.board("4453", opponent="level:5", show_scores=True)',
    'fs.board(fs.review("43444743372233743777556555666"))',
)


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab and the folder that it serves."""

    url: str
    folder: Path

    def write(self, name: str, cells: Sequence[str]) -> str:
        """Write a notebook and return its address."""
        code: dict[str, Any] = {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
        }
        kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)"}
        notebook = {
            "cells": [{**code, "id": f"cell-{n}", "source": cell} for n, cell in enumerate(cells)],
            "metadata": {"kernelspec": kernel},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
        (self.folder / name).write_text(json.dumps(notebook), encoding="utf-8")
        return f"{self.url}/lab/tree/{name}?token={TOKEN}&reset"


@contextmanager
def running_lab(folder: Path) -> Iterator[Lab]:
    """Run JupyterLab in a folder, with nothing of this machine's user."""
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0"]
    options += [f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={folder}"]
    homes = _homes(folder)
    command = [sys.executable, "-m", "jupyterlab", *options]
    log = folder / "lab.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            command, env={**os.environ, **homes}, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        yield Lab(_wait(process, Path(homes["JUPYTER_RUNTIME_DIR"]), log), folder)
    finally:
        process.terminate()
        process.wait()


def _homes(folder: Path) -> dict[str, str]:
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    homes = {name: str(folder / ".jupyter" / name) for name in names}
    for name, values in SETTINGS.items():
        file = folder / ".jupyter" / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values), encoding="utf-8")
    return {**homes, "JUPYTERLAB_SETTINGS_DIR": str(folder / ".jupyter" / "settings")}


def _wait(process: subprocess.Popen[bytes], runtime: Path, log: Path) -> str:
    """Wait until the server answers; it writes its address into a file."""
    for _ in range(PATIENCE * 10):
        for file in runtime.glob("jpserver-*.json"):
            if url := _answers(file):
                return url
        if process.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError(f"JupyterLab does not run: {log.read_text(encoding='utf-8')}")


def _answers(file: Path) -> str | None:
    try:
        server: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        url = f"http://127.0.0.1:{server['port']}"
        with urlopen(f"{url}/api?token={TOKEN}"):
            return url
    except (ValueError, URLError):
        return None


def run_all(page: Page, address: str) -> None:
    """Open a notebook and run its cells, as a person does."""
    page.goto(address)
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()


def main() -> None:
    with TemporaryDirectory() as name, running_lab(Path(name)) as lab, sync_playwright() as driver:
        chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        size: ViewportSize = {"width": 1180, "height": 1250}
        page = browser.new_page(viewport=size, device_scale_factor=2)
        run_all(page, lab.write("fourscore.ipynb", CELLS))
        play, review = page.locator(".fourscore").nth(0), page.locator(".fourscore").nth(1)
        play.locator("[data-column='4']").click()
        review.get_by_role("button", name="Next mistake").click()
        review.get_by_role("button", name="Next mistake").click()
        play.locator(".chip.best").first.wait_for()
        page.get_by_text("Your move", exact=True).wait_for()
        page.keyboard.press("Control+b")  # the list of files
        page.mouse.move(0, 0)
        page.wait_for_timeout(1500)
        page.locator(".jp-NotebookPanel").screenshot(path=PICTURE)
        shrink(Path(PICTURE))
        browser.close()


if __name__ == "__main__":
    main()
