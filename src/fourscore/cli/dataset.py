"""`fourscore dataset`: positions with the exact score of every column, for learning."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import SizeText
from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.insight.datasets.dataset import Dataset
    from fourscore.insight.datasets.settings import Settings

__all__ = ["dataset"]


def dataset(
    positions: Annotated[int, typer.Option(metavar="N", min=1, help="How many positions.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="A name in .parquet or .npz.")],
    plies: Annotated[str, typer.Option(metavar="A-B", help="Discs on the board.")] = "4-30",
    seed: Annotated[
        int, typer.Option(metavar="S", help="The same seed draws the same positions.")
    ] = 0,
    sampler: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="random: positions of random games; balanced: of these, the nearly even ones.",
        ),
    ] = "random",
    size: SizeText = "7x6",
    threads: Annotated[
        int | None, typer.Option(metavar="K", min=1, help="One a core by default.")
    ] = None,
) -> None:
    """Draw positions, score every column, and write them as arrays.

    What is known so far is in FILE.part. Stop it whenever and however you like; the same command
    resumes it, also with another number of positions or threads.
    """
    from fourscore.cli import console
    from fourscore.cli.progress import counted, interruptible
    from fourscore.core.notation import parse_size
    from fourscore.insight.datasets.settings import Settings, require_writable

    settings = Settings(positions, _parse_plies(plies), seed, sampler, parse_size(size))
    require_writable(out)
    from fourscore.insight.datasets.building import write_dataset

    with interruptible() as interruption, counted("scoring") as report:
        command = _command(settings, out)
        made = write_dataset(settings, out, report=report, threads=threads, command=command)
    interruption.exit_if_happened("run the same command again to resume")
    console.output().print(_summary(made, out, positions), soft_wrap=True)


def _parse_plies(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text.strip())
    if match is None:
        raise InputError(f"--plies {text!r} is not a range such as 4-30")
    low, high = match[1], match[2] or match[1]
    return int(low), int(high)


def _command(settings: "Settings", out: Path) -> str:
    """Write the command for the metadata, without places on this machine."""
    low, high = settings.plies
    width, height = settings.size
    return (
        f"fourscore dataset --positions {settings.positions} --plies {low}-{high} "
        f"--seed {settings.seed} --sampler {settings.sampler} --size {width}x{height} "
        f"--out {out.name}"
    )


def _summary(made: "Dataset", out: Path, wanted: int) -> str:
    low, high = made.meta["plies"]
    count = len(made)
    won, lost = (made.score > 0).sum() / count, (made.score < 0).sum() / count
    fewer = "" if count == wanted else "; there are no more"
    return (
        f"{out}: {count:,} positions of {low} to {high} plies, won {won:.0%}, "
        f"drawn {1 - won - lost:.0%}, lost {lost:.0%} for the side to move{fewer}"
    )
