"""Where a command's tasks run: the options --workers and --cluster."""

from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.runtime.workers import WorkerPool

__all__ = ["ClusterAddress", "WorkerCount", "open_pool"]

WorkerCount = Annotated[
    int | None,
    typer.Option("--workers", metavar="K", help="Processes; one a core if not given."),
]
ClusterAddress = Annotated[
    str, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, as tcp://host:8786.")
]


def open_pool(workers: int | None, cluster: str) -> "WorkerPool":
    """Return a pool of processes on this machine, or the cluster at an address."""
    import logging

    from fourscore.runtime.workers import DaskPool, ProcessPool

    if workers is not None and cluster:
        raise InputError("--workers and --cluster exclude each other")
    if not cluster:
        return ProcessPool(workers)
    # Errors are reported in one sentence, without Dask's tracebacks.
    logging.disable()
    return DaskPool(cluster)
