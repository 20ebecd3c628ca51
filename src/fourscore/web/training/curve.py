"""The learning curve of a run, read from its file as it grows."""

import json
from pathlib import Path
from typing import Any

from fourscore.learn.run import CURVE
from fourscore.web.training.schemas import CurvePointView, MeasureView

__all__ = ["Curve"]

MAX_POINTS = 120
"""Points that are shown at most."""


class Curve:
    """The points of a run, which its own process writes."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / CURVE
        self._offset = 0
        """Bytes that have been read,"""
        self._file = 0
        """and of which file: one that goes on from an earlier state replaces it."""
        self._points: list[CurvePointView] = []

    def points(self) -> list[CurvePointView]:
        """Return the points there are now, some left out if there are many."""
        self._read()
        return thinned(self._points)

    def _read(self) -> None:
        """Read the lines that are new; all of them if the file was replaced or cut short."""
        try:
            status = self._path.stat()
            if status.st_ino != self._file or status.st_size < self._offset:
                self._points, self._offset, self._file = [], 0, status.st_ino
            if status.st_size == self._offset:
                return
            with self._path.open("rb") as file:
                file.seek(self._offset)
                lines = file.read()
        except OSError:
            self._points, self._offset = [], 0
            return
        whole = lines[: lines.rfind(b"\n") + 1]
        self._offset += len(whole)
        found = (_read_point(line) for line in whole.splitlines())
        self._points += [point for point in found if point is not None]


def thinned(points: list[CurvePointView]) -> list[CurvePointView]:
    """Leave points out until there are few enough: the later ones first, as they lie close.

    The chart has a logarithmic scale, so the distances that count are ratios.
    """
    if len(points) <= MAX_POINTS:
        return points
    ratio = 1.0
    kept = points
    while len(kept) > MAX_POINTS:
        ratio += 0.01
        kept = points[:1]
        for point in points[1:]:
            if point.seconds >= kept[-1].seconds * ratio:
                kept.append(point)
    return kept if kept[-1] is points[-1] else [*kept[:-1], points[-1]]


def _read_point(line: bytes) -> CurvePointView | None:
    """Return a point, or None if a line is none."""
    try:
        content = json.loads(line)
        classes = {str(name): _measure(each) for name, each in content["classes"].items()}
        return CurvePointView(
            games=content["games"], seconds=round(content["seconds"], 2), classes=classes
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _measure(content: dict[str, Any]) -> MeasureView:
    shares = {name: round(content[name], 4) for name in ("kept", "low", "high", "best")}
    return MeasureView(**shares, count=content["count"])
