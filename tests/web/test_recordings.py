"""What the front end's unit tests read is what the server says."""

import pytest

from scripts.recordings import SEARCHES, ask, read, read_answers, record
from tests.web.server import Served


@pytest.mark.parametrize("name", SEARCHES)
def test_recordings_are_what_the_server_answers(served: Served, name: str) -> None:
    assert read(name) == record(served.client, name), "stale: run scripts/recordings.py"


def test_recorded_answers_are_what_the_server_answers(served: Served) -> None:
    for each in read_answers():
        assert each == ask(served.client, each), "stale: run scripts/recordings.py"
