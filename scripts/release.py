"""Check that everything names the version of a tag, and print the notes of its release.

python scripts/release.py v1.0.0

The tag must be the version of pyproject.toml and of CITATION.cff, and CHANGELOG.md must have a
dated section for it, which is printed with links that lead to the files of that version.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
REPOSITORY = "https://github.com/fourscore/fourscore"


def project_version(root: Path = ROOT) -> str:
    """Return the version that pyproject.toml states."""
    with (root / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def cited_version(root: Path = ROOT) -> str:
    """Return the version that CITATION.cff states."""
    found = re.search(r"^version: (\S+)$", _read(root, "CITATION.cff"), re.M)
    return found[1] if found else ""


def notes(version: str, root: Path = ROOT) -> str:
    """Return the section of CHANGELOG.md for a version, or an empty text."""
    heading = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$"
    found = re.search(rf"{heading}\n(.*?)(?=^## |^\[|\Z)", _read(root, "CHANGELOG.md"), re.M | re.S)
    return found[1].strip() if found else ""


def absolute(text: str, tag: str) -> str:
    """Let links lead to the files of a tag, since a release has no folder of its own.

    >>> absolute("[Installing](docs/installing.md)", "v1.0.0")
    '[Installing](https://github.com/fourscore/fourscore/blob/v1.0.0/docs/installing.md)'
    """
    return re.sub(r"\]\((?!https?:|#)", f"]({REPOSITORY}/blob/{tag}/", text)


def check(tag: str, root: Path = ROOT) -> None:
    """Exit with a sentence if a release by this tag would not be consistent."""
    version = project_version(root)
    if tag != f"v{version}":
        sys.exit(f"the tag is {tag}, but pyproject.toml has the version {version}")
    if cited_version(root) != version:
        sys.exit(f"CITATION.cff does not have the version {version}")
    if not notes(version, root):
        sys.exit(f"CHANGELOG.md has no section '## [{version}] - YYYY-MM-DD', or an empty one")


def _read(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("name the tag: python scripts/release.py v1.0.0")
    check(sys.argv[1])
    sys.stdout.write(absolute(notes(project_version()), sys.argv[1]) + "\n")


if __name__ == "__main__":
    main()
