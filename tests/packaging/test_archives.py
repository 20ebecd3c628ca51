"""What lies in the wheel and the sdist, and what the page of a package index shows of them."""

import json
import re
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest
from readme_renderer import markdown

from fourscore.jit.native import LIBRARY
from tests.packaging.archives import Archives
from tests.project import PROJECT

STATIC = "fourscore/web/static/"
SOURCE = PROJECT["urls"]["Source"]


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def metadata(archives: Archives) -> Message:
    files = archives.wheel_files()
    return message_from_bytes(next(files[name] for name in files if name.endswith("/METADATA")))


def test_the_wheel_is_the_package_with_pages_and_kernels(archives: Archives, source: Path) -> None:
    names = {name for name in archives.wheel_files() if ".dist-info/" not in name}
    pages = {name for name in names if name.startswith(STATIC)}
    assert names - pages == files_in(source / "src") | {f"fourscore/jit/built/{LIBRARY}"}
    assert "-cp311-abi3-" in archives.wheel.name
    assert "fourscore/py.typed" in names
    assert {f"{STATIC}index.html", f"{STATIC}icon.svg", f"{STATIC}theme.js"} <= pages
    assert not [name for name in pages if "/." in name]


def test_the_sdist_is_the_checkout_with_the_pages(archives: Archives, source: Path) -> None:
    names = archives.sdist_names()
    pages = {name for name in names if name.startswith(f"src/{STATIC}")}
    own = {name for name in files_in(source) if not name.startswith(".ci/")}
    assert names - pages == own | {"PKG-INFO"}
    assert f"src/{STATIC}index.html" in pages


def test_the_licences_of_bundled_packages_lie_beside_the_pages(
    archives: Archives, source: Path
) -> None:
    name = f"{STATIC}THIRD-PARTY-LICENSES.txt"
    assert f"src/{name}" in archives.sdist_names()
    heading = re.compile(r"^## (\S+) - (\S+) \(.+\)$", re.MULTILINE)
    _, *found = heading.split(archives.wheel_files()[name].decode())
    versions, texts = dict(zip(found[::3], found[1::3], strict=True)), found[2::3]
    assert {"svelte", "d3-scale"} <= versions.keys()
    locked = json.loads((source / "web" / "package-lock.json").read_bytes())["packages"]
    assert versions == {each: locked[f"node_modules/{each}"]["version"] for each in versions}
    assert all("Copyright" in text and "WARRANT" in text for text in texts)


def test_the_metadata_name_the_repository_and_the_pythons(metadata: Message) -> None:
    urls = dict(line.split(", ") for line in metadata.get_all("Project-URL", []))
    assert {"Documentation", "Source", "Changelog", "Issues"} <= urls.keys()
    assert urls["Changelog"].startswith(f"{SOURCE}/")
    assert urls["Issues"].startswith(f"{SOURCE}/")
    oldest = int(metadata["Requires-Python"].removeprefix(">=3."))
    pattern = re.compile(r"Programming Language :: Python :: 3\.(\d+)")
    classifiers = metadata.get_all("Classifier", [])
    pythons = [int(found[1]) for line in classifiers if (found := pattern.fullmatch(line))]
    assert pythons == list(range(oldest, oldest + len(pythons)))


def file_behind(link: str, tag: str) -> str | None:
    """Return the file of the repository that a link leads to, if it leads there."""
    raw = SOURCE.replace("github.com", "raw.githubusercontent.com")
    found = re.fullmatch(rf"(?:{SOURCE}/blob|{raw})/([^/]+)/([^#]+)(?:#.*)?", link)
    if found is None:
        return None
    assert found[1] == tag, f"{link} is not of this version"
    return found[2]


def test_the_description_leads_to_files_of_this_version(metadata: Message, source: Path) -> None:
    page = markdown.render(str(metadata.get_payload())) or ""
    files = set()
    for link in re.findall(r'(?:href|src|srcset)="([^"]*)"', page):
        if link.startswith("#"):
            assert f'id="{link[1:]}"' in page, f"{link} is nowhere on the page"
            continue
        assert re.match("https?://", link), f"{link} leads nowhere on a package index"
        files.add(file_behind(link, f"v{metadata['Version']}"))
    files.discard(None)
    assert len(files) > 5
    assert not [file for file in files if file and not (source / file).exists()]
    pictures = re.findall(r'<img [^>]*src="([^"]*)"', page)
    assert pictures
    assert not [link for link in pictures if "/blob/" in link], "a page about it, not the picture"
