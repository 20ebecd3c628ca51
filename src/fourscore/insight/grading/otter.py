"""A plugin of Otter-Grader that grades a submitted agent and adds its criteria to the results.

Named in Otter's `otter_config.json`; its key `options` has more options of `fourscore grade`:

    {
      "plugins": [
        {"fourscore.insight.grading.otter.FourscorePlugin": {"options": ["--games", "20"]}}
      ]
    }
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    _Plugin: Any = object
else:
    try:
        from otter.plugins import AbstractOtterPlugin as _Plugin
    except ImportError:  # it is only used where Otter is
        _Plugin = object

__all__ = ["FourscorePlugin"]


class FourscorePlugin(_Plugin):  # type: ignore[misc]
    """Runs `fourscore grade` on the submission, after Otter's own tests."""

    def after_grading(self, results: Any) -> None:
        """Add a test for each criterion to Otter's results."""
        from otter.test_files import GradingResults  # type: ignore[import-not-found]

        with TemporaryDirectory() as folder:
            path = Path(folder) / "grade.json"
            command = ["grade", self.submission_path, "--otter", str(path)]
            command += self.plugin_config.get("options", [])
            subprocess.run([sys.executable, "-m", "fourscore", *command], check=True)
            graded = GradingResults.from_ottr_json(path.read_text(encoding="utf-8"))
        results.results.update(graded.results)
