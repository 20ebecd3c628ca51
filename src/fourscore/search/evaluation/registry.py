"""The evaluations by name."""

from fourscore.search.evaluation.lines import LINES
from fourscore.search.evaluation.windows import CENTRE, WINDOWS

__all__ = ["EVALUATIONS"]

EVALUATIONS = {each.name: each for each in (WINDOWS, CENTRE, LINES)}
