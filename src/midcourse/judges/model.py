"""A judge that asks a language model where facts cannot tell.

It must name what it saw: a claim without evidence is no verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any, cast

from ..core.gates.remarks import Advice, Guides, PathSoFar
from ..core.language.text import Unreadable, fenced, json_in, score_in
from ..core.model import Cost
from ..core.opinions import Opinions
from ..core.plans.plan import title
from ..core.protocols import Case, Judge, Model, Verdict

FORM = '{"met": true, "evidence": ["a fact"], "near": 10, "advice": "", "why": "…"}'
LONGEST = 400
"""Tokens of an answer."""
LINE, MOST_STEPS = 200, 20
"""Characters of a step that are told, and steps, the last ones."""


def _role(name: str = "judge") -> str:
    return files(__package__ or "").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8").strip()


class ModelJudge:
    """Asks `first`, and the model only where that cannot tell.

    One question serves all that may be asked of the same look: is it met, how near, what would help.
    """

    def __init__(self, model: Model, first: Judge, *, tokens: int = 3000) -> None:
        self._first = first
        self._opinions = Opinions[Verdict](model, "judge", _role(), tokens=tokens, longest=LONGEST)
        self._remarks = Opinions[Verdict](model, "monitor", _role("monitor"), tokens=tokens, longest=LONGEST)

    @property
    def most_each(self) -> Cost:
        """The most that one answer may cost."""
        return self._opinions.most_each

    async def assess(self, case: Case) -> Verdict:
        """The first judge's word, or the model's with its evidence."""
        verdict = await self._first.assess(case)
        if verdict.met is not None:
            return verdict
        about = (
            case.goal,
            case.done_when,
            sorted(case.facts),
            [(s.id, state, str(case.outputs.get(s.id))) for s, state in case.steps],
        )
        return await self._opinions.on(
            about, lambda: self._prompt(case), lambda told: _verdict(told.text, told.cut, case, told.model)
        )

    async def guidance(self, path: PathSoFar) -> Advice | None:
        """The first judge's remark; the model's only where it has none, and the last act brought nothing new."""
        if isinstance(self._first, Guides) and (said := await self._first.guidance(path)) is not None:
            return said
        if not path.turns or path.turns[-1].news:
            return None
        steps = [title(step) for step in path.proposed]
        about = (path.request.goal, sorted(path.request.facts), steps, [turn.act for turn in path.turns])
        verdict = await self._remarks.on(
            about, lambda: self._asked(path, steps), lambda told: _remark(told.text, told.cut, told.model)
        )
        return Advice(verdict.advice, verdict.who, verdict.cost) if verdict.advice or verdict.cost != Cost() else None

    def _asked(self, path: PathSoFar, steps: Sequence[str]) -> str:
        request = path.request
        told = f"Goal:\n- {request.goal}\n\nDone when:\n- {request.done_when or 'it is met'}"[: self._remarks.room // 2]
        done = [f"done: {step.what[:LINE]}" for step in request.progress.done[-MOST_STEPS:]]
        failed = [f"failed: {attempt.sentence()[:LINE]}" for attempt in request.attempts[-MOST_STEPS:]]
        proposed = [f"proposed: {step[:LINE]}" for step in steps]
        seen = [*done, *failed, *proposed, *request.insight.notes, *request.insight.guide, *sorted(request.facts)]
        return f"{told}\n\n{fenced(seen, max(400, self._remarks.room - len(told) - 100))}"

    def _prompt(self, case: Case) -> str:
        when = case.done_when or "it is met, as you see it"
        told = f"Goal:\n- {case.goal}\n\nDone when:\n- {when}"[: self._opinions.room // 2]
        # Steps name things of the world: they are its text as much as what it shows.
        steps = [
            f"step: {' '.join(title(step).split())[:LINE]}: {state}{_gave(case, step.id)}"
            for step, state in case.steps[-MOST_STEPS:]
        ]
        return f"{told}\n\n{fenced([*steps, *_in_order(case)], max(400, self._opinions.room - len(told) - 100))}"


def _gave(case: Case, step: str) -> str:
    """What the step returned, in short."""
    output = case.outputs.get(step)
    return "" if output is None else f"; it returned {' '.join(str(output).split())[:LINE]}"


def _in_order(case: Case) -> Sequence[str]:
    """Facts that speak of the goal first."""
    wanted = {word.lower() for word in f"{case.goal} {case.done_when}".split() if len(word) > 2}
    return sorted(case.facts, key=lambda fact: (not any(word in fact.lower() for word in wanted), fact))


def _verdict(text: str, cut: bool, case: Case, model: str) -> Verdict:
    """What the model says, if what it rests on was really seen."""
    try:
        said = json_in(text, FORM, cut)
    except Unreadable as error:
        return Verdict(None, model, str(error))
    answer = cast("dict[str, Any]", said) if isinstance(said, dict) else {}
    met, why, advice = answer.get("met"), str(answer.get("why") or ""), str(answer.get("advice") or "")
    near = score_in(answer, "near")
    if met is not True and met is not False:
        return Verdict(None, model, why or "what was seen does not show it", near=near, advice=advice)
    named = answer.get("evidence")
    evidence = [str(e) for e in cast("list[Any]", named)] if isinstance(named, list) else []
    unseen = [fact for fact in evidence if fact not in case.facts]
    if met and (not evidence or unseen):
        return Verdict(None, model, f"it calls the goal met, by {unseen[0]!r}, which was not seen" if unseen else NOTHING)
    rests = f" (by {', '.join(evidence[:5])})" if evidence else ""
    return Verdict(met, model, f"{why}{rests}".strip(), near=near, advice=advice)


def _remark(text: str, cut: bool, model: str) -> Verdict:
    """The model's advice where it sees a problem. What cannot be read is none, however long it is."""
    try:
        said = json_in(text, '{"problem": true, "advice": "…"}', cut)
    except Unreadable as error:
        return Verdict(None, model, str(error))
    answer = cast("dict[str, Any]", said) if isinstance(said, dict) else {}
    return Verdict(None, model, advice=str(answer.get("advice") or "") if answer.get("problem") is True else "")


NOTHING = "it calls the goal met, and names nothing that was seen"
