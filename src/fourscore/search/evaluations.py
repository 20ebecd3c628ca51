"""The evaluations by name."""

from fourscore.search.lines import LINES
from fourscore.search.windows import CENTRE, WINDOWS

__all__ = ["EVALUATIONS"]

EVALUATIONS = {each.name: each for each in (WINDOWS, CENTRE, LINES)}
