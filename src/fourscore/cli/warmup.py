"""`fourscore warmup`: compile everything ahead of time."""

__all__ = ["warmup"]


def warmup() -> None:
    """Compile every kernel, or load it if that has been done before."""
    import time

    from fourscore.cli import console
    from fourscore.search.words import say_duration
    from fourscore.warmup import compile_all, steps

    begin = time.perf_counter()
    seconds = dict(compile_all())
    table = console.quiet_table("kernels", ">time")
    for label, _ in steps():
        table.add_row(label, say_duration(seconds[label]))
    console.print_table(table)
    console.output().print(f"Ready after {say_duration(time.perf_counter() - begin)}.")
