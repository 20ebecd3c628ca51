"""`fourscore serve`: the web app and its API."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.web.settings import Settings

__all__ = ["serve"]


class LogFormat(StrEnum):
    text = "text"
    json = "json"


def serve(
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="0 takes a free one.")
    ] = 8000,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=64, help="Worker processes; one a core by default."),
    ] = None,
    processes: Annotated[
        int,
        typer.Option(metavar="N", min=1, max=64, help="Processes that answer; they share workers."),
    ] = 1,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.1, max=600, help="The most that a request may take.")
    ] = 10.0,
    queue: Annotated[
        int, typer.Option(metavar="N", min=1, max=10_000, help="Requests that may wait.")
    ] = 64,
    client_jobs: Annotated[
        int, typer.Option(metavar="N", min=1, max=10_000, help="Requests of one client at a time.")
    ] = 12,
    connections: Annotated[
        int, typer.Option(metavar="N", min=8, max=100_000, help="Connections at a time.")
    ] = 2000,
    client_connections: Annotated[
        int,
        typer.Option(metavar="N", min=1, max=100_000, help="Connections of one client at a time."),
    ] = 200,
    client_tournaments: Annotated[
        int, typer.Option(metavar="N", min=1, max=50, help="Open tournaments of one client.")
    ] = 5,
    client_trainings: Annotated[
        int, typer.Option(metavar="N", min=1, max=50, help="Open trainings of one client.")
    ] = 2,
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
    password: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Ask for this before anything is changed. Better not written here: "
            "FOURSCORE_PASSWORD does the same.",
        ),
    ] = None,
    password_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Ask for the password on the first line of a file."),
    ] = None,
    closed: Annotated[
        bool, typer.Option("--closed", help="Ask for the password before anything is shown.")
    ] = False,
    rate: Annotated[
        float,
        typer.Option(
            metavar="N", min=0, max=100_000, help="Requests of one client a second; 0 for any."
        ),
    ] = 200.0,
    login_attempts: Annotated[
        float,
        typer.Option(metavar="N", min=1, max=1000, help="Passwords a client may try in a minute."),
    ] = 10.0,
    log_format: Annotated[
        LogFormat, typer.Option(help="How the log on standard error is written.")
    ] = LogFormat.text,
    access_log: Annotated[bool, typer.Option("--access-log", help="Log every request.")] = False,
    local_agents: Annotated[
        bool,
        typer.Option(
            "--local-agents",
            help="Let the Arena and the Race run agents of this machine: python:, exec:, uci:, "
            "kaggle:. Only where nobody else can reach the server.",
        ),
    ] = False,
) -> None:
    """Serve the web app and its API until Ctrl-C."""
    import os

    from fourscore.cli import console
    from fourscore.cli.password import read_password
    from fourscore.insight.lessons.marks import classes_folder
    from fourscore.runtime.system import shares_sockets
    from fourscore.web.local_agents import require_own_machine
    from fourscore.web.server import address_of, as_bound, claim, listen, run
    from fourscore.web.settings import Caps, Settings, default_data, read_origin

    folder = default_data() if data is None else _folder(data)
    secret = read_password(password, password_file, folder)
    if closed and secret is None:
        raise InputError("--closed needs a password; give one by --password-file")
    settings = Settings(
        host=host,
        port=port,
        workers=workers or os.cpu_count() or 1,
        processes=processes,
        queue=queue,
        client_jobs=client_jobs,
        connections=connections,
        client_connections=client_connections,
        client_tournaments=client_tournaments,
        client_trainings=client_trainings,
        caps=Caps(seconds=seconds),
        shutdown_seconds=grace,
        tournaments=tournaments,
        tournaments_kept=keep,
        data=folder,
        lessons=None if lessons is None else _lessons(lessons),
        classes=classes_folder() if classes is None else classes.absolute(),
        allow_hosts=tuple(allow_host or ()),
        allow_embeds=tuple(dict.fromkeys(map(read_origin, allow_embed or ()))),
        behind_proxy=behind_proxy,
        password=secret,
        closed=closed,
        rate=rate,
        login_attempts=login_attempts,
        log_format=log_format.value,
        access_log=access_log,
        local_agents=local_agents,
    )
    require_own_machine(settings)
    if processes > 1 and not shares_sockets():
        raise InputError("--processes needs a system whose processes can share a socket")
    with claim(settings) as listener:
        settings = as_bound(settings, listener)
        require_own_machine(settings)
        listen(settings, listener)
        console.output().print(
            f"Open {address_of(listener)} in a browser. Ctrl-C stops the server."
        )
        if settings.local_agents:
            console.errors().print(
                "warning: pages of this server can run programs of this machine as agents "
                "(--local-agents). Only this machine can open them; everybody who uses it can."
            )
        if not settings.is_local:
            console.errors().print(_exposed(settings))
        if processes > 1:
            from fourscore.web.processes import run_processes

            run_processes(settings, listener)
        else:
            run(settings, listener)


def _exposed(settings: "Settings") -> str:
    """Return the warning of a server that others can reach."""
    if settings.password is None:
        return (
            f"warning: anyone who can reach {settings.host} can use this server. It asks for no "
            "password and has no encryption; put it behind a reverse proxy that provides both."
        )
    return (
        f"warning: this server has no encryption, so the password can be read on the way to "
        f"{settings.host}; put it behind a reverse proxy that encrypts."
    )


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
