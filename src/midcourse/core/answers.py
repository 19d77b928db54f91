"""What a planner's answer amounts to."""

from __future__ import annotations

from msgspec.structs import replace

from .commands import MakePlan
from .events import Planned, PlannerSaid, PlanRefused
from .gateway import admit
from .plan import Draft, Plan, plan_digest
from .request import AtALoss, NothingToDo, NoWay, Reply
from .state import Run


def weigh(run: Run, reply: Reply, command: MakePlan, took: float) -> Planned | PlanRefused | PlannerSaid:
    """The event that follows from an answer: a plan that passed the gateway, an objection, or the planner's word."""
    match reply:
        case Draft():
            found = admit(run, reply, command.cause, command.toward)
            if isinstance(found, Plan):
                return Planned(replace(found, mends=command.purpose == "replan"), reply.cost, took)
            return PlanRefused(found, plan_digest(reply.steps), reply.author, reply.cost, took)
        case NothingToDo():
            return PlannerSaid("done", reply.why, None, reply.cost, took)
        case NoWay():
            return PlannerSaid("impossible", reply.why, None, reply.cost, took, reply.certificate)
        case AtALoss():
            return PlannerSaid("stuck", reply.why, None, reply.cost, took, best=reply.best)
