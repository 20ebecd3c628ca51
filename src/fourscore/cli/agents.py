"""`fourscore agents`: who there is to play, which keys a spec may set, and a compliance test."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fourscore.cli.options import AsJson

if TYPE_CHECKING:
    from fourscore.agents.registry import Entry, Option

__all__ = ["agents", "app", "check"]

app = typer.Typer()
FAILED = 2


@app.callback(invoke_without_command=True)
def agents(context: typer.Context, json: AsJson = False) -> None:
    """List the agents, the keys of their specs, and the rules they play."""
    from fourscore.agents import entries
    from fourscore.cli import console

    if context.invoked_subcommand is not None:
        return
    if json:
        console.print_json([_as_dict(entry) for entry in _own()])
        return
    table = console.quiet_table("agent", "key", ">usual", "meaning")
    for count, entry in enumerate(_own()):
        if count:
            table.add_row()
        table.add_row(_name(entry), "", "", entry.summary, style="bold")
        for option in entry.keys.values():
            table.add_row("", option.name, _write(_usual(entry, option)), _meaning(option))
        table.add_row("", "plays", "", ", ".join(entry.variants), style="dim")
    console.print_table(table)
    others = ", ".join(
        f"{entry.name}:{entry.argument}" for entry in entries(with_argument=True) if entry.external
    )
    console.output().print(
        "\nWrite an agent as name or name:key=value,key=value, as in alphabeta:depth=6.\n"
        f"Agents of others are written as {others}; docs/agents.md says how."
    )


@app.command()
def check(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="The agent to try out.")],
    seconds: Annotated[
        float | None, typer.Option(metavar="S", min=0.001, help="Time for a move.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Try an agent out and say what is wrong with it; the exit code is 2 if anything is."""
    from rich.text import Text

    from fourscore.arena.check import Verdict
    from fourscore.arena.check import check as findings_of
    from fourscore.cli import background, console
    from fourscore.search.types import Limit

    styles = {Verdict.PASS: ("ok  ", "green"), Verdict.FAIL: ("FAIL", "bold red")}
    found = []
    limit = None if seconds is None else Limit(seconds=seconds)
    for finding in background.iterate(findings_of(spec, limit)):
        found.append(finding)
        if not json:
            mark = styles.get(finding.verdict, ("note", "dim"))
            said = Text.assemble(mark, f"  {finding.name}: {finding.detail}")
            console.output().print(said, soft_wrap=True)
    failures = sum(finding.verdict is Verdict.FAIL for finding in found)
    if json:
        listed = [{"name": f.name, "verdict": f.verdict, "detail": f.detail} for f in found]
        console.print_json({"spec": spec, "complies": not failures, "findings": listed})
    else:
        ending = f"fails in {failures} of {len(found)}" if failures else "complies"
        console.output().print(f"\n{spec} {ending}.", soft_wrap=True)
    if failures:
        raise typer.Exit(FAILED)


def _own() -> "list[Entry]":
    """Give fourscore's own agents."""
    from fourscore.agents import entries

    return [entry for entry in entries(with_argument=True) if not entry.external]


def _name(entry: "Entry") -> str:
    return f"{entry.name}:{entry.argument}" if entry.argument else entry.name


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
        "argument": entry.argument,
        "summary": entry.summary,
        "keys": keys,
        "variants": list(entry.variants),
    }
