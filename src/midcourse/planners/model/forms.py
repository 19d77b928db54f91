"""The form of a plan as a JSON schema: skills and arguments as they are declared, so that nothing else can be said."""

from __future__ import annotations

from typing import Any

from ...core.gates.request import PlanRequest
from ...core.model import Parameter, Skill
from .answers import ANSWERS

Json = Any

TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean", "list": "array", "dict": "object"}

LONGEST = 30
"""Steps of a plan in one answer."""


def form_of(request: PlanRequest) -> dict[str, Json]:
    """The form of an answer to this request."""
    targets = [target.id for target in request.view.targets]
    steps: list[Json] = [act_form(skill, targets) for skill in request.skills]
    steps.append(_object({"replan": {"type": "string"}}))
    if request.brief.wanted in ("segment", "coarse"):
        steps.append(_object({"achieve": {"type": "string"}, "until": {"type": "string"}}))
    if request.brief.wanted == "bridge" and request.progress.remaining:
        steps.append(_object({"keep": {"enum": [step.id for step in request.progress.remaining]}}))
    plan = {"type": "array", "items": {"anyOf": steps}, "minItems": 1, "maxItems": request.brief.segment or LONGEST}
    # The steps before the reasons, and never without them: a small model that talks itself into its limit has then at least
    # said what to do. With any answer but a plan they mean nothing.
    return _object({"answer": {"enum": list(ANSWERS)}, "steps": plan, "why": {"type": "string"}})


def act_form(skill: Skill, targets: list[str]) -> Json:
    """The form of one act."""
    needed = [p.name for p in skill.parameters if p.required]
    args = _object({p.name: _value(p) for p in skill.named}, needed, more=len(skill.named) < len(skill.parameters))
    parts: dict[str, Json] = {
        "act": {"const": skill.name},
        "args": args,
        "expects": {"type": "string"},
        "again": {"type": "boolean"},
    }
    if targets:
        parts["target"] = {"enum": targets}
    return _object(parts, needed=("act", "args") if needed else ("act",))


def _value(parameter: Parameter) -> Json:
    if parameter.choices:
        return {"enum": list(parameter.choices)}
    kinds = [TYPES[name] for name in parameter.type.split(" | ") if name in TYPES]
    return {"type": kinds[0]} if len(kinds) == 1 else {}


def _object(parts: dict[str, Json], needed: Any = None, more: bool = False) -> Json:
    required = list(parts if needed is None else needed)
    return {"type": "object", "properties": parts, "required": required, "additionalProperties": more}
