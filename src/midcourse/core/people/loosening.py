"""What asks people less than usual: rules that leave out or weaken shipped ones, and settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from .risk import RiskRule

LESS_ASKED = ("autonomy", "approval_seconds")
"""Settings of which more means that people are asked less."""
_STRICTER = ("note", "ask", "refuse")


def loosened(own: Sequence[RiskRule], shipped: Sequence[RiskRule]) -> tuple[str, ...]:
    """The groups in which rules ask for less than the shipped ones; () if they only tighten."""
    lost = (rule.group for rule in shipped if not all(any(_covers(mine, part) for mine in own) for part in _parts(rule)))
    return tuple(dict.fromkeys(lost))


def loose_settings(given: Mapping[str, float], usual: Mapping[str, float]) -> tuple[str, ...]:
    """The names of the settings by which people are asked less than usual."""
    return tuple(name for name in LESS_ASKED if given[name] > usual[name])


def _parts(rule: RiskRule) -> Iterator[RiskRule]:
    """The rule as rules that speak of one thing each."""
    bare = replace(rule, does=(), to=(), paths=(), commands=())
    yield from (replace(bare, paths=(path,)) for path in rule.paths)
    yield from (replace(bare, commands=(command,)) for command in rule.commands)
    yield from (replace(bare, does=(verb,), to=(thing,)) for verb in rule.does for thing in rule.to)
    yield from (replace(bare, does=(verb,)) for verb in rule.does if not rule.to)


def _covers(mine: RiskRule, part: RiskRule) -> bool:
    """Whether a rule asks at least as much of the one thing that the part speaks of."""
    if _STRICTER.index(mine.then) < _STRICTER.index(part.then) or mine.score < part.score or part.reading > mine.reading:
        return False
    things = not mine.to or (bool(part.to) and set(part.to) <= set(mine.to))
    return (
        set(part.paths) <= set(mine.paths)
        and set(part.commands) <= set(mine.commands)
        and set(part.does) <= set(mine.does)
        and (not part.does or things)
    )
