"""An act whose outcome is unknown: what settles it, and that nothing is guessed."""

import pytest

from midcourse.core.model import Delivery, FactKind, Risk, Skill, Uncertain
from midcourse.core.people.messages import Answer, Question
from midcourse.core.plans.plan import Act
from midcourse.core.policy.doubts import barred, seen_to_happen, settle
from midcourse.core.run.commands import Ask, Note, Wait
from midcourse.core.run.events import Asked, Heard, Looked, Resumed, SetAside, Settled
from tests.support import LOOK, NOW, plan, story, the, then, tried

LONG_AFTER = NOW + 1000.0
PLAIN = {"makes": "paid", "timeout": 30.0}


def in_doubt(*looks: Looked, first: Looked = LOOK, looks_are: Risk = "harmless", **contract):
    skills = (Skill("pay", **{**PLAIN, **contract}), Skill("peek", senses="paid", risk=looks_are))
    begun = (first, *plan(Act("pay", id="s1")), *tried("s1", "pay", Uncertain("timeout")))
    return story(*begun, *looks, skills=skills, done_when="paid")


def settled(run, now=LONG_AFTER) -> Settled:
    return the(the(settle(run, now), Note).event, Settled)


def test_without_a_doubt_there_is_nothing_to_settle():
    assert settle(story(LOOK), NOW) is None


def test_a_look_that_shows_it_settles_it_at_once():
    event = settled(in_doubt(Looked(added=("paid",))), 103.0)
    assert event.happened and event.by == "look" and event.detail == "paid is seen"


def test_a_look_that_does_not_show_it_settles_it_only_once_its_time_is_over():
    run = in_doubt(LOOK)
    sent = run.acting.sent_at
    assert the(settle(run, sent + 29.0), Wait).until == sent + 30.0
    assert not settled(run, sent + 30.0).happened


def test_what_was_there_before_the_act_tells_nothing():
    run = in_doubt(Looked(covers=("*",)), first=Looked(added=("paid",)), complete=True)
    assert seen_to_happen(run, the(run.acting.doubt)) is None


def test_what_it_takes_away_and_is_gone_tells_that_it_happened_where_its_effect_cannot_be_seen():
    run = in_doubt(Looked(removed=("coin",), covers=("coin",)), first=Looked(added=("coin",), covers=("coin",)), breaks="coin")
    assert settled(run).detail == "coin is gone, which it takes away"


def test_what_it_takes_away_and_is_still_there_tells_that_it_did_not_happen_where_the_contract_is_complete():
    coin = Looked(added=("coin",), covers=("coin",))
    run = in_doubt(Looked(covers=("coin",)), first=coin, breaks="coin", complete=True)
    assert isinstance(settle(run, run.acting.sent_at + 29.0), Wait), "it may still be taken"
    assert (settled(run).happened, settled(run).detail) == (False, "coin is still there, which it takes away")
    open_ended = in_doubt(Looked(covers=("coin",)), first=coin, breaks="coin")
    assert seen_to_happen(open_ended, the(open_ended.acting.doubt)) is None, "it may have done a part"


def test_a_part_of_its_effect_that_looks_are_known_to_show_tells_though_nothing_is_known_of_the_rest():
    run = in_doubt(Looked(), makes="paid and printed")
    assert not settled(run).happened, "the goal names what is paid"
    assert isinstance(settle(in_doubt(Looked(), makes="printed"), LONG_AFTER), Ask), (
        "nothing says that looks show what is printed"
    )


@pytest.mark.parametrize(("contract", "by"), [({"repeatable": True}, "repeatable"), ({"delivery": Delivery(keyed=True)}, "key")])
def test_what_may_be_tried_again_is_called_undone_without_a_wait(contract, by):
    event = settled(in_doubt(LOOK, **contract), 103.0)
    assert not event.happened and event.by == by


def test_where_no_look_can_tell_here_but_one_can_elsewhere_it_is_set_aside_and_else_people_are_asked():
    unseen = in_doubt(Looked(covers=("x",)), first=Looked(covers=("x",)))
    assert isinstance(the(settle(unseen, LONG_AFTER), Note).event, SetAside)
    digs = in_doubt(Looked(covers=("x",)), first=Looked(covers=("x",)), looks_are="reversible")
    assert isinstance(settle(digs, LONG_AFTER), Ask), "an act that changes something is no way to look"
    nowhere = in_doubt(Looked(covers=("x",)), first=Looked(covers=("x",)), makes="sent")
    question = the(settle(nowhere, LONG_AFTER), Ask).question
    assert question.kind == "settle" and question.step == "s1"


@pytest.mark.parametrize("yes", [True, False])
def test_a_person_who_says_so_settles_it(yes):
    run = in_doubt(Looked(covers=("x",)), first=Looked(covers=("x",)))
    asked = Asked(Question("q1", "settle", "Did it?", step="s1", until=LONG_AFTER))
    event = settled(then(run, asked, Heard(Answer("q1", yes, "ann"))))
    assert event.happened is yes and event.by == "a person"


def test_what_was_set_aside_is_settled_by_a_later_look_and_barred_before():
    run = in_doubt(Looked(covers=("x",)), first=Looked(covers=("x",)))
    act = the(run.acting.doubt)
    aside = then(run, SetAside("s1", "nothing here shows it"))
    assert settle(aside, LONG_AFTER) is None and isinstance(barred(aside, act, NOW), Ask)
    assert barred(run, act, NOW) is None
    assert settled(then(aside, Looked(added=("paid",), covers=("paid",)))).happened


VALUE = FactKind("value", fleeting=True)


@pytest.mark.parametrize(("anew", "settles"), [(True, True), (False, False)])
def test_what_went_because_the_world_started_anew_is_no_sign_that_an_act_happened(anew, settles):
    begun = (Looked(added=("value(a)",)), *plan(Act("pay", id="s1")), *tried("s1", "pay", Uncertain("connection", anew=anew)))
    skills = (Skill("pay", **PLAIN),)
    emptied = story(*begun, Looked(removed=("value(a)",)), skills=skills, done_when="paid", vocabulary=(VALUE,))
    if settles:
        assert not settled(emptied).happened
        changed = story(*begun, Looked(removed=("value(a)",), added=("news",)), skills=skills, vocabulary=(VALUE,))
        assert isinstance(settle(changed, LONG_AFTER), Ask), "something else is otherwise"
    else:
        assert isinstance(settle(emptied, LONG_AFTER), Ask)


def test_what_a_world_keeps_only_while_it_runs_is_no_sign_after_a_crash_of_our_own():
    sent = tried("s1", "pay", Uncertain("timeout"))[:-1]
    begun = (Looked(added=("value(a)",)), *plan(Act("pay", id="s1")), *sent, Resumed(2))
    run = story(*begun, Looked(removed=("value(a)",)), skills=(Skill("pay", **PLAIN),), done_when="paid", vocabulary=(VALUE,))
    assert run.acting.crashed and not settled(run).happened


@pytest.mark.parametrize("error_shown", [True, False])
def test_an_error_in_place_of_what_was_there_is_no_sign_that_an_act_happened(error_shown):
    sent = tried("s1", "pay", Uncertain("server_error", error_shown=error_shown))
    begun = (LOOK, *plan(Act("pay", id="s1"), Act("pay", id="s2")), *sent, Looked(added=("text(try later)",)))
    run = story(*begun, skills=(Skill("pay", timeout=30.0),), done_when="paid")
    if error_shown:
        assert isinstance(settle(run, LONG_AFTER), Ask)
    else:
        assert settled(run).happened
    after = then(run, Settled("s1", True, "a person", "it did"), *tried("s2", "pay", Uncertain("timeout"))[:-1])
    assert after.acting.unsure is None, "that was another act"
