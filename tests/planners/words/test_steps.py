"""Clauses as acts: clicking, choosing, entering, moving; what is done already is left out."""

import pytest

from midcourse.core.model import Target
from midcourse.core.plans.plan import Act
from midcourse.planners.words.calendars import pick_date
from midcourse.planners.words.choosing import select, uncheck
from midcourse.planners.words.clicking import sender
from midcourse.planners.words.language import KINDS
from midcourse.planners.words.moving import drag, scroll, wait
from midcourse.planners.words.numbers import enter_number
from midcourse.planners.words.revealing import reveal
from midcourse.planners.words.screen import Part
from midcourse.planners.words.steps import HOW, acts_for
from tests.planners.words.screens import asked, calls, said, screen, thing
from tests.support import the

FORM = ("textbox Name", "textbox Email", "checkbox News", "combobox Colour", "button Send", "link Help")
FACTS = (
    "offers(combobox Colour, red)",
    "offers(combobox Colour, blue)",
    "value(combobox Colour, red)",
    'value(textbox Name, "")',
)


@pytest.mark.parametrize(
    ("instruction", "acts"),
    [
        ("click Send", ["click button Send"]),
        ("Double click Help", ["double_click link Help"]),
        ("double-click on Help", ["double_click link Help"]),
        ('click "double click Send"', None),
        ('enter "Ann" into Name', ["fill textbox Name=Ann"]),
        ('enter "a@b" into the Email field', ["fill textbox Email=a@b"]),
        ("check News", ["check checkbox News"]),
        ("select blue", ["select combobox Colour=blue"]),
        ("select red", []),
        ("submit the form", ["click button Send"]),
        ("hover over Help", ["hover link Help"]),
        ("wait 3 seconds", ["wait_for=3.0"]),
        ("focus the Email field", ["click textbox Email"]),
        ('click "Delete"', None),
    ],
)
def test_a_clause_is_turned_into_its_acts(instruction, acts):
    assert calls(acts_for(asked(*FORM, facts=FACTS), said(instruction))) == acts


@pytest.mark.parametrize(
    ("instruction", "done"),
    [
        ("click Send", Act("click", {}, "button Send")),
        ("hover over Help", Act("hover", {}, "link Help")),
        ("wait 3 seconds", Act("wait_for")),
    ],
)
def test_what_was_done_is_left_out_once(instruction, done):
    way = asked(*FORM, done=[done])
    assert acts_for(way, said(instruction)) == []


def test_the_same_act_twice_is_done_twice():
    way = asked(*FORM, done=[Act("click", {}, "button Send")])
    assert acts_for(way, said("click Send")) == [] and calls(acts_for(way, said("click Send"))) == ["click button Send"]


def test_every_kind_of_clause_has_somebody_who_knows_how():
    assert set(KINDS) <= set(HOW) | {"action"}


def test_boxes_are_unticked_only_where_they_are_ticked():
    clause = said("uncheck News")
    assert calls(uncheck(asked(*FORM, facts=["checked(checkbox News)"]), clause)) == ["uncheck checkbox News"]
    assert uncheck(asked(*FORM), clause) == [] and uncheck(asked("button Send"), clause) is None


def test_several_choices_of_one_list_are_made_at_once():
    acts = the(select(asked(*FORM, facts=FACTS), said('select "red" and "blue"')))
    assert [a.args for a in acts] == [{"option": ["blue", "red"]}]


def test_a_button_that_sends_is_known_by_its_name_and_alone_by_being_alone():
    assert the(sender(screen("button Cancel", "button Submit"))).id == "button Submit"
    assert the(sender(screen("button Frobnicate"))).id == "button Frobnicate"
    assert sender(screen("button One", "button Two")) is None


@pytest.mark.parametrize(
    ("instruction", "acts"),
    [
        ("drag stone to hole", ["drag item stone=item hole"]),
        ("drag stone right", ["drag item stone=80"]),
        ("drag stone up", ["drag item stone=-80"]),
    ],
)
def test_things_are_dragged_onto_others_or_in_a_direction(instruction, acts):
    assert calls(drag(asked("item stone", "item hole"), said(instruction))) == acts


def test_a_long_text_is_scrolled_by_keys_and_waiting_has_a_usual_time():
    assert calls(scroll(asked("textbox Text"), said("scroll to the top"))) == ["press textbox Text=Control+Home"]
    assert calls(scroll(asked("textbox Text"), said("scroll to the bottom"))) == ["press textbox Text=Control+End"]
    assert calls(wait(asked(), said("wait a moment"))) == ["wait_for=1.0"]


def test_numbers_go_into_fields_for_numbers_or_move_the_one_handle():
    clause = said("select 5 with the slider")
    assert calls(enter_number(asked("slider Volume"), clause)) == ["fill slider Volume=5"]
    assert enter_number(asked("slider Volume", facts=["value(slider Volume, 5)"]), clause) == []
    handle = asked(Target("x1", "item", "slider handle"), facts=["text(7)"])
    assert [(a.args["keys"], a.args["times"]) for a in the(enter_number(handle, clause))] == [("ArrowLeft", 2)]
    assert enter_number(asked("button Go"), clause) is None


def test_a_date_is_written_or_picked_month_by_month():
    clause = said("select 12/24/2016 as the date")
    assert calls(pick_date(screen("textbox Date"), clause)) == ["fill textbox Date=12/24/2016"]
    open_calendar = ("textbox Date", "link Next", "link Prev", "link 24")
    for shown, acts in (
        ("October 2016", ["click link Next"]),
        ("January 2017", ["click link Prev"]),
        ("December 2016", ["click link 24"]),
    ):
        found = pick_date(screen(*open_calendar, facts=[f"text({shown})"]), clause)
        assert calls(found) == acts and isinstance(found, Part) is (shown != "December 2016")
    assert pick_date(screen("textbox Date", facts=["value(textbox Date, 12/24/2016)"]), clause) == []
    assert pick_date(screen("button Go"), clause) is None


def test_what_cannot_be_seen_is_looked_for_behind_covers_then_in_time_then_in_what_is_shut():
    assert the(reveal(screen(facts=["cover(dialog Cookies)"]), "x")).skill == "dismiss"
    assert the(reveal(screen("link More"), "x")).skill == "wait_for"
    waited = [Act("wait_for", {"seconds": 0.6})]
    shut = (thing("button Fees", "collapsed"), thing("button Addresses", "collapsed"), "tab Two", "link Next")
    assert the(reveal(screen(*shut, done=waited), "Addresses")).target == "button Addresses"
    assert the(reveal(screen("tab Two", "link Next", done=waited), "x")).target == "tab Two"
    assert the(reveal(screen("link Next", done=waited), "x")).target == "link Next" and reveal(screen(done=waited), "x") is None
