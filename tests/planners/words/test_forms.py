"""Named values and a condition: what a form still wants, and where to go to see it."""

from midcourse.core.gates.request import AtALoss
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.planners.words.forms import Wanted
from tests.planners.words.screens import calls, screen
from tests.support import the

LOGIN = ("textbox Password", "textbox Title", "button Log in")
EMPTY = ('value(textbox Password, "")', 'value(textbox Title, "")')
FORM = ("textbox Name", "combobox Colour", "button Send")
FACTS = (
    'value(textbox Name, "")',
    "value(combobox Colour, red)",
    "offers(combobox Colour, red)",
    "offers(combobox Colour, blue)",
)


def acts(seen) -> list[Act]:
    draft = the(Wanted(seen).next(), Draft)
    assert isinstance(draft.steps[-1], Replan)
    return [s for s in draft.steps if isinstance(s, Act)]


def test_each_value_goes_to_its_field_and_then_the_form_is_sent():
    found = acts(screen(*FORM, facts=FACTS, values={"Name": "Ann", "Colour": "blue"}, done_when="thanked"))
    assert calls(found) == ["fill textbox Name=Ann", "select combobox Colour=blue", "click button Send"]
    assert found[-1].expects == "thanked" and "Ann" in found[-1].needs


def test_what_stands_there_is_not_entered_again_and_signing_in_promises_nothing():
    there = ("value(textbox Name, Ann)", *FACTS[1:])
    assert calls(acts(screen(*FORM, facts=there, values={"Name": "Ann"}))) == ["click button Send"]
    login = screen(*LOGIN, facts=EMPTY, values={"Password": "x", "Title": "t"}, done_when="in")
    assert acts(login)[-1].expects == ""


def test_a_form_with_nothing_to_send_it_is_filled_and_then_it_is_at_a_loss():
    values = {"Name": "Ann"}
    assert calls(acts(screen("textbox Name", facts=FACTS[:1], values=values))) == ["fill textbox Name=Ann"]
    full = screen("textbox Name", facts=["value(textbox Name, Ann)"], values=values)
    assert isinstance(Wanted(full).next(), AtALoss)


def test_what_the_goal_says_is_to_stand_in_something_is_brought_about():
    wanted = screen(*FORM, facts=FACTS, done_when='value("textbox Name", Bob)')
    assert calls(acts(wanted)) == ["fill textbox Name=Bob"]
    ticked = screen("checkbox News", facts=["checked(checkbox News)"], done_when='not checked("checkbox News")')
    assert calls(acts(ticked)) == ["uncheck checkbox News"]


def test_the_way_leads_by_links_that_speak_of_the_goal_and_else_by_its_address():
    lists = {"facts": ["page(http://x/)"], "goal": "add the thing lamp", "done_when": "listed(/things, lamp)"}
    assert calls(acts(screen("link Help", "link Add thing", **lists))) == ["click link Add thing"]
    assert calls(acts(screen("link Help", **lists))) == ["go=http://x/things"]


def test_words_alone_leave_it_to_the_words():
    assert Wanted(screen("button Go", goal="go")).next() is None
