"""What the tests of machine code share."""

__all__ = ["WITHOUT_NUMBA"]

WITHOUT_NUMBA = """
import importlib.abc, sys
class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("llvmlite", "numba"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent())
"""
"""Python code that hides Numba and its compiler from a process."""
