"""What a page says back of values that were entered is not yet the end: the form is sent."""

import asyncio

import pytest

from midcourse import WordsPlanner
from midcourse.core.gates.request import NothingToDo
from midcourse.core.plans.plan import Act, Draft
from midcourse.planners.words.ends import may_be_an_echo
from midcourse.planners.words.shown import ShownPlanner
from tests.planners.words.screens import calls, screen, thing
from tests.support import the

STEPS = (Act("fill", {"text": "{Name}"}, "textbox Name"), Act("click", {}, "button Add"))
PLANNERS = [WordsPlanner(), ShownPlanner(STEPS)]
THINGS = ("textbox Name", thing("button Add", "submit"))
FORM = ("page(http://x/boats)", "within(textbox Name, form 1)", "within(button Add, form 1)")
EMPTY, FULL = 'value(textbox Name, "")', "value(textbox Name, Osprey)"
SHOWN = ("text(Osprey)", "listed(/boats, Osprey)")
END = "listed(/boats, Osprey)"


def answered(planner, *facts, done=(), done_when=END):
    asked = screen(
        *THINGS, facts=(*FORM, *facts), done=done, goal="add the boat Osprey", values={"Name": "Osprey"}, done_when=done_when
    )
    return asyncio.run(planner.plan(asked.request))


def acts(reply):
    return [step for step in the(reply, Draft).steps if isinstance(step, Act)]


@pytest.mark.parametrize("planner", PLANNERS, ids=["words", "shown"])
def test_a_line_that_a_page_drew_while_a_value_was_entered_does_not_keep_the_form_from_being_sent(planner):
    entered = acts(answered(planner, EMPTY))
    assert calls(entered) == ["fill textbox Name=Osprey"]
    sent = acts(answered(planner, FULL, *SHOWN, done=entered))
    assert calls(sent) == ["click button Add"]
    assert isinstance(answered(planner, FULL, *SHOWN, done=[*entered, *sent]), NothingToDo)


@pytest.mark.parametrize("planner", PLANNERS, ids=["words", "shown"])
def test_an_end_that_was_there_before_or_that_is_the_value_itself_is_the_end(planner):
    assert isinstance(answered(planner, EMPTY, *SHOWN), NothingToDo)
    entered = acts(answered(planner, EMPTY))
    assert isinstance(answered(planner, FULL, done=entered, done_when=FULL), NothingToDo)


def test_only_lines_are_said_back():
    entered = [Act("fill", {"text": "Osprey"}, "textbox Name", description="enter Name at http://x/boats")]
    seen = [screen(done=entered, done_when=end) for end in ("text(Osprey)", "not text(Gull)", FULL)]
    assert [may_be_an_echo(one) for one in seen] == [True, False, False]
