"""What takes away, ends or pays something is no way to anything else: not for words, not for recorded steps."""

import asyncio

import pytest

from midcourse.core.gates.request import AtALoss
from midcourse.core.plans.plan import Act, Draft
from midcourse.planners.words import WordsPlanner
from midcourse.planners.words.final import final_words
from midcourse.planners.words.shown import ShownPlanner
from midcourse.planners.words.ways import toward
from tests.planners.words.screens import calls, screen, thing

FINAL = (
    "button Delete account",
    "link Delete account",
    "button Deactivate account",
    "button Close account",
    "button Cancel my subscription",
    "button Empty the cart",
    "button Pay now",
    "button Place your order",
    "button Accept and pay",
    "menuitem Unsubscribe",
)
PLAIN = (
    "button Save",
    "button Close",
    "button Cancel",
    "link Payments",
    "link Order history",
    "menuitem Sort order",
    "button Deleted items",
    "link Buy a house",
    "button Close the window",
)


@pytest.mark.parametrize("id", FINAL)
def test_a_label_says_that_something_is_lost_ended_or_paid(id):
    assert final_words(thing(id))


@pytest.mark.parametrize("id", PLAIN)
def test_what_only_leads_on_or_back_says_nothing_of_the_kind(id):
    assert not final_words(thing(id))


@pytest.mark.parametrize("id", ["button Deactivate account", "button Close account", "button Pay account", "link Delete account"])
def test_no_way_leads_through_it_unless_the_goal_speaks_of_it(id):
    assert toward(screen(id, goal="open the account of Ann"), ()) is None
    verb = id.split()[1].lower()
    assert calls([act] if (act := toward(screen(id, goal=f"{verb} the account of Ann"), ())) else []) == [f"click {id}"]


def by_words(goal, *things, **more):
    seen = screen(*things, facts=("page(http://x/)", *(f'enabled("{t}")' for t in things)), goal=goal, **more)
    reply = asyncio.run(WordsPlanner().plan(seen.request))
    return [a.target for a in reply.steps if isinstance(a, Act) and a.skill == "click"] if isinstance(reply, Draft) else []


@pytest.mark.parametrize(
    ("goal", "there"),
    [
        ("Click the account", "button Delete account"),
        ("Open the account", "link Delete account"),
        ('Find the account and click "Edit"', "button Delete account"),
        ("Select the account", "button Delete account"),
        ("Reply to the mail", "button Delete mail"),
        ("Click the invoice", "button Pay invoice"),
        ("Check the newsletter", "button Unsubscribe newsletter"),
        ("Press Save", "button Don't save"),
        ('Press "Save"', "button Delete and save"),
        ("close the dialog", "button Close account"),
        ("submit the form", "button Delete everything"),
        ('Click "Share"', "menuitem Delete"),
        ("find the language", "button Post"),
        ("Open the account and delete the note", "button Delete account"),
        ("Delete the note", "button Delete account"),
        ("Delete the note", "button Delete all notes"),
        ("Press Continue", "button Continue and pay"),
        ("Order two lamps: press Next", "button Confirm order"),
    ],
)
def test_an_instruction_means_nothing_that_takes_away_pays_or_says_the_opposite(goal, there):
    for done in ((), (Act("wait_for", {"seconds": 0.6}),)):
        assert by_words(goal, there, done=done) == []


@pytest.mark.parametrize(
    ("goal", "there"),
    [
        ("Click Delete account", "button Delete account"),
        ("Delete the mail", "button Delete mail"),
        ("Delete the mail", "button Delete forever"),
        ("Delete all mails", "button Delete all"),
        ("Delete the account", "button Delete my account"),
        ('Click "Pay invoice"', "button Pay invoice"),
        ('Press "Don\'t save"', "button Don't save"),
        ("Press Save", "button Save"),
        ("Order a lamp", "button Order"),
        ("To delete the note, click Yes", "button Yes, delete"),
        ("To delete the draft, click the button", "button Delete draft"),
        ("Cancel my subscription", "button Cancel subscription"),
        ("Log out", "button Logout"),
        ("Press Submit", "button Submit order"),
        ("Click the button", "button Buy now"),
    ],
)
def test_what_an_instruction_says_is_pressed(goal, there):
    assert by_words(goal, there) == [there]


@pytest.mark.parametrize(("which", "pressed"), [("first", "button Remove"), ("second", "button Save"), ("third", "button Send")])
def test_what_is_meant_by_its_place_is_counted_among_all(which, pressed):
    assert by_words(f"Click the {which} button", "button Remove", "button Save", "button Send") == [pressed]


def test_what_a_heading_names_is_done_as_it_goes_on_to_say():
    facts = ("page(http://x/)", 'enabled("button Confirm order")')
    goal = 'Order two lamps: enter "2" into the Quantity field, then press Confirm'
    seen = screen("textbox Quantity", "button Confirm order", facts=facts, goal=goal)
    reply = asyncio.run(WordsPlanner().plan(seen.request))
    assert isinstance(reply, Draft)
    assert calls([s for s in reply.steps if isinstance(s, Act)]) == ["fill textbox Quantity=2", "click button Confirm order"]


def planned(step, *things, facts=()):
    seen = screen(*things, facts=("page(http://x/)", *facts), done_when="title(there)", goal="see it")
    reply = asyncio.run(ShownPlanner((step,)).plan(seen.request))
    return calls([s for s in reply.steps if isinstance(s, Act)]) if isinstance(reply, Draft) else reply


@pytest.mark.parametrize(
    ("shown", "now"),
    [
        ("button Saved addresses of all our customers", "button Delete saved addresses of all our customers"),
        ("button Subscribe to our weekly newsletter", "button Un-subscribe to our weekly newsletter"),
        ("button Send the newsletter to everyone", "button Don't send the newsletter to everyone"),
    ],
)
def test_a_recorded_press_is_not_done_by_what_says_the_opposite_or_takes_away(shown, now):
    assert isinstance(planned(Act("click", {}, shown), now), AtALoss)


def test_a_recorded_link_is_found_by_the_whole_of_where_it_led():
    step = Act("click", {}, "link Home", description="leads to /")
    away, home = 'leads("link Close it", "http://x/account/delete/")', 'leads("link Start", "http://x/")'
    assert planned(step, "link Close it", "link Start", facts=(away, home)) == ["click link Start"]
    assert isinstance(planned(step, "link Close it", facts=(away,)), AtALoss)
