"""Property tests from the OpenAPI document: whatever is asked, the answer is one it describes."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.web.server import API, Served

LATE = "44444455555526"


@pytest.fixture(scope="session")
def document(served: Served) -> Any:
    return schemathesis.openapi.from_url(f"{served.url}{API}/openapi.json")


schema = schemathesis.pytest.from_fixture("document")


@schema.parametrize()
@settings(max_examples=20, suppress_health_check=list(HealthCheck))
def test_every_answer_is_one_that_the_document_describes(case: Any) -> None:
    """Never a 5xx; a status, a type and a shape that are listed; what breaks the schema is refused.

    That a request fits the schema does not mean that its moves are legal, so it may be refused.
    """
    if isinstance(case.body, dict) and case.body.get("limit", {}) in ({}, None):
        case.body["limit"] = {"seconds": 0.05} if "agent" in case.body else None
    if "moves" in case.path_parameters and len(str(case.path_parameters["moves"])) < len(LATE):
        # Early positions take their time, which is not what is tested here.
        case.path_parameters["moves"] = LATE
    case.call_and_validate(excluded_checks=[positive_data_acceptance])
