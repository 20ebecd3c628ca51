"""One side on the start screen: a person, a level, or an agent with its options as fields."""

from collections.abc import Iterator

from textual import on
from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup
from textual.message import Message
from textual.widgets import Input, Label, Select, Static

from fourscore.agents.entry import Entry, Option
from fourscore.agents.levels import find_level, level_table
from fourscore.agents.registry import entries, split_spec
from fourscore.errors import FourscoreError
from fourscore.tui.setup import HUMAN

__all__ = ["Side"]

LEVEL = "level"

NETWORK = ("run", "age")
"""The options that choose a learned network."""


class Side(VerticalGroup):
    """Who plays on this side; its `spec` follows from the fields."""

    DEFAULT_CSS = """
    Side {
        width: 1fr; margin: 0 1; padding: 0 1;
        border: round $hairline; border-title-color: $primary;
        &:focus-within { border: round $primary; }
        .summary { color: $quiet; height: 2; }
        .fields { min-height: 6; }
        .fields Label { width: 11; color: $quiet; }
        .fields Input { width: 1fr; background: $panel; }
        .fields Select { width: 1fr; }
    }
    """

    class Changed(Message):
        """Something else was chosen."""

    def __init__(self, title: str, spec: str, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.border_title = title
        self._who, self._given = _read(spec)

    def compose(self) -> ComposeResult:
        yield Select(
            list(_players()), value=self._who, allow_blank=False, compact=True, classes="who"
        )
        yield Static(classes="summary")
        with VerticalGroup(classes="fields"):
            yield from self._fields()

    def on_mount(self) -> None:
        self._summarise()

    @property
    def entry(self) -> Entry | None:
        """The agent that was chosen, or None for a person."""
        return None if self._who == HUMAN else split_spec(self._who)[0]

    @property
    def spec(self) -> str:
        """What was chosen, written as a spec."""
        if self.entry is None:
            return HUMAN
        parts = [self._who.partition(":")[2]] if self.entry.name == LEVEL else []
        for field in self.query(".field"):
            assert isinstance(field, Input | Select)
            name, value = str(field.name), str(field.value).strip()
            if name == "argument":
                parts.append(value)
            elif name not in self.entry.keys:
                continue  # Of the one chosen before; it is on its way out.
            elif value and value != _default_choice(self.entry.keys[name]):
                parts.append(f"{name}={value}")
        return f"{self.entry.name}:{','.join(parts)}" if parts else self.entry.name

    def _fields(self) -> Iterator[HorizontalGroup]:
        entry = self.entry
        if entry is None:
            return
        if entry.argument and entry.name != LEVEL:
            value = self._given.get("argument", "")
            yield _row(entry.argument.lower(), _input("argument", value, ""))
        for option in entry.keys.values():
            given = self._given.get(option.name, "")
            if option.name in NETWORK and "eval" in entry.keys and not given:
                continue  # They matter to one evaluation of several; a spec can name them.
            field = _field(option, entry, given)
            field.tooltip = option.help
            yield _row(option.name, field)

    @on(Select.Changed, ".who")
    async def _choose(self, message: Select.Changed) -> None:
        message.stop()
        if str(message.value) == self._who:
            return
        self._who, self._given = str(message.value), {}
        fields = self.query_one(".fields")
        await fields.remove_children()
        await fields.mount_all(self._fields())
        self._summarise()
        self.post_message(self.Changed())

    def _summarise(self) -> None:
        words = "at this keyboard"
        if self.entry is not None:
            words = self.entry.summary
            if self.entry.name == LEVEL:
                words = find_level(self._who.partition(":")[2]).words
        self.query_one(".summary", Static).update(words)


def _players() -> Iterator[tuple[str, str]]:
    """Yield everyone who can play, people and levels first."""
    yield "You", HUMAN
    for level in level_table():
        yield f"Level {level.number}", f"{LEVEL}:{level.number}"
    for entry in entries(with_argument=True):
        if entry.name != LEVEL:
            yield entry.label, entry.name


def _read(spec: str) -> tuple[str, dict[str, str]]:
    """Split a spec into the player and the values of the fields."""
    if spec == HUMAN:
        return HUMAN, {}
    try:
        entry, argument, rest = split_spec(spec)
    except FourscoreError:
        return HUMAN, {}
    given = {
        key.strip(): value.strip()
        for key, _, value in (part.partition("=") for part in rest.split(","))
    }
    if entry.name == LEVEL:
        return f"{LEVEL}:{argument}", given
    return entry.name, {**given, "argument": argument}


def _row(label: str, field: Input | Select[str]) -> HorizontalGroup:
    return HorizontalGroup(Label(label), field)


def _input(name: str, value: str, default: str) -> Input:
    return Input(value, placeholder=default, name=name, compact=True, classes="field")


def _field(option: Option, entry: Entry, value: str) -> Input | Select[str]:
    choices = option.choices or (("yes", "no") if option.kind is bool else ())
    if choices:
        default = _default_choice(option)
        options = [(f"{each} (default)" if each == default else each, each) for each in choices]
        chosen = value if value in choices else default
        return Select(
            options,
            value=chosen,
            allow_blank=False,
            name=option.name,
            compact=True,
            classes="field",
        )
    return _input(option.name, value, _default(option, entry))


def _default_choice(option: Option) -> str:
    """Return the choice that need not be written, or nothing where one types."""
    if option.kind is bool:
        return "yes" if option.default else "no"
    return str(option.default) if option.choices else ""


def _default(option: Option, entry: Entry) -> str:
    """Return the value of an empty field."""
    if option.name == "seed":
        return "drawn"
    default = dict(entry.default).get(option.name, option.default)
    return (
        "any" if default is None else f"{default:,}" if isinstance(default, int) else str(default)
    )
