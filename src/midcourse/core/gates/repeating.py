"""What of a new plan was done or has failed before, and is sent back once with that fact."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from ..history.ledger import Attempt, is_banned, rests_on
from ..logic.conditions import show
from ..plans.calls import act_digest
from ..plans.contracts import Contract, Imagined
from ..plans.plan import Act, Step, title
from ..run.events import Objection
from ..run.state import Run
from .deeds import what_is_wanted_went
from .done import Restated
from .wanted import left_no_trace


def given_as_new(run: Run, steps: Sequence[Step], again: Restated) -> Objection | None:
    """Done work among new steps: told once. If it still stands there, and does not say `again`, it will be passed by."""
    if any(o.kind == "done" for o in run.talk.refused):
        return None
    for id, before in again.strewn.items():
        step = next(step for step in steps if step.id == id)
        text = f"{title(step)} was done before, as {before}, and {_what_shows(run, before)}"
        way = "say `again`" if isinstance(step, Act) else "word it otherwise"
        return Objection("done", f"{text}; leave it out, or {way} if it is to be done once more", id)
    return None


def _what_shows(run: Run, id: str) -> str:
    """What looks tell of something that was done."""
    lost = tuple(lit for lit in run.expected(run.work.records[id].step) if run.seen.belief.holds_freshly((lit,)) is False)
    if lost:
        return f"{show(lost)} is not seen"
    gone = left_no_trace(run, id) or what_is_wanted_went(run, id)
    return "what came with it is not seen any more" if gone else "nothing shows that it was undone"


def fails_again(run: Run, steps: Sequence[Step], ahead: Sequence[tuple[Step, Contract]], again: Restated) -> Objection | None:
    """A step that failed, in a world that the steps before it leave as it was. The act before it that counts as done is named: it
    may have been meant as a remedy."""
    problem = _repeats(run, ahead)
    if problem is None:
        return None
    before = steps[: next(i for i, step in enumerate(steps) if step.id == problem.step)]
    done = next((s for s in reversed(before) if isinstance(s, Act) and s.id in again.begun), None)
    if done is None:
        return problem
    hint = f"{title(done)} before it counts as done, as {again.begun[done.id]}; say `again` if it is to be done once more"
    return replace(problem, text=f"{problem.text}; {hint}")


def _repeats(run: Run, ahead: Sequence[tuple[Step, Contract]]) -> Objection | None:
    if not run.setup.settings.stop_early:
        return None
    failed = {a.digest for a in run.history.attempts if not a.forgiven}
    if not failed:
        return None
    world = run.imagine()
    certain, helped = True, False
    for step, contract in ahead:
        if isinstance(step, Act) and certain and not will_be_skipped(step, contract, world):
            act = act_digest(step.skill, step.args, step.target, run.known.skills)
            if act in failed:
                rests = rests_on(step.args, step.target, contract, world, run.known.volatile)
                deeds = run.unseen_deeds(step, act)
                ban = is_banned(run.standing(act), act, rests, run.setup.settings.patience.retries, deeds)
                if ban is not None and not (helped and deeds is not None):
                    text = f"{title(step)} failed here before ({ban.reason}: {ban.detail}) and {_no_better(ban, rests, deeds)}"
                    return Objection("repeats", text, step.id, ban.kind)
        # After a step that may do more than it says, the world may be another: give the plan the benefit of the doubt.
        certain = certain and contract.complete
        # One that says all may still be what another, which does not say what it rests on, was missing.
        helped = helped or _is_help(run, step, failed)
        world.apply(contract)
    return None


def _is_help(run: Run, step: Step, failed: Collection[str]) -> bool:
    """Whether a step is an act that does more than to look, and has not failed itself."""
    skill = run.known.skills.get(step.skill) if isinstance(step, Act) else None
    if not isinstance(step, Act) or skill is None or skill.risk == "harmless":
        return False
    return act_digest(step.skill, step.args, step.target, run.known.skills) not in failed


def _no_better(ban: Attempt, rests: str, deeds: int | None) -> str:
    """Why it is not to be hoped that an act which failed works now; no more is said than is known."""
    if ban.scene.rests != rests:
        return "failed in other states of the world too"
    if deeds is None:
        return "nothing it rests on changed"
    if ban.scene.deeds == deeds:
        return "no other act was done since, nor is a change to be seen in what it rests on"
    return "the acts that were done since have not helped it before"


def will_be_skipped(step: Step, contract: Contract, world: Imagined) -> bool:
    """Whether all it makes is so when its turn comes, and nothing of what it takes away is left."""
    if not isinstance(step, Act) or step.again or not contract.makes or contract.counts:
        return False
    return all(world.truth(lit) is True for lit in contract.makes) and not world.has_more_to_take(contract)
