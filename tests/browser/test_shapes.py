"""The front end's types name nothing that the API does not give."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from fourscore import web
from fourscore.web import app  # noqa: F401  (knows all shapes)

SOURCES = Path(__file__).parents[2] / "web/src"
FOLDERS = ("shared", "tournaments", "puzzles", "races", "traces")
TYPES = [SOURCES / folder / "types.ts" for folder in FOLDERS]
SCHEMAS = {
    "Cell": "CellView",
    "Landing": "LandingView",
    "Threat": "ThreatView",
    "Played": "PlayedView",
    "Outcome": "OutcomeView",
    "ReviewedMove": "JudgedView",
    "GraphPoint": "PointView",
    "SideReview": "SideView",
    "PositionRef": "PositionRequest",
    "Progress": "CountView",
    "TraceQuestion": "TraceRequest",
    "CodeLine": "CodeView",
    "Columns": "ColumnsView",
    "Drawing": "DrawingView",
    "Cuts": "CutsView",
}
"""Where a type is called otherwise than the shape that it stands for."""


def _interfaces() -> dict[str, set[str]]:
    """Read the fields of each interface, its parent's included."""
    text = "".join(path.read_text() for path in TYPES)
    text = re.sub(r"/\*\*.*?\*/", "", text, flags=re.S)
    found: dict[str, set[str]] = {}
    for name, parent, body in re.findall(
        r"export interface (\w+)(?: extends (\w+))? \{\n(.*?)\n\}", text, flags=re.S
    ):
        own = set(re.findall(r"^  (\w+)\??:", body, flags=re.M))
        found[name] = own | found.get(parent, set())
    return found


def _shapes(kind: type[BaseModel]) -> dict[str, type[BaseModel]]:
    """Find every shape of the API by its name, wherever it is written down."""
    found = {kind.__name__: kind} if kind.__module__.startswith(web.__name__) else {}
    for each in kind.__subclasses__():
        found |= _shapes(each)
    return found


@pytest.mark.parametrize("name", _interfaces())
def test_every_field_is_one_of_the_api(name: str) -> None:
    shape = _shapes(BaseModel)[SCHEMAS.get(name, name)]
    assert _interfaces()[name] <= set(shape.model_fields)
