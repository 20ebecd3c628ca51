"""The archives of a release, and an environment into which the wheel alone was installed."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

__all__ = ["BIN", "Archives", "Installed", "clone", "install", "pip"]

BIN = Path(sys.executable).parent
"""Where the npm of this environment is."""


@dataclass(frozen=True)
class Archives:
    """The wheel and the sdist in a folder."""

    folder: Path

    @property
    def wheel(self) -> Path:
        (path,) = self.folder.glob("*.whl")
        return path

    @property
    def sdist(self) -> Path:
        (path,) = self.folder.glob("*.tar.gz")
        return path

    def wheel_files(self) -> dict[str, bytes]:
        """Return what lies in the wheel."""
        with zipfile.ZipFile(self.wheel) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def sdist_names(self) -> set[str]:
        """Return the names in the sdist, below its one folder."""
        with tarfile.open(self.sdist) as archive:
            return {name.partition("/")[2] for name in archive.getnames()}


@dataclass(frozen=True)
class Installed:
    """A virtual environment with the wheel and what it requires, and nothing else on the path."""

    venv: Path

    @property
    def program(self) -> tuple[str]:
        return (str(self.venv / "bin" / "fourscore"),)

    @property
    def environment(self) -> dict[str, str]:
        """The variables of a user without a compiler, Node or settings."""
        home = str(self.venv.parent / "home")
        return {"PATH": str(self.venv / "bin"), "HOME": home, "LANG": "C.UTF-8"}

    def run(self, *arguments: str) -> str:
        """Run a command outside of the checkout and return what it prints."""
        done = self._start(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def _start(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command, folder = [*self.program, *arguments], self.venv.parent
        return subprocess.run(
            command, cwd=folder, env=self.environment, capture_output=True, text=True
        )


def clone(source: Path, target: Path) -> Path:
    """Copy a folder of which no file will be changed."""
    shutil.copytree(source, target, copy_function=os.link)
    return target


def install(wheel: Path, venv: Path) -> None:
    """Install a wheel into an empty environment, in the versions that are installed here."""
    constraints = venv.with_name("constraints.txt")
    new = ["venv", "--clear", "--without-pip", str(venv)]
    subprocess.run([sys.executable, "-m", *new], check=True)
    names = {f"{each.name}=={each.version}" for each in distributions() if each.name != "fourscore"}
    constraints.write_text("\n".join(sorted(names)))
    options = ["--only-binary", ":all:", "--no-compile", "--constraint", str(constraints)]
    done = pip("--python", str(venv / "bin" / "python"), "install", *options, str(wheel))
    assert done.returncode == 0, done.stdout + done.stderr


def pip(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the pip of this environment quietly."""
    command: Sequence[str] = [sys.executable, "-m", "pip", "--quiet", *arguments]
    environment = {**os.environ, **variables}
    return subprocess.run(command, env=environment, capture_output=True, text=True)
