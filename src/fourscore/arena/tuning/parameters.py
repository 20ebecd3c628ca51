"""The numbers to be tuned: keys of an agent's spec, each with its range.

They are written as "c=0.5..3,playouts=100..400". A weight of an evaluation is a key in a key:
"weights.threes=0..100" stands for "weights=threes:…".
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fourscore.agents.factory import AgentFactory
from fourscore.agents.registry import split_spec
from fourscore.agents.specs import nearest
from fourscore.errors import InputError, SpecError

__all__ = ["Parameter", "parse_parameters", "spec_with"]

RANGE = re.compile(r"([\w.]+)=(-?[\d.]+)\.\.(-?[\d.]+)")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number of an agent's spec, and the range in which it is tuned."""

    name: str
    low: float
    high: float
    whole: bool
    start: float

    def at(self, share: float) -> float:
        """Return the value at a share of the range, from 0 to 1; whole numbers are rounded.

        >>> Parameter("depth", 2, 6, True, 4).at(0.4)
        4
        """
        value = self.low + min(max(share, 0.0), 1.0) * (self.high - self.low)
        return round(value) if self.whole else float(f"{value:.4g}")

    @property
    def start_share(self) -> float:
        """Where in the range it starts."""
        return (self.start - self.low) / (self.high - self.low)


def parse_parameters(text: str, spec: str) -> tuple[Parameter, ...]:
    """Read what is to be tuned of an agent. Raises `InputError` if it cannot be.

    >>> parse_parameters("c=0.5..3", "mcts:playouts=100")
    (Parameter(name='c', low=0.5, high=3.0, whole=False, start=1.4),)
    """
    AgentFactory(spec)
    found = [_parse(part.strip(), spec) for part in text.split(",") if part.strip()]
    if not found:
        raise InputError("say what is to be tuned, as in --params c=0.5..3")
    names = [each.name for each in found]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{text!r}: {name} is named twice")
    for ends in ([each.low for each in found], [each.high for each in found]):
        AgentFactory(spec_with(spec, found, ends))
    return tuple(found)


def _parse(part: str, spec: str) -> Parameter:
    match = RANGE.fullmatch(part)
    try:
        name, low, high = (match[1], float(match[2]), float(match[3])) if match else ("", 0.0, 0.0)
    except ValueError:
        match = None
    if match is None:
        raise InputError(f"{part!r} is not a name and a range, such as c=0.5..3")
    if not low < high:
        raise InputError(f"{part!r}: the range has nothing in it")
    start, whole = _start(name, spec)
    if not low <= start <= high:
        raise InputError(
            f"{part!r}: the agent's own {name} is {start:g}, which is not in the range"
        )
    return Parameter(name, low, high, whole, start)


def _start(name: str, spec: str) -> tuple[float, bool]:
    """Return the agent's own value of a parameter, and whether it is a whole number."""
    entry, _, options = split_spec(spec)
    key, _, inner = name.partition(".")
    option = entry.keys.get(key)
    if option is None or (option.kind is not str) == bool(inner):
        numbers = [each.name for each in entry.keys.values() if each.kind in (int, float)]
        numbers += ["weights.threes and so on"] if "weights" in entry.keys else []
        hint = nearest(name, numbers, f"The numbers of {entry.name}")
        raise SpecError(f"{entry.name} has no number {name!r}{hint}")
    given = _options(options)
    if inner:
        return _start_weight(inner, given), True
    own = given.get(key, dict(entry.default).get(key, option.default))
    if own is None:
        raise InputError(f"write the agent with its own {key} to start from, as in {key}=…")
    return float(own), option.kind is int


def _start_weight(name: str, given: Mapping[str, str]) -> float:
    from fourscore.search.evaluation.registry import find_evaluation
    from fourscore.search.evaluation.windows import WEIGHTS, reweighted

    evaluation = find_evaluation(given.get("eval", "windows"))
    text = given.get("weights")
    weights = reweighted(evaluation, text or f"{name}:0").weights(None)  # type: ignore[arg-type]
    field, place = WEIGHTS[name]
    if text is None:
        weights = evaluation.weights(None)  # type: ignore[arg-type]
    whole = getattr(weights, field)
    return float(whole if place is None else whole[place])


def spec_with(spec: str, parameters: Sequence[Parameter], values: Sequence[float]) -> str:
    """Return a spec with other numbers.

    >>> c = Parameter("c", 0.5, 3, False, 1.4)
    >>> spec_with("mcts:playouts=100", [c], [2.0])
    'mcts:playouts=100,c=2.0'
    """
    entry, argument, options = split_spec(spec)
    given = _options(options)
    for parameter, value in zip(parameters, values, strict=True):
        key, _, inner = parameter.name.partition(".")
        written = f"{int(value)}" if parameter.whole else f"{value}"
        if inner:
            parts = dict(part.split(":") for part in given.get(key, "").split("/") if part)
            parts[inner] = written
            written = "/".join(f"{name}:{amount}" for name, amount in parts.items())
        given[key] = written
    parts_of_spec = [argument] if argument else []
    parts_of_spec += [f"{key}={value}" for key, value in given.items()]
    return AgentFactory(f"{entry.name}:{','.join(parts_of_spec)}").spec


def _options(text: str) -> dict[str, str]:
    pairs = (part.split("=", 1) for part in text.split(",") if part.strip())
    return {key.strip(): value.strip() for key, value in pairs}
