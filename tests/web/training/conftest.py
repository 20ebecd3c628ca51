"""A server of their own: other tests may have too many trainings open."""

from collections.abc import Iterator

import pytest

from tests.web.server import Served, serving


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    limits = ("--queue", "4", "--client-jobs", "5", "--seconds", "3")
    with serving("--workers", "2", *limits, ready=2) as server:
        yield server
