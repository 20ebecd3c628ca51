"""Kernels: declaring them, compiling them with Numba, and calling their machine code."""
