"""Copies for those who are asked: whoever is handed a value of the run must not be able to change the run through it."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from ..history.ledger import Attempt
from ..model import Json, Skill, Task
from ..plans.plan import Act, Step, transform

S = TypeVar("S", bound=Step)


def own_value(value: Json) -> Json:
    """The same JSON value; lists and mappings in it are copies."""
    return transform(value, lambda leaf: leaf) if isinstance(value, dict | list | tuple) else value


def own_step(step: S) -> S:
    """The same step with arguments of its own."""
    return replace(step, args=own_value(step.args)) if isinstance(step, Act) else step


def own_attempt(attempt: Attempt) -> Attempt:
    """The same failure with arguments of its own."""
    return replace(attempt, args=own_value(attempt.args))


def own_skill(skill: Skill) -> Skill:
    """The same skill; only a default that can be changed is copied."""
    if not any(isinstance(p.default, dict | list) for p in skill.parameters):
        return skill
    return replace(skill, parameters=tuple(replace(p, default=own_value(p.default)) for p in skill.parameters))


def own_task(task: Task) -> Task:
    """The same task with values and secrets of its own."""
    return replace(task, values=dict(task.values), secrets=dict(task.secrets))
