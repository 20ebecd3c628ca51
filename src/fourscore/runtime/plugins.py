"""Plugins: what other packages on this machine offer by entry points.

A package names what it offers in its `pyproject.toml`:

    [project.entry-points."fourscore.agents"]
    centre = "my_package.agents:centre"

Finding plugins reads the packages' metadata only; their code is imported when one is loaded.
"""

import sys
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["Plugin", "PluginError", "PluginWarning", "find_plugins", "warn_of_plugin"]

Read = TypeVar("Read")


class PluginError(Exception):
    """A plugin cannot be used; the message says which and why."""


class PluginWarning(UserWarning):
    """A plugin cannot be used, and is left out."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """Something that a package offers under a name."""

    name: str
    package: str
    _point: "EntryPoint" = field(repr=False)

    def read(self, reader: Callable[[Any], Read]) -> Read:
        """Import what the plugin offers and return what `reader` makes of it.

        Raises `PluginError` if either fails, whatever the reason is. What it prints meanwhile goes
        to standard error, because others may read what fourscore prints.
        """
        try:
            with redirect_stdout(sys.stderr):
                return reader(self._point.load())
        except (Exception, SystemExit) as error:
            why = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
            raise PluginError(f"{self} cannot be loaded: {why}") from error

    def __str__(self) -> str:
        return f"the plugin {self.name!r} of the package {self.package!r}"


@cache
def find_plugins(group: str) -> dict[str, Plugin]:
    """Return the plugins of a group by name; of several with one name, the first.

    >>> find_plugins("fourscore.nothing")
    {}
    """
    from importlib.metadata import entry_points

    found: dict[str, Plugin] = {}
    for point in entry_points(group=group):
        package = point.dist.name if point.dist is not None else "unknown"
        plugin = Plugin(point.name, package, point)
        known = found.setdefault(point.name, plugin)
        if known.package != package:
            warn_of_plugin(f"{plugin} is not used: {known.package!r} offers the same name")
    return found


def warn_of_plugin(sentence: str) -> None:
    """Say that a plugin is left out, and why."""
    warnings.warn(sentence, PluginWarning, stacklevel=3)
