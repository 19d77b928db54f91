"""Rules about people: a cancel, a pause, a question that nobody answers."""

import pytest
from msgspec.structs import replace

from midcourse.core.people.messages import Answer, Cancel, GoOn, HandBack, Pause, Question, TakeOver
from midcourse.core.policy.people import NOBODY, cancelled, held, waiting
from midcourse.core.run.commands import Note, Stop, Wait, label
from midcourse.core.run.events import Asked, Heard
from tests.core.policy.stories import BOTH
from tests.support import LOOK, NOW, story, the

OPEN = Question("q1", "approve", "May it?", step="s1", until=NOW)


def said(*messages):
    return story(LOOK, *BOTH, *map(Heard, messages))


def test_a_cancel_ends_the_run_with_what_was_said():
    assert cancelled(said(), NOW) is None
    assert the(cancelled(said(Cancel("enough")), NOW), Stop).ending.final_detail == "enough"
    assert the(cancelled(said(Cancel()), NOW), Stop).ending.final_detail == "cancelled by a person"


def test_a_pause_and_a_person_in_charge_last_until_they_are_over():
    assert held(said(), NOW) is None
    assert held(said(Pause()), NOW) == held(said(TakeOver("ann")), NOW) == Wait("people")
    assert held(said(Pause(), GoOn()), NOW) is None and held(said(TakeOver("ann"), HandBack()), NOW) is None
    assert held(said(Pause(), TakeOver("ann"), GoOn()), NOW) is not None


def test_an_open_question_is_waited_for_up_to_its_limit():
    assert waiting(story(LOOK, *BOTH), NOW) is None
    run = story(LOOK, *BOTH, Asked(OPEN))
    assert waiting(run, NOW - 0.1) == Wait("people", NOW)
    message = the(the(waiting(run, NOW), Note).event, Heard).message
    assert message == Answer("q1", False, NOBODY, "not answered in time")


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("plan", "note heard"),
        ("replan", "stop replan_exhausted"),
        ("settle", "stop environment"),
        ("environment", "stop environment"),
    ],
)
def test_silence_is_no_where_no_means_something_and_else_the_end(kind, command):
    run = story(LOOK, *BOTH, Asked(replace(OPEN, kind=kind)))
    assert label(the(waiting(run, NOW))) == command
