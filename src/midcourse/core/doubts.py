"""Contracts that the world contradicts: what of them is dropped, once there is evidence.

Only a contract that does not call itself complete is ever doubted, and never the needs of an act that cannot be undone.
"""

from __future__ import annotations

from msgspec.structs import replace

from .conditions import Literal, fill, parse, show
from .model import Skill
from .plan import Act


def may_be_doubted(skill: Skill | None) -> bool:
    """Whether evidence may weigh more than the skill's contract."""
    return skill is not None and not skill.complete and skill.risk != "irreversible"


def wording(skill: Skill, part: str, step: Act, literal: Literal) -> str:
    """The literal as the contract writes it, with its holes; '' if the contract does not say it."""
    values = {**skill.complete_args(step.args), "target": step.target}
    return next((lit.text for lit in parse(getattr(skill, part)) if literal in fill((lit,), values)), "")


def without(skill: Skill, part: str, literal: str) -> Skill:
    """The skill with one literal of its contract left out."""
    kept = show(lit for lit in parse(getattr(skill, part)) if lit.text != literal)
    return replace(skill, needs=kept) if part == "needs" else replace(skill, makes=kept)
