"""Promise 7 over random plans, replans, risks, edits and crashes: approvals are bound, live, used once, and never invented."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from midcourse.approval.critical import read_risks
from midcourse.core.model import Failed, Parameter, Skill
from midcourse.core.people.messages import Answer
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.plan import Act, Draft
from midcourse.core.run.events import Acted, Asked, Heard, Intended, Resumed
from midcourse.director.parts import Parts
from midcourse.testing import Died, SymbolicWorld
from tests.support import Lab, lab, the, under

SKILLS = [
    Skill("pay", parameters=(Parameter("n", "int"),), makes="paid({n})", complete=True, risk="irreversible"),
    Skill("edit_agent", parameters=(Parameter("n", "int"),), makes="edited({n})", complete=True),
    Skill("note", parameters=(Parameter("n", "int"),), makes="noted({n})", complete=True),
]
RISKY = {"pay", "edit_agent"}


class Weighing(Lab):
    """A lab whose parts weigh risks by the rules that are shipped."""

    def director(self):
        made = super().director()
        old = made.parts
        made.parts = Parts(
            old.world, old.planner, old.judge, old.approver, old.journal, old.inbox, old.blobs, old.clock, risks=read_risks()
        )
        return made


class Fickle:
    """Another plan each time, from a list of random ones; acts come back in any order."""

    def __init__(self, plans):
        self._plans = plans

    async def plan(self, request):
        steps = self._plans[(request.brief.number - 1) % len(self._plans)]
        return Draft(tuple(Act(skill, {"n": n}) for skill, n in steps))


class Moody(SymbolicWorld):
    """Fails now and then, from a list."""

    def __init__(self, skills, moods):
        super().__init__(skills)
        self._moods = list(moods)

    async def act(self, call):
        mood = self._moods.pop(0) if self._moods else ""
        if mood:
            self.calls.append(call)
            return Failed(mood, "now and then")
        return await super().act(call)


class People:
    """Answers from a list: yes, no, later, an edited argument, or death while asking."""

    def __init__(self, answers):
        self.answers = list(answers)

    async def allows(self, question):
        word = self.answers.pop(0) if self.answers else "no"
        match word:
            case "die":
                raise Died("while asking")
            case "later":
                return None
            case "edit" if question.kind == "approve":
                return Answer(question.id, True, "Ann", args={"n": question.args["n"] + 100})
            case "bad edit" if question.kind == "approve":
                return Answer(question.id, True, "Ann", args={"colour": "red"})
            case _:
                return Answer(question.id, word == "yes", "Ann")


acts = st.tuples(st.sampled_from([s.name for s in SKILLS]), st.integers(0, 2))
plans = st.lists(st.lists(acts, min_size=1, max_size=4, unique=True), min_size=1, max_size=4)
words = st.lists(st.sampled_from(["yes", "no", "later", "edit", "bad edit", "die"]), max_size=8)
moods = st.lists(st.sampled_from(["", "", "busy", "object_not_found", "unreachable"]), max_size=8)


def drive(plans, words, moods, autonomy=2):
    world = Moody(SKILLS, moods)
    settings = under(backoff=0.01, max_replans=6, question_seconds=5.0, autonomy=autonomy, auto_replanning_max_attempts=99)
    plain = lab(world, Fickle(plans), "never", settings=settings, approver=People(words), patient=True)
    made = Weighing(plain.world, plain.planner, plain.task, plain.settings, plain.approver, patient=True)
    made.run()
    return made, world


@given(plans, words, moods, st.integers(0, 4))
def test_no_risky_act_runs_without_a_live_approval_of_its_own(plans, words, moods, autonomy):
    made, _ = drive(plans, words, moods, autonomy)
    questions, live, refused, asked_open = {}, {}, set(), set()
    for entry in made.entries:
        match entry.event:
            case Asked(question=question) if question.kind == "approve":
                assert question.digest not in refused, "asked again after a no"
                assert question.digest not in live.values(), "asked while a yes for it is unused"
                assert question.digest == act_digest(question.skill, question.args, question.target, {})
                questions[question.id] = question
                asked_open.add(question.id)
            case Resumed():
                pass  # a crash approves nothing: `live` stays as it was
            case Heard(message=Answer() as answer) if answer.question in asked_open:
                question = questions[answer.question]
                if answer.args is not None and "n" not in answer.args:
                    continue  # an act that cannot be is no answer
                asked_open.discard(answer.question)
                args = question.args if answer.args is None else answer.args
                if answer.yes:
                    live[question.id] = act_digest(question.skill, args, question.target, {})
                else:
                    refused.add(question.digest)
            case Intended() as act:
                assert act.digest == act_digest(act.skill, act.args, act.target, {})
                assert act.digest not in refused
                asks = act.skill == "pay" or (act.skill == "edit_agent" and autonomy <= 2) or autonomy <= 1
                if asks:
                    assert live.pop(act.approval, None) == act.digest, f"{act.skill} ran without a yes for just that"
            case _:
                pass
        event = entry.event
        if isinstance(event, Intended):
            flight = event
        unused = isinstance(event, Acted) and isinstance(event.result, Failed) and event.result.reason == "busy"
        if unused and flight.approval:
            live[flight.approval] = flight.digest  # nothing was done, so the yes was not used


@given(plans, moods)
def test_an_edited_argument_is_a_new_digest_and_what_was_asked_about_does_not_run(plans, moods):
    made, world = drive(plans, ["edit"] * 20, moods)
    edited = {e.event.question.args["n"] for e in made.entries if isinstance(e.event, Asked) and e.event.question.skill == "pay"}
    paid = [call.args["n"] for call in world.done if call.skill == "pay"]
    assert all(n >= 100 for n in paid) and all(n - 100 in edited for n in paid)


def test_one_question_for_each_new_risky_act_over_replans():
    class Losing(SymbolicWorld):
        async def act(self, call):
            if call.skill == "note" and len(self.calls) < 6:
                self.calls.append(call)
                return Failed("object_not_found", f"note {call.args['n']} is lost")
            return await super().act(call)

    plans = [[("note", n), ("pay", 0), ("edit_agent", 1)] for n in range(8)]
    plain = lab(Losing(SKILLS), Fickle(plans), "paid(0) and edited(1)", approver=People(["yes"] * 9))
    settings = under(plain.settings, auto_replanning_max_attempts=99, max_replans=20, stuck_after=50)
    made = Weighing(plain.world, plain.planner, plain.task, settings, plain.approver, patient=True)
    run = made.run()
    asked = [e.event.question.digest for e in made.entries if isinstance(e.event, Asked) and e.event.question.kind == "approve"]
    assert the(run.ending).success and len(asked) == len(set(asked)) == 2 and asyncio.run(made.store.read("r1"))
