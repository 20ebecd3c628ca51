"""What a server is told: where it listens, how much it computes, how much one request may ask."""

from dataclasses import asdict, dataclass, field
from pathlib import Path

from fourscore.runtime.paths import state_folder
from fourscore.search.types import Limit

__all__ = ["LOOPBACK", "OUT_OF_MEMORY", "STATIC", "Caps", "Settings", "usual_data"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Names of this machine for itself."""
OUT_OF_MEMORY = 77
"""The exit code of a worker whose job has taken more memory than it may."""
STATIC = Path(__file__).parent / "static"
"""Where the built front end is."""


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that one request may ask for; a larger limit is cut down to it, silently."""

    depth: int = 42
    nodes: int = 50_000_000
    playouts: int = 1_000_000
    seconds: float = 10.0

    @property
    def limit(self) -> Limit:
        """The caps as a limit."""
        return Limit(**asdict(self))


def usual_data() -> Path:
    """Return the folder for tournaments if none is named."""
    return state_folder() / "tournaments"


@dataclass(frozen=True, slots=True)
class Settings:
    """One server."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    """Processes that compute."""
    queue: int = 64
    """Requests that may wait for a worker; the next one gets 503."""
    wait_seconds: float = 15.0
    """How long a request may wait for a worker; after that it gets 503."""
    client_jobs: int = 12
    """Requests of one client that may compute or wait at a time; the next one gets 429."""
    caps: Caps = field(default_factory=Caps)
    worker_megabytes: int = 1536
    """Memory at which a worker ends itself, and its job with it."""
    body_bytes: int = 64 * 1024
    """The longest body of a request."""
    cache_megabytes: int = 64
    """Answers to remember that cannot change, a kilobyte or so each."""
    shutdown_seconds: float = 5.0
    """How long running requests may take to end when the server is told to stop."""
    allow_hosts: tuple[str, ...] = ()
    """Host names that requests may be addressed to, beside those of this machine."""
    behind_proxy: bool = False
    """Whether X-Forwarded-For is believed, for the server stands behind a proxy."""
    static: Path = STATIC
    data: Path = field(default_factory=usual_data)
    """Where tournaments are kept."""
    tournaments: int = 1
    """Tournaments that are played at a time; the others take turns."""
    tournaments_kept: int = 200
    """Tournaments that are kept; those that ended longest ago make room."""

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
