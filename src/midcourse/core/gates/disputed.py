"""Contracts that the world or a planner contradicts: what of them is dropped, once there is evidence.

The planner is told first. If it goes on all the same, the contract gives way; never the needs of an act that cannot be undone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from ..logic.conditions import Literal, fill, parse, show
from ..model import Skill
from ..plans.plan import Act, Cause, Step, title

if TYPE_CHECKING:
    from ..run.records import Record


UNMET: Final = "a need was not met"
UNSEEN: Final = "an effect was not seen"
"""Why a plan is asked for because of what a contract says."""
NEEDS = " needs "
"""What stands between a step and its need, where a planner is told of it."""


def need_of(step: Step, missing: Literal) -> str:
    """What a planner has heard of once it was told that this need of the step's skill is not met."""
    return f"{step.skill if isinstance(step, Act) else title(step)}{NEEDS}{missing.text}"


def in_words(step: Step, missing: Literal) -> str:
    """A need that is not met, as a planner and people are told."""
    return f"{title(step)}{NEEDS}{missing.text}"


def effect_of(skill: str) -> str:
    """What a planner has heard of once it was told that an effect of this skill is missing."""
    return f"an effect of {skill}"


def types_of(skill: str) -> str:
    """What a planner has heard of once it was told that an argument is not of the type that the skill declares."""
    return f"the types of {skill}"


def subject_of(cause: Cause, records: Mapping[str, Record]) -> str:
    """What about a contract a request tells the planner; '' where it is about none."""
    step = records[cause.step].step if cause.rule in (UNMET, UNSEEN) else None
    if not isinstance(step, Act):
        return ""
    return effect_of(step.skill) if cause.rule == UNSEEN else f"{step.skill}{NEEDS}{cause.detail.rpartition(NEEDS)[2]}"


def may_be_doubted(skill: Skill | None) -> bool:
    """Whether evidence may weigh more than the skill's contract."""
    return skill is not None and skill.risk != "irreversible"


def wording(skill: Skill, part: str, step: Act, literal: Literal) -> str:
    """The literal as the contract writes it, with its holes; '' if the contract does not say it."""
    values = {**skill.complete_args(step.args), "target": step.target}
    return next((lit.text for lit in parse(getattr(skill, part)) if literal in fill((lit,), values)), "")


def without(skill: Skill, part: str, literal: str) -> Skill:
    """The skill with one literal of its contract left out."""
    kept = show(lit for lit in parse(getattr(skill, part)) if lit.text != literal)
    return replace(skill, **{part: kept})
