"""What a planner's answer amounts to."""

from __future__ import annotations

from msgspec.structs import replace

from .commands import MakePlan
from .events import Objection, Planned, PlannerSaid, PlanRefused
from .gateway import admit, sound_part
from .plan import Draft, Plan, plan_digest
from .request import AtALoss, NothingToDo, NoWay, Reply
from .state import Run


def weigh(run: Run, reply: Reply, command: MakePlan, took: float) -> Planned | PlanRefused | PlannerSaid:
    """The event that follows from an answer: a plan that passed the gateway, an objection, or the planner's word.

    When no further objection is to be made, what is sound of a plan is taken rather than nothing; not if the planner insists.
    """
    match reply:
        case Draft():
            digest = plan_digest(reply.steps)
            found = admit(run, reply, command.cause, command.toward)
            last = len(run.refused) >= run.settings.objections and digest != run.sent_back
            if isinstance(found, Objection) and last and (part := sound_part(run, reply, found)) is not None:
                shorter = admit(run, part, command.cause, command.toward)
                found = shorter if isinstance(shorter, Plan) else found
            if isinstance(found, Plan):
                return Planned(replace(found, mends=command.purpose == "replan"), reply.cost, took)
            return PlanRefused(found, digest, reply.author, reply.cost, took)
        case NothingToDo():
            return PlannerSaid("done", reply.why, None, reply.cost, took)
        case NoWay():
            return PlannerSaid("impossible", reply.why, None, reply.cost, took, reply.certificate)
        case AtALoss():
            return PlannerSaid("stuck", reply.why, None, reply.cost, took, best=reply.best)
