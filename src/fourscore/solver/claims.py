"""Claims: which children the threads of one search are working on.

Before a thread searches a child it claims it, and the other threads leave that child for last.
Two children may share a place; a claim that is lost only costs time.
"""

from fourscore.jit.kernel import inlined
from fourscore.jit.memory import WORD, Words, load, new_words, store
from fourscore.solver.table import BUCKET_BYTES, Slot

__all__ = ["claim", "is_claimed", "new_claims", "release"]

PLACES = 1024


def new_claims() -> Words:
    """Return an empty list of claims for threads to share."""
    return new_words(PLACES)


@inlined
def _place(claims: int, slot: Slot) -> int:
    return claims + slot.bucket // BUCKET_BYTES % PLACES * WORD


@inlined
def is_claimed(claims: int, slot: Slot) -> bool:
    """Return whether a thread is searching this position."""
    return load(_place(claims, slot)) == slot.tag


@inlined
def claim(claims: int, slot: Slot) -> None:
    """Let the other threads know that this position is being searched."""
    store(_place(claims, slot), slot.tag)


@inlined
def release(claims: int, slot: Slot) -> None:
    """Let the other threads know that this position has been searched."""
    store(_place(claims, slot), 0)
