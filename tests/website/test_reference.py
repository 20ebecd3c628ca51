"""The reference has every public name, once, with a docstring, and so has each of its members."""

import re
from collections import Counter
from collections.abc import Iterator

import griffe
import pytest

import fourscore
from fourscore import envs
from scripts.website.docstrings import Docstrings
from tests.project import ROOT

REFERENCE = ROOT / "docs" / "reference"
SHOWN = [
    path
    for page in sorted(REFERENCE.glob("*.md"))
    for path in re.findall(r"^::: (\S+)", page.read_text(encoding="utf-8"), re.M)
]
PUBLIC = [f"fourscore.{name}" for name in fourscore.__all__]
PUBLIC += [f"fourscore.envs.{name}" for name in envs.__all__]


@pytest.fixture(scope="module")
def package() -> griffe.Object | griffe.Alias:
    return griffe.load(
        "fourscore",
        search_paths=[ROOT / "src"],
        extensions=griffe.Extensions(Docstrings()),
        resolve_aliases=True,
    )


def test_every_public_name_is_there_once_and_in_the_index() -> None:
    assert set(PUBLIC) <= set(SHOWN)
    assert max(Counter(SHOWN).values()) == 1
    index = (REFERENCE / "index.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\]\[(fourscore\.[\w.]+)\]", index)) == sorted(PUBLIC)


def test_every_type_that_public_names_return_is_there() -> None:
    agreed = (ROOT / "tests" / "public_api.txt").read_text(encoding="utf-8")
    types = set(re.findall(r"^(\w+): class\(", agreed, re.M))
    assert len(types) > 30
    assert types <= {path.rpartition(".")[2] for path in SHOWN}


def undocumented(thing: griffe.Object | griffe.Alias) -> Iterator[str]:
    if not thing.has_docstring:
        yield thing.path
    if thing.is_class:
        for name, member in thing.all_members.items():
            if not name.startswith("_") and "fourscore" in member.canonical_path:
                yield from undocumented(member)


@pytest.mark.parametrize("path", SHOWN)
def test_it_is_documented_with_all_its_members(
    package: griffe.Object | griffe.Alias, path: str
) -> None:
    assert list(undocumented(package[path.removeprefix("fourscore.")])) == []
