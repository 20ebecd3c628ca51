"""What MkDocs adds to the pages in docs/: the generated ones, and those of the root folder."""

import json
import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from scripts.website.commands import commands_page
from scripts.website.http_api import http_api_page, openapi_document

ROOT = Path(__file__).parents[2]
ROOT_PAGES = {
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "LICENSE": "project/license.md",
}
"""Files of the root folder that are pages of the site."""
FRONT_END = {
    "icon.svg": "public/icon.svg",
    "javascripts/iframe-worker.js": "node_modules/iframe-worker/shim/index.js",
}
"""Files of the front end; the second lets the search work from file://."""
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#|/)([^)\s#]+)")
SOURCE = "https://github.com/fourscore/fourscore/blob/main/"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files that are made here, or lie elsewhere in the repository."""
    document = openapi_document()
    made = {
        "reference/commands.md": commands_page(),
        "reference/http.md": http_api_page(document),
        "reference/openapi.json": json.dumps(document, indent=1),
        **{page: _root_page(name, page) for name, page in ROOT_PAGES.items()},
    }
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))
    for path, source in FRONT_END.items():
        files.append(File.generated(config, path, abs_src_path=str(ROOT / "web" / source)))
    return files


def _root_page(name: str, page: str) -> str:
    text = (ROOT / name).read_text(encoding="utf-8")
    if name == "LICENSE":
        return f"# Licence\n\n```text\n{text}```\n"
    return LINK.sub(lambda found: _target(found[1], PurePosixPath(name), page), text)


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Let links that lead out of docs/ lead to the page of that file, or to the repository."""
    if page.file.generated_by is not None:
        return markdown
    place = PurePosixPath("docs", page.file.src_uri)

    def target(found: "re.Match[str]") -> str:
        return _target(found[1], place, page.file.src_uri)

    return LINK.sub(target, markdown)


def _target(link: str, place: PurePosixPath, page: str) -> str:
    """Return what a link in a file of the repository becomes on a page of the site.

    >>> _target("../../CHANGELOG.md", PurePosixPath("docs/play/web.md"), "play/web.md")
    '../project/changelog.md'
    """
    path = normpath(f"{place.parent}/{link}")
    inside = ROOT_PAGES.get(path, path.removeprefix("docs/") if path[:5] == "docs/" else None)
    if inside is None:
        return SOURCE + path
    return relpath(inside, PurePosixPath(page).parent)
