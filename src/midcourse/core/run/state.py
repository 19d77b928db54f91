"""The run as it stands: what all events so far add up to. `evolve` makes it; nothing else does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from ..failing.failures import UNSEEN_EFFECTS
from ..history.ledger import Attempt, is_banned, rests_on
from ..local.bearing import LOOKS, Probe
from ..logic.conditions import Condition, Literal, coverage, parse_fact
from ..logic.numbers import number
from ..model import Json, Skill
from ..plans.contracts import Contract, Imagined, any_last, change_of, contract_of, expected, outcomes_of, what_is_counted
from ..plans.plan import Act, Step, references
from ..seeing.belief import Belief
from .act_at_hand import Acting
from .budget import Spent
from .ending import Ending
from .lives import Course, History, Known, People, Seen, Setup, Talk, Trouble, Work
from .records import DONE, DONE_BY_US, Record, StepState, is_same_act

LONGER: Final = 5
"""How many times as long an effect is waited for, before an act that must not be done twice counts as without it."""


class Run(msgspec.Struct, frozen=True):
    """Everything that `decide` may look at."""

    id: str
    """Unique within its store; people, journals and keys name the run by it."""
    setup: Setup
    """What it was started with."""
    known: Known
    """What is held of the goal and the skills."""
    seen: Seen = Seen()
    """What looks have shown."""
    course: Course = Course()
    """The present plan, and the place in it."""
    work: Work = Work()
    """All steps and what became of them."""
    acting: Acting = Acting()
    """The act under way, and acts in doubt."""
    trouble: Trouble = Trouble()
    """The failure at hand."""
    talk: Talk = Talk()
    """The talk with the planner."""
    people: People = People()
    """What people have said."""
    history: History = History()
    """What was tried."""
    spent: Spent = Spent()
    """What it has used of its budget."""
    seq: int = 0
    """The number of the last entry in the journal."""
    at: float = 0.0
    """When the last event ended."""
    ending: Ending | None = None
    """How it ended, once it has."""

    def contract(self, step: Step) -> Contract:
        """The step's contract with all that is known filled in."""
        kept = self.work.contracts.get(step.id)
        return kept if kept is not None else contract_of(step, self.known.skills, self.work.outputs)

    def expected(self, step: Step) -> Condition:
        """What a look after the step should show: of numbers that it counts, those which nobody else has changed meanwhile."""
        wanted, intent = expected(step, self.contract(step)), self.acting.intent
        if not self.acting.turns or intent is None or intent.step != step.id:
            return wanted
        shows = self.seen.belief.holds_freshly
        return (*wanted, *(new for old, new in self.acting.turns if shows((old,)) or shows((new,))))

    @property
    def lost_anew(self) -> frozenset[str]:
        """Kinds of facts that are not there, whatever came of the act in doubt: its answer is lost, or the world started anew."""
        anew = self.acting.unsure is not None and self.acting.unsure.anew
        return frozenset(kind.name for kind in self.known.vocabulary if kind.fleeting) if anew else frozenset()

    def news_of(self, step_id: str) -> Condition:
        """What the step in doubt should bring about, was not there before, and can still be told by a look."""
        wanted = self.expected(self.work.records[step_id].step)
        return tuple(lit for lit in wanted if lit.text not in self.acting.shown_before and lit.name not in self.lost_anew)

    def imagine(self) -> Imagined:
        """The world as believed, to be played forward."""
        return Imagined(self.seen.belief.facts, self.seen.belief.covered)

    def rests(self, step: Step, args: Mapping[str, Json], belief: Belief | None = None) -> str:
        """What an act of this step rests on, now or in what was believed, as a digest."""
        target = step.target if isinstance(step, Act) else ""
        world = self.imagine() if belief is None else Imagined(belief.facts, belief.covered)
        contract = self.contract(step)
        unknown = [lit for lit in contract.needs if world.truth(lit) is None]
        givers = [id for id in self.work.deeds if any(self.contract(self.work.records[id].step).gives(lit) for lit in unknown)]
        return rests_on(args, target, contract, world, self.known.volatile, givers)

    def ban(self, step: Step, args: Mapping[str, Json], digest: str) -> Attempt | None:
        """The failure that forbids this act in the world as it is now, if one does."""
        if not any(a.digest == digest and not a.forgiven for a in self.history.attempts):
            return None
        rests, retries = self.rests(step, args), self.setup.settings.patience.retries
        return is_banned(self.standing(digest), digest, rests, retries, self.unseen_deeds(step, digest))

    def standing(self, digest: str) -> list[Attempt]:
        """The failures that may speak against an act: not those of its own after which it was done."""
        return [a for a in self.history.attempts if a.digest != digest or not self._worked_since(a)]

    def _worked_since(self, failed: Attempt) -> bool:
        """Whether just this act was done after it had failed: the step itself, or one of a later plan."""
        if failed.reason in UNSEEN_EFFECTS:
            return False  # it was done then, too
        if self.work.records[failed.step].state in DONE_BY_US:
            return True
        later = (r for id in self.work.deeds if (r := self.work.records[id]).version > failed.scene.version)
        return any(is_same_act(failed.skill, failed.args, failed.target, r) and r.state in DONE_BY_US for r in later)

    def deeds_beside(self, digest: str) -> int:
        """How many acts were done so far that change something, those that are just this one left out."""
        return max(0, sum(map(self.changes, self.work.deeds)) - self.work.times.get(digest, 0))

    def unseen_deeds(self, step: Step, digest: str) -> int | None:
        """The same, where it matters to an act: it may rest on more than it declares. One that names all its effects does so too
        once another act may have done more than it says. Where a look shows everything, that holds for one that declares no need,
        in a world that is another than the one it failed in."""
        contract, belief = self.contract(step), self.seen.belief
        told = contract.complete and bool(contract.needs) and not self._unknown_done_since(digest)
        if not contract.complete and coverage(belief.fresh).everything:
            failed = (a for a in self.history.attempts if a.digest == digest)
            told = bool(contract.needs) or any(a.scene.fingerprint == belief.fingerprint for a in failed)
        return None if told else self.deeds_beside(digest)

    def _unknown_done_since(self, digest: str) -> bool:
        """Whether an act that may do more than it says was done since this one failed last."""
        before = next((a.scene.deeds for a in reversed(self.history.attempts) if a.digest == digest), 0)
        changed = [id for id in self.work.deeds if self.changes(id)]
        since = changed[len(changed) - max(0, self.deeds_beside(digest) - before) :]
        return any(not self.contract(self.work.records[id].step).complete for id in since)

    def changes(self, step_id: str) -> bool:
        """Whether a step is an act that does more than to look."""
        step = self.work.records[step_id].step
        return isinstance(step, Act) and step.skill in self.known.skills and self.known.skills[step.skill].risk != "harmless"

    def seen_false(self, step_id: str) -> bool:
        """Whether the last look shows that the step's effect is not there; a look from before the act shows nothing of it."""
        if self.seen.acts_since_look and step_id in self.work.unconfirmed:
            return False
        wanted = self.expected(self.work.records[step_id].step)
        return bool(wanted) and self.seen.belief.holds_freshly(wanted) is False

    def did_nothing(self, step_id: str) -> bool:
        """Whether looks prove that nothing is left of a step called done: they show all it may touch, and no sign of it."""
        record = self.work.records[step_id]
        if record.state != "assumed" or not self.seen_false(step_id) or self.used_up(step_id):
            return False
        if self.seen.blind:
            return False  # the last look may be from before it
        if self.shows_some(record.step) or self.took_some(record.step):
            return False
        if isinstance(record.step, Act) and record.step.expects:  # what its planner hopes for beyond that proves nothing
            own = contract_of(msgspec.structs.replace(record.step, expects=""), self.known.skills, self.work.outputs).makes
            if own and self.seen.belief.holds_freshly(own) is not False:
                return False
        wanted, complete = self.expected(record.step), self.contract(record.step).complete
        if not complete and any(lit.text in self.acting.shown_before for lit in wanted):
            return False  # a part was there before: doing it need not have changed anything
        if complete and self.shows_all(record.step):
            return not record.stirred
        return step_id in self.work.unmoved and (self.can_show(wanted) or self.known.may_repeat(record.step))

    def can_show(self, wanted: Iterable[Literal]) -> bool:
        """Whether anything but the skill's own contract says that such facts can be seen: a look that showed one, or the goal."""
        return {lit.name for lit in wanted} <= self.seen.kinds_seen | {lit.name for lit in self.known.goal}

    def is_to_tell(self, step_id: str) -> bool:
        """Whether a step of the plan is given what this one gives, and nobody was told that."""
        steps = self.course.plan.steps if self.course.plan is not None else ()
        asked = any(step_id in references(step.args) for step in steps if isinstance(step, Act))
        return asked and step_id not in self.work.given()

    def used_up(self, step_id: str) -> bool:
        """Whether a later act of ours takes back what it brings about."""
        later = [self.contract(self.work.records[id].step) for id in self.work.deeds[self.work.deeds.index(step_id) + 1 :]]
        return any(c.ends(lit) for c in later for lit in self.expected(self.work.records[step_id].step))

    def counted_back(self, contract: Contract) -> bool:
        """Whether a number that it counts is seen to have gone the other way since a count of ours: somebody undid one."""
        for count in contract.counts:
            then = self.work.numbers.get(any_last(count).fact)
            stood = number(parse_fact(then).args[-1]) if then else None
            if stood is None:
                continue
            alike = (fact for f in self.seen.belief.facts if (fact := parse_fact(f)).name == count.name)
            stands = [number(fact.args[-1]) for fact in alike if what_is_counted(fact) == what_is_counted(count)]
            if any(n is not None and (n - stood) * change_of(count) < 0 for n in stands):
                return True
        return False

    def shows_some(self, step: Step) -> bool:
        """Whether the last look shows a part of its effect that was not there before the act begun last."""
        return any(
            self.seen.belief.holds_freshly((lit,)) for lit in self.expected(step) if lit.text not in self.acting.shown_before
        )

    def took_some(self, step: Step) -> bool:
        """Whether something that it takes away was there before the act begun last, and the last look shows it gone."""
        return any(self.seen.belief.holds_freshly((lit,)) is False for lit in self.to_take(step))

    def to_take(self, step: Step) -> Condition:
        """What it takes away and the look before the act begun last showed: also what fits where it says that it takes all."""
        contract, then = self.contract(step), self.acting.believed
        named = [lit for lit in contract.breaks if not lit.open]
        names = {lit.name for lit in contract.breaks if lit.open}
        fits = (parse_fact(f) for f in sorted(then.facts) if f.split("(", 1)[0] in names) if names else ()
        taken = dict.fromkeys((*named, *(lit for lit in fits if contract.takes(lit))))
        return tuple(lit for lit in taken if lit not in contract.makes and then.holds_freshly((lit,)) is True)

    def shows_all(self, step: Step) -> bool:
        """Whether the last look shows all that the step may touch."""
        fresh = coverage(self.seen.belief.fresh)
        contract = self.contract(step)
        return fresh.everything or (contract.complete and all(fresh.has(lit) for lit in (*contract.makes, *contract.breaks)))

    @property
    def is_early(self) -> bool:
        """Whether the last look came so soon after an act of ours that may do more than it says that it may show what was
        before: what it lacks may still come, and what it shows may still go."""
        return self.seen.belief.at < self.acting.to_come.early

    def grace(self, skill: Skill) -> float:
        """Seconds that an effect is given to show after the world has answered."""
        settles = skill.delivery.settles
        return self.setup.settings.looking.settle_seconds if settles is None else settles

    def patience(self, skill: Skill) -> float:
        """Seconds after which an effect that no look showed is missing. Where nobody said how soon it shows, an act that must
        not be done twice gets more of them: to do again what is only late would double it."""
        grace = self.grace(skill)
        if skill.delivery.settles is not None or skill.repeatable or skill.risk == "harmless":
            return grace
        return LONGER * grace

    @property
    def idles(self) -> bool:
        """Whether the present plan has led to no act, as the one before it, in a world that stays the same."""
        same = self.course.planned_in == self.seen.belief.print and not self.looks_again
        return self.course.acted == 0 and self.course.idle_plans > 0 and same

    def came_out_otherwise(self, step: Step) -> bool:
        """Whether what is seen after the step is an outcome that its skill declares, though not the one counted on."""
        skill = self.known.skills.get(step.skill) if isinstance(step, Act) else None
        if skill is None or not skill.outcomes or not isinstance(step, Act):
            return False
        others = (contract for name, contract in outcomes_of(step, self.known.skills).items() if name != step.outcome)
        shown = ((*c.makes, *(lit.denied() for lit in c.breaks if not lit.open)) for c in others)
        return any(self.seen.belief.holds_freshly(wanted) is not False for wanted in shown)

    def furthest(self) -> int | None:
        """The largest place of the plan from which it still reaches the goal, or None."""
        assert self.course.plan is not None and self.course.kernels is not None
        if not self.course.kernels.leaned_on:
            return self.course.kernels.furthest(self.course.position)
        done = {i for i, step in enumerate(self.course.plan.steps) if self.work.records[step.id].state in DONE}
        return self.course.kernels.furthest(self.course.position, done)

    @property
    def futile(self) -> int:
        """Failed replans of this task, over all its runs, with the present plan if nothing came of it."""
        return self.setup.past.failed_replans + self.history.failed_replans + self.in_vain - self.history.agreed

    @property
    def searched(self) -> bool:
        """Whether the present plan was one act of a search for a way, and that is done, or another look: the search has its own
        limit of acts."""
        return self._sought is not None and (self.course.acted > 0 or self.looks_again)

    @property
    def looks_again(self) -> bool:
        """Whether the present plan is another look of a search for a way."""
        return self._sought is not None and self._sought.word == LOOKS

    @property
    def _sought(self) -> Probe | None:
        """The decision of a search for a way that the present plan carries out."""
        bearing = self.course.plan.bearing if self.course.plan is not None else None
        return bearing.decision if bearing is not None else None

    @property
    def in_vain(self) -> bool:
        """Whether the present plan is a replan of which nothing was seen to work."""
        return self.course.plan is not None and self.course.plan.mends and not self.course.progress

    def elapsed(self, now: float) -> float:
        """Seconds that count against the budget."""
        return now - self.setup.started_at - self.spent.idle


def mark(run: Run, step_id: str, state: StepState) -> Run:
    """The run with one step in another state."""
    return put(run, step_id, msgspec.structs.replace(run.work.records[step_id], state=state))


def put(run: Run, step_id: str, record: Record) -> Run:
    """The run with one step's record replaced."""
    return msgspec.structs.replace(run, work=msgspec.structs.replace(run.work, records={**run.work.records, step_id: record}))


def look_due(run: Run, why: str) -> Run:
    """The run with a look due, or with none where there is no reason for one."""
    return msgspec.structs.replace(run, seen=msgspec.structs.replace(run.seen, look_wanted=why))
