"""Recorded steps on a screen that is no longer as it was: the form is sent by its own button, or nothing is entered elsewhere."""

import asyncio

from midcourse.core.gates.request import AtALoss
from midcourse.core.plans.plan import Act, Draft
from midcourse.planners.words.shown import ShownPlanner
from tests.planners.words.screens import calls, screen, thing
from tests.support import the

STEPS = (
    Act("fill", {"text": "{Keyword}"}, "textbox Keyword", description="called name"),
    Act("click", {}, "button Submit New Entry"),
)
ASKED = {"values": {"Keyword": "lamp"}, "done_when": "listed(/words, lamp)"}
HERE = ("page(http://x/new)", "called(textbox Term, name)", "within(textbox Term, form 1)", "within(button File it, form 1)")


def planned(seen):
    return asyncio.run(ShownPlanner(STEPS).plan(seen.request))


def acts(seen):
    return [s for s in the(planned(seen), Draft).steps if isinstance(s, Act)]


def test_a_form_whose_button_was_renamed_is_sent_by_the_button_that_sends_it():
    things = ("textbox Term", thing("button File it", "submit"), "link New keyword")
    empty = screen(*things, facts=(*HERE, 'value(textbox Term, "")'), **ASKED)
    assert calls(acts(empty)) == ["fill textbox Term=lamp"]
    full = screen(*things, facts=(*HERE, "value(textbox Term, lamp)"), **ASKED)
    [press] = acts(full)
    assert calls([press]) == ["click button File it"] and press.description == "send Keyword at http://x/new"


def test_a_value_is_entered_in_no_field_but_the_one_that_was_shown():
    facts = ("page(http://x/issue)", "called(textbox Words, keyword)", 'value(textbox Words, "")', 'value(textbox rows, "")')
    for field in ("textbox Words", thing("textbox rows", "multiline", "unnamed")):
        told = the(planned(screen(field, "button Save", facts=facts, **ASKED)), AtALoss).why
        assert "textbox Keyword" in told and "nothing was sent" in told


def test_a_renamed_button_on_the_way_counts_as_the_one_that_was_shown():
    steps = (
        Act("fill", {"text": "{Name}"}, "textbox Name"),
        Act("click", {}, "button Next"),
        Act("fill", {"text": "{Text}"}, "textbox Text"),
        Act("click", {}, "button Save"),
    )
    planner, asked = ShownPlanner(steps), {"values": {"Name": "lamp", "Text": "of brass"}, "done_when": "text(of brass)"}
    first = screen("textbox Name", thing("button On", "submit"), facts=["page(http://x/a)", "value(textbox Name, lamp)"], **asked)
    press = next(s for s in the(asyncio.run(planner.plan(first.request)), Draft).steps if isinstance(s, Act))
    assert calls([press]) == ["click button On"]
    done = [Act("fill", {"text": "lamp"}, "textbox Name"), press]
    second = screen("textbox Text", "button Save", facts=["page(http://x/b)", 'value(textbox Text, "")'], done=done, **asked)
    reply = the(asyncio.run(planner.plan(second.request)), Draft)
    assert calls([s for s in reply.steps if isinstance(s, Act)]) == ["fill textbox Text=of brass"]
