"""The build hook: a wheel and an sdist have the pages inside."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from scripts import frontend


class FrontEndHook(BuildHookInterface[Any]):
    """Build the front end before the archive that will carry it."""

    def dependencies(self) -> list[str]:
        """Return Node, if the pages must be built: those of an sdist are there.

        An editable build asks for it too, though it builds no pages: hatchling does not say here
        which build it is.
        """
        return [] if frontend.is_built() else self.metadata.core.optional_dependencies["frontend"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the pages; an editable install serves those that `make web` builds."""
        if version == "editable":
            return
        try:
            frontend.build()
        except frontend.FrontEndError as error:
            self.app.abort(f"error: {error}")
