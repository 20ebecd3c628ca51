"""Property tests from the OpenAPI document: every answer to any request is one it describes."""

import os
import re
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from fourscore.core.variants import VARIANTS
from fourscore.web.races.suite_schemas import MAX_POSITIONS
from tests.waiting import PATIENCE
from tests.web.server import API, Served

EXAMPLES = int(os.environ.get("FOURSCORE_SCHEMA_EXAMPLES", "1"))
"""Requests to each address; more find more."""
OVER = "1212121"
PROVED = ("/analysis", "/explain", "/hint", "/review")


@pytest.fixture(scope="module")
def document(served: Served) -> Any:
    return schemathesis.openapi.from_url(f"{served.url}{API}/openapi.json")


schema = schemathesis.pytest.from_fixture("document")


@schema.parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_every_answer_is_one_that_the_document_describes(case: Any) -> None:
    """No 5xx, not even 503; a listed status, type and shape; no success for what breaks the schema.

    A request that fits the schema may be refused, for instance because its moves are illegal.
    """
    if isinstance(case.body, dict):
        _shorten_body(case.path, case.body)
    if isinstance(case.query, dict):
        _shorten_query(case)
    answer = case.call(timeout=PATIENCE)
    if answer.status_code == 413:
        return  # a refusal, but schemathesis' check of refusals does not know it
    case.validate_response(answer, excluded_checks=[positive_data_acceptance])


def _shorten_body(path: str, body: dict[str, Any]) -> None:
    """Make valid bodies quick to answer, so that no request runs out of time.

    What is invalid stays invalid.
    """
    if path.endswith("/moves"):
        limit = {} if body.get("limit") is None else body["limit"]
        if isinstance(limit, dict) and _is_number(limit.get("seconds", 1), 0.001, 86_400):
            body["limit"] = {**limit, "seconds": 0.05}
    if path.endswith("/traces") and _is_number(body.get("cap", 1), 1, 100_000):
        body["cap"] = 500
        if body.get("limit") is None:
            body["limit"] = {"depth": 3}
    if path.endswith("/races") and isinstance(body.get("moves", "-"), str):
        # A race starts processes, and test_races runs some; here it is refused at the door.
        body["moves"] = OVER
        if body.get("variant") in list(VARIANTS):
            body["variant"] = "standard"
    if path.endswith("/races/suites") and _is_number(body.get("count", 1), 1, MAX_POSITIONS):
        # Each position is a decision of every agent, and test_suite_races has some.
        body["count"] = 1
    if path.endswith("/tournaments") and _is_number(body.get("games"), 2, 200):
        # They are played in the background of all other tests.
        body["games"] = 2
    if path.endswith("/trainings") and _is_number(body.get("minutes", 1), 0.02, 60):
        body["minutes"] = 0.02
        if body.get("network") == "full":
            body["network"] = "small"


def _shorten_query(case: Any) -> None:
    """Do the same to the path and the query."""
    query = case.query
    size = str(query.get("size", "7x6"))
    if case.path.endswith(PROVED) and re.fullmatch(r"\s*\d{1,2}\s*[xX]\s*\d{1,2}\s*", size):
        # Early positions take long to prove. More than 400 letters must stay invalid.
        query["size"] = "4x4"
        if len(str(case.path_parameters["moves"])) <= 400:
            case.path_parameters["moves"] = "1234"


def _is_number(value: Any, least: float, most: float) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and least <= value <= most
