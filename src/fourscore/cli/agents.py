"""`fourscore agents`: who there is to play, and which keys a spec may set."""

from typing import TYPE_CHECKING, Any

from fourscore.cli.options import AsJson

if TYPE_CHECKING:
    from fourscore.agents.registry import Entry, Option

__all__ = ["agents"]


def agents(json: AsJson = False) -> None:
    """List the agents, the keys of their specs, and the rules they play."""
    from fourscore.agents import entries
    from fourscore.cli import console

    if json:
        console.print_json([_as_dict(entry) for entry in entries()])
        return
    table = console.quiet_table("agent", "key", ">usual", "meaning")
    for count, entry in enumerate(entries()):
        if count:
            table.add_row()
        table.add_row(entry.name, "", "", entry.summary, style="bold")
        for option in entry.keys.values():
            table.add_row("", option.name, _write(_usual(entry, option)), _meaning(option))
        table.add_row("", "plays", "", ", ".join(entry.variants), style="dim")
    console.print_table(table)
    console.output().print(
        "\nWrite an agent as name or name:key=value,key=value, as in alphabeta:depth=6."
    )


def _usual(entry: "Entry", option: "Option") -> Any:
    return dict(entry.default).get(option.name, option.default)


def _write(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "", True: "yes", False: "no"}[value]
    return f"{value:,}" if isinstance(value, int) else str(value)


def _meaning(option: "Option") -> str:
    choices = option.choices or (("yes", "no") if option.kind is bool else ())
    *most, last = choices or ("",)
    return f"{option.help}: {', '.join(most)} or {last}" if choices else option.help


def _as_dict(entry: "Entry") -> dict[str, Any]:
    keys = {
        option.name: {
            "default": _usual(entry, option),
            "help": option.help,
            "kind": option.kind.__name__,
            "choices": list(option.choices),
        }
        for option in entry.keys.values()
    }
    return {
        "name": entry.name,
        "summary": entry.summary,
        "keys": keys,
        "variants": list(entry.variants),
    }
