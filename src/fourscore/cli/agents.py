"""`fourscore agents`: the agents, the levels, and a compliance test."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fourscore.cli.options import AsJson, ShowOutput
from fourscore.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fourscore.agents.entry import Entry, Option

__all__ = ["agents", "app", "check", "levels"]

app = typer.Typer(add_completion=False)
FAILED = 2


@app.callback(invoke_without_command=True)
def agents(context: typer.Context, json: AsJson = False) -> None:
    """List the agents, the keys of their specs, and the rules they play."""
    if context.invoked_subcommand is not None:
        if json:
            name = context.invoked_subcommand
            raise InputError(f"write --json after {name}: fourscore agents {name} … --json")
        return
    from fourscore.agents import entries
    from fourscore.cli import console

    if json:
        from fourscore.schemas.agents import agent_list

        console.print_json(agent_list())
        return
    table = console.quiet_table("agent", "key", ">default", "meaning")
    for count, entry in enumerate(_listed()):
        if count:
            table.add_row()
        title = f"{entry.title}: " if entry.title else ""
        table.add_row(_name(entry), "", "", f"{title}{entry.summary}", style="bold")
        for option in entry.keys.values():
            table.add_row("", option.name, _write(_default(entry, option)), _meaning(option))
        table.add_row("", "plays", "", ", ".join(entry.variants), style="dim")
    console.print_table(table)
    others = ", ".join(
        f"{entry.name}:{entry.argument}" for entry in entries(with_argument=True) if entry.external
    )
    console.output().print(
        "\nWrite an agent as name or name:key=value,key=value, as in alphabeta:depth=6.\n"
        "Levels are written as level:1 to level:10; fourscore agents levels shows them.\n"
        f"Agents of others are written as {others}; the documentation says how."
    )


@app.command()
def check(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="The agent to test.")],
    seconds: Annotated[
        float | None, typer.Option(metavar="S", min=0.001, help="Time for a move.")
    ] = None,
    show_output: ShowOutput = False,
    json: AsJson = False,
) -> None:
    """Test whether an agent complies with the rules; the exit code is 2 if it does not."""
    from rich.text import Text

    from fourscore.agents.output import Output
    from fourscore.arena.check import Verdict
    from fourscore.arena.check import check as findings_of
    from fourscore.cli import console
    from fourscore.runtime.interrupt import iterate_in_thread
    from fourscore.search.types import Limit

    styles = {Verdict.PASS: ("ok  ", "green"), Verdict.FAIL: ("FAIL", "bold red")}
    found = []
    limit = None if seconds is None else Limit(seconds=seconds)
    output = Output.SHOWN if show_output else Output.HIDDEN
    for finding in iterate_in_thread(findings_of(spec, limit, output)):
        found.append(finding)
        if not json:
            mark = styles.get(finding.verdict, ("note", "dim"))
            line = Text.assemble(mark, f"  {finding.name}: {finding.detail}")
            console.output().print(line, soft_wrap=True)
    failures = sum(finding.verdict is Verdict.FAIL for finding in found)
    if json:
        listed = [{"name": f.name, "verdict": f.verdict, "detail": f.detail} for f in found]
        console.print_json({"spec": spec, "complies": not failures, "findings": listed})
    else:
        ending = f"fails in {failures} of {len(found)}" if failures else "complies"
        console.output().print(f"\n{spec} {ending}.", soft_wrap=True)
    if failures:
        raise typer.Exit(FAILED)


@app.command()
def levels(
    variant: Annotated[
        str, typer.Option(metavar="NAME", help="The rules: standard, fill or slip.")
    ] = "standard",
    json: AsJson = False,
) -> None:
    """Show the levels: how each plays, how strong it is, and how long a move takes."""
    from fourscore.agents.levels import level_table, placed_agents, provenance
    from fourscore.cli import console
    from fourscore.core.variants import variant as find_variant
    from fourscore.search.words import say_duration

    rules = find_variant(variant).name
    if json:
        from fourscore.schemas.agents import level_table_view

        console.print_json(level_table_view(rules))
        return
    drawn = console.quiet_table(
        ">level", "plays like", ">Elo", ">step", ">95 %", ">against the one below", ">time a move"
    )
    for level in level_table(rules):
        step = ("", "", "")
        if level.share_below is not None:
            step = (f"{level.step:+.0f}", f"{level.step_low:.0f} to {level.step_high:.0f}",
                    f"{100 * level.share_below:.1f} %")  # fmt: skip
        time = say_duration(level.seconds)
        drawn.add_row(str(level.number), level.words, f"{level.elo:.0f}", *step, time)
    console.print_table(drawn)
    if others := placed_agents(rules):
        drawn = console.quiet_table("agent", ">Elo", ">95 %", ">games")
        for each in others:
            interval = f"{each.low:.0f} to {each.high:.0f}"
            drawn.add_row(each.spec, f"{each.elo:.0f}", interval, f"{each.games:,}")
        console.output().print()
        console.print_table(drawn)
    console.output().print(f"\n{_say_source(provenance(rules), rules)}", soft_wrap=True)


def _say_source(source: "Mapping[str, Any]", rules: str) -> str:
    if not source:
        return "These levels have not been measured yet."
    return (
        f"Write an agent as level:N. Elo is counted from level 1, for {rules} rules on 7x6.\n"
        f"Measured in {source['games']:,} games by {source['command']}."
    )


def _listed() -> "list[Entry]":
    """Return the agents that have names: fourscore's own, and those of installed packages."""
    from fourscore.agents import entries

    return [entry for entry in entries(with_argument=True) if not entry.external]


def _name(entry: "Entry") -> str:
    return f"{entry.name}:{entry.argument}" if entry.argument else entry.name


def _default(entry: "Entry", option: "Option") -> Any:
    return dict(entry.default).get(option.name, option.default)


def _write(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "", True: "yes", False: "no"}[value]
    return f"{value:,}" if isinstance(value, int) else str(value)


def _meaning(option: "Option") -> str:
    choices = option.choices or (("yes", "no") if option.kind is bool else ())
    *most, last = choices or ("",)
    return f"{option.help}: {', '.join(most)} or {last}" if choices else option.help
