"""What a planning model is told: everything of the request that matters, cut to a size, with the world's own words fenced."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from ...core.conditions import parse_fact
from ...core.model import Skill, Target
from ...core.plan import title
from ...core.request import PlanRequest

VERSION = 1
"""Of the texts in `prompts`: another text, another number."""
CHARACTERS = 4
"""For one token, about."""
KEPT = 12
"""Failures and done steps that are told, the last ones."""


@cache
def system() -> str:
    """What the model is asked to be."""
    return files(__package__ or "").joinpath("prompts", "plan.md").read_text(encoding="utf-8")


def render(request: PlanRequest, tokens: int = 6000) -> str:
    """The request in words, at most so long."""
    asked = _asked(request)
    room = max(400, tokens * CHARACTERS - len(asked))
    return f"{asked}\n\n{_seen(request, room)}"


def _asked(request: PlanRequest) -> str:
    """What is not of the world: the goal, what can be done, what was done, what went wrong."""
    left = request.left
    sections: list[tuple[str, Iterable[str]]] = [
        ("Goal", [request.goal]),
        ("Done when", [request.done_when] if request.done_when else []),
        ("People forbid", [*request.constraints, *(f"any act that fits {p}" for p in request.forbids)]),
        ("Values to enter", [f"{name}: {value}" for name, value in request.values.items()]),
        ("Skills", [_skill(skill) for skill in request.skills]),
        ("Kinds of facts", [f"{kind.name}: {kind.doc}" if kind.doc else kind.name for kind in request.vocabulary]),
        ("Already done, do not repeat", [f"{d.id} {d.what}" for d in request.done[-KEPT:]]),
        ("Done once, but undone by the world", request.undone),
        ("In doubt, do not repeat before it is seen", [f"{d.what}; shown by {d.shown_by}" for d in request.in_doubt]),
        ("Failed", [a.sentence() for a in request.attempts[-KEPT:] if not a.forgiven]),
        ("Why it failed, as far as is known", [request.reflection] if request.reflection else []),
        ("Learned in earlier runs", request.lessons),
        ("The rest of the present plan", [f"{s.id} {title(s)}" for s in request.remaining]),
        ("Why a plan is wanted", [f"{request.cause.rule}: {request.cause.detail}".rstrip(": ")]),
        ("Your last plan was sent back", [f"{o.text}" for o in request.objections]),
        ("What you know is old", [f"{request.stale} (seen {request.age:.0f} s ago)"] if request.stale else []),
        ("Left", [f"{left.steps} acts, {left.replans} replans, {left.planner_calls} plans, {left.seconds:.0f} s"]),
    ]
    if request.segment:
        sections.append(("Length", [f"about {request.segment} steps are worth planning"]))
    told = ((name, list(lines)) for name, lines in sections)
    return "\n\n".join("\n".join([f"{name}:", *(f"- {line}" for line in lines)]) for name, lines in told if lines)


def _skill(skill: Skill) -> str:
    told = [skill.signature(), skill.doc]
    for word in ("needs", "makes", "breaks"):
        if text := getattr(skill, word):
            told.append(f"{word} {text}")
    if skill.risk == "irreversible":
        told.append("cannot be undone")
    return "; ".join(filter(None, told))


def _seen(request: PlanRequest, room: int) -> str:
    """Targets and facts, those that speak of the goal first, between marks that the world cannot write."""
    lines: list[str] = []
    wanted = {word.lower() for word in request.goal.split() if len(word) > 2}
    for line in _in_order([*_targets(request.targets), *request.facts], wanted):
        room -= len(line) + 1
        if room < 0:
            lines.append("(and more)")
            break
        lines.append(line)
    text = "\n".join(lines)
    mark = hashlib.sha256(text.encode()).hexdigest()[:8]
    return f"SEEN {mark}\n{text}\nEND SEEN {mark}"


def _targets(targets: Sequence[Target]) -> list[str]:
    return [f"target: {t.id}" + (f" ({', '.join(t.state)})" if t.state else "") for t in targets]


def _in_order(lines: Sequence[str], wanted: set[str]) -> list[str]:
    def weight(line: str) -> tuple[bool, bool, str]:
        speaks = any(word in line.lower() for word in wanted)
        return not speaks, not line.startswith("target: "), line

    shown = (line for line in lines if line.startswith("target: ") or parse_fact(line).name not in ("target", "listed"))
    return sorted(shown, key=weight)
