"""A random interface as a world of the engine, with its two helpers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from midcourse.core.gates.request import PlanRequest
from midcourse.core.logic.conditions import fact
from midcourse.core.model import Call, Cost, Done, FactKind, Failed, Observation, Parameter, Result, Skill, Target
from midcourse.core.people.messages import Answer, Question
from midcourse.core.plans.plan import Act
from midcourse.planners.local.roles import Option, Options

from .screens import CLOSE, HOME, NEXT, OK, QUIT, SCROLL, SEND, Element
from .user import GOAL, InUse, Shown

ROLES = {"toggle": "checkbox", "field": "textbox", "tab": "tab"}
NAMED = {SCROLL: "more", CLOSE: "close", HOME: "home", NEXT: "next", QUIT: "back", SEND: "submit", OK: "ok"}
PRICE = Cost(1)


class Screens:
    """The world: `press`, `enter` and, where a thing commits or cannot be undone, `commit`."""

    vocabulary = (
        FactKind("screen", "screen(title): what is open"),
        FactKind("interrupted", "interrupted(by): something came by itself and lies over the rest"),
        FactKind("value", "value(thing, text): what stands in it"),
        FactKind("reached", "reached: what is wanted is open"),
    )

    def __init__(self, use: InUse) -> None:
        self.use = use
        self.shown = Shown(0, "", (), [], {})  # nobody has looked yet

    async def skills(self) -> Sequence[Skill]:
        text = Parameter("text", "str")
        return (
            Skill("press", "Act on a thing.", repeatable=True),
            Skill("enter", "Write into a field.", parameters=(text,), repeatable=True),
            Skill("commit", "Act on a thing that commits or cannot be undone.", risk="irreversible"),
        )

    async def observe(self) -> Observation:
        self.shown = shown = self.use.look()
        values = {fact("value", str(key), text) for key, text in shown.values.items() if text}
        where = {fact("screen", " ".join(map(str, shown.title)))} | ({fact("interrupted", shown.over)} if shown.over else set())
        if self.use.is_met:
            where.add("reached")
        return Observation(frozenset(values | where), targets=tuple(self._target(e) for e in shown.elements))

    def _target(self, element: Element) -> Target:
        label = NAMED.get(element.label[0]) or " ".join(map(str, self.use.label(element)))
        state = ("asks",) if self.use.needs_leave(element) else ()
        return Target(str(element.key), ROLES.get(element.kind, "button"), label, state)

    async def act(self, call: Call) -> Result:
        text = str(call.args.get("text", GOAL))
        match self.use.act(int(call.target), text, allowed=call.skill == "commit"):
            case "missing":
                return Failed("target_not_found", kind="changed")
            case "failed":
                return Failed("slipped", kind="transient")
            case _:
                return Done()

    def call_for(self, element: Element) -> Act:
        """How a thing is acted on."""
        if element.kind == "field":
            return Act("enter", {"text": GOAL}, str(element.key))
        return Act("commit" if self.use.needs_leave(element) else "press", {}, str(element.key))


class Names:
    """The proposer."""

    def __init__(self, world: Screens) -> None:
        self._world = world

    async def options(self, request: PlanRequest, without: Collection[str], told: Sequence[str]) -> Options:
        named = {t.id for t in request.view.targets}
        shown = self._world.shown
        if not shown.over:
            shown = replace(shown, elements=[e for e in self._world.use.screen.elements if str(e.key) in named])
        found = self._world.use.propose(shown, frozenset(int(key) for key in without))
        return Options(tuple(Option(self._world.call_for(e)) for e in found), PRICE)


class Feels:
    """Who says how near it is."""

    is_free = False

    def __init__(self, world: Screens) -> None:
        self._world = world

    async def near(self, request: PlanRequest) -> tuple[float, Cost]:
        return self._world.use.closeness(self._world.shown), PRICE


class Leave:
    """People, who allow what leads to the goal."""

    def __init__(self, use: InUse) -> None:
        self._use = use

    async def allows(self, question: Question) -> Answer | None:
        yes = bool(question.target) and self._use.gives_leave(int(question.target))
        return Answer(question.id, yes, "people")
