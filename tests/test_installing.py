"""What docs/installing.md says of extras, folders and Pythons is so."""

import re

import pytest
from platformdirs.api import PlatformDirsABC
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from fourscore.runtime.extras import EXTRAS
from tests.project import PROJECT, ROOT

PAGE = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")


def test_every_extra_for_users_is_on_the_page() -> None:
    assert set(re.findall(r"(?m)^\| `(\w+)` \|", PAGE)) == set(EXTRAS.values())


@pytest.mark.parametrize(("name", "system"), [("Linux", Unix), ("macOS", MacOS)])
def test_the_folders_are_those_of_the_system(
    name: str, system: type[PlatformDirsABC], monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", "/home/me")
    folders = system("fourscore", appauthor=False)
    cache, state = (
        each.replace("/home/me", "~") for each in (folders.user_cache_dir, folders.user_state_dir)
    )
    assert f"| {name} | `{cache}` | `{state}` |" in PAGE


def test_the_page_names_the_pythons_of_the_metadata() -> None:
    pattern = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    pythons = [found[1] for each in PROJECT["classifiers"] if (found := pattern.fullmatch(each))]
    assert f"Python {', '.join(pythons[:-1])} and {pythons[-1]}" in PAGE
