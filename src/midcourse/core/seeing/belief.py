"""What is held to be so: the last look laid over the earlier ones."""

from __future__ import annotations

import hashlib
from functools import lru_cache

import msgspec

from ..logic.conditions import Condition, Coverage, Truth, coverage, evaluate, fact, parse_fact
from ..model import Observation, Target
from ..plans.contracts import TARGET

_WRAP = 1 << 128


class Belief(msgspec.Struct, frozen=True):
    """Facts as last seen, and what each look could see."""

    facts: frozenset[str] = frozenset()
    """What was last seen to hold, in canonical form; what the last look did not cover is kept from before."""
    covers: tuple[str, ...] = ()
    """What any look has covered."""
    sure: tuple[str, ...] = ()
    """What looks have covered since the last act that may do more than it says: only there does not seen mean not so."""
    fresh: tuple[str, ...] = ()
    """What the last look covered."""
    unsure: frozenset[str] = frozenset()
    """Facts that our own acts may have brought about out of sight: that they once were not so proves nothing."""
    targets: tuple[Target, ...] = ()
    """The things that can be acted on, as the last look showed them."""
    print: int = 0
    """Sum of the facts' hashes, volatile ones left out: equal worlds, equal prints, in any order."""
    core: int = 0
    """The same of the facts that the goal and the contracts speak of: a clock on the wall is not in it."""
    looks: int = 0
    """How many looks have succeeded so far; 0 before the first."""
    at: float = 0.0
    """When the last look that succeeded was over, in seconds since the epoch."""
    stale: str = ""
    """Why the last look failed or was partly old, if so."""
    picture: str = ""
    """The name of the last look's picture, where there is one."""

    @property
    def covered(self) -> Coverage:
        """What is known, one way or the other."""
        return coverage(self.sure, self.unsure)

    @property
    def fingerprint(self) -> str:
        """A short name for the world as it looks now."""
        return f"{self.print:032x}"[:16]

    def holds(self, condition: Condition) -> Truth:
        """Whether the condition holds as far as is known."""
        return evaluate(condition, self.facts, self.covered)

    def holds_freshly(self, condition: Condition) -> Truth:
        """Whether the last look by itself shows the condition: remembered facts do not count."""
        covered = coverage(self.fresh)
        if covered.everything:
            return evaluate(condition, self.facts, covered)
        named = {literal.name for literal in condition}
        seen = {f for f in self.facts if f.partition("(")[0] in named and covered.has(parse_fact(f))}
        return evaluate(condition, seen, covered)

    def target(self, target_id: str) -> Target | None:
        """The target with this id, if it was there at the last look."""
        return next((t for t in self.targets if t.id == target_id), None)


LONG = 64
"""A fact longer than this is named by its hash when it goes: the journal holds its text from when it came."""


def shorten(facts: tuple[str, ...]) -> tuple[str, ...]:
    """Facts that went, as the journal keeps them."""
    return tuple(f if len(f) <= LONG else f"#{_hash(f):032x}" for f in facts)


def lengthen(names: tuple[str, ...], belief: Belief) -> tuple[str, ...]:
    """The facts that a journal means."""
    if not any(name.startswith("#") for name in names):
        return names
    known = {f"#{_hash(f):032x}": f for f in belief.facts if len(f) > LONG}
    return tuple(known.get(name, name) for name in names)


class Change(msgspec.Struct, frozen=True):
    """What a look found different."""

    added: tuple[str, ...] = ()
    """Facts that came, sorted and in canonical form."""
    removed: tuple[str, ...] = ()
    """Facts that went, sorted: the look covers them and does not show them."""


def compare(belief: Belief, seen: Observation) -> Change:
    """The facts that came and went, in canonical form and in order."""
    facts = seen.facts
    if seen.targets or belief.targets:
        facts = facts | {fact(TARGET, t.id) for t in seen.targets}
    unknown = facts - belief.facts
    new = {parse_fact(_writable(f)).fact for f in unknown}
    added = new - belief.facts
    gone: frozenset[str] = frozenset()
    if len(facts) - len(unknown) != len(belief.facts):
        gone = belief.facts - facts - new  # what is there in another spelling is not gone
    covered = coverage(seen.covers)
    if gone and not covered.everything:
        gone = frozenset(f for f in gone if covered.has(parse_fact(f)) or (seen.targets and f.startswith(f"{TARGET}(")))
    return Change(tuple(sorted(added)), tuple(sorted(gone)))


def update(
    belief: Belief,
    change: Change,
    covers: tuple[str, ...],
    targets: tuple[Target, ...],
    at: float,
    stale: str,
    volatile: frozenset[str],
    spoken_of: frozenset[str] = frozenset(),
    shaken: bool = False,
) -> Belief:
    """The belief after a look. `shaken`: something was done since the one before that may do more than it says."""
    facts, total, core = belief.facts, belief.print, belief.core
    if change.added or change.removed:
        facts = facts.difference(change.removed) if change.removed else facts
        facts = facts.union(change.added) if change.added else facts
        for sign, turned in ((1, change.added), (-1, change.removed)):
            for text in turned:
                name = _name(text)
                if name not in volatile:
                    total += sign * _hash(text)
                    if name in spoken_of:
                        core += sign * _hash(text)
    fresh = covers if not targets or "*" in covers else (*covers, f"{TARGET}(*)")
    return Belief(
        facts=facts,
        covers=_widened(belief.covers, fresh),
        sure=fresh if shaken else _widened(belief.sure, fresh),
        fresh=fresh,
        targets=targets,
        print=total % _WRAP,
        core=core % _WRAP,
        looks=belief.looks + 1,
        at=at,
        stale=stale,
    )


def _widened(covers: tuple[str, ...], fresh: tuple[str, ...]) -> tuple[str, ...]:
    """Both, and the very same value where nothing is new."""
    return covers if fresh == covers else tuple(dict.fromkeys((*covers, *fresh)))


def _writable(text: str) -> str:
    """The text as JSON can hold it: a file name that is no Unicode must not end a run."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def _name(text: str) -> str:
    return text.split("(", 1)[0]


@lru_cache(maxsize=65536)
def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=16).digest(), "big")
