"""`make audit`: what is known, and that knowing nothing is not taken for nothing known."""

import json

from scripts.audit import FOUND, NOT_CHECKED, read_npm_audit, read_pip_audit

CLEAN = {"name": "a", "version": "1.0", "vulns": []}
FLAWED = {
    "name": "b",
    "version": "2.0",
    "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["2.1"], "aliases": [], "description": ""}],
}
SKIPPED = {"name": "c", "skip_reason": "Dependency not found on PyPI and could not be audited"}


def pip(*packages: object) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_vulnerabilities_of_python_packages_are_listed() -> None:
    clean = read_pip_audit(pip(CLEAN))
    assert (clean.code, clean.sentence()) == (0, "Python packages: 1 checked, nothing known")
    flawed = read_pip_audit(pip(CLEAN, FLAWED, SKIPPED))
    assert flawed.code == FOUND
    assert flawed.known == ["b 2.0: PYSEC-2026-1, fixed in 2.1"]
    said = "Python packages: 2 checked, 1 known vulnerability; 1 not in the list and not checked"
    assert flawed.sentence() == said


def test_without_a_list_nothing_is_checked() -> None:
    """pip-audit itself then says that no vulnerabilities were found, with exit code 0."""
    found = read_pip_audit(pip(SKIPPED, SKIPPED))
    assert found.code == NOT_CHECKED
    assert found.sentence() == "Python packages: not checked; none of 2 is in the list"
    for text in ("", "no JSON", "[]", '{"message": "405 Method Not Allowed"}'):
        assert read_pip_audit(text).code == read_npm_audit(text).code == NOT_CHECKED
        assert "not checked; npm's list could not" in read_npm_audit(text).sentence()


def test_vulnerabilities_of_npm_packages_are_listed() -> None:
    total = {"dependencies": {"total": 120}}
    flaws = {"vite": {"name": "vite", "severity": "high", "range": "<8.0.1"}}
    flawed = read_npm_audit(json.dumps({"vulnerabilities": flaws, "metadata": total}))
    assert (flawed.code, flawed.known) == (FOUND, ["vite: high, in <8.0.1"])
    assert flawed.sentence() == "npm packages: 120 checked, 1 known vulnerability"
    clean = read_npm_audit(json.dumps({"vulnerabilities": {}, "metadata": total}))
    assert (clean.code, clean.sentence()) == (0, "npm packages: 120 checked, nothing known")
