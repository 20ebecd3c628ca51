"""One server with two workers for all tests; whatever they do to it, it must be well again."""

from collections.abc import Iterator

import pytest

from tests.web.server import Served, serving


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with serving("--workers", "2", "--queue", "4", "--client-jobs", "5", ready=2) as server:
        yield server
