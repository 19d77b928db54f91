"""Plans that people wrote for this world, as a planner."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..core.errors import TaskError
from ..core.gates.request import PlanRequest, Reply
from ..core.gates.written import check_written, fitted
from ..core.model import FactKind, Skill
from ..core.plans.plan import Draft, Step
from ..core.protocols import Planner
from .given import Given
from .scripted import ScriptedPlanner


class WrittenPlanner(ScriptedPlanner):
    """Plans that people wrote for this world: they are checked before anything is done."""

    def __init__(self, *plans: Sequence[Step]) -> None:
        super().__init__(*plans)
        self._plans = plans

    def check(self, skills: Sequence[Skill], vocabulary: Sequence[FactKind]) -> None:
        """TaskError for the first step that this world cannot take."""
        check_written([fitted(plan, skills) for plan in self._plans], skills, vocabulary)

    async def plan(self, request: PlanRequest) -> Reply:
        """The next plan, with words such as `yes` as the skills take them."""
        reply = await super().plan(request)
        return msgspec.structs.replace(reply, steps=fitted(reply.steps, request.skills)) if isinstance(reply, Draft) else reply


def from_words(words: str, given: Given) -> Planner:
    """`scripted`: the plans that the task brings."""
    if not given.plans:
        raise TaskError("the scripted planner needs a plan: write 'plan:' in the task file")
    return WrittenPlanner(*given.plans)
