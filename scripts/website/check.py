"""Look at the documentation as it was built: nothing dead, nothing from other servers.

python -m scripts.website.check site    stop with a line for each thing that is wrong

Every link, picture, script and style must lead to a file of the site, and every fragment to a
place on that page. Only links may lead elsewhere, and they must look like addresses.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

__all__ = ["problems"]

ADDRESS = re.compile(r"https://[a-z0-9-]+(\.[a-z0-9-]+)+(/[^\s\"<>]*)?")
LOCAL = re.compile(r"http://(127\.0\.0\.1|localhost)[:/]")
LOADED = {"img": "src", "script": "src", "source": "src", "iframe": "src", "object": "data"}
NOT_LOADED = {"canonical", "prev", "next", "edit"}
"""What a `link` element may be about without loading anything."""


class _Document(HTMLParser):
    """The places of a page, what it links to and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.places |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag == "link" and not NOT_LOADED & set(found.get("rel", "").split()):
            self.loads.append(found.get("href", ""))
        elif LOADED.get(tag, "") in found:
            self.loads.append(found[LOADED[tag]])


@cache
def _document(path: Path) -> _Document:
    return _Document(path.read_text(encoding="utf-8"))


def problems(site: Path) -> Iterator[str]:
    """Yield a line for everything that is wrong with a built site."""
    for path in sorted(site.rglob("*.html")):
        if path.name == "404.html":  # is served at any address, so its links are absolute
            continue
        page = _document(path)
        wrong = [link for link in page.links if not _leads_somewhere(link, path)]
        wrong += [file for file in page.loads if not _is_here(file, path)]
        yield from (f"{path.relative_to(site)}: {each}" for each in dict.fromkeys(wrong))


def _leads_somewhere(link: str, page: Path) -> bool:
    parts = urlsplit(link)
    if parts.scheme:
        return bool(ADDRESS.fullmatch(link) or LOCAL.match(link))
    if not _is_here(link, page):
        return False
    target = page if not parts.path else page.parent / unquote(parts.path)
    if not parts.fragment or target.suffix != ".html":
        return True
    return unquote(parts.fragment) in _document(target.resolve()).places


def _is_here(file: str, page: Path) -> bool:
    """Return whether something is part of the site; data within a page is."""
    parts = urlsplit(file)
    if parts.scheme == "data" or not (parts.scheme or parts.netloc or parts.path):
        return True
    return not (parts.scheme or parts.netloc) and (page.parent / unquote(parts.path)).is_file()


def main(arguments: list[str]) -> None:
    if found := list(problems(Path(*arguments))):
        sys.exit("\n".join([*found, "", f"{len(found)} links or files of the site lead nowhere."]))


if __name__ == "__main__":
    main(sys.argv[1:])
