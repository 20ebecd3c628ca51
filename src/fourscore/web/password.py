"""The password of a server, of which only a hash stays in memory."""

import hashlib
import hmac
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fourscore.errors import InputError
from fourscore.runtime.files import write_atomically
from fourscore.runtime.system import FileLock

__all__ = ["SHORTEST", "Password", "read_password_file"]

SHORTEST, LONGEST = 8, 1024
"""Characters of a password."""
COST, BLOCK, LANES = 2**14, 8, 1
"""scrypt's parameters: 16 MB, and some 50 ms of one core for each guess."""
SECRET = "access.key"
"""The file in the data folder whose random bytes salt the hash and sign sessions."""
SECRET_BYTES = 32


@dataclass(frozen=True, slots=True, repr=False)
class Password:
    """The hash of a password, and the key that signs the sessions of those who know it.

    Both follow from the password and a secret of the data folder, so that sessions outlive a
    restart and hold in every process of a server, until the password changes.

    >>> password = Password.of("correct horse", b"salt")
    >>> password.matches("correct horse"), password.matches("battery staple")
    (True, False)
    """

    salt: str
    digest: str
    """Both as hexadecimal digits, so that settings can be written as JSON."""

    @classmethod
    def of(cls, text: str, salt: bytes) -> "Password":
        """Hash a password. Raises `InputError` if it is too short or too long."""
        if not SHORTEST <= len(text) <= LONGEST:
            raise InputError(f"a password has {SHORTEST} to {LONGEST:,} characters")
        return cls(salt.hex(), _hash(text, salt))

    @classmethod
    def for_folder(cls, text: str, folder: Path) -> "Password":
        """Hash a password with the secret of a data folder, which is created if need be."""
        return cls.of(text, _secret(folder))

    def matches(self, text: str) -> bool:
        """Return whether this is the password; takes as long for any other."""
        return hmac.compare_digest(self.digest, _hash(text, bytes.fromhex(self.salt)))

    @property
    def key(self) -> bytes:
        """The key with which sessions are signed."""
        message = f"fourscore session {self.digest}"
        return hmac.digest(bytes.fromhex(self.salt), message.encode(), "sha256")

    def __repr__(self) -> str:
        return "Password(...)"


def read_password_file(path: Path) -> str:
    """Return the password on the first line of a file."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline(LONGEST + 2).rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise InputError(f"cannot read the password from '{path}': {why}") from None


def _hash(text: str, salt: bytes) -> str:
    return hashlib.scrypt(
        text.encode("utf-8", "surrogatepass"), salt=salt, n=COST, r=BLOCK, p=LANES
    ).hex()


def _secret(folder: Path) -> bytes:
    """Return the secret of a folder; one that cannot be stored lasts as long as the server."""
    secret, path = secrets.token_bytes(SECRET_BYTES), folder / SECRET
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_suffix(".lock")):
            if path.exists() and len(stored := path.read_bytes()) == SECRET_BYTES:
                return stored
            write_atomically(path, secret)
    return secret
