"""A judge that goes by what was seen, and says so when that is not enough."""

from __future__ import annotations

from ..core.gates.judging import CHANGED, GONE, HALF_SHOWN, HALF_TOLD, SAID
from ..core.gates.remarks import Advice, PathSoFar, remark
from ..core.language.sentences import listed
from ..core.plans.plan import Achieve, Act
from ..core.protocols import Case, Verdict


class FactsJudge:
    """Met when every step's expectation was seen; otherwise it cannot tell. It never guesses.

    `trusts_plans`: whoever made the plan knew what the goal is, as a person does who writes one. That a model's plan was carried
    out says nothing of the goal.
    """

    def __init__(self, *, trusts_plans: bool = True) -> None:
        self._trusts_plans = trusts_plans

    async def assess(self, case: Case) -> Verdict:
        """By the steps' states alone."""
        if case.done_when:
            return Verdict(None, "facts", f"a look does not show whether {case.done_when}")
        acts = [(step, state) for step, state in case.steps if isinstance(step, Act)]
        failed = [step.id for step, state in acts if state == "failed"]
        half_told = [step.id for step, state in acts if state == HALF_TOLD]
        changed = [step.id for step, state in acts if state == CHANGED]
        told = ("confirmed", "skipped", "failed", HALF_TOLD, HALF_SHOWN, CHANGED, GONE)
        unseen = [step.id for step, state in acts if state not in told]
        reached = any(isinstance(step, Achieve) and state == "passed" for step, state in case.steps)
        if not acts and not reached:
            return Verdict(None, "facts", "nothing was done, and the goal has no condition to look for")
        if unseen:
            return Verdict(None, "facts", f"nothing shows the effect of {listed(unseen)}; give the task a done_when")
        if failed:
            return Verdict(None, "facts", f"{listed(failed)} failed, and nothing shows that the goal is met without it")
        if gone := [step.id for step, state in acts if state == GONE]:
            return Verdict(None, "facts", f"what {listed(gone)} did was {GONE}; give the task a done_when")
        if half_shown := [step.id for step, state in acts if state == HALF_SHOWN]:
            return Verdict(None, "facts", f"{listed(half_shown)} was {HALF_SHOWN}; give the task a done_when")
        if changed:
            return Verdict(None, "facts", f"{listed(changed)} is {CHANGED}; give the task a done_when")
        if said := [step.id for step, state in case.steps if state == SAID]:
            return Verdict(None, "facts", f"{listed(said)} was {SAID}; give it a condition, or the task a done_when")
        if half_told:
            return Verdict(None, "facts", f"{listed(half_told)} was {HALF_TOLD}; give the task a done_when, or the step `again`")
        if not self._trusts_plans:
            return Verdict(None, "facts", "the effect of every step was seen, which does not say that they were the right ones")
        return Verdict(True, "facts: the effect of every step was seen")

    async def guidance(self, path: PathSoFar) -> Advice | None:
        """By facts and the loop detector alone."""
        text = remark(path)
        return Advice(text, "facts") if text else None
