"""What a release needs agrees with each other, and the script that checks it refuses the rest."""

import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from scripts.release import ROOT, absolute, check, cited_version, notes, project_version
from tests.project import PROJECT

CHANGELOG = """# Changelog

## [Unreleased]

## [1.0.0] - 2026-11-20

### Added

- Everything.

## [0.1.0] - 2026-01-01

- A start.
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Make a project of which everything is ready to be released as 1.0.0."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.0.0"\n')
    (tmp_path / "CITATION.cff").write_text("cff-version: 1.2.0\nversion: 1.0.0\n")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    return tmp_path


def test_the_citation_has_the_version_and_the_address_of_the_project() -> None:
    assert cited_version() == project_version()
    address = re.search(r"^repository-code: (\S+)$", (ROOT / "CITATION.cff").read_text(), re.M)
    assert address
    assert address[1] == PROJECT["urls"]["Source"]


def test_a_consistent_release_has_the_notes_of_its_version(checkout: Path) -> None:
    check("v1.0.0", checkout)
    assert notes("1.0.0", checkout) == "### Added\n\n- Everything."
    assert notes("0.1.0", checkout) == "- A start."


def test_the_links_of_the_notes_lead_to_files_of_the_version() -> None:
    version = project_version()
    text = absolute(notes(version), f"v{version}")
    base = f"{PROJECT['urls']['Source']}/blob/v{version}/"
    links = re.findall(r"\]\(([^)#]+)", text)
    own = [link.removeprefix(base) for link in links if link.startswith(base)]
    assert own
    assert all((ROOT / each).is_file() for each in own)
    assert all(link.startswith("https://") for link in links)


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("pyproject.toml", '[project]\nversion = "1.1.0"', "the tag is v1.0.0, but pyproject.toml"),
        ("CITATION.cff", "version: 0.9.0", "CITATION.cff does not have the version 1.0.0"),
        ("CHANGELOG.md", "## [1.0.0]\n\n- Everything.", "CHANGELOG.md has no section"),
        ("CHANGELOG.md", "## [1.0.0] - 2026-11-20\n\n## [0.1.0]", "CHANGELOG.md has no section"),
    ],
)
def test_an_inconsistent_release_is_refused(
    checkout: Path, file: str, text: str, said: str
) -> None:
    (checkout / file).write_text(text)
    with pytest.raises(SystemExit, match=said):
        check("v1.0.0", checkout)


def test_a_tag_of_another_version_stops_the_workflow() -> None:
    command = [sys.executable, "scripts/release.py", "v0.0.0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("the tag is v0.0.0, but pyproject.toml has the version")


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_ci_runs_every_supported_python() -> None:
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    matrix = re.search(r"python: \[(.+)\]", (ROOT / ".github/workflows/ci.yml").read_text())
    assert matrix
    assert re.findall(r"[\d.]+", matrix[1]) == promised


@pytest.mark.parametrize("path", [*WORKFLOWS, ROOT / "docs/project/releasing.md"])
def test_what_is_called_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    targets = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert targets
    for called in re.findall(r"(?:run: |&& |^ {8})make ([a-z -]+)", text, re.M):
        assert set(called.split()) <= set(targets[1].split())
    for script in re.findall(r"scripts[./](\w+)", text):
        assert list((ROOT / "scripts").glob(f"{script}*"))
    for folder in re.findall(r"tests/\w+", text):
        assert list(ROOT.glob(f"{folder}*"))


def test_pytest_looks_into_every_folder_of_tests(pytestconfig: pytest.Config) -> None:
    """It passes over some names, such as "dist", without a word."""
    paths = (path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py"))
    folders = {name for path in paths for name in path.parent.parts}
    ignored = pytestconfig.getini("norecursedirs")
    assert not [each for each in folders for name in ignored if fnmatch(each, name)]
