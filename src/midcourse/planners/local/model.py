"""Options and closeness from a language model: what it names is checked, and how near it calls a place is read twice."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, cast

from msgspec.structs import replace

from ...core.errors import PlannerUnreachable, choices
from ...core.gates.request import PlanRequest
from ...core.language.prompts import Prompt
from ...core.language.text import Unreadable, fenced, json_in, score_in
from ...core.local.bearing import Debt
from ...core.model import Cost
from ...core.plans.calls import wrong_arguments
from ...core.plans.plan import Act, Draft, digest
from ...core.protocols import Model
from ...core.run.events import Objection
from ..model import Misread, ModelPlanner
from ..model.answers import read_step
from ..model.forms import act_form
from ..model.prompt import CHARACTERS, render
from .roles import Option, Options
from .seeing import key_of

FORM = '{"options": [{"act": "SKILL", "target": "ID", "args": {}, "description": "…", "expected_change": "…"}]}'
SCORE = '{"near": 5}'
MOST = 4
"""Options in one answer."""
GOES = 2
"""How often it is asked for options that can be used."""
READINGS = 2
"""How often a place is read for one goal."""
UNDOING = 3
"""Acts that may put one value back."""
TOLD = 20
"""What was tried that is told, the last of it."""


@cache
def _role(name: str) -> str:
    return files(__package__ or "").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8").strip()


class ModelProposer:
    """Asks a model what could be tried; `tokens` bounds what it is told, `longest` what it may answer."""

    def __init__(self, model: Model, *, tokens: int = 4000, longest: int = 600) -> None:
        self._model, self._tokens, self._longest = model, tokens, longest

    @property
    def most_each(self) -> Cost:
        """The most that naming options may cost."""
        ask = Prompt("options", _role("options"), "x" * (self._tokens * CHARACTERS), most_tokens=self._longest)
        return sum((self._model.most(ask) for _ in range(GOES)), Cost())

    async def options(self, request: PlanRequest, without: Collection[str], told: Sequence[str]) -> Options:
        """What fits this screen of what the model names, best first; nothing where it names nothing of use."""
        cost, asked = Cost(), replace(request, objections=())
        for _ in range(min(GOES, request.left.answers)):
            try:
                said = await self._model.ask(self._ask(asked, without, told))
            except PlannerUnreachable:
                if cost == Cost():
                    raise
                break
            cost += said.cost
            try:
                return Options(_options(said.text, said.cut, request, without), cost)
            except Unreadable as error:
                asked = replace(asked, objections=(Objection("malformed", str(error)),))
        return Options((), cost)

    async def undo(self, request: PlanRequest, debt: Debt) -> Options:
        """How the model would put a value back; nothing where it knows no way, or none that can be begun here without leave."""
        told = f"what changed {debt.in_words}; doing the opposite did not put it back"
        brief = replace(request.brief, wanted="undo", undoes=told, segment=UNDOING)
        asked = replace(request, goal=f"put back {debt.in_words}", done_when=debt.paid_when, brief=brief, objections=())
        try:
            reply = await ModelPlanner(self._model, tokens=self._tokens, longest=self._longest).plan(asked)
        except Misread as error:
            return Options((), error.cost)
        acts = [step for step in reply.steps if isinstance(step, Act)][:UNDOING] if isinstance(reply, Draft) else []
        asks = {target.id for target in request.view.targets if "asks" in target.state}
        if not acts or _misfit(acts[0], request) or any(act.target in asks for act in acts):
            return Options((), reply.cost)
        return Options(tuple(Option(act, key_of(act), act.description, act.expected_change) for act in acts), reply.cost)

    def _ask(self, request: PlanRequest, without: Collection[str], told: Sequence[str]) -> Prompt:
        targets = [t.id for t in request.view.targets if t.id not in without]
        form = {"type": "array", "items": {"anyOf": [act_form(s, targets) for s in request.skills]}, "maxItems": MOST}
        room = self._tokens * CHARACTERS // 4  # half for what is tried and left out, so that the screen keeps its place
        tried = f"Tried so far:\n{fenced(told[-TOLD:], room)}" if told else ""
        left_out = f"Not to be offered:\n{fenced(sorted(without), room)}" if without else ""
        seen = render(request, self._tokens // 2)
        return Prompt(
            "options",
            _role("options"),
            "\n\n".join(filter(None, (seen, tried, left_out))),
            (request.view.picture,) if request.view.picture is not None else (),
            self._longest,
            {"type": "object", "properties": {"options": form}, "required": ["options"], "additionalProperties": False},
        )


class ModelNearness:
    """Asks a model how near a place is: twice for one place and goal, the second time with its lines in another order; then never
    again, and the mean of both is told."""

    is_free = False

    def __init__(self, model: Model, *, tokens: int = 2000, longest: int = 60) -> None:
        self._model, self._tokens, self._longest = model, tokens, longest
        self._read: dict[str, list[float]] = {}

    @property
    def most_each(self) -> Cost:
        """The most that one reading may cost."""
        return self._model.most(Prompt("near", _role("near"), "x" * (self._tokens * CHARACTERS), most_tokens=self._longest))

    async def near(self, request: PlanRequest) -> tuple[float | None, Cost]:
        """0 far to 10 there; None for an answer that cannot be read."""
        lines = [*(f"target: {t.id}" for t in request.view.targets), *sorted(request.facts)]
        read = self._read.setdefault(digest((request.goal, request.done_when, lines)), [])
        if len(read) >= READINGS:
            return sum(read) / len(read), Cost()
        said = await self._model.ask(self._ask(request, lines[::-1] if read else lines))
        score = _score(said.text, said.cut)
        if score is not None:
            read.append(score)
        return score, said.cost

    def _ask(self, request: PlanRequest, lines: Sequence[str]) -> Prompt:
        room = self._tokens * CHARACTERS
        asked = f"Goal:\n- {request.goal}\n\nDone when:\n- {request.done_when or 'it is reached'}"[: room // 2]
        pictures = (request.view.picture,) if request.view.picture is not None else ()
        form = {"type": "object", "properties": {"near": {"type": "number"}}, "required": ["near"], "additionalProperties": False}
        told = f"{asked}\n\n{fenced(lines, max(400, room - len(asked) - 100))}"
        return Prompt("near", _role("near"), told, pictures, self._longest, form)


def _options(text: str, cut: bool, request: PlanRequest, without: Collection[str]) -> tuple[Option, ...]:
    """The options that fit. Unreadable, with the first thing that is wrong, where none does and not for want of any."""
    said = json_in(text, FORM, cut)
    named: Any = cast("dict[str, Any]", said).get("options") if isinstance(said, dict) else said
    if not isinstance(named, list):
        raise Unreadable(f"the answer has no list 'options'; answer with {FORM}")
    found, wrong = dict[str, Option](), ""
    for number, written in enumerate(cast("list[Any]", named), 1):
        try:
            step = read_step(number, written)
            problem = _misfit(step, request) if isinstance(step, Act) else "it is no act"
        except Unreadable as error:
            wrong = wrong or str(error)
            continue
        if problem or not isinstance(step, Act):
            wrong = wrong or f"option {number}: {problem}"
        elif (key := key_of(step)) not in without:
            found.setdefault(key, Option(Act(step.skill, step.args, step.target), key, step.description, step.expected_change))
    if wrong and not found:
        raise Unreadable(wrong)
    return tuple(found.values())[:MOST]


def _misfit(act: Act, request: PlanRequest) -> str:
    """Why an act cannot be done here; '' if it can."""
    skills = {skill.name: skill for skill in request.skills}
    targets = [target.id for target in request.view.targets]
    if act.skill not in skills:
        return f"no skill {act.skill!r}; {choices(act.skill, skills)}"
    if act.target and act.target not in targets:
        return f"no target {act.target!r} is to be seen; {choices(act.target, targets)}"
    return wrong_arguments(skills[act.skill], act.args)


def _score(text: str, cut: bool) -> float | None:
    try:
        return score_in(json_in(text, SCORE, cut), "near")
    except Unreadable:
        return None
