"""Ctrl-C in a program that uses the library: real signals to a real process."""

import os
import signal
import subprocess
import sys

SPECS = (
    "minimax",
    "alphabeta:eval=lines",
    "alphabeta:eval=slow",
    "deepening",
    "expectiminimax",
    "mcts",
    "perfect:book=no",
    "a batch",
)
PROGRAM = """
import sys
import threading
import time
from contextlib import contextmanager

import fourscore
from fourscore import Cancel, Limit, Position, Solver

class Telling(Cancel):
    "Says when a search has counted nodes."

    begun = False

    @contextmanager
    def watching(self, counters):
        def tell():
            while counters[0] < 10:
                time.sleep(0.001)
            if not self.begun:
                self.begun = True
                print("thinking", flush=True)

        threading.Thread(target=tell, daemon=True).start()
        with super().watching(counters):
            yield

fourscore.register_evaluation("slow", lambda position: 1)
limit = Limit(depth=42, nodes=10**12, playouts=10**9)
for spec in sys.argv[1:]:
    try:
        if spec == "a batch":
            print(Solver(threads=1).solve_many([Position(size=(8, 6))], cancel=Telling()))
        else:
            print(fourscore.agent(spec).choose(Position(), limit, cancel=Telling()))
    except KeyboardInterrupt:
        print(f"interrupted {spec}", flush=True)
"""


def test_control_c_stops_every_search() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *SPECS], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            for spec in SPECS:
                assert process.stdout.readline() == "thinking\n"
                os.kill(process.pid, signal.SIGINT)
                assert process.stdout.readline() == f"interrupted {spec}\n"
            assert process.wait() == 0
        finally:
            process.kill()
