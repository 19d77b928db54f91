"""A world that declares its skills anew when a run is taken up: of two words the stricter counts, and every change is told."""

from itertools import product

import pytest
from msgspec.structs import replace

from midcourse.core.gates.redeclaring import taken_up
from midcourse.core.model import RISKS, Delivery, Skill
from midcourse.core.people.risk import RiskRule
from midcourse.core.plans.plan import Act
from tests.support import LOOK, plan, story, then

SEND = Skill("send", makes="sent", risk="reversible", doc="Send it.")


def resumed(*today: Skill, before: Skill = SEND):
    run = story(skills=(before,), done_when="")
    return run, taken_up(run, 2, today, ())


def test_a_world_that_says_the_same_changes_nothing():
    _, event = resumed(SEND)
    assert event.changes == () and event.skills == () and event.risks == ()


@pytest.mark.parametrize(("old", "new"), list(product(RISKS, RISKS)))
def test_the_stricter_risk_counts_whichever_it_is(old, new):
    run, event = resumed(replace(SEND, risk=new), before=replace(SEND, risk=old))
    run = then(run, event)
    assert run.known.skills["send"].risk == max(old, new, key=RISKS.index)
    assert bool(event.changes) == (old != new)


def test_what_may_be_done_twice_must_be_so_by_both_words():
    twice = replace(SEND, repeatable=True, delivery=Delivery(keyed=True))
    for old, new in ((SEND, twice), (twice, SEND)):
        run, event = resumed(new, before=old)
        assert not then(run, event).known.skills["send"].may_be_tried_again
    run, event = resumed(twice, before=twice)
    assert then(run, event).known.skills["send"].may_be_tried_again


def test_a_changed_contract_is_told_and_counts_for_the_plan_at_hand():
    run = story(LOOK, *plan(Act("send", id="s1")), skills=(SEND,), done_when="")
    event = taken_up(run, 2, [replace(SEND, needs="online")], ())
    assert event.changes == ("send is declared otherwise: needs 'online', not ''",)
    run = then(run, event)
    assert [lit.text for lit in run.contract(run.work.records["s1"].step).needs] == ["online"]


def test_new_skills_and_skills_that_are_gone_are_told():
    run, event = resumed(Skill("mail"))
    assert event.changes == ("mail is a new skill", "send is no longer offered")
    assert set(then(run, event).known.skills) == {"send", "mail"}


def test_it_is_told_again_at_the_next_time_but_counts_as_before():
    run, event = resumed(replace(SEND, risk="harmless"))
    assert event.skills == () and event.changes[-1] == "send still counts as reversible in this run"
    run = then(run, taken_up(run, 2, [replace(SEND, risk="irreversible")], ()))
    again = taken_up(run, 3, [SEND], ())
    assert again.skills == () and then(run, again).known.skills["send"].risk == "irreversible"


def test_rules_that_people_added_since_count_beside_those_of_the_start():
    old, new = RiskRule("mail", does=("send",)), RiskRule("all", does=("send",), then="refuse")
    run = story(skills=(SEND,), risks=(old,))
    event = taken_up(run, 2, [SEND], (new,))
    assert event.risks == (new,) and then(run, event).setup.risks == (old, new)
    assert taken_up(then(run, event), 3, [SEND], (new,)).risks == ()
