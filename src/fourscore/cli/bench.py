"""`fourscore bench`: node-count signatures."""

__all__ = ["bench"]


def bench() -> None:
    """Count the nodes of the searches and the solver on fixed positions: their signatures."""
    import time

    from fourscore.cli import console
    from fourscore.search.signature import signatures
    from fourscore.search.words import say_amount, say_duration
    from fourscore.solver import signature

    start = time.perf_counter()
    counts = {**signatures(), "solver": signature()}
    seconds, total = time.perf_counter() - start, sum(counts.values())
    out = console.output()
    for name, nodes in counts.items():
        out.print(f"{name:<20}{nodes:>12,}")
    out.print(f"Bench: {total}")
    out.print(f"{say_duration(seconds)}, {say_amount(total / seconds)} nodes/s")
