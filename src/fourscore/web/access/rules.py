"""What needs the password: everything that changes something, and on closed servers nearly all."""

import re

__all__ = ["is_change", "is_for_everybody", "is_page"]

SAFE = ("GET", "HEAD", "OPTIONS")
COMPUTES = re.compile(
    r"/api/v1/(positions|drops|moves|races(/suites(/results)?)?|traces|marks|games/study|exercises/[^/]+/result)"
)
"""Addresses to which bodies are posted that are answered and stored nowhere."""
SESSION = re.compile(r"/api/v1/(session|login|logout)")
LOGIN = "/login"
"""The page on which the password is typed."""
FILES = re.compile(r"/assets/[^/]+|/icon\.svg|/theme\.js")
"""What that page is made of."""
PROBES = ("/healthz", "/readyz")


def is_change(method: str, path: str) -> bool:
    """Return whether a request may change what the server stores.

    What is not known to leave everything as it is counts as a change.

    >>> is_change("POST", "/api/v1/tournaments"), is_change("POST", "/api/v1/moves")
    (True, False)
    """
    if method in SAFE:
        return False
    return not (COMPUTES.fullmatch(path) or SESSION.fullmatch(path))


def is_for_everybody(path: str) -> bool:
    """Return whether even a closed server answers to everybody here."""
    return (
        path == LOGIN
        or path in PROBES
        or SESSION.fullmatch(path) is not None
        or FILES.fullmatch(path) is not None
    )


def is_page(method: str, path: str) -> bool:
    """Return whether a browser asks for a page, which can send it to the login."""
    is_data = path.startswith("/api/") or "." in path or path == "/metrics"
    return method in SAFE and not is_data
