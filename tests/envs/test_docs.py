"""The page on environments is true."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "agents" / "environments.md"


def test_the_page_on_environments_is_true() -> None:
    tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried.failed == 0
    assert tried.attempted > 20
