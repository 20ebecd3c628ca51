"""What an installation weighs, and what each dependency brings.

    python bench/install.py [WHEEL] [--extras plots,notebook]

Installs a wheel, or this checkout, into an empty environment with pip, as a user does, and adds up
the files, byte code included. "brings" is what would be gone without that dependency: itself and
what nothing else needs.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
Packages = dict[str, tuple[int, set[str]]]
"""The bytes of each package, and what it needs."""
LIST = """
import importlib.metadata, json
from pathlib import Path
found = {}
for each in importlib.metadata.distributions():
    paths = {Path(each.locate_file(file)).resolve() for file in each.files or ()}
    needs = [text for text in each.requires or () if "extra ==" not in text]
    found[each.name] = [sum(path.stat().st_size for path in paths if path.is_file()), needs]
print(json.dumps(found))
"""


def normal(name: str) -> str:
    """Write a package's name as every index does."""
    return re.sub(r"[-_.]+", "-", name).lower()


def install(what: str, folder: str) -> Packages:
    """Install into an empty environment; return each package's bytes and what it needs."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = [str(next(Path(folder).glob("[bS]*/python*"))), "-I"]
    command = [*python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", what]
    subprocess.run(command, check=True)
    listed = subprocess.run([*python, "-c", LIST], check=True, capture_output=True, text=True)
    found = {normal(name): entry for name, entry in json.loads(listed.stdout).items()}
    return {name: (size, _names(needs) & found.keys()) for name, (size, needs) in found.items()}


def _names(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[^\w.-]", each.strip())[0]) for each in requirements}


def reached(roots: set[str], packages: Packages, without: str = "") -> set[str]:
    """Return packages with everything that they need, as if one were not there."""
    found: set[str] = set()
    waiting = roots - {without}
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= packages[name][1] - found - {without}
    return found


def megabytes(names: set[str], packages: Packages) -> float:
    """Add up what packages weigh."""
    return sum(packages[name][0] for name in names) / 1e6


def show(packages: Packages) -> None:
    """Print what each dependency brings, the heaviest first."""
    needed = {each for _, needs in packages.values() for each in needs}
    # The packages of extras are named by nobody.
    roots = {"fourscore", *(packages.keys() - needed)} - {"pip", "setuptools"}
    direct = packages["fourscore"][1] | roots - {"fourscore"}
    everything = reached(roots, packages)
    brings = {name: everything - reached(roots, packages, without=name) for name in direct}
    shared = everything - {"fourscore"}.union(*brings.values())
    print(f"{'package':<20} {'itself':>8} {'brings':>8}   also brought")
    for name in sorted(brings, key=lambda name: -megabytes(brings[name], packages)):
        own, total = megabytes({name}, packages), megabytes(brings[name], packages)
        print(f"{name:<20} {own:>8.1f} {total:>8.1f}   {', '.join(sorted(brings[name] - {name}))}")
    print(f"{'fourscore':<20} {megabytes({'fourscore'}, packages):>8.1f}")
    print(f"{'shared by several':<20} {megabytes(shared, packages):>8.1f}")
    print(f"{'together':<20} {megabytes(everything, packages):>8.1f} MB")


def main() -> None:
    """Install, weigh and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", default=str(ROOT), help="a wheel; else this checkout")
    parser.add_argument("--extras", default="", help="extras of fourscore, with commas between")
    given = parser.parse_args()
    what = f"{given.what}[{given.extras}]" if given.extras else given.what
    with tempfile.TemporaryDirectory() as folder:
        show(install(what, folder))


if __name__ == "__main__":
    main()
