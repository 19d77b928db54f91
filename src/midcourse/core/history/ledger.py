"""The failure ledger: what was tried, in which world, and what therefore must not be tried again unchanged.

A ban is not stored: it follows from the attempts. It holds while the facts that the failed act rests on are as they were.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

from ..failing.failures import PASSING, Kind, tries_allowed
from ..failing.findings import Finding, Severity
from ..logic.conditions import Condition, as_text, parse_fact
from ..model import Json, Value
from ..plans.brackets import in_brackets, on_target
from ..plans.contracts import Contract, Imagined
from ..plans.plan import digest
from ..plans.reach import reachable


class Scene(Value, frozen=True):
    """The world in which an act was tried."""

    rests: str
    """Digest of the facts the act rests on, as they were."""
    fingerprint: str
    """The whole world, as it was."""
    version: int
    """The version of the plan that the act stood in; 0 without a plan."""
    at: float
    """When it failed, in seconds since the epoch."""
    deeds: int = 0
    """How many acts that change something had been done by then."""
    explained: bool = False
    """The look after it showed that what it rests on had changed meanwhile: that, not the act, may have been at fault."""
    undermined: bool = False
    """The look after it showed that work done before it was undone: once that is done again, it may be tried once more."""
    hasty: bool = False
    """An effect of an act before it may not have come yet when it was begun: once more is allowed when it has had its time."""
    free: bool = False
    """It may be done twice, and nobody knows what it failed of: it has all the tries that a passing failure has."""


class Attempt(Value, frozen=True):
    """One act that failed."""

    step: str
    """The lifelong id of the step that it was an act of."""
    skill: str
    """The name of the skill."""
    args: dict[str, Json]
    """What it was called with, outputs of earlier steps filled in."""
    target: str
    """The id of the target that it acted on; '' for none."""
    digest: str
    """Digest of skill, arguments and target: the same for the same act in any plan."""
    reason: str
    """What went wrong as a slug, such as `file_not_found`."""
    detail: str
    """What went wrong in words; '' if the reason says it all."""
    kind: Kind
    """What sort of failure it is; what is tried against it follows from that."""
    scene: Scene
    """The world in which it was tried."""
    clean: bool = True
    """Nothing had been done when it failed."""
    presumed: bool = False
    """It is clean by what its error or its answer is called, not by the world's own word: a look may show otherwise."""
    once: bool = False
    """It may have happened, nothing could show it, and it must not happen twice."""
    forgiven: bool = False
    """The act worked later, or may be tried once more: this failure is no reason against it."""
    pardoned: bool = False
    """Forgiven only so that it may be tried once more."""
    finding: Finding | None = None
    """What it was found to be, beyond its kind."""

    @property
    def may_pass(self) -> bool:
        """Whether what made it fail may pass by itself."""
        return self.kind in PASSING or self.scene.explained

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return self.finding.severity if self.finding is not None else "high"

    def sentence(self) -> str:
        """The failure in words."""
        call = self.skill + (f"({in_brackets(self.args)})" if self.args else "") + on_target(self.target)
        return f"{call} failed: {self.reason}" + (f" — {self.detail}" if self.detail else "")


def rests_on(
    args: Mapping[str, Json],
    target: str,
    contract: Contract,
    world: Imagined,
    volatile: Collection[str] = (),
    given: Sequence[str] = (),
) -> str:
    """Digest of what an act rests on: its contract's facts, and those that speak of its arguments or target.

    An act that names nothing rests on the whole world. What is volatile is no ground for anything. `given` are done steps that
    bring about what it needs, where no look can tell.
    """
    facts = [f for f in world.facts if f.split("(", 1)[0] not in volatile] if volatile else world.facts
    conditions = sorted((lit.text, str(world.truth(lit))) for lit in (*contract.needs, *contract.makes))
    named = {*(as_text(value) for value in args.values()), *([target] if target else [])}
    about = sorted(f for f in facts if named.intersection(parse_fact(f).args)) if named else []
    if not named and not conditions:
        about = sorted(facts)
    return digest((conditions, about, *given))


OF_THE_SKILL = ("not_implemented", "unsupported")
"""Reasons that speak of a skill, whatever its arguments."""
WORLDS = 2
"""An act that failed for good in so many different worlds is given up in all of them."""

CHANCES = 3
"""How often an act may use up its tries before it is given up in every world, whatever was done in between."""


def is_banned(attempts: Sequence[Attempt], act: str, rests: str, retries: int, deeds: int | None = None) -> Attempt | None:
    """The attempt that forbids this act in this world, if one does.

    With `deeds`, the act may rest on what nobody declared: a deed since then may have changed that.
    """
    failed = [a for a in attempts if a.digest == act and not a.forgiven]
    alike = [a for a in failed if a.scene.rests == rests]
    if deeds is not None and len({a.scene.deeds for a in alike}) >= CHANCES:
        return alike[-1]
    here = [a for a in alike if deeds is None or a.scene.deeds == deeds]
    for attempt in reversed(here):
        tries = tries_allowed("transient" if attempt.scene.free else attempt.kind, retries)
        allowed = tries + (attempt.scene.explained or attempt.scene.hasty)
        if attempt.once or sum(a.kind == attempt.kind for a in here) >= allowed:
            return attempt
    for_good = [a for a in failed if a.kind == "structural"]
    if len(for_good) >= WORLDS:
        return for_good[-1]
    return failed[-1] if failed and is_worn_out(attempts, act, retries) else None


def is_worn_out(attempts: Iterable[Attempt], act: str, retries: int) -> bool:
    """Whether an act has had every chance: all the tries that it may have, three times over, and pardoned ones count."""
    tried = sum(a.digest == act and a.may_pass and (not a.forgiven or a.pardoned) for a in attempts)
    return tried >= CHANCES * tries_allowed("transient", retries)


def lost_skills(attempts: Iterable[Attempt]) -> dict[str, Attempt]:
    """Skills that the world has said it does not have, with the failure that showed it."""
    return {a.skill: a for a in attempts if a.reason in OF_THE_SKILL and not a.forgiven}


class Certificate(Value, frozen=True):
    """Why there is no way: the fewest failures that, if mended, would open one."""

    bans: tuple[str, ...] = ()
    """What to mend, in words."""
    missing: tuple[str, ...] = ()
    """Goal facts that nothing known can make, even without the bans."""


def certify(
    goal: Condition,
    world: Imagined,
    actions: Sequence[tuple[str, Contract]],
    banned: Sequence[Attempt],
) -> Certificate:
    """The smallest set of bans whose lifting makes the goal reachable by the known actions, delete effects ignored.

    `actions` are (act digest, contract) of every act that a plan of this run has named.
    """
    unique = list({a.digest: a for a in banned}.values())
    closed = {a.digest for a in unique}
    everywhere = reachable(world, (c for _, c in actions))
    missing = tuple(lit.text for lit in goal if not everywhere.holds(lit))
    if missing:
        return Certificate(tuple(a.sentence() for a in unique), missing)
    for size in range(min(4, len(unique)) + 1):
        for lifted in combinations(unique, size):
            still = closed - {a.digest for a in lifted}
            if reachable(world, (c for d, c in actions if d not in still)).all_hold(goal):
                return Certificate(tuple(a.sentence() for a in lifted))
    return Certificate(tuple(a.sentence() for a in unique))
