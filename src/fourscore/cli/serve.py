"""`fourscore serve`: the web app and its API."""

from pathlib import Path
from typing import Annotated

import typer

from fourscore.errors import InputError

__all__ = ["serve"]


def serve(
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="0 takes a free one.")
    ] = 8000,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=64, help="Worker processes; one a core by default."),
    ] = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.1, max=600, help="The most that a request may take.")
    ] = 10.0,
    queue: Annotated[
        int, typer.Option(metavar="N", min=1, max=10_000, help="Requests that may wait.")
    ] = 64,
    client_jobs: Annotated[
        int, typer.Option(metavar="N", min=1, max=10_000, help="Requests of one client at a time.")
    ] = 12,
    grace: Annotated[
        float, typer.Option(metavar="S", min=0, max=600, help="Time to end in when it stops.")
    ] = 5.0,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Where tournaments and trainings are saved; by default in your home folder.",
        ),
    ] = None,
    tournaments: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help="Tournaments played at a time.")
    ] = 1,
    keep: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            max=10_000,
            help="Tournaments to keep; older ones are deleted.",
        ),
    ] = 200,
    lessons: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Serve the lessons in this folder, too."),
    ] = None,
    classes: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Where the keys of classes are, as `marks key` makes them; by default in your "
            "home folder.",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name that the server answers to; may be repeated."),
    ] = None,
    allow_embed: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ORIGIN",
            help="A site whose pages may show /embed/ in a frame, as https://example.org; may be "
            "repeated.",
        ),
    ] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Believe X-Forwarded-For.")
    ] = False,
) -> None:
    """Serve the web app and its API until Ctrl-C."""
    import os

    from fourscore.cli import console
    from fourscore.insight.lessons.marks import classes_folder
    from fourscore.warmup import compile_first
    from fourscore.web.server import address_of, claim, listen, run
    from fourscore.web.settings import Caps, Settings, default_data, read_origin

    settings = Settings(
        host=host,
        port=port,
        workers=workers or os.cpu_count() or 1,
        queue=queue,
        client_jobs=client_jobs,
        caps=Caps(seconds=seconds),
        shutdown_seconds=grace,
        tournaments=tournaments,
        tournaments_kept=keep,
        data=default_data() if data is None else _folder(data),
        lessons=None if lessons is None else _lessons(lessons),
        classes=classes_folder() if classes is None else classes.absolute(),
        allow_hosts=tuple(allow_host or ()),
        allow_embeds=tuple(dict.fromkeys(map(read_origin, allow_embed or ()))),
        behind_proxy=behind_proxy,
    )
    with claim(settings) as listener:
        compile_first()  # before anybody can connect, so that no request waits for it
        listen(settings, listener)
        console.output().print(
            f"Open {address_of(listener)} in a browser. Ctrl-C stops the server."
        )
        if not settings.is_local:
            console.errors().print(
                f"warning: anyone who can reach {host} can use this server. It asks for no "
                "password and has no encryption; put it behind a reverse proxy that provides both."
            )
        run(settings, listener)


def _lessons(path: Path) -> Path:
    """Check a folder of lessons, and name those with mistakes."""
    from fourscore.cli import console
    from fourscore.insight.lessons.folder import list_lessons

    own = [each for each in list_lessons(path) if each.is_own]
    if not own:
        raise InputError(f"there is no lesson in '{path}'; lessons are files such as first.toml")
    for each in own:
        if each.mistake:
            console.errors().print(f"warning: {each.mistake}", markup=False, highlight=False)
    return path.absolute()


def _folder(path: Path) -> Path:
    """Create the folder given by an option, so that an error is reported at once."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = "it is a file" if path.is_file() else error.strerror
        raise InputError(f"cannot save tournaments and trainings in '{path}': {why}") from None
    return path.absolute()
