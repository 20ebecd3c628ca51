"""A grade in the forms that other graders read.

**Gradescope**: `results.json`, as its documentation of autograders describes it: a score, and
tests with `name`, `score`, `max_score`, `status` and `output`.

**Otter-Grader** (versions 4 to 7): the JSON that `GradingResults.from_ottr_json` reads. There a
test file counts as a whole or not at all, so a criterion that is met in part is written as two of
them: what was earned, which has passed, and what was missed, which has not.
"""

import json
from collections.abc import Iterator
from typing import Any

from fourscore.insight.grading.grading import Grade, Mark

__all__ = ["say_mark", "write_gradescope", "write_otter"]

TOO_MANY = 20
"""Sentences about failures in an export, at most."""


def say_mark(mark: Mark) -> str:
    """Say how a criterion was met: what was reached, and how that becomes points."""
    return f"{mark.share} ({100 * mark.share.value:.1f} %); {mark.criterion.says}"


def write_gradescope(grade: Grade) -> str:
    """Return a grade as Gradescope's results.json."""
    results = {
        "score": grade.points,
        "output": "\n".join([_summary(grade), *_failures(grade), *grade.notes]),
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": [_gradescope_test(mark) for mark in grade.marks],
    }
    return json.dumps(results, indent=2, ensure_ascii=False) + "\n"


def _gradescope_test(mark: Mark) -> dict[str, Any]:
    return {
        "name": mark.criterion.name,
        "score": mark.points,
        "max_score": mark.criterion.points,
        "status": "passed" if mark.points >= mark.criterion.points else "failed",
        "output": say_mark(mark),
        "output_format": "text",
        "visibility": "visible",
    }


def write_otter(grade: Grade) -> str:
    """Return a grade as the JSON from which Otter makes its results."""
    failures = "\n".join(_failures(grade)) or None
    files = [each for mark in grade.marks for each in _otter_files(mark, failures)]
    return json.dumps({"test_file_results": files}, indent=2, ensure_ascii=False) + "\n"


def _otter_files(mark: Mark, failures: str | None) -> Iterator[dict[str, Any]]:
    earned, missed = mark.points, mark.criterion.points - mark.points
    name = mark.criterion.name
    if earned or not missed:
        yield _otter_file(name, earned, say_mark(mark), True)
    if missed:
        says = say_mark(mark) + (f"\n{failures}" if failures else "")
        yield _otter_file(f"{name} (missed)" if earned else name, missed, says, False)


def _otter_file(name: str, points: float, says: str, passed: bool) -> dict[str, Any]:
    case = {
        "name": name,
        "code": "",
        "points": points,
        "hidden": False,
        "success_message": says if passed else None,
        "failure_message": None,
    }
    result = {"passed": passed, "error": None if passed else says, "test_case": case}
    # Otter names the file by what precedes the last dot after the last slash.
    filename = f"{name.replace('/', '-')}.toml"
    return {"filename": filename, "points": None, "test_case_results": [result]}


def _summary(grade: Grade) -> str:
    rubric = grade.plan.rubric
    return f"{rubric.title}: {grade.points:g} of {rubric.points:g} points for {grade.name}."


def _failures(grade: Grade) -> list[str]:
    found = [f"{each}." for each in grade.failures]
    more = len(found) - TOO_MANY
    return found[:TOO_MANY] + ([f"And {more} more."] if more > 0 else [])
