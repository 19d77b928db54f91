"""Which button sends a form, by structure before words; which way leads on."""

import pytest

from midcourse.core.model import FactKind, Target
from midcourse.core.plans.plan import Act
from midcourse.planners.words.fields import forms
from midcourse.planners.words.records import Records
from midcourse.planners.words.revealing import at_menu, reveal
from midcourse.planners.words.sending import enters_in, senders
from midcourse.planners.words.ways import OUT, WAY, left_open, out_of_the_way, retreat, shut_menu, toward
from tests.planners.words.screens import screen, thing

NAME = ('value(textbox Name, "")',)


def found(*things, facts=(), values=None, goal=""):
    seen = screen(*things, facts=(*NAME, *facts), values=values or {"Name": "Ann"}, goal=goal)
    return [t.id for t in senders(seen, forms(seen)[0])]


def test_only_what_submits_sends_a_form_and_the_first_is_its_default():
    things = (
        "textbox Name",
        thing("button Hilfe"),
        thing("button Sichern", "submit"),
        thing("button Sichern und mehr", "submit"),
    )
    owned = [f'within("{t}", "form 1")' for t in ("textbox Name", "button Hilfe", "button Sichern", "button Sichern und mehr")]
    assert found(*things, "button Save", facts=owned) == ["button Sichern", "button Sichern und mehr"]


def test_without_a_form_the_next_button_sends_that_is_no_part_of_a_field():
    field = thing("textbox Name", box=(10, 10, 200, 30))
    stepper = thing("button +", box=(190, 10, 20, 30))
    menu = thing("button Menu", "hasPopup", box=(10, 60, 60, 30))
    assert found(
        thing("button Oben", box=(0, 0, 60, 8)), field, stepper, menu, thing("button Ablegen", box=(10, 100, 80, 30))
    ) == ["button Ablegen"]


def test_in_a_dialog_the_last_button_sends_and_words_that_lead_back_come_last():
    inside = [f'within("{t}", "dialog Neu")' for t in ("textbox Name", "button Abbrechen", "button Anlegen")]
    assert found("textbox Name", "button Abbrechen", "button Anlegen", facts=inside)[0] == "button Anlegen"
    inside = [f'within("{t}", "dialog New")' for t in ("textbox Name", "button OK", "button Cancel")]
    assert found("textbox Name", "button OK", "button Cancel", facts=inside)[0] == "button OK"


def test_a_button_that_is_pressed_in_sends_nothing_though_the_goal_says_its_word():
    path, other, send = (thing(f"button {label}") for label in ("notes", "note", "Save As"))
    facts = [f'within("{t}", "dialog Save As")' for t in ("textbox Name", path.id, other.id, send.id)]
    seen = ("textbox Name", path, other, thing("button Cancel"), send)
    assert found(*seen, facts=[*facts, f"checked({path.id})"], goal="save the note") == [send.id, other.id]


@pytest.mark.parametrize(
    ("label", "goal", "sends"),
    [
        ("Delete all records", "save the lamp", False),
        ("Erase everything", "save the lamp", False),
        ("Wipe", "save the lamp", False),
        ("Clear all records", "save the lamp", False),
        ("Clear", "clear the lamp", True),
        ("Not empty", "save the lamp", True),
        ("全部削除", "save the lamp", False),
        ("🗑", "save the lamp", False),
        ("删除", "删除这盏灯", True),
        ("Cancel", "save the lamp", False),
        ("Delete", "delete the lamp", True),
        ("Show deleted", "save the lamp", True),
        ("Reset password", "choose another password", True),
        ("Reset my password", "get in again", True),
        ("Reset", "save the lamp", True),
        ("Reset name", "save the lamp", True),  # there is a field Name
        ("Reset account", "save the lamp", False),
        ("Deactivate", "save the lamp", False),
        ("Unsubscribe everyone", "save the lamp", False),
        ("Del.", "save the lamp", False),
        ("Guardar del todo", "save the lamp", True),
        ("Disable alarm", "disable the alarm", True),
        ("Ablegen", "save the lamp", True),
    ],
)
def test_what_cancels_or_takes_away_sends_no_form_and_neither_does_enter_that_presses_it(label, goal, sends):
    button = thing(f"button {label}", "submit")
    owned = [f'within("{id}", "form 1")' for id in ("textbox Name", button.id)]
    seen = screen("textbox Name", button, facts=(*NAME, *owned), values={"Name": "Ann"}, goal=goal)
    form = forms(seen)[0]
    assert [t.id for t in senders(seen, form)] == ([button.id] if sends else [])
    assert (enters_in(seen, form) is not None) is sends


def test_no_way_leads_through_a_button_that_would_send_a_form():
    seen = screen(
        thing("button Add item", "submit"), "link Items", goal="add item", facts=('within("button Add item", "form 1")',)
    )
    act = toward(seen, [])
    assert act is not None and act.target == "link Items"


def test_a_way_is_known_by_its_words_in_another_ending_and_in_another_language():
    rows = [f'within("link {name}", "row {name} Hinzufügen Ändern")' for name in ("Benutzer", "Waren")]
    act = toward(screen("link Benutzer", "link Waren", goal="ändern Ware hammer", facts=rows), [])
    assert act is not None and act.target == "link Waren"


@pytest.mark.parametrize(("label", "way"), [("First", "link Chairs"), ("Edit it", "link Edit it")])
def test_what_is_switched_off_is_a_way_only_if_it_speaks_of_the_goal(label, way):
    facts = (f"leads(link {label}, http://x/tickets/first/edit)", "leads(link Chairs, http://x/c)", "enabled(link Chairs)")
    things = (f"link {label}", "link Chairs")
    act = toward(screen(*things, goal="edit the chairs", facts=facts, vocabulary=(FactKind("enabled"),)), ["http://x/tickets"])
    assert act is not None and act.target == way


def test_a_way_that_led_to_nothing_is_gone_back_and_no_other_act_is():
    way, back, other = Act("click", {}, "link A", description=WAY), Act("back", {}), Act("click", {}, "button B")

    def gone(*done):
        seen = screen("link C", done=done)
        seen.skills = {"click", "back"}
        return retreat(seen) is not None

    assert gone(way) and gone(way, way, back) and gone(other, way, Act("wait_for", {}))
    assert not gone() and not gone(way, back) and not gone(way, other)


def test_what_a_way_laid_over_the_page_is_dismissed_and_what_failed_is_not_tried_again():
    way = Act("click", {}, "link A", description=WAY)
    facts = ("cover(dialog Tags)", 'hides("dialog Tags", "link C")')

    def out(*done, facts=facts, **more):
        seen = screen("link C", "button OK", facts=facts, done=done, **more)
        seen.skills = {"click", "back", "dismiss"}
        seen.failed = {("back", "", "{}")} if more.get("goal") else set()
        return [act.skill if act else "" for act in (retreat(seen), out_of_the_way(seen))]

    dismissed = Act("dismiss", {"cover": "dialog Tags"}, description=OUT)
    assert out(way) == ["dismiss", "dismiss"] and out(way, dismissed) == ["back", ""] and out() == ["", "dismiss"]
    assert out(way, Act("scroll", {}), facts=()) == ["back", ""] and out(way, facts=(), goal="rename it") == ["", ""]
    seen = screen("textbox Name", facts=("cover(dialog Tags)",))
    seen.skills = {"dismiss"}
    assert out_of_the_way(seen) is None, "it asks for something"


def test_a_menu_that_says_so_is_opened_before_others_and_none_that_failed():
    things = (thing("button Filters", "collapsed"), "button Open header menu", thing("button More rows", "submit"))
    seen = screen(*things, goal="rename the boat Gull")

    def opened(*apart):
        records = Records(seen, set())
        records.others |= set(apart)
        act = shut_menu(seen, WAY, records)
        return act.target if act else ""

    assert (opened(), opened("button Open header menu")) == ("button Open header menu", "button Filters")
    seen.failed = {("click", t.id, "{}") for t in seen.targets}
    assert opened() == ""


def test_what_hides_links_is_pointed_at_and_pressed_only_if_it_says_that_it_is_a_menu():
    hover, plain = Act("hover", {}, "item …", description=WAY), thing("button Archive", "unfolds")

    def next_after(target, *done):
        seen = screen(target, done=done)
        seen.skills = {"hover", "click"}
        act = at_menu(seen, target, WAY)
        return act.skill if act else ""

    assert next_after(thing("item …", "unfolds")) == "hover"
    assert next_after(thing("item …", "unfolds"), hover) == "click"
    assert (next_after(plain), next_after(plain, Act("hover", {}, plain.id))) == ("hover", "")
    assert next_after(thing("button Open", "unfolds", "hasPopup")) == "click"
    assert next_after(thing("button More options")) == "click" and not next_after(thing("button Reset options"))


def test_a_menu_that_came_up_by_pointing_is_left_once_something_in_it_was_chosen():
    way = (Act("hover", {}, "button Actions"), Act("click", {}, "link Edit", description=WAY))

    def left(cover, *done):
        seen = screen("button Actions", facts=(f"cover({cover})",), done=done)
        seen.skills = {"dismiss"}
        act = left_open(seen)
        return act.args["cover"] if act else ""

    assert left("overlay Edit Delete", *way) == "overlay Edit Delete"
    assert left("dialog Edit it", *way) == left("overlay Cookies", *way) == left("overlay Edit Delete", *way[1:]) == ""


def test_once_the_one_that_is_meant_is_open_what_changes_it_comes_before_what_bears_its_name():
    named = "link Gull in Boats"
    facts = (f"among({named}, Boats Gull Overview)",)
    things = (Target(named, "link", "Gull"), "menuitem Edit boat", Target("button Cancel in Edit boat", "button", "Cancel"))

    def next_after(*done):
        act = toward(screen(*things, goal="rename the boat Gull", facts=facts, done=done), [])
        return act.target if act else ""

    assert next_after() == named
    assert next_after(Act("click", {}, "link Gull", description=WAY)) == "menuitem Edit boat"
    seen = screen(things[2], goal="rename the boat Gull", facts=facts)
    assert toward(seen, []) is None, "what leaves a dialog is no way on, whatever the dialog is called"


def test_a_form_whose_button_stands_apart_is_sent_by_the_one_behind_it_and_not_by_one_above():
    things = ("button LOGIN", "textbox Username", "textbox Password", "button Login")
    facts = ("within(textbox Username, form 1)", "within(textbox Password, form 1)")
    assert found(*things, facts=facts, values={"Username": "ann", "Password": "secret:DOOR"}) == ["button Login"]


def test_another_site_is_no_way_on_unless_all_that_the_link_says_is_asked_for():
    page, away = "page(http://x/)", "leads(link Learn about items, http://docs/items)"
    assert toward(screen("link Learn about items", goal="add an item", facts=(page, away)), []) is None
    here = toward(screen("link Learn about items", goal="add an item", facts=(page, away.replace("docs", "x"))), [])
    named = toward(screen("link Items", goal="open the items", facts=(page, "leads(link Items, http://docs/items)")), [])
    assert here is not None and named is not None


@pytest.mark.parametrize(
    ("goal", "label", "leads"),
    [
        ("add a new transaction in the account Checking", "Add account", False),
        ("add a new transaction in the account Checking", "Add transaction", True),
        ("add a new transaction in the account Checking", "Add New", True),
        ("add bread to the list", "Add to list", True),
        ("add an account", "Add account", True),
    ],
)
def test_what_makes_something_of_another_kind_is_no_way_to_what_is_to_be_made(goal, label, leads):
    assert (toward(screen(f"button {label}", goal=goal), []) is not None) == leads


def test_the_next_page_is_not_asked_for_twice_from_the_same_lines():
    def onward(*done, line="one"):
        return reveal(screen("button Next", facts=(f"text({line})",), done=(*done, Act("wait_for", {}))), "four")

    first = onward()
    assert first is not None and first.target == "button Next"
    assert onward(first) is None and onward(first, line="two") is not None
