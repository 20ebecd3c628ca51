"""The figures of a race in words."""

__all__ = ["PAGE", "say_bytes", "say_time"]

KILOBYTE, PAGE = 1024, 4096
"""Bytes; the memory of a process grows by whole pages."""
UNITS = ((3, "GB"), (2, "MB"), (1, "KB"))


def say_time(seconds: float) -> str:
    """Format a time with three digits at most.

    >>> say_time(0.0000934), say_time(0.001), say_time(1.0093)
    ('93.4 µs', '1 ms', '1.01 s')
    """
    for size, unit in ((1, "s"), (1e-3, "ms")):
        if seconds >= size * 0.9995:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def say_bytes(amount: float, under: str = "") -> str:
    """Format an amount of memory; `under` precedes a page where the amount is less.

    >>> say_bytes(4096), say_bytes(4349132), say_bytes(67149824), say_bytes(0, "under ")
    ('4 KB', '4.1 MB', '64 MB', 'under 4 KB')
    """
    if under and amount < PAGE:
        return f"{under}{say_bytes(PAGE)}"
    power, unit = next((p, u) for p, u in UNITS if amount >= KILOBYTE**p or p == 1)
    number = amount / KILOBYTE**power
    return f"{number:.1f} {unit}" if number < 9.95 and number % 1 else f"{number:.0f} {unit}"
