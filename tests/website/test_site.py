"""What the site is made of: the generated pages, and the look at what was built."""

import doctest
import re
from pathlib import Path
from types import ModuleType

import pytest

from fourscore.cli.main import COMMANDS, load_command
from scripts import pictures, transcripts
from scripts.website import check, commands, docstrings, hooks
from tests.project import PROJECT, ROOT


@pytest.mark.parametrize("module", [docstrings, hooks, pictures, transcripts])
def test_the_examples_of_the_scripts_are_true(module: ModuleType) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted > 0
    assert tried.failed == 0


def test_every_command_and_option_is_on_the_page() -> None:
    page = commands.commands_page()
    assert [f"fourscore {name}" for name in COMMANDS] == re.findall(r"^## `(.*)`$", page, re.M)
    for name in COMMANDS:
        shown = page.split(f"\n## `fourscore {name}`\n")[1].split("\n## ")[0]
        for each in load_command(name).params:
            if each.param_type_name == "option" and each.name != "help" and not each.hidden:
                assert all(option in shown for option in each.opts), name


PAGES = [*ROOT.glob("docs/**/*.md"), ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md"]
ITEM = r"(?:[-*]|\d+\.) "


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_lists_are_lists_on_the_site_too(page: Path) -> None:
    """Python-Markdown wants an empty line before a list, and four blanks before an inner one."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    assert re.findall(rf"^(?!{ITEM}|\s|$).*\n{ITEM}.*", text, re.M) == []
    assert re.findall(rf"^ {{1,3}}{ITEM}.*", text, re.M) == []


GOOD = """<h2 id="here">Here</h2> <a href="#here">x</a> <a href="other.html#there">x</a>
<a href="http://127.0.0.1:8000">x</a> <link rel="canonical" href="https://example.org/">"""
OTHER = '<a id="there" href="https://example.org/x">x</a><img src="picture.svg">'
LINKS = ("#nowhere", "other.html#here", "missing.html", "https://example", "http://example.org")


def test_the_look_at_a_site_finds_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "good.html").write_text(GOOD)
    (tmp_path / "other.html").write_text(OTHER)
    (tmp_path / "picture.svg").write_text("<svg/>")
    assert list(check.problems(tmp_path)) == []
    page = "".join(f'<a href="{each}">x</a>' for each in LINKS)
    page += '<img src="missing.svg"><script src="https://example.org/x.js"></script>'
    (tmp_path / "page.html").write_text(f'{page}<link rel="stylesheet" href="//example.org/x.css">')
    wrong = (*LINKS, "missing.svg", "https://example.org/x.js", "//example.org/x.css")
    assert list(check.problems(tmp_path)) == [f"page.html: {each}" for each in wrong]


def test_the_addresses_are_those_of_the_project() -> None:
    configuration = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    repository = PROJECT["urls"]["Source"]
    assert hooks.SOURCE.startswith(f"{repository}/")
    assert f"edit_uri: {repository}/" in configuration
    assert f"site_url: {PROJECT['urls']['Documentation']}\n" in configuration
