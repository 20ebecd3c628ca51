"""Build the sdist and the wheel from a clean copy of the sources, as a stranger would.

python scripts/dist.py FOLDER          write both into a folder, in place of older ones
python scripts/dist.py FOLDER --all    the wheels of other platforms as well, which takes LLVM's lld
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from scripts.kernels import HOST, PLATFORMS

__all__ = ["build", "export"]

ROOT = Path(__file__).resolve().parents[1]


def export(target: Path) -> Path:
    """Copy the files that git has or would take, without anything that was made from them."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)
    return target


def build(folder: Path, others: bool = False) -> None:
    """Build the sdist from a clean copy and wheels from the sdist, and check their metadata."""
    python = sys.executable
    with TemporaryDirectory() as copy:
        source = str(export(Path(copy)))
        command = [python, "-m", "build", "--outdir", str(folder)]
        _run([*command, source], HOST)
    (sdist,) = map(str, folder.glob("*.tar.gz"))
    for platform in PLATFORMS.keys() - {HOST} if others else ():
        _run([python, "-m", "pip", "wheel", "--no-deps", "-w", str(folder), sdist], platform)
    archives = [str(path) for path in sorted(folder.iterdir())]
    subprocess.run([python, "-m", "twine", "check", "--strict", *archives], check=True)


def _run(command: list[str], platform: str) -> None:
    subprocess.run(command, env={**os.environ, "FOURSCORE_COMPILE": platform}, check=True)


def main() -> None:
    """Build both into the folder that is named."""
    folder = Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    try:
        build(folder, others="--all" in sys.argv)
    except subprocess.CalledProcessError:
        sys.exit("error: the archives could not be built; see the output above.")


if __name__ == "__main__":
    main()
