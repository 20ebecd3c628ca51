"""The settings of a server: where it listens, how much it computes, what one request may cost."""

import re
from dataclasses import asdict, dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from fourscore.errors import InputError
from fourscore.runtime.paths import state_folder
from fourscore.search.types import Limit
from fourscore.web.password import Password

__all__ = [
    "LOOPBACK",
    "OUT_OF_MEMORY",
    "STATIC",
    "Caps",
    "Settings",
    "default_data",
    "read_origin",
]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""This machine's names for itself."""
OUT_OF_MEMORY = 77
"""The exit code of a worker whose job took more memory than it may."""
STATIC = Path(__file__).parent / "static"
"""Where the built front end is."""


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that one request may ask for; larger limits are silently cut down to it."""

    depth: int = 42
    nodes: int = 50_000_000
    playouts: int = 1_000_000
    seconds: float = 10.0

    @property
    def limit(self) -> Limit:
        """The caps as a limit."""
        return Limit(**asdict(self))


def default_data() -> Path:
    """Return the default folder for tournaments and trainings."""
    return state_folder() / "tournaments"


def read_origin(text: str) -> str:
    """Return the origin of a site as headers write it. Raises `InputError` if it is none.

    >>> read_origin("https://Moodle.Example.org"), read_origin("http://localhost:8080")
    ('https://moodle.example.org', 'http://localhost:8080')
    """
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    is_host = re.fullmatch(r"[a-z0-9.-]+|[0-9a-f:.]+", host) is not None
    plain = f"{parts.scheme}://{parts.netloc}"
    if parts.scheme not in ("http", "https") or not is_host or "@" in parts.netloc:
        raise InputError(f"{text!r} is not an origin; write one as https://example.org")
    if text.lower() != plain.lower():
        raise InputError(f"{text!r} is not an origin, which ends after the host; write {plain}")
    written = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{written}" + (f":{port}" if port is not None else "")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    """Worker processes."""
    processes: int = 1
    """Processes that answer HTTP, which share the workers."""
    metrics_folder: Path | None = None
    """Where several processes write their metrics down for each other."""
    queue: int = 64
    """Requests that may wait for a worker; the next one gets 503."""
    wait_seconds: float = 15.0
    """How long a request may wait for a worker before it gets 503."""
    client_jobs: int = 12
    """Requests of one client that may run or wait at a time; the next one gets 429."""
    caps: Caps = field(default_factory=Caps)
    worker_megabytes: int = 1536
    """Memory at which a worker exits, and its job with it."""
    body_bytes: int = 64 * 1024
    """The longest body of a request."""
    cache_megabytes: int = 64
    """Memory for cached responses, of a kilobyte or so each."""
    shutdown_seconds: float = 5.0
    """How long running requests may take to end when the server stops."""
    allow_hosts: tuple[str, ...] = ()
    """Host names that the server answers to, besides those of this machine."""
    allow_embeds: tuple[str, ...] = ()
    """Origins whose pages may show what is under /embed/ in a frame."""
    connections: int = 2000
    """Connections that may be open at a time; the next one gets 503."""
    client_connections: int = 200
    """Connections of one client that may be open at a time; the next one gets 429."""
    head_seconds: float = 10.0
    """How long the headers of a request may take to arrive,"""
    body_seconds: float = 20.0
    """its body,"""
    write_seconds: float = 30.0
    """and how long a client may leave an answer unread."""
    behind_proxy: bool = False
    """Whether the server is behind a proxy, whose X-Forwarded-For it trusts."""
    local_agents: bool = False
    """Whether pages may run programs of this machine as agents."""
    static: Path = STATIC
    data: Path = field(default_factory=default_data)
    """The folder for tournaments and trainings."""
    lessons: Path | None = None
    """The folder of a teacher's lessons, if there is one."""
    classes: Path = field(default_factory=lambda: state_folder() / "classes")
    """The folder of the keys of classes, with which results are signed."""
    password: Password | None = None
    """What one must know to change something; None lets everybody."""
    closed: bool = False
    """Whether reading and playing need the password as well."""
    rate: float = 200.0
    """Requests of one client a second, in the long run; 0 for any number."""
    login_attempts: float = 10.0
    """Passwords that one client may try in a minute."""
    log_format: str = "text"
    """How the log is written: ``text`` or ``json``."""
    access_log: bool = False
    """Whether every request is logged."""
    tournaments: int = 1
    """Tournaments played at a time; the others take turns."""
    client_tournaments: int = 5
    """Tournaments of one client that may be open at a time; the next one gets 429."""
    client_trainings: int = 2
    """Trainings of one client that may be open at a time."""
    tournaments_kept: int = 200
    """Tournaments that are stored; those that ended first make room."""
    trainings_kept: int = 50
    """Trainings that are stored after their end; those that ended first make room,"""
    training_megabytes: int = 4096
    """and so they do if all together take more than this."""

    @property
    def runs(self) -> Path:
        """The folder for trainings, whose runs specs find by name."""
        return self.data / "training"

    @property
    def cache_bytes(self) -> int:
        return self.cache_megabytes * 1024 * 1024

    @property
    def review_seconds(self) -> float:
        """How long a review may take: it has as many proofs as the game has moves."""
        return 3 * self.caps.seconds

    @property
    def race_seconds(self) -> float:
        """How long a race may take, without the time its agents need to get ready."""
        return 6 * self.caps.seconds

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host in LOOPBACK
