"""Groups of commands whose first argument need not be the name of one."""

from typing import Any

from typer.core import TyperGroup

__all__ = ["DefaultGroup"]


class DefaultGroup(TyperGroup):
    """Runs the command `run` unless another one is named, so that its arguments come at once."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `run` before arguments that begin with anything but a command."""
        if args and args[0] not in self.commands and args[0] not in ("--help", "-h"):
            args = ["run", *args]
        return super().parse_args(ctx, args)
