"""How a contract is checked: rule by rule, each with a name."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from ...worlds.closing import close

T = TypeVar("T")
Rule = Callable[[T], Awaitable[str]]
"""Takes what is checked; '' if the rule is kept, else what was found."""

PATIENCE = 60.0
"""Seconds that one rule may take."""


class ContractBroken(AssertionError):
    """A rule is not kept."""

    def __init__(self, role: str, rule: str, found: str) -> None:
        self.role, self.rule, self.found = role, rule, found
        super().__init__(f"this {role} breaks the rule '{rule}': {found}")


def check(role: str, rules: Sequence[Rule[T]], make: Callable[[], T], leave: Callable[[T], Awaitable[None]] = close) -> None:
    """Check every rule on a new subject, and leave it as it wants; ContractBroken at the first that is not kept."""
    for rule in rules:
        name = rule.__name__.replace("_", " ")
        try:
            found = asyncio.run(_within_patience(rule, make, leave))
        except ContractBroken:
            raise
        except Exception as error:
            raise ContractBroken(role, name, f"it raised {type(error).__name__}: {error}") from error
        if found:
            raise ContractBroken(role, name, found)


async def _within_patience(rule: Rule[T], make: Callable[[], T], leave: Callable[[T], Awaitable[None]]) -> str:
    subject = make()
    try:
        async with asyncio.timeout(PATIENCE):
            return await rule(subject)
    except TimeoutError:
        return f"it did not come back within {PATIENCE:g} seconds"
    finally:
        await leave(subject)
