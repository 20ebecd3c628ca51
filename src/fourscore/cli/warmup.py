"""`fourscore warmup`: compile everything ahead of time."""

__all__ = ["warmup"]


def warmup() -> None:
    """Compile every kernel, or load it if that has been done before."""
    import time

    from fourscore.cli import console
    from fourscore.cli.progress import make_progress
    from fourscore.search.words import say_duration

    begin = time.perf_counter()
    table = console.quiet_table("kernels", ">time")
    with make_progress() as bar:
        task = bar.add_task("compiling the rules", total=None)
        from fourscore.agents.warmup import steps

        every = steps()
        for label, run in every:
            bar.update(task, description=f"compiling {label}", total=len(every))
            start = time.perf_counter()
            run()
            table.add_row(label, say_duration(time.perf_counter() - start))
            bar.advance(task)
    console.print_table(table)
    console.output().print(f"Ready after {say_duration(time.perf_counter() - begin)}.")
