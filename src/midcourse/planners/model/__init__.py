"""A language model as a planner. It may be brilliant, wrong, stubborn, slow or down: what it says is checked like any plan.

`prompt` says what it is told, `answers` reads what it says. What is wrong with an answer goes back to it as one objection.
"""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from ...core.gates.request import AtALoss, GoalAsCondition, NothingToDo, PlanRequest, Reply
from ...core.language.prompts import Completion, Prompt
from ...core.language.text import Unreadable, json_in
from ...core.logic.conditions import coverage, evaluate, parse
from ...core.model import Cost
from ...core.protocols import Model
from .answers import read_answer
from .forms import form_of
from .prompt import CHARACTERS, CONDITION, render, render_goal, system

LONGEST = 2048


class ModelPlanner:
    """Asks a model for each plan; `tokens` bounds what it is told, `longest` what it may answer."""

    def __init__(self, model: Model, *, tokens: int = 6000, longest: int = LONGEST) -> None:
        self._model, self._tokens, self._longest = model, tokens, longest

    def most(self, request: PlanRequest) -> Cost:
        """The most that the answer may cost."""
        return self._model.most(self._ask(request))

    @property
    def most_each(self) -> Cost:
        """The most that any answer may cost."""
        return self._model.most(Prompt("plan", system(), "x" * (self._tokens * CHARACTERS), most_tokens=self._longest))

    async def plan(self, request: PlanRequest) -> Reply:
        """The model's answer. One that cannot be read is raised, and comes back to the model as an objection."""
        if request.done_when and evaluate(parse(request.done_when), request.facts, coverage(request.view.covers)):
            return NothingToDo("the goal's condition holds")
        if request.left.answers < 1:
            return AtALoss("no answer of a model is left")
        told = await self._model.ask(self._ask(request))
        try:
            reply = read_answer(told.text, told.cut, request)
        except Unreadable as error:
            raise Misread(str(error), told) from None
        return replace(reply, cost=told.cost)

    async def read_goal(self, request: PlanRequest) -> GoalAsCondition:
        """How the goal is seen to be reached, where its words can be put as a condition."""
        asked = render_goal(request, self._tokens)
        told = await self._model.ask(Prompt(CONDITION, system(CONDITION), asked, most_tokens=self._longest))
        try:
            said = json_in(told.text, '{"done_when": "a condition"}', told.cut)
        except Unreadable as error:
            return GoalAsCondition("", told.model, str(error), told.cost)
        answer = cast("dict[str, Any]", said) if isinstance(said, dict) else {}
        return GoalAsCondition(str(answer.get("done_when") or ""), told.model, str(answer.get("why") or ""), told.cost)

    def _ask(self, request: PlanRequest) -> Prompt:
        pictures = (request.view.picture,) if request.view.picture is not None else ()
        asked, form = render(request, self._tokens), form_of(request)
        return Prompt("plan", system(request.brief.wanted), asked, pictures, self._longest, form)


class Misread(Unreadable):
    """An answer that is no plan, and what it cost."""

    def __init__(self, detail: str, told: Completion) -> None:
        self.cost = told.cost
        super().__init__(detail)
