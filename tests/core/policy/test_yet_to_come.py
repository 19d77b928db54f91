"""What a look does not show may still come: for how long that proves nothing."""

from midcourse.core.logic.conditions import parse
from midcourse.core.model import Done, Skill
from midcourse.core.plans.plan import Act
from midcourse.core.policy.effects import missing
from midcourse.core.policy.yet_to_come import unsettled, view_may_answer
from midcourse.core.run.commands import Wait
from midcourse.core.run.events import Looked
from midcourse.core.run.settings import Settings
from tests.support import LOOK, USUAL, A, plan, story, the, tried, under

NOTE = Skill("note")


def called_done(skill: Skill, *looks: Looked, settings: Settings = USUAL, **options):
    steps = plan(Act(skill.name, id="s1"), Act("note", id="s2"), **options)
    return story(LOOK, *steps, *tried("s1", skill.name, Done()), *looks, skills=(skill, NOTE), settings=settings)


def test_what_is_lacking_just_after_an_act_may_still_come_but_a_target_may_not():
    run = called_done(NOTE, LOOK)
    until = run.acting.to_come.latest
    assert the(unsettled(run, until - 0.1, parse("q")), Wait).until == until and unsettled(run, until, parse("q")) is None
    assert unsettled(run, run.at, parse("target(b1)")) is None


def test_what_must_not_be_done_twice_is_waited_for_longer_and_looked_for_at_growing_pauses():
    run = called_done(A, LOOK)
    since, until = run.acting.answered_at, run.acting.to_come.latest
    assert until == since + 10.0 > run.acting.to_come.usual
    times = [since]
    while times[-1] < until:
        times.append(the(the(missing(run, times[-1]), Wait).until, float))
        assert unsettled(run, times[-2], parse("q")) == missing(run, times[-2])
    assert [at - since for at in times] == [0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 10.0]
    assert unsettled(run, until, parse("q")) is None
    dear = called_done(A, LOOK, settings=under(look_cost=1.0))
    assert the(missing(dear, since), Wait).until == until


def test_a_view_that_gave_no_answer_is_looked_at_again_for_a_while_where_the_goal_is_in_it():
    lost = Looked(covers=("x",), stale="stock: RuntimeError: HTTP 503")
    run = called_done(NOTE, lost)
    until = run.acting.answered_at + 2.0
    assert the(view_may_answer(run, run.acting.answered_at), Wait).why == "looking again"
    assert view_may_answer(run, until) is None
    assert view_may_answer(called_done(NOTE, Looked(covers=("x",))), run.acting.answered_at) is None  # every view answered
    assert view_may_answer(called_done(NOTE, LOOK, lost), run.acting.answered_at) is not None
