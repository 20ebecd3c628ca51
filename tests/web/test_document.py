"""The OpenAPI document and docs/program/api.md name the same addresses; the examples work."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.server import API, Served

GUIDE = (Path(__file__).parents[2] / "docs" / "program" / "api.md").read_text(encoding="utf-8")

SAMPLED = (
    "PositionView", "AnalysisView", "ExplanationView", "ReviewView", "AgentsView", "TraceView",
    "TreeView", "NodeView", "ChildrenView", "PuzzlesView", "StepView", "TournamentView",
    "GameLineView", "TrainingRequest", "TrainingView", "ValuesView",
)  # fmt: skip
PARTS: dict[tuple[Any, ...], str] = {
    ("sides", "moves", 0): "JudgedView",
    ("sides", "sides", "X"): "SideView",
    ("puzzles", "puzzles", 0): "PuzzleView",
    ("curve", "curve", 0): "CurvePointView",
    ("standings", "setup"): "TournamentRequest",
    ("standings", "standings"): "StandingsView",
    ("standings", "standings", "agents", 0): "StandingView",
    ("standings", "standings", "cross_table", 0): "CrossView",
    ("steps", "nodes"): "ColumnsView",
    ("steps", "drawing"): "DrawingView",
    ("sentences", "sentences", 0): "SentenceView",
}
"""What a sample with some field has where, and the shape of that."""
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
    for name in SAMPLED:
        assert set(shapes[name]["properties"]) in fields, name
    for (whole, *path), name in PARTS.items():
        for part in [sample for sample in samples if whole in sample]:
            if whole == "sentences" and "right" in part:
                continue  # a puzzle's sentences are plain texts
            for step in path:
                part = part[step]
            assert set(part) == set(shapes[name]["properties"]), name


def test_every_field_of_a_body_is_bounded(openapi: dict[str, Any]) -> None:
    """No text or number in a request is unbounded."""
    shapes = openapi["components"]["schemas"]
    for name in ("MoveRequest", "DropRequest", "ImportRequest", "LimitRequest", *LONG_WORK):
        for field, schema in shapes[name]["properties"].items():
            for each in schema.get("anyOf", [schema]):
                needed = BOUNDS.get(each.get("type", ""))
                assert needed is None or needed in each, (name, field)
