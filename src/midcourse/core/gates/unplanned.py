"""May a world call a skill that no plan calls, to see more? What would run unasked as an act, where people limit nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..model import RISKS, Json, Skill
from ..people.risk import judge, weigh
from ..plans.calls import act_digest
from ..plans.plan import Act
from ..run.state import Run
from .entrusted import not_entrusted

MayCall = Callable[[Skill, Mapping[str, Json]], bool]
"""Whether a world may call this skill of its own with these arguments, though no plan does."""


def may_call(run: Run, skill: Skill, args: Mapping[str, Json]) -> bool:
    """Whether the run lets its world do this. Of what the world declares now and what the run holds, the stricter counts."""
    held = run.setup.declared.get(skill.name)
    if held is None or held.makes or held.breaks or RISKS.index(held.risk) > RISKS.index(skill.risk):
        return False
    if run.setup.task.only or any(constraint.forbids for constraint in run.people.constraints):
        return False  # what people allow or forbid one by one is not called by itself
    act = Act(skill.name, dict(args))
    if act_digest(act.skill, act.args, "", run.known.skills) in run.people.refusals or not_entrusted(run, act):
        return False
    weighed = weigh(held, held.complete_args(args), "", run.setup.risks)
    return judge(weighed, run.setup.settings.consent.autonomy, run.setup.past.trust)[0] == "run"
