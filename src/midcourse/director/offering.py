"""Whether a part offers what a small protocol asks, told cheaply: a run of one step asks it five times."""

from __future__ import annotations

from functools import cache
from typing import TypeGuard, TypeVar

Offer = TypeVar("Offer")


def offers(part: object, protocol: type[Offer]) -> TypeGuard[Offer]:
    """What `isinstance` says of a protocol, in a fraction of its time: Python 3.11 reads the protocol anew on each call."""
    return all(hasattr(part, name) for name in _asked_by(protocol))


@cache
def _asked_by(protocol: type) -> tuple[str, ...]:
    return tuple(name for name in dir(protocol) if not name.startswith("_"))
