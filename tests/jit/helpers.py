"""What the tests of machine code share."""

__all__ = ["WITHOUT_NUMBA"]

WITHOUT_NUMBA = """
import sys
sys.modules["llvmlite"] = sys.modules["numba"] = None
"""
"""Python code that hides Numba and its compiler from a process."""
