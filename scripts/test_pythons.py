"""Run the quick tests on every supported Python of this machine, each in its own environment.

python -m scripts.test_pythons              those of pyproject.toml that are found
python -m scripts.test_pythons PYTHON ...   these
"""

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PYENV = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
NOT_QUICK = (
    "tests/browser",
    "tests/packaging",
    "tests/website",
    "tests/test_types.py",
    "tests/insight/reports/test_report.py",
    "tests/insight/review/test_review.py",
    "tests/insight/trees/test_html.py",
)
"""What needs a browser, or tools that no Python changes."""
ASK = (
    "import sys, sysconfig; print(*sys.version_info[:2], sep='.', "
    "end='t' if sysconfig.get_config_var('Py_GIL_DISABLED') else '')"
)


class Result(NamedTuple):
    """How the tests ended on one Python."""

    version: str
    words: str
    seconds: float
    passed: bool


def supported() -> list[str]:
    """Return the versions that pyproject.toml promises."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = (re.fullmatch(r".*Python :: (3\.\d+)", each) for each in project["classifiers"])
    return [each[1] for each in found if each]


def version_of(python: str) -> str | None:
    """Return a version such as "3.13", "3.13t" if free-threaded, or None if it does not run."""
    try:
        done = subprocess.run([python, "-c", ASK], capture_output=True, encoding="utf-8")
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def find(version: str) -> str | None:
    """Return a Python of this version, from PATH or else from pyenv."""
    names = [shutil.which(f"python{version}"), shutil.which("python3")]
    names += sorted(str(each) for each in PYENV.glob(f"{version}.*/bin/python"))[::-1]
    return next((each for each in names if each and version_of(each) == version), None)


def install(python: str, version: str) -> Path:
    """Return the Python of an environment in which fourscore is installed for development."""
    folder = ROOT / f".venv-{version}"
    own = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    stamp, wanted = folder / ".dev", ROOT / "pyproject.toml"
    if stamp.exists() and stamp.stat().st_mtime >= wanted.stat().st_mtime and version_of(str(own)):
        return own
    print(f"Installing fourscore for Python {version}", flush=True)
    subprocess.run([python, "-m", "venv", "--clear", str(folder)], check=True)
    command = [str(own), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    no_hooks = {**os.environ, "HATCH_BUILD_NO_HOOKS": "true"}
    subprocess.run([*command, "--editable", ".[dev]"], cwd=ROOT, env=no_hooks, check=True)
    stamp.touch()
    return own


def test(python: Path, version: str) -> Result:
    """Run the quick tests, and show what they print."""
    ignored = [f"--ignore={each}" for each in NOT_QUICK]
    subprocess.run([str(python), "-m", "scripts.kernels"], cwd=ROOT, check=True)
    command = [str(python), "-m", "pytest", "-q", "-n", "auto", "--dist", "loadgroup", *ignored]
    start, words = time.monotonic(), "nothing was run"
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:  # in the encoding of the system, which it passes on
            sys.stdout.buffer.write(line)
            sys.stdout.flush()
            text = line.decode(errors="replace").strip()
            if found := re.fullmatch(r"=* ?(\d+ (?:passed|failed|error).*) in [^=]*?=*", text):
                words = found[1]
    return Result(version, words, time.monotonic() - start, process.returncode == 0)


def try_python(python: str, version: str) -> Result:
    """Install and test; a Python that fourscore cannot be installed for has not passed."""
    try:
        own = install(python, version)
    except subprocess.CalledProcessError:
        return Result(version, "cannot be installed", 0.0, False)
    return test(own, version)


def main() -> int:
    """Test, print a table, and return the exit code."""
    pythons = {version_of(each): each for each in sys.argv[1:]}
    pythons = pythons or {each: find(each) or "" for each in supported()}
    results = []
    for version, python in pythons.items():
        if version is None:
            print(f"error: '{python}' is not a Python that runs", file=sys.stderr)
            return 2
        if python:
            results.append(try_python(python, version))
    print(f"\n{'Python':<8}{'result':<10}{'seconds':>8}  tests")
    for each in results:
        word = "passed" if each.passed else "FAILED"
        print(f"{each.version:<8}{word:<10}{each.seconds:>8.0f}  {each.words}")
    for version in pythons.keys() - {each.version for each in results}:
        print(f"{version:<8}not found")
    return int(not results or not all(each.passed for each in results))


if __name__ == "__main__":
    sys.exit(main())
