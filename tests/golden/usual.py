"""Kinds of runs whose journals are golden: what runs are mostly like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from midcourse import (
    Achieve,
    Act,
    Call,
    Cancel,
    Delivery,
    Draft,
    Failed,
    Parameter,
    Replan,
    ScriptedPlanner,
    SearchPlanner,
    Settings,
    Skill,
    ToolsWorld,
    Uncertain,
)
from midcourse.testing import AnswersAll, Chaos, DictMemory, Mix, ScriptedPeople, SymbolicWorld
from tests.support import Lab, lab, under

A = Skill("a", makes="p", complete=True)
A2 = Skill("a2", makes="p", complete=True)
B = Skill("b", needs="p", makes="q", complete=True)
C = Skill("c", needs="q", makes="r", complete=True)
SEND = Skill("send", needs="p", makes="sent", complete=True, risk="irreversible")
RING = Skill("ring")
DOORS = [
    Skill("open", parameters=(Parameter("door", "str"),), makes="opened({door})"),
    Skill("oil", parameters=(Parameter("door", "str"),), makes="oiled({door})", repeatable=True),
]
WHOLE = [Act("a"), Act("b"), Act("c")]


class Meddled(SymbolicWorld):
    """Somebody changes the world once, after an act of this name."""

    after, add, take = "", frozenset[str](), frozenset[str]()

    async def act(self, call: Call):
        result = await super().act(call)
        if call.skill == self.after:
            self.truth = (self.truth | self.add) - self.take
            self.after = ""
        return result


def meddled(after: str, *, add: str = "", take: str = "") -> Meddled:
    world = Meddled([A, B, C])
    world.after, world.add, world.take = after, frozenset(add.split()), frozenset(take.split())
    return world


class Silent(SymbolicWorld):
    """Rings, and does not say so the first time."""

    async def act(self, call: Call):
        result = await super().act(call)
        return Uncertain("timeout") if call.skill == "ring" and len(self.calls) == 1 else result


class Busy(SymbolicWorld):
    """Fails twice for a reason that passes, then works."""

    async def act(self, call: Call):
        if len(self.calls) < 2:
            self.calls.append(call)
            return Failed("unavailable", "busy")
        return await super().act(call)


class Rusty(SymbolicWorld):
    """A door opens once it is oiled; no contract says so."""

    async def act(self, call: Call):
        if call.skill == "open" and f"oiled({call.args['door']})" not in self.truth:
            self.calls.append(call)
            return Failed("object_not_found", "the hinge does not move")
        return await super().act(call)


class Opener:
    """Opens a door; once that has failed, oils it first."""

    def __init__(self, door: str) -> None:
        self._door = {"door": door}

    async def plan(self, request):
        return Draft((*((Act("oil", self._door),) if request.attempts else ()), Act("open", self._door)))


class Remembering(Lab):
    """A lab with lessons."""

    memory = DictMemory()

    def director(self):
        made = super().director()
        made.parts = replace(made.parts, memory=self.memory)
        return made


class Interrupting(SymbolicWorld):
    """Somebody cancels while the second act is under way."""

    made: Lab

    async def act(self, call: Call):
        result = await super().act(call)
        if len(self.calls) == 2:
            await self.made.store.send(self.made.run_id, Cancel("enough"))
        return result


def quiet() -> Lab:
    return lab(SymbolicWorld([A, B, C]), ScriptedPlanner(WHOLE), "r")


def retry() -> Lab:
    return lab(Busy([A, B]), ScriptedPlanner([Act("a"), Act("b")]), "q", settings=under(backoff=1.0))


def replanned_after_a_failure() -> Lab:
    world = SymbolicWorld([A, A2, B], broken={"a": Failed("unreachable", "a wall")})
    return lab(world, ScriptedPlanner([Act("a"), Act("b")], [Act("a2"), Act("b")]), "q")


def crashed_after_the_effect() -> Lab:
    return lab(Chaos(SymbolicWorld([A, B]), Mix(die_after=1.0, most=1), 1), ScriptedPlanner([Act("a"), Act("b")]), "q")


def crashed_before_the_effect() -> Lab:
    return lab(Chaos(SymbolicWorld([A, B]), Mix(die_before=1.0, most=1), 1), ScriptedPlanner([Act("a"), Act("b")]), "q")


def settled_by_people() -> Lab:
    return lab(Silent([RING, A]), ScriptedPlanner([Act("ring"), Act("a")]), "p", approver=AnswersAll(True))


def half_of_a_doubted_act_is_seen() -> Lab:
    both = Skill("both", makes="p and q", delivery=Delivery(settles=0.0))
    world = Chaos(SymbolicWorld([both], hidden={"both": "not q"}), Mix(late=1.0, most=1), 1)
    return lab(world, ScriptedPlanner([Act("both")]), "p")


def what_a_doubted_act_takes_away_is_gone() -> Lab:
    take = Skill("take", makes="held", breaks="there", delivery=Delivery(settles=0.0))
    world = Chaos(SymbolicWorld([take, A], ["there"], covers=("there", "p")), Mix(late=1.0, most=1), 1)
    return lab(world, ScriptedPlanner([Act("take"), Act("a")]), "p", approver=AnswersAll(True))


def eventful() -> Lab:
    """Dies once, meets a wall, plans anew, asks before it sends."""
    world = SymbolicWorld([A, A2, SEND], broken={"a": Failed("unreachable", "a wall")})
    planner = ScriptedPlanner([Act("a"), Act("send")], [Act("a2"), Act("send")])
    return lab(Chaos(world, Mix(die_after=1.0, most=1), 1), planner, "sent", approver=AnswersAll(True))


def approved() -> Lab:
    return lab(SymbolicWorld([A, SEND]), ScriptedPlanner([Act("a"), Act("send")]), "sent", approver=AnswersAll(True))


def not_approved() -> Lab:
    planner = ScriptedPlanner([Act("a"), Act("send")], [Act("send")])
    return lab(SymbolicWorld([A, SEND]), planner, "sent", approver=ScriptedPeople([False]))


def lesson_tried() -> Lab:
    memory = DictMemory()

    def visit(door: str) -> Lab:
        plain = lab(Rusty(DOORS), Opener(door), f"opened({door})")
        made = Remembering(plain.world, plain.planner, plain.task, plain.settings)
        made.memory = memory
        return made

    visit("front").run()
    return visit("garden")


def segments() -> Lab:
    return lab(SymbolicWorld([A, B, C]), ScriptedPlanner([Act("a"), Replan("more to see")], [Act("b"), Act("c")]), "r")


def goal_on_the_way() -> Lab:
    return lab(SymbolicWorld([A, B]), ScriptedPlanner([Achieve("have p", "p"), Act("b")], [Act("a")]), "q")


def undone_by_others() -> Lab:
    return lab(meddled("b", take="p q"), SearchPlanner(), "r")


def helped_by_others() -> Lab:
    return lab(meddled("a", add="q"), SearchPlanner(), "r")


def done_unproven() -> Lab:
    def lift(weight: int) -> str:
        return f"lifted {weight}"

    def lower(weight: int) -> str:
        return f"lowered {weight}"

    return lab(ToolsWorld(lift, lower), ScriptedPlanner([Act("lift", {"weight": 2}), Act("lower", {"weight": 2})]), "")


def cancelled() -> Lab:
    world = Interrupting([A, B, C])
    world.made = lab(world, ScriptedPlanner(WHOLE), "r")
    return world.made


def out_of_steps() -> Lab:
    return lab(SymbolicWorld([A, B, C]), ScriptedPlanner(WHOLE), "r", settings=under(max_steps=2))


def planned_every_second_act() -> Lab:
    settings = Settings(replan="every-k", every=2)
    return lab(SymbolicWorld([A, B, C]), ScriptedPlanner(WHOLE, [Act("c")]), "r", settings=settings)


Kind = Callable[[], Lab]

USUAL: tuple[Kind, ...] = (
    quiet,
    retry,
    replanned_after_a_failure,
    crashed_after_the_effect,
    crashed_before_the_effect,
    settled_by_people,
    half_of_a_doubted_act_is_seen,
    what_a_doubted_act_takes_away_is_gone,
    eventful,
    approved,
    not_approved,
    lesson_tried,
    segments,
    goal_on_the_way,
    undone_by_others,
    helped_by_others,
    done_unproven,
    cancelled,
    out_of_steps,
    planned_every_second_act,
)
