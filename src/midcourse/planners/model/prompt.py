"""What a planning model is told: everything of the request that matters, cut to a size, with the world's own words fenced."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby

from ...core.gates.request import DoneStep, PlanRequest
from ...core.language.text import fenced
from ...core.logic.conditions import coverage, literal_truth, parse, parse_fact
from ...core.model import Skill, Target
from ...core.plans.contracts import contract_of
from ...core.plans.kernels import regress
from ...core.plans.plan import Act, described
from .objections import objections

VERSION = 6
"""Of the texts in `prompts`: another text, another number."""
CONDITION = "condition"
"""The question how a goal is seen to be reached."""
CHARACTERS = 4
"""For one token, about."""
OUTPUT = 400
"""Characters of what an act gave."""
KEPT = 12
"""Failures that are told, the last ones, and done steps that are told one by one."""


@cache
def system(wanted: str = "segment") -> str:
    """What the model is asked to be, by the kind of answer that is wanted."""
    folder = files(__package__ or "").joinpath("prompts")
    parts = (folder.joinpath(f"{name}.md").read_text(encoding="utf-8").strip() for name in (wanted, "rules"))
    return "\n\n".join(parts)


def render(request: PlanRequest, tokens: int = 6000) -> str:
    """The request in words, at most so long: what we ask, what has happened and what is seen between marks, what we object to."""
    whole = tokens * CHARACTERS
    asked, happened = _asked(request), _happened(request)
    parts = [asked, *([f"What has happened:\n{fenced(happened.splitlines(), whole // 2)}"] if happened else [])]
    sent_back = _told([("Your last plan was sent back", objections(request))])
    room = max(400, whole - sum(map(len, parts)) - len(sent_back))
    return "\n\n".join(filter(None, [*parts, f"What is seen:\n{_seen(request, room)}", sent_back]))


def render_goal(request: PlanRequest, tokens: int = 6000) -> str:
    """The goal in words, what can be seen, and what is."""
    told = _told([("Goal", [request.goal]), ("Kinds of facts", _kinds(request))])
    return f"{told}\n\n{_seen(request, tokens * CHARACTERS - len(told))}"


def _asked(request: PlanRequest) -> str:
    """What is ours alone: the goal, what people want, what can be done, what is left."""
    left = request.left
    return _told(
        [
            ("Goal", [request.goal]),
            ("Done when", [request.done_when] if request.done_when else []),
            ("The whole task, of which this goal is a part", _whole_task(request)),
            ("Suggested plan; another way is fine, and targets come from the present look", request.insight.guide),
            ("Allowed are only acts that fit", request.bounds.only),
            ("People forbid", [*request.bounds.constraints, *(f"any act that fits {p}" for p in request.bounds.forbids)]),
            ("Values to enter", [f"{name}: {value}" for name, value in request.task.values.items()]),
            ("Skills", [_skill(skill) for skill in request.skills]),
            ("Kinds of facts", _kinds(request)),
            ("Left", [f"{left.steps} acts, {left.replans} replans, {left.planner_calls} plans, {left.seconds:.0f} s"]),
            ("Length", [f"about {request.brief.segment} steps are worth planning"] if request.brief.segment else []),
        ]
    )


def _whole_task(request: PlanRequest) -> list[str]:
    """What the goal is for, where it is a goal on the way."""
    if not request.task.goal or (request.task.goal, request.task.done_when) == (request.goal, request.done_when):
        return []
    return [request.task.goal, *([f"done when {request.task.done_when}"] if request.task.done_when else [])]


def _happened(request: PlanRequest) -> str:
    """What was done and what came of it. Its lines name things of the world and repeat what it said: they are fenced too."""
    return _told(
        [
            (
                "Already done, in this order; do not repeat",
                [*_condensed(request.progress.done[:-KEPT]), *map(_done, request.progress.done[-KEPT:])],
            ),
            ("Odd, though nothing failed", request.insight.notes),
            ("Advice", request.insight.advice),
            ("Done once, but undone by the world", request.progress.undone),
            (
                "In doubt, do not repeat before it is seen",
                [f"{d.what}; shown by {d.shown_by}" for d in request.progress.in_doubt],
            ),
            ("Refused by a person", request.bounds.refusals),
            ("Failed", [a.sentence() for a in request.attempts[-KEPT:] if not a.forgiven]),
            ("Why it failed, as far as is known", [request.insight.reflection] if request.insight.reflection else []),
            ("What else had a part in it", request.insight.analysis.factors if request.insight.analysis else ()),
            ("Like failures before", request.insight.analysis.similar if request.insight.analysis else ()),
            ("Learned in earlier runs", request.insight.lessons),
            ("The rest of the present plan", [f"{s.id} {described(s)}" for s in request.progress.remaining]),
            ("What it needs and is not so", _unmet(request)),
            ("To be taken back", [request.brief.undoes] if request.brief.undoes else []),
            ("Why a plan is wanted", [f"{request.cause.rule}: {request.cause.detail}".rstrip(": ")]),
            ("What you know is old", [f"{request.view.stale} (seen {request.view.age:.0f} s ago)"] if request.view.stale else []),
        ]
    )


def _condensed(done: Sequence[DoneStep]) -> Iterator[str]:
    """What was done longer ago, in order: acts of one skill that follow each other share a line."""
    for skill, group in groupby(done, key=lambda d: d.step.skill if isinstance(d.step, Act) else d.what):
        steps = list(group)
        args = ("/".join(map(str, d.step.args.values())) if isinstance(d.step, Act) else "" for d in steps)
        yield (
            f"{steps[0].id} to {steps[-1].id} {skill}, {len(steps)} times: {', '.join(args)}"
            if len(steps) > 1
            else _done(steps[0])
        )


def _done(done: DoneStep) -> str:
    what = described(done.step) if done.step is not None else done.what
    if done.output is None:
        return f"{done.id} {what}{' (left out: it was so already)' if done.left_out else ''}"
    text = done.output if isinstance(done.output, str) else json.dumps(done.output, default=str)
    return f"{done.id} {what} gave {' '.join(text.split())[:OUTPUT]}"


def _told(sections: Iterable[tuple[str, Iterable[str]]]) -> str:
    """Sections of lines. A line is one line, whatever stands in it: none can begin a section of its own."""
    told = ((name, [" ".join(line.split()) for line in lines]) for name, lines in sections)
    return "\n\n".join("\n".join([f"{name}:", *(f"- {line}" for line in lines)]) for name, lines in told if lines)


def _kinds(request: PlanRequest) -> list[str]:
    return [f"{kind.name}: {kind.doc}" if kind.doc else kind.name for kind in request.view.vocabulary]


def _unmet(request: PlanRequest) -> list[str]:
    """What the rest of the plan rests on and is seen to be false."""
    if request.brief.wanted != "bridge":
        return []
    skills = {skill.name: skill for skill in request.skills}
    contracts = [contract_of(step, skills) for step in request.progress.remaining]
    spans, _ = regress(contracts, parse(request.done_when))
    covered = coverage(request.view.covers)
    first = (lit for lit, where in spans.items() if any(low == 0 for low, _ in where))
    return sorted(lit.text for lit in first if literal_truth(lit, request.facts, covered) is False)


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
    wanted = {word.lower() for word in request.goal.split() if len(word) > 2}
    return fenced(_in_order([*_targets(request.view.targets), *request.facts], wanted), room)


def _targets(targets: Sequence[Target]) -> list[str]:
    return [f"target: {t.id}" + (f" ({', '.join(t.state)})" if t.state else "") for t in targets]


def _in_order(lines: Sequence[str], wanted: set[str]) -> list[str]:
    def weight(line: str) -> tuple[bool, bool, str]:
        speaks = any(word in line.lower() for word in wanted)
        return not speaks, not line.startswith("target: "), line

    shown = (line for line in lines if line.startswith("target: ") or parse_fact(line).name not in ("target", "listed"))
    return sorted(shown, key=weight)
