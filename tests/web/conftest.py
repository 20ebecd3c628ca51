"""One server with two workers for all tests; whatever they do to it, it must be well again."""

from collections.abc import Iterator

import pytest

from fourscore.insight.lessons.marks import make_key
from tests.cli.conftest import run as run
from tests.web.server import Served, serving


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    limits = ("--queue", "4", "--client-jobs", "5", "--seconds", "3")
    classes = tmp_path_factory.mktemp("classes")
    make_key("10b", classes)  # the class of the document's examples
    with serving("--workers", "2", "--classes", str(classes), *limits, ready=2) as server:
        yield server
