"""Ctrl-C while a solver prepares for a size: the next question is answered all the same."""

import sys
from types import FrameType
from typing import Any

import pytest

import fourscore as fs
from fourscore.solver.engine import Engine
from fourscore.solver.table import Table

PREPARING = {Engine._open.__code__, Table.prepare.__code__, Table.clear.__code__}
SMALL, USUAL = fs.Position("112", size=(4, 4)), fs.Position("21366254327115")


class Interruption:
    """Raises KeyboardInterrupt at one line of what prepares a solver."""

    def __init__(self, line: int) -> None:
        self.remaining = line

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code not in PREPARING:
            return None
        if event == "line":
            self.remaining -= 1
            if self.remaining == 0:
                raise KeyboardInterrupt
        return self


@pytest.mark.parametrize("before", [None, SMALL])
def test_an_interrupted_start_does_no_harm(before: fs.Position | None) -> None:
    line = 0
    while True:
        line += 1
        solver = fs.Solver(megabytes=1, threads=1)
        if before is not None:
            solver.solve(before)
        usual, interruption = sys.gettrace(), Interruption(line)
        sys.settrace(interruption)
        try:
            solver.solve(USUAL)
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(usual)
        assert (solver.solve(USUAL), solver.solve(SMALL)) == (6, fs.solve(SMALL))
        if interruption.remaining > 0:
            break
    assert line > 15
