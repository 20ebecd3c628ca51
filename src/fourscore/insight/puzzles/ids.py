"""Ids: a position's key in a few letters and digits."""

from fourscore.errors import InputError

__all__ = ["read_id", "write_id"]

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Digits and letters that are not easily confused."""


def write_id(key: int) -> str:
    """Write a position's key.

    >>> write_id(4128), read_id("410")
    ('410', 4128)
    """
    letters = ""
    while key or not letters:
        key, digit = divmod(key, len(DIGITS))
        letters = DIGITS[digit] + letters
    return letters


def read_id(text: str) -> int:
    """Read an id; raise `InputError` if it is not one."""
    key = 0
    for letter in text.strip().lower():
        digit = DIGITS.find(letter)
        if digit < 0 or key >> 63:
            raise InputError(f"{text!r} is not the id of a puzzle")
        key = key * len(DIGITS) + digit
    return key
