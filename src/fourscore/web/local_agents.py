"""Agents of this machine: specs that run a program, which only its own user may ask for."""

from collections.abc import Iterable

from fourscore.agents import agent
from fourscore.agents.registry import split_spec
from fourscore.errors import InputError, SpecError
from fourscore.web.settings import Settings

__all__ = ["check_agents", "require_own_machine"]


def check_agents(specs: Iterable[str], allowed: bool) -> None:
    """Raise `InputError` for a spec that is wrong, or that runs a program where none may run."""
    for spec in specs:
        if not allowed and split_spec(spec)[0].external:
            raise SpecError(
                f"{spec!r} runs other people's code, which this server does not: use it on the "
                "command line, or start the server with --local-agents"
            )
        agent(spec, external=allowed)


def require_own_machine(settings: Settings) -> None:
    """Raise `InputError` if others could reach a server that runs programs of this machine."""
    if not settings.local_agents:
        return
    others = {
        f"--host {settings.host}": not settings.is_local,
        "--behind-proxy": settings.behind_proxy,
        "--allow-host": bool(settings.allow_hosts),
        "--allow-embed": bool(settings.allow_embeds),
    }
    for option, given in others.items():
        if given:
            raise InputError(
                "--local-agents lets a page run programs of this machine, so nobody else may reach "
                f"it; leave out {option}"
            )
