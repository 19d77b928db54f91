"""What a planner's answer amounts to."""

from __future__ import annotations

from msgspec.structs import replace

from ..errors import BadInput, choices
from ..logic.conditions import parse
from ..plans.plan import Draft, Plan, plan_digest
from ..run.commands import MakePlan
from ..run.events import Objection, Planned, PlannerSaid, PlanRefused
from ..run.state import Run
from .gateway import admit, sound_part
from .request import AtALoss, NothingToDo, NoWay, Reply


def read_reply(run: Run, reply: Reply, command: MakePlan, took: float) -> Planned | PlanRefused | PlannerSaid:
    """The event that follows from an answer: a plan that passed the gateway, an objection, or the planner's word.

    Where an objection did not help, what is sound of a plan is taken rather than nothing; not if the planner insists.
    """
    match reply:
        case Draft():
            digest = plan_digest(reply.steps)
            admitted = admit(run, reply, command.cause, command.toward)
            again = bool(run.talk.refused) and digest != run.talk.sent_back[-1]
            if isinstance(admitted, Objection) and again and (part := sound_part(run, reply, admitted)) is not None:
                shorter = admit(run, part, command.cause, command.toward)
                admitted = shorter if isinstance(shorter, Plan) else admitted
            if isinstance(admitted, Plan):
                return Planned(replace(admitted, mends=command.purpose == "replan"), reply.cost, took)
            return PlanRefused(admitted, digest, reply.author, reply.cost, took)
        case NothingToDo():
            return PlannerSaid("done", reply.why, None, reply.cost, took)
        case NoWay():
            return PlannerSaid("impossible", reply.why, None, reply.cost, took, reply.certificate)
        case AtALoss():
            return PlannerSaid("stuck", reply.why, None, reply.cost, took, best=reply.best, asks=reply.asks)


def unusable(run: Run, condition: str) -> str:
    """Why a condition cannot be what a goal in words is judged by; '' if it can."""
    try:
        wanted = parse(condition)
    except BadInput as error:
        return str(error)
    kinds = {kind.name for kind in run.known.vocabulary}
    strange = [lit.name for lit in wanted if kinds and lit.name not in kinds]
    if strange:
        return f"no kind of fact {strange[0]!r}; {choices(strange[0], kinds)}"
    if wanted and run.seen.belief.holds(wanted) is True:
        return f"{condition} holds already, with nothing done"
    return ""
