"""Rubrics: what an agent gets points for, read from a TOML file.

`rubric.toml`, the rubric that comes with fourscore, explains every key. A mistake is named with
the file and the line that it is in.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from itertools import pairwise
from math import floor, isfinite
from pathlib import Path
from typing import Any, NoReturn

from fourscore.agents.specs import nearest
from fourscore.core.reader import read_file
from fourscore.errors import InputError
from fourscore.insight.grading.submission import Limits
from fourscore.insight.truth.suites import CLASSES

__all__ = ["Criterion", "Measure", "Rubric", "example_rubric", "read_rubric"]

MEASURES = ("legal", "kept", "best", "score")
SCALES = ("at_least", "linear", "steps")
CRITERION_KEYS = ("name", "points", "measure", "class", "against", *SCALES)
LIMIT_KEYS = ("seconds", "memory")
TOP_KEYS = ("title", "round_to", "limits", "criterion")
Points = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured: a name, and the positions or games that it is restricted to."""

    name: str
    """"legal", "kept", "best" or "score"."""
    kind: str = ""
    """The class of positions, or all of them."""
    against: str = ""
    """The opponent, or all of them."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """What points are given for, and how a measure becomes points."""

    name: str
    points: float
    """The most there are."""
    measure: Measure
    scale: Points
    """Returns the points, not rounded yet, for a measure from 0 to 1."""
    says: str
    """How the measure becomes points, in words."""


@dataclass(frozen=True, slots=True)
class Rubric:
    """Criteria, the limits of a move, and how points are rounded."""

    title: str
    criteria: tuple[Criterion, ...]
    limits: Limits
    round_to: float = 0.5

    @property
    def points(self) -> float:
        """The most points there are."""
        return sum(each.points for each in self.criteria)

    @property
    def opponents(self) -> tuple[str, ...]:
        """The opponents that criteria name, each once."""
        named = (each.measure.against for each in self.criteria if each.measure.against)
        return tuple(dict.fromkeys(named))

    def round(self, points: float) -> float:
        """Round points, a half upwards."""
        if not self.round_to:
            return points
        # A hair more, so that what is a half but for the last bit counts as one.
        return floor(points / self.round_to + 0.5 + 1e-9) * self.round_to


def example_rubric() -> str:
    """Return the text of the rubric that comes with fourscore."""
    return files("fourscore.insight.grading").joinpath("rubric.toml").read_text(encoding="utf-8")


def read_rubric(path: Path | None = None) -> Rubric:
    """Read a rubric, by default the one that comes with fourscore.

    Raises `InputError` that names the line of a mistake.
    """
    text = example_rubric() if path is None else read_file(path)
    return _Reader(text, "rubric.toml" if path is None else str(path)).read()


class _Reader:
    """Reads one rubric, and knows the lines of its keys."""

    def __init__(self, text: str, file: str) -> None:
        self._text, self._file = text, file

    def read(self) -> Rubric:
        try:
            table = tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{self._file}: {error}") from None
        self._check_keys(table, TOP_KEYS, "a rubric", None)
        listed = table.get("criterion", [])
        if not isinstance(listed, list) or not listed:
            self._fail("there are no criteria; write each below a line [[criterion]]")
        criteria = tuple(self._criterion(each, place) for place, each in enumerate(listed))
        self._check_names(criteria)
        title = table.get("title", "Connect Four agent")
        if not isinstance(title, str) or not title.strip():
            self._fail("title must be a text", "title", None)
        round_to = self._number(table, "round_to", None, 0.5, least=0)
        return Rubric(title, criteria, self._limits(table), round_to)

    def _limits(self, table: Mapping[str, Any]) -> Limits:
        given = table.get("limits", {})
        if not isinstance(given, dict):
            self._fail("limits must be a table: a line [limits], and the limits below it", "limits")
        self._check_keys(given, LIMIT_KEYS, "limits", "limits")
        usual = Limits()
        seconds = self._number(given, "seconds", "limits", usual.seconds, least=0.001)
        memory = self._number(given, "memory", "limits", usual.memory, least=0)
        return Limits(seconds, int(memory))

    def _criterion(self, given: Any, place: int) -> Criterion:
        if not isinstance(given, dict):
            self._fail("a criterion must be a table, below a line [[criterion]]", "criterion")
        self._check_keys(given, CRITERION_KEYS, "a criterion", place)
        for key in ("name", "points", "measure"):
            if key not in given:
                self._fail(f"this criterion has no {key}", "[[criterion]]", place)
        name = given["name"]
        if not isinstance(name, str) or not name.strip():
            self._fail("name must be a text", "name", place)
        points = self._number(given, "points", place, 0, least=0)
        scale, says = self._scale(given, points, place)
        return Criterion(name.strip(), points, self._measure(given, place), scale, says)

    def _measure(self, given: Mapping[str, Any], place: int) -> Measure:
        name = given["measure"]
        if name not in MEASURES:
            self._fail(
                f"there is no measure {name!r}{nearest(str(name), MEASURES, 'The measures')}",
                "measure",
                place,
            )
        for key, fits in (("class", ("kept", "best")), ("against", ("score",))):
            if key in given and name not in fits:
                self._fail(f"{key} goes with {' and '.join(fits)}, not with {name}", key, place)
        kind, against = given.get("class", ""), given.get("against", "")
        if kind and kind not in CLASSES:
            self._fail(f"there is no class {kind!r}{nearest(str(kind), CLASSES, 'The classes')}",
                       "class", place)  # fmt: skip
        if not isinstance(against, str):
            self._fail("against must be an agent's spec, such as level:3", "against", place)
        return Measure(name, kind, against)

    # Scales

    def _scale(self, given: Mapping[str, Any], points: float, place: int) -> tuple[Points, str]:
        scales = [key for key in SCALES if key in given]
        if len(scales) != 1:
            listed = "one of at_least, linear and steps"
            found = f"has {' and '.join(scales)}" if scales else "says nothing of its points"
            self._fail(f"this criterion {found}; write {listed}", (scales or [""])[-1], place)
        makers = {"at_least": self._at_least, "linear": self._linear, "steps": self._steps}
        return makers[scales[0]](given, points, place)

    def _at_least(self, given: Mapping[str, Any], points: float, place: int) -> tuple[Points, str]:
        least = self._number(given, "at_least", place, 0, least=0, most=1)
        return partial(_stepwise, ((least, points),)), f"all from {_percent(least)}"

    def _linear(self, given: Mapping[str, Any], points: float, place: int) -> tuple[Points, str]:
        ends = given["linear"]
        if not _is_pair(ends) or not 0 <= ends[0] < ends[1] <= 1:
            self._fail("linear must be two numbers from 0 to 1, the smaller one first, as in "
                       "[0.5, 0.9]", "linear", place)  # fmt: skip
        low, high = map(float, ends)
        scale = partial(_proportional, low, high, points)
        return scale, f"none up to {_percent(low)}, all from {_percent(high)}"

    def _steps(self, given: Mapping[str, Any], points: float, place: int) -> tuple[Points, str]:
        steps = given["steps"]
        if not isinstance(steps, list) or not steps or not all(map(_is_pair, steps)):
            self._fail("steps must be pairs of a share and points, as in [[0.5, 10], [0.8, 20]]",
                       "steps", place)  # fmt: skip
        pairs = [(float(share), float(amount)) for share, amount in steps]
        if any(not 0 <= share <= 1 for share, _ in pairs):
            self._fail("the shares in steps must be from 0 to 1", "steps", place)
        if any(one[0] >= two[0] or one[1] > two[1] for one, two in pairwise(pairs)):
            self._fail("the steps must ascend, in share and in points", "steps", place)
        if pairs[-1][1] != points or pairs[0][1] < 0:
            self._fail(f"the last step must give all {points:g} points, not {pairs[-1][1]:g}",
                       "steps", place)  # fmt: skip
        words = ", ".join(f"{amount:g} from {_percent(share)}" for share, amount in pairs)
        return partial(_stepwise, tuple(pairs)), words

    # Checks

    def _check_names(self, criteria: tuple[Criterion, ...]) -> None:
        seen = set[str]()
        for place, each in enumerate(criteria):
            if each.name in seen:
                self._fail(f"there are two criteria {each.name!r}", "name", place)
            seen.add(each.name)
        if not sum(each.points for each in criteria):
            self._fail("no criterion gives any points")

    def _check_keys(
        self, table: Mapping[str, Any], known: tuple[str, ...], what: str, place: int | str | None
    ) -> None:
        for key in table:
            if key not in known:
                self._fail(
                    f"{what} has no key {key!r}{nearest(key, known, 'The keys')}", key, place
                )

    def _number(
        self,
        table: Mapping[str, Any],
        key: str,
        place: int | str | None,
        default: float,
        *,
        least: float,
        most: float | None = None,
    ) -> float:
        value = table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            self._fail(f"{key} must be a number, not {value!r}", key, place)
        if value < least or (most is not None and value > most):
            bounds = f"from {least:g} to {most:g}" if most is not None else f"at least {least:g}"
            self._fail(f"{key} must be {bounds}, not {value:g}", key, place)
        return float(value)

    def _fail(self, sentence: str, key: str = "", place: int | str | None = None) -> NoReturn:
        line = self._line_of(key, place)
        raise InputError(f"{self._file}{f', line {line}' if line else ''}: {sentence}")

    def _line_of(self, key: str, place: int | str | None) -> int | None:
        """Return the line of a key: in a criterion by its number, in a table, or at the top."""
        seen, table = -1, None
        first_of_criterion = None
        for number, line in enumerate(self._text.splitlines(), start=1):
            if header := re.match(r"\s*\[\[?\s*([\w.\"' -]+?)\s*\]\]?", line):
                seen += header[1] == "criterion"
                table = header[1]
                if table == "criterion" and seen == place:
                    first_of_criterion = number
            here = seen if table == "criterion" else table
            named = re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line) if key else None
            if named and here == place:
                return number
            if header and key in (header[1], line.strip()) and (here == place or place is None):
                return number
        return first_of_criterion


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(each, int | float) and not isinstance(each, bool) for each in value)
    )


def _proportional(low: float, high: float, points: float, share: float) -> float:
    return points * min(1.0, max(0.0, (share - low) / (high - low)))


def _stepwise(steps: tuple[tuple[float, float], ...], share: float) -> float:
    # A hair less, so that 0.1 + 0.2 reaches 0.3.
    return max((amount for least, amount in steps if share >= least - 1e-12), default=0.0)


def _percent(share: float) -> str:
    return f"{100 * share:.4g} %"
