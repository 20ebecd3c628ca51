"""One server for all tests that do it no harm."""

from collections.abc import Iterator

import pytest

from tests.web.server import Served, serving


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with serving("--workers", "1", "--client-jobs", "64") as server:
        yield server
