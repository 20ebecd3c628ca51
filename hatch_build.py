"""The build hook: an archive has the pages inside, and a released wheel machine code as well."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent / "src"))
from scripts import frontend, kernels

ROOT = Path(__file__).parent

COMPILE = "FOURSCORE_COMPILE"
"""The variable by which a release asks for machine code, which takes Numba and a linker; it names
the platform. Without it the wheel is for all, and compiles what it needs when that is first used.
"""


class BuildHook(BuildHookInterface[Any]):
    """Build the front end and the kernels before the archive that will carry them."""

    def dependencies(self) -> list[str]:
        """Return Node, if the pages must be built, and Numba, if the kernels must be compiled.

        An editable build asks for them too, though it builds nothing: hatchling does not say here
        which build it is.
        """
        core = self.metadata.core
        wanted = [] if frontend.is_built() else [*core.optional_dependencies["frontend"]]
        if self.target_name == "wheel" and COMPILE in os.environ and not kernels.is_built():
            wanted += [*core.optional_dependencies["compiler"], *core.dependencies]
        return wanted

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build both; an editable install uses what `make` builds."""
        if version == "editable":
            return
        try:
            frontend.build()
        except frontend.FrontEndError as error:
            self.app.abort(f"error: {error}")
        is_there = kernels.LIBRARY.exists() and kernels.is_built()
        if self.target_name == "wheel" and (COMPILE in os.environ or is_there):
            self._compile(build_data)

    def _compile(self, build_data: dict[str, Any]) -> None:
        """Compile the kernels unless they are there, and name the platform they are for."""
        paths = os.pathsep.join((str(ROOT), str(ROOT / "src")))
        platform = os.environ.get(COMPILE, kernels.HOST)
        command = [sys.executable, "-m", "scripts.kernels"]
        if platform != kernels.HOST:
            command.append(platform)
        environment = {**os.environ, "PYTHONPATH": paths}
        if subprocess.run(command, cwd=ROOT, env=environment).returncode:
            self.app.abort("error: the kernels could not be compiled; see the output above.")
        if not kernels.LIBRARY.exists():
            self.app.abort("error: the kernels were compiled, but there is no linker (ld).")
        build_data["artifacts"].append(kernels.LIBRARY.relative_to(ROOT.resolve()).as_posix())
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{kernels.PLATFORMS[platform].tag}"
