"""Look up what is installed in the lists of known vulnerabilities.

python -m scripts.audit     what pip-audit says of the Python packages, and npm of the front end's

Exit code 0 if none has a known vulnerability, 1 if one has, and 3 if the lists could not be
downloaded or do not have all packages.
"""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOUND, NOT_CHECKED = 1, 3
SECONDS = 300


@dataclass(frozen=True)
class Audit:
    """What is known about the packages of one kind."""

    kind: str
    known: list[str] = field(default_factory=list)
    """One line for each vulnerability."""
    checked: int = 0
    unchecked: int = 0
    why: str = ""
    """Why nothing could be checked."""

    @property
    def code(self) -> int:
        if self.known:
            return FOUND
        return NOT_CHECKED if self.why or self.unchecked else 0

    def sentence(self) -> str:
        """Say what came out."""
        if self.why:
            return f"{self.kind}: not checked; {self.why}"
        if not self.checked and self.unchecked:
            return f"{self.kind}: not checked; none of {self.unchecked} is in the list"
        found = "1 known vulnerability" if len(self.known) == 1 else f"{len(self.known)} known"
        said = f"{self.kind}: {self.checked} checked, {found if self.known else 'nothing known'}"
        left = f"; {self.unchecked} not in the list and not checked" if self.unchecked else ""
        return said + left


def read_pip_audit(text: str) -> Audit:
    """Read what pip-audit prints. Where it reaches no list it finds no fault: that is no result."""
    kind = "Python packages"
    document = _read(text)
    if document is None or "dependencies" not in document:
        return Audit(kind, why="PyPI's list could not be downloaded")
    packages = document["dependencies"]
    skipped = [each for each in packages if "skip_reason" in each]
    known = [
        f"{each['name']} {each['version']}: {flaw['id']}, fixed in "
        f"{', '.join(flaw['fix_versions']) or 'no version yet'}"
        for each in packages
        for flaw in each.get("vulns", [])
    ]
    return Audit(kind, known, len(packages) - len(skipped), len(skipped))


def read_npm_audit(text: str) -> Audit:
    """Read what `npm audit --json` prints."""
    kind = "npm packages"
    document = _read(text)
    if document is None or "vulnerabilities" not in document:
        return Audit(kind, why="npm's list could not be downloaded")
    known = [
        f"{name}: {flaw['severity']}, in {flaw['range']}"
        for name, flaw in document["vulnerabilities"].items()
    ]
    return Audit(kind, known, document["metadata"]["dependencies"]["total"])


def _read(text: str) -> dict[str, Any] | None:
    try:
        document = json.loads(text)
    except ValueError:
        return None
    return document if isinstance(document, dict) else None


def _run(*command: str, folder: Path = ROOT) -> str:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def main() -> int:
    """Print a sentence for each kind of package and a line for each vulnerability."""
    pip = (sys.executable, "-m", "pip_audit", "--skip-editable", "--progress-spinner", "off")
    audits = [
        read_pip_audit(_run(*pip, "--timeout", "15", "--format", "json")),
        read_npm_audit(_run("npm", "audit", "--json", folder=ROOT / "web")),
    ]
    for audit in audits:
        print(audit.sentence())
        for line in audit.known:
            print(f"    {line}")
    codes = [audit.code for audit in audits]
    return FOUND if FOUND in codes else max(codes)


if __name__ == "__main__":
    sys.exit(main())
