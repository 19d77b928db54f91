"""What takes away, ends or pays something is no way to anything else: not for words, not for recorded steps."""

import asyncio

import pytest

from midcourse.core.gates.request import AtALoss
from midcourse.core.plans.plan import Act, Draft
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
