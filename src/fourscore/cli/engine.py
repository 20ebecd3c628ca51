"""`fourscore engine`: fourscore as an engine behind the line protocol."""

import sys
from typing import Annotated

import typer

__all__ = ["engine"]


def engine(
    agent: Annotated[
        str, typer.Option("--agent", metavar="SPEC", help="Who plays; see fourscore agents.")
    ] = "alphabeta",
    uci: Annotated[
        bool, typer.Option("--uci", help="Speak in the style of UCI instead of fourscore's own.")
    ] = False,
) -> None:
    """Answer the line protocol on standard input and output, for exec: and other programs."""
    from fourscore.agents import agent as make_agent
    from fourscore.agents import engine as runner
    from fourscore.agents.adapters import ProtocolEngine
    from fourscore.agents.uci import serve_uci

    with make_agent(agent) as player:
        lines = runner.lines_of(sys.stdin)
        if uci:
            serve_uci(player, lines, sys.stdout)
        else:
            runner.serve(ProtocolEngine(player), lines, sys.stdout)
