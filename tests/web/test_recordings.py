"""What the front end's unit tests read is what the server says."""

import pytest

from scripts.recordings import SEARCHES, read, record
from tests.web.server import Served


@pytest.mark.parametrize("name", SEARCHES)
def test_recordings_are_what_the_server_answers(served: Served, name: str) -> None:
    assert read(name) == record(served.client, name), "stale: run scripts/recordings.py"
