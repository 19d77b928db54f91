"""Contracts as people write them: with some needs and makes left out, or wrong."""

from __future__ import annotations

import random

from msgspec.structs import replace

from midcourse.core.logic.conditions import Condition, Literal, parse, show
from midcourse.core.model import Skill


def missing(skills: tuple[Skill, ...], share: float, seed: int) -> tuple[Skill, ...]:
    """The skills with this share of their needs and makes left out."""
    chance = random.Random(f"missing/{seed}")

    def thin(text: str) -> str:
        return show(lit for lit in parse(text) if chance.random() >= share)

    return tuple(replace(s, needs=thin(s.needs), makes=thin(s.makes), complete=False) for s in skills)


def wrong(skills: tuple[Skill, ...], share: float, seed: int) -> tuple[Skill, ...]:
    """The skills with this share of their needs and makes turned into something else that the world speaks of."""
    chance = random.Random(f"wrong/{seed}")
    spoken = sorted({lit.name: lit for s in skills for lit in (*parse(s.needs), *parse(s.makes))}.items())

    def twist(text: str, skill: Skill) -> str:
        return show(_other(lit, skill, spoken, chance) if chance.random() < share else lit for lit in parse(text))

    return tuple(replace(s, needs=twist(s.needs, s), makes=twist(s.makes, s), complete=False) for s in skills)


def _other(literal: Literal, skill: Skill, spoken: list[tuple[str, Literal]], chance: random.Random) -> Literal:
    """Another fact about the skill's own things, or the same one denied."""
    names = [p.name for p in skill.parameters]
    _, like = chance.choice(spoken)
    if not names or like.name == literal.name:
        return literal.denied()
    args = ", ".join(f"{{{chance.choice(names)}}}" for _ in like.args)
    found: Condition = parse(f"{like.name}({args})" if args else like.name)
    return found[0]
