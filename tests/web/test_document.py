"""The OpenAPI document and docs/program/api.md name the same addresses; the examples work."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.server import API, Served

GUIDE = (Path(__file__).parents[2] / "docs" / "program" / "api.md").read_text(encoding="utf-8")

LONG_WORK = ("RaceRequest", "TournamentRequest", "TraceRequest", "TraceLimit")
BOUNDS = {"array": "maxItems", "string": "maxLength", "integer": "maximum", "number": "maximum"}


@pytest.fixture(scope="module")
def openapi(served: Served) -> dict[str, Any]:
    document: dict[str, Any] = served.get("/openapi.json").json()
    return document


def test_the_guide_has_every_address_and_no_other(openapi: dict[str, Any]) -> None:
    listed = {
        (method.upper(), path) for path, methods in openapi["paths"].items() for method in methods
    }
    documented = re.findall(r"(?m)^### `(GET|POST) (/api/v1[^?`]*)", GUIDE)
    assert listed == set(documented)
    assert len(documented) == len(listed)


def test_the_examples_of_bodies_work(served: Served, openapi: dict[str, Any]) -> None:
    shapes = openapi["components"]["schemas"]
    tried = 0
    for path, methods in openapi["paths"].items():
        for name in _bodies(methods):
            for example in shapes[name]["examples"]:
                address = path.replace("{id}", "expectiminimax-1-7")
                answer = served.start(address.removeprefix(API), example)
                assert answer.status_code == 200, (path, answer.text)
                tried += 1
                if path.endswith(("/tournaments", "/trainings")):
                    served.post(f"{path.removeprefix(API)}/{answer.json()['id']}/delete")
    assert tried >= 3


def _bodies(methods: dict[str, Any]) -> list[str]:
    found = [each["requestBody"] for each in methods.values() if "requestBody" in each]
    return [each["content"]["application/json"]["schema"]["$ref"].split("/")[-1] for each in found]


def test_the_samples_of_the_guide_have_the_fields_of_their_shapes(openapi: dict[str, Any]) -> None:
    """A sample may be cut short in its lists, never in its fields."""
    shapes = openapi["components"]["schemas"]
    samples = [json.loads(each) for each in re.findall(r"(?s)```json\n(.*?)```", GUIDE)]
    fields = [set(sample) for sample in samples]
    names = ("PositionView", "AnalysisView", "ExplanationView", "ReviewView", "AgentsView")
    learned = ("TrainingRequest", "TrainingView", "ValuesView")
    trees = ("TraceView", "TreeView", "NodeView", "ChildrenView")
    puzzles = ("PuzzlesView", "StepView")
    for name in (*names, *trees, *puzzles, "TournamentView", "GameLineView", *learned):
        assert set(shapes[name]["properties"]) in fields, name
    for sample in samples:
        if "sides" in sample:
            assert set(sample["moves"][0]) == set(shapes["JudgedView"]["properties"])
            assert set(sample["sides"]["X"]) == set(shapes["SideView"]["properties"])
        if "puzzles" in sample:
            assert set(sample["puzzles"][0]) == set(shapes["PuzzleView"]["properties"])
        if "curve" in sample:
            assert set(sample["curve"][0]) == set(shapes["CurvePointView"]["properties"])
        if "standings" in sample:
            assert set(sample["setup"]) == set(shapes["TournamentRequest"]["properties"])
            table = sample["standings"]
            assert set(table) == set(shapes["StandingsView"]["properties"])
            assert set(table["agents"][0]) == set(shapes["StandingView"]["properties"])
            assert set(table["cross_table"][0]) == set(shapes["CrossView"]["properties"])
        if "steps" in sample:
            for field, shape in (("nodes", "ColumnsView"), ("drawing", "DrawingView")):
                assert set(sample[field]) == set(shapes[shape]["properties"])
        if "sentences" in sample and "right" not in sample:
            assert set(sample["sentences"][0]) == set(shapes["SentenceView"]["properties"])


def test_every_field_of_a_body_is_bounded(openapi: dict[str, Any]) -> None:
    """No text or number in a request is unbounded."""
    shapes = openapi["components"]["schemas"]
    for name in ("MoveRequest", "DropRequest", "ImportRequest", "LimitRequest", *LONG_WORK):
        for field, schema in shapes[name]["properties"].items():
            for each in schema.get("anyOf", [schema]):
                needed = BOUNDS.get(each.get("type", ""))
                assert needed is None or needed in each, (name, field)
