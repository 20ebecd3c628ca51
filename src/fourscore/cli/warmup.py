"""`fourscore warmup`: compile everything now, so that nobody waits later."""

__all__ = ["warmup"]


def warmup() -> None:
    """Compile every kernel, or load it if that has been done before."""
    import time

    from rich.progress import BarColumn, Progress, TextColumn

    from fourscore.cli import console
    from fourscore.search.words import say_duration

    errors, out = console.errors(), console.output()
    begin = time.perf_counter()
    bar = Progress(
        TextColumn("compiling {task.description}"),
        BarColumn(),
        console=errors,
        transient=True,
        disable=not console.is_lively(errors),
    )
    table = console.quiet_table("kernels", ">time")
    with bar:
        task = bar.add_task("the rules", total=None)
        from fourscore.agents.warmup import steps

        every = steps()
        for label, run in every:
            bar.update(task, description=label, total=len(every))
            start = time.perf_counter()
            run()
            table.add_row(label, say_duration(time.perf_counter() - start))
            bar.advance(task)
    console.print_table(table)
    out.print(f"Ready after {say_duration(time.perf_counter() - begin)}.")
