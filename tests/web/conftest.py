"""One server with two workers for all tests; whatever they do to it, it must be well again."""

from collections.abc import Iterator

import pytest

from tests.cli.conftest import run as run
from tests.web.server import Served, serving


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    limits = ("--queue", "4", "--client-jobs", "5", "--seconds", "3")
    with serving("--workers", "2", *limits, ready=2) as server:
        yield server
