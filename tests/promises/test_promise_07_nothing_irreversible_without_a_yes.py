"""Promise 7: an irreversible step runs only under a live approval or grant; a no is a constraint."""

import asyncio
import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import midcourse
from midcourse.core.failing.failures import kind_of
from midcourse.core.model import Failed, Grant, Skill, Task
from midcourse.core.people.messages import Answer
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Acted, Asked, Heard, Intended
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import AnswersAll, Chaos, FrozenClock, Mix, ScriptedPeople, SymbolicWorld
from tests.support import disturbed, domains, lab, mixes, the, under, whens


@given(
    domains(),
    mixes,
    st.integers(0, 999),
    st.sampled_from(["menu", "whimsy"]),
    whens,
    st.lists(st.sampled_from([True, False, None])),
)
def test_every_irreversible_act_has_a_yes_of_its_own(domain, mix, seed, planner, when, answers):
    people = ScriptedPeople(answers)
    settings = under(replan=when, backoff=0.01, max_replans=6, question_seconds=1.0)
    made = disturbed(domain, mix, seed, planner, settings=settings, approver=people, patient=True)
    made.run()
    risky = {s.name for s in domain[0] if s.risk == "irreversible"}
    questions: dict[str, str] = {}
    live: dict[str, str] = {}
    refused: set[str] = set()
    flight = None
    for entry in made.entries:
        match entry.event:
            case Asked(question=question) if question.kind == "approve":
                questions[question.id] = question.digest
                assert question.digest not in refused, "asked again after a no"
            case Heard(message=Answer(question=id, yes=yes)) if id in questions:
                if yes:
                    live[id] = questions[id]
                else:
                    refused.add(questions[id])
            case Intended() as flight:
                if flight.skill in risky:
                    assert live.pop(flight.approval, None) == flight.digest, "no yes, or one for something else"
                assert flight.digest not in refused
            case Acted(result=Failed(reason=reason, kind=kind, clean=True)) if kind_of(reason, kind) == "transient":
                if flight and flight.approval:
                    live[flight.approval] = flight.digest  # nothing was done, so the yes was not used
            case _:
                pass


@given(domains(), mixes, st.integers(0, 999), st.sampled_from(["menu", "whimsy"]), whens)
def test_with_nobody_to_ask_nothing_irreversible_happens(domain, mix, seed, planner, when):
    made = disturbed(domain, mix, seed, planner, settings=under(replan=when, backoff=0.01), approver=ScriptedPeople([]))
    made.run()
    risky = {s.name for s in domain[0] if s.risk == "irreversible"}
    assert not [call for call in made.inner.done if call.skill in risky]


def sending(**more) -> SymbolicWorld:
    return SymbolicWorld([Skill("send", makes="sent", complete=True, risk="irreversible", **more)])


def test_an_answer_that_comes_later_lets_the_run_go_on():
    world = sending()
    made = lab(world, ScriptedPlanner([Act("send")]), "sent", approver=ScriptedPeople([None]))

    async def story():
        waiting = await made.director().start("r1", made.task, made.settings)
        assert waiting.ending is None and waiting.people.question is not None and not world.calls
        await made.store.send("r1", Answer(waiting.people.question.id, True, "somebody"))
        return await made.director().resume("r1")

    assert the(asyncio.run(story()).ending).success


def test_an_approver_that_breaks_has_not_said_yes():
    class Broken:
        async def allows(self, question):
            raise OSError("the mail server is gone")

    world = sending()
    run = lab(world, ScriptedPlanner([Act("send")]), "sent", approver=Broken()).run()
    assert run.ending is None and run.people.question is not None and not world.calls


def test_a_question_that_cannot_be_stored_stops_the_act():
    world = sending()
    made = lab(world, ScriptedPlanner([Act("send")]), "sent")
    append, real = made.store.append, []

    async def failing(run_id, epoch, entries):
        if any(isinstance(e.event, Asked) for e in entries):
            raise OSError("disk full")
        real.append(entries)
        await append(run_id, epoch, entries)

    made.store.append = failing
    with contextlib.suppress(OSError):
        made.run()
    assert not world.calls


def test_a_grant_is_counted_and_a_lapsed_yes_is_no_yes():
    world = sending(repeatable=True)
    made = lab(world, ScriptedPlanner([Act("send")]), "sent", approver=ScriptedPeople([]))
    made.task = Task("the goal", "sent", grants=(Grant("send", count=1),))
    assert the(made.run().ending).success

    class Slow:
        async def allows(self, question):
            return Answer(question.id, True, "slow person")

    world = sending()
    made = lab(world, ScriptedPlanner([Act("send")]), "sent", approver=Slow())
    made.settings = under(approval_seconds=0.0, max_questions=3)
    run = made.run()
    assert not world.calls and the(run.ending).final_reason == "denied"


def test_after_a_replan_only_new_acts_ask():
    skills = [
        Skill("draft", makes="drafted", complete=True),
        Skill("send", needs="drafted", makes="sent", complete=True, risk="irreversible"),
    ]
    people = AnswersAll()
    chaos = Chaos(SymbolicWorld(skills), Mix(fail=1.0, most=1), 1)
    run = lab(chaos, ScriptedPlanner([Act("draft"), Act("send")]), "sent", approver=people).run()
    assert the(run.ending).success and len(people.asked) == 1


@pytest.mark.parametrize("declared", ["sent({to})", ""])
@pytest.mark.parametrize("by_grant", [True, False])
def test_a_yes_is_used_once_the_act_is_seen_done_though_its_answer_says_that_it_failed(declared, by_grant):
    sent: list[str] = []

    @midcourse.skill(makes=declared, risk="irreversible")
    def wire(to: str) -> object:
        sent.append(to)
        return {"error": "no"} if len(sent) == 1 else None

    @midcourse.observer("sent(*)")
    def look() -> list[str]:
        return [midcourse.fact("sent", to) for to in sent]

    people = ScriptedPeople([] if by_grant else [True])
    task = Task("wire", "sent(ann)", grants=(Grant("wire(to=ann)"),) if by_grant else ())
    plan = [midcourse.act("wire", to="ann"), midcourse.act("wire", to="ann")]
    midcourse.run(task, world=[wire, look], planner=plan, approver=people, clock=FrozenClock())
    assert sent == ["ann"] and len(people.asked) == (1 if by_grant else 2)
