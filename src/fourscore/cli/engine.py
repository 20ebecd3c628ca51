"""`fourscore engine`: fourscore as an engine behind the line protocol."""

import sys
from typing import Annotated

import typer

__all__ = ["engine"]


def engine(
    agent: Annotated[
        str, typer.Option("--agent", metavar="SPEC", help="Who plays; see fourscore agents.")
    ] = "alphabeta",
) -> None:
    """Answer the line protocol on standard input and output, for exec: and other programs."""
    from fourscore.agents import agent as make_agent
    from fourscore.agents import engine as runner
    from fourscore.agents.adapters import ProtocolEngine

    with make_agent(agent) as player:
        runner.serve(ProtocolEngine(player), runner.lines_of(sys.stdin), sys.stdout)
