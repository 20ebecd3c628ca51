"""Ctrl-C in a program that uses the library: a real signal to a real process."""

import os
import signal
import subprocess
import sys

import pytest

PROGRAM = """
import sys
import fourscore
from fourscore import Limit, Position

fourscore.register_evaluation("slow", lambda position: 1)
spec, limit = sys.argv[1], Limit(depth=42, nodes=10**12, playouts=10**9)
thinker = fourscore.agent(spec)
thinker.choose(Position.empty(), Limit(depth=1, nodes=10, playouts=1))
try:
    print("thinking", flush=True)
    print(thinker.choose(Position.empty(), limit))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


SOLVING = """
from fourscore import Position, Solver

solver = Solver(threads=1)
solver.warm(Position(size=(8, 6)))
try:
    print("thinking", flush=True)
    print(solver.solve_many([Position(size=(8, 6))]))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    "spec",
    [
        "minimax",
        "alphabeta:eval=lines",
        "alphabeta:eval=slow",
        "deepening",
        "expectiminimax",
        "mcts",
        "perfect:book=no",
    ],
)
def test_control_c_stops_a_search(spec: str) -> None:
    _interrupt(PROGRAM, spec)


def test_control_c_stops_a_batch_of_one() -> None:
    _interrupt(SOLVING)


def _interrupt(*arguments: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", *arguments], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "thinking\n"
        os.kill(process.pid, signal.SIGINT)
        assert process.communicate(timeout=30)[0] == "interrupted\n"
    finally:
        process.kill()
