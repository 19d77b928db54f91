"""Instructions for programs in windows: fields by quoted names, keys, menus that are filled when they open."""

import asyncio

import pytest

from midcourse.core.gates.request import AtALoss, NothingToDo
from midcourse.core.model import FactKind, Parameter, Skill, Target
from midcourse.core.plans.plan import Act, Draft
from midcourse.planners.words import WordsPlanner
from midcourse.planners.words.choosing import from_menu, select
from midcourse.planners.words.fields import forms
from midcourse.planners.words.pressing import pressed
from midcourse.planners.words.revealing import reveal
from midcourse.planners.words.screen import Part
from midcourse.planners.words.steps import acts_for
from midcourse.planners.words.ways import behind_a_button, made_new
from tests.planners.words.screens import asked, calls, said, screen, thing

KEYS = tuple(Skill(name, "", (Parameter("keys", "str"),)) for name in ("press", "hotkey"))
SEARCH = ("textbox Replace by", "textbox Search for", "textbox Search")


def in_windows(*things, **more):
    """An instruction at its beginning, in programs."""
    way = asked(*things, **more)
    way.screen.has_windows = True
    return way


@pytest.mark.parametrize(
    ("instruction", "acts"),
    [
        ('enter "hello" into "Search for"', ["fill textbox Search for=hello"]),
        ('enter "hello" in the field "Replace by"', ["fill textbox Replace by=hello"]),
        ('type "hello" into the textbox labelled "Search"', ["fill textbox Search=hello"]),
        ('enter "hello" into "File name"', None),
    ],
)
def test_a_quoted_text_after_into_names_the_field_and_is_not_entered(instruction, acts):
    assert calls(acts_for(in_windows(*SEARCH), said(instruction))) == acts


def test_two_texts_that_are_listed_are_both_entered():
    way = asked("textbox First", "textbox Second")
    assert calls(acts_for(way, said('enter "a" in the first field and "b" in the second'))) == [
        "fill textbox First=a",
        "fill textbox Second=b",
    ]


def test_a_field_that_is_called_by_a_common_word_is_found_by_it():
    for name in ("Enter the name", "New Filename"):
        there = (f"textbox {name}", "textbox Comment")
        assert calls(acts_for(in_windows(*there), said('enter "letters" into the name'))) == [f"fill textbox {name}=letters"]


def test_among_windows_a_text_is_not_put_into_another_field_than_the_one_that_is_named():
    facts = ("value(textbox, /home/ada)", 'value(textbox Find, "")')
    assert acts_for(in_windows("textbox", facts=facts), said('enter "letters" into the name')) is None
    two = (thing("textbox in a"), thing("textbox in b"))
    nameless = [Target(t.id, "textbox", "") for t in two]
    assert acts_for(in_windows(*nameless), said('enter "letters" into Title')) is None
    assert calls(acts_for(in_windows("textbox", "textbox Find"), said('enter "letters" into the launcher'))) == [
        "fill textbox=letters"
    ]
    assert calls(acts_for(in_windows("textbox"), said('enter "letters" into Title'))) == ["fill textbox=letters"]


def test_without_a_name_the_field_with_the_keyboard_is_meant():
    there = (thing("textbox One"), thing("textbox Two", "focused"))
    assert calls(acts_for(in_windows(*there), said('enter "x"'))) == ["fill textbox Two=x"]
    assert acts_for(in_windows("textbox One", "textbox Two"), said('enter "x"')) is None


@pytest.mark.parametrize(
    ("instruction", "act"),
    [
        ("press Ctrl+S", "hotkey=Ctrl+S"),
        ('press "Ctrl+Shift+S"', "hotkey=Ctrl+Shift+S"),
        ("press the Enter key", "press=Enter"),
        ("hit F5", "press=F5"),
    ],
)
def test_keys_are_pressed_and_the_rest_waits_for_what_comes_of_it(instruction, act):
    acts = acts_for(asked("button Save", skills=KEYS), said(instruction))
    assert calls(acts) == [act] and isinstance(acts, Part)


def test_keys_that_were_pressed_are_left_out_once_and_what_is_called_so_is_clicked():
    done = (Act("hotkey", {"keys": "Ctrl+S"}),)
    assert pressed(asked(skills=KEYS, done=done), said("press Ctrl+S")) == []
    assert calls(acts_for(asked("button Enter", skills=KEYS), said("press Enter"))) == ["click button Enter"]
    assert pressed(asked("button Save", skills=KEYS), said("press Save")) is None
    assert pressed(asked("button Save"), said("press Ctrl+S")) is None


def test_a_menu_that_tells_nothing_while_it_is_shut_is_opened_and_then_looked_into():
    clause = said('select Edit > "Search & Replace"')
    shut = select(in_windows("menuitem Edit"), clause)
    assert calls(shut) == ["click menuitem Edit"] and isinstance(shut, Part)
    opened = in_windows("menuitem Edit", "menuitem Search & Replace", done=(Act("click", {}, "menuitem Edit"),))
    assert calls(select(opened, clause)) == ["click menuitem Search & Replace"]


def test_a_button_with_a_menu_behind_it_is_opened_once():
    button = thing("button Menu", "hasPopup")
    there = screen(button)
    assert behind_a_button(there) is None
    there.has_windows = True
    assert calls([act] if (act := behind_a_button(there)) else None) == ["click button Menu"]
    again = screen(button, done=(Act("click", {}, "button Menu"),))
    again.has_windows = True
    assert behind_a_button(again) is None


def test_what_was_clicked_in_a_dialog_is_not_clicked_again_in_another_window():
    done = (Act("click", {}, "button Extract in Extract files"),)
    assert acts_for(in_windows("button Extract", done=done), said("click Extract")) == []
    twice = in_windows("button Extract", done=done)
    assert acts_for(twice, said("click Extract")) == [] and calls(acts_for(twice, said("click Extract"))) == [
        "click button Extract"
    ]


def test_a_button_that_is_switched_off_is_meant_all_the_same_and_not_what_only_speaks_of_it():
    there = ("item Application Finder Find and launch applications", "button Launch")
    facts = ("enabled(item Application Finder Find and launch applications)",)
    assert calls(acts_for(in_windows(*there, facts=facts), said("click Launch"))) == ["click button Launch"]


def test_a_field_that_holds_what_was_entered_takes_no_other_text_for_want_of_a_better_one():
    done, facts = (Act("fill", {"text": "mousepad"}, "textbox"),), ("value(textbox, mousepad)",)
    assert acts_for(in_windows("textbox", facts=facts, done=done), said('enter "Dear Ada" into the text')) is None


def test_what_was_pressed_and_lies_under_a_dialog_now_is_not_pressed_again_in_that_dialog():
    there = ("button Save", Target("button Save in Choose a name", "button", "Save"))
    facts = ('hides(Choose a name, "button Save")', "enabled(button Save)", "enabled(button Save in Choose a name)")
    way = in_windows(*there, facts=facts, done=[Act("click", {}, "button Save")])
    assert calls(acts_for(way, said("click Save"))) == []
    assert calls(acts_for(way, said("click Save"))) == ["click button Save in Choose a name"], "the next one that is asked for"


@pytest.mark.parametrize("said_so", ["File > Save as", "File > Save As...", 'File > "save as"'])
def test_an_entry_of_a_menu_is_found_however_its_name_is_written(said_so):
    way = in_windows("menuitem File", facts=["offers(menuitem File, Save As)", "offers(menuitem File, Save)"])
    assert calls(select(way, said(f"select {said_so}"))) == ["select menuitem File=Save As"]


def test_what_is_like_two_entries_of_a_menu_is_none_of_them():
    facts = [f"offers(menuitem File, Export {kind} file now)" for kind in ("one", "two")]
    assert from_menu(in_windows("menuitem File", facts=facts), said("select File > Export file now")) is None


def test_a_program_has_long_to_start_and_what_stays_away_is_looked_for_elsewhere_soon():
    def patience(*done):
        seen = in_windows("menuitem File", done=done).screen
        act = reveal(seen, "x")
        return act.args.get("seconds") if act is not None else None

    waits = [Act("wait_for", {"seconds": 0.6 * 2**i}) for i in range(6)]
    press = Act("click", {}, "button A")
    assert patience(*waits[:5]) == 19.2 and patience(*waits) is None
    assert patience(press, *waits[:5]) == 19.2 and patience(press, *waits) is None
    assert patience(*waits, press, *waits[:2]) == 2.4 and patience(*waits, press, *waits[:3]) is None


def test_the_text_goes_into_the_one_large_field_whatever_an_editor_calls_it():
    there = (thing("textbox plants.txt", "multiline"), thing("textbox Find", "focused"))
    assert calls(acts_for(in_windows(*there), said('enter "x" into the text'))) == ["fill textbox plants.txt=x"]
    seen = in_windows(*there, values={"text": "x", "Name": "y"}).screen
    assert [(e.name, e.target.id) for form in forms(seen) for e in form.entries] == [("text", "textbox plants.txt")]
    two = in_windows(*there, thing("textbox b.txt", "multiline"), values={"text": "x"}).screen
    assert forms(two) == []


def test_where_no_document_is_open_a_new_one_is_made_first():
    menu = in_windows("menuitem File", facts=["offers(menuitem File, New)", "offers(menuitem File, Save All)"]).screen
    assert calls([act] if (act := made_new(menu, {"text"})) else None) == ["select menuitem File=New"]
    page = in_windows("button News", "button New File", done=[Act("select", {"option": "New"}, "menuitem File")]).screen
    assert calls([act] if (act := made_new(page, {"text"})) else None) == ["click button New File"]
    assert made_new(page, {"Name"}) is None
    assert made_new(in_windows("button New File", thing("textbox a", "multiline")).screen, {"text"}) is None


def test_a_thing_of_a_program_is_found_by_its_tip_where_nothing_has_that_name():
    facts = ["called(button Add, Create New Note)", "called(textbox, Search notes)"]
    way = in_windows("button Add", "textbox", "textbox Other", facts=facts)
    assert calls(acts_for(way, said("click New"))) == ["click button Add"]
    assert calls(acts_for(way, said('enter "x" into Search'))) == ["fill textbox=x"]
    after = in_windows("button Add", "tab New Note 1", facts=facts, done=[Act("click", {}, "button Add")])
    assert calls(acts_for(after, said("click New"))) == [], "it was done"
    under = in_windows("button Add", "button OK", facts=[*facts, "hides(Question, button Add)"])
    assert acts_for(under, said("click New")) is None
    both = in_windows("button Add", "button New", facts=facts)
    assert calls(acts_for(both, said("click New"))) == ["click button New"]


def test_in_a_dialog_a_value_goes_into_the_one_field_whose_name_holds_its_own():
    def takers(*fields, facts=("hides(Save File, textbox text)",)):
        seen = in_windows(thing("textbox text", "multiline"), *fields, facts=facts, values={"Name": "a.txt"}).screen
        return [e.target.id for form in forms(seen) for e in form.entries]

    assert takers("textbox File name", "textbox Filter") == ["textbox File name"]
    assert takers("textbox File name", "textbox Folder name") == []
    assert takers("textbox File name", facts=()) == [], "no dialog asks"


def test_in_a_program_nothing_is_pressed_that_nobody_named():
    done = [Act("fill", {"text": "x"}, "textbox Search")]
    more = {"facts": ["value(textbox Search, x)", "enabled(button Add)"], "done": done, "goal": 'enter "x" into Search'}
    page = screen("textbox Search", "button Add", **more).request
    assert isinstance(asyncio.run(WordsPlanner().plan(page)), Draft)
    window = screen("textbox Search", "button Add", vocabulary=(FactKind("window"),), **more).request
    assert isinstance(asyncio.run(WordsPlanner().plan(window)), NothingToDo)


def test_keys_wait_until_a_program_shows_something():
    waits = [Act("wait_for", {"seconds": 1.0})] * 6
    assert acts_for(in_windows(skills=KEYS), said("press Ctrl+N")) is None
    assert calls(acts_for(in_windows("button Menu", skills=KEYS), said("press Ctrl+N"))) == ["hotkey=Ctrl+N"]
    assert calls(acts_for(in_windows(skills=KEYS, done=waits), said("press Ctrl+N"))) == ["hotkey=Ctrl+N"], "it may never tell"


WINDOWS = {"vocabulary": (FactKind("window"),), "skills": (*KEYS, Skill("click"), Skill("dismiss"))}


def plan_for(*things, **more):
    return asyncio.run(WordsPlanner().plan(screen(*things, **{**WINDOWS, **more}).request))


def test_a_shortcut_is_pressed_only_once_it_is_seen_what_a_click_before_it_brought_up():
    goal = 'click "Replace All" and press Ctrl+S'
    first = plan_for("button Replace All", facts=["enabled(button Replace All)"], goal=goal)
    assert isinstance(first, Draft) and [getattr(s, "skill", "replan") for s in first.steps] == ["click", "replan"]
    done = [Act("click", {}, "button Replace All")]
    asks = ["cover(Question)", "hides(Question, button Replace All)"]
    stuck = plan_for("button Replace All", "button Yes", "button No", facts=asks, goal=goal, done=done)
    assert isinstance(stuck, AtALoss) and "'Question' is open" in stuck.why and "Yes, No" in stuck.why
    after = plan_for("button Replace All", facts=["enabled(button Replace All)"], goal=goal, done=done)
    assert isinstance(after, Draft) and getattr(after.steps[0], "skill", "") == "hotkey"


def test_a_dialog_that_we_filled_in_is_not_dismissed_to_find_a_button_and_its_buttons_are_told():
    waits = [Act("wait_for", {"seconds": 0.6 * 2**i}) for i in range(6)]
    done = [Act("fill", {"text": "a.tar"}, "textbox Name"), *waits]
    facts = ["cover(Save)", "hides(Save, button Stop)", "hides(Save, menuitem File)", "value(textbox Name, a.tar)"]
    there = ("textbox Name", "button Cancel", "button Create", "button Stop", "menuitem File")
    stuck = plan_for(*there, facts=facts, goal='enter "a.tar" into Name and click Proceed', done=done)
    assert isinstance(stuck, AtALoss) and "(there: Cancel, Create)" in stuck.why


def test_what_is_left_of_an_instruction_is_done_though_the_end_is_seen_already():
    more = {"goal": "click Apply and press Ctrl+S", "done_when": "visible(item tulip)"}
    facts = ["visible(item tulip)", "enabled(button Apply)"]
    applied = Act("click", {}, "button Apply")
    left = plan_for("button Apply", facts=facts, done=[applied], **more)
    assert isinstance(left, Draft) and getattr(left.steps[0], "args", {}) == {"keys": "Ctrl+S"}
    done = plan_for("button Apply", facts=facts, done=[applied, Act("hotkey", {"keys": "Ctrl+S"})], **more)
    assert isinstance(done, NothingToDo)
    saved = Act("click", {}, "button Save")
    entered = {
        "facts": ['value(textbox text, "a\\n")', "visible(item tulip)"],
        "done": [Act("fill", {"text": "a"}, "textbox text"), saved],
    }
    changed = plan_for("textbox text", goal='enter "a" into the text and click Save', done_when="visible(item tulip)", **entered)
    assert isinstance(changed, NothingToDo), "it was entered before it was saved, and has changed since"
    gone = plan_for("button Other", facts=["visible(item tulip)"], goal="click Apply", done_when="visible(item tulip)")
    assert isinstance(gone, NothingToDo), "it is not looked for"
    vague = plan_for(
        "button Add", facts=["enabled(button Add)", "visible(item tulip)"], goal="add a tulip", done_when="visible(item tulip)"
    )
    assert isinstance(vague, NothingToDo)


def test_the_name_is_what_a_dialog_with_one_field_asks_for():
    facts = ["hides(New Folder, textbox Path)", "value(textbox Create it in /tmp, New Folder)"]
    there = ("textbox Path", "textbox Create it in /tmp", "button OK")
    assert calls(acts_for(in_windows(*there, facts=facts), said('enter "a" into the name'))) == [
        "fill textbox Create it in /tmp=a"
    ]
    assert acts_for(in_windows(*there, "textbox Kind", facts=facts), said('enter "a" into the name')) is None
    assert acts_for(in_windows(*there, facts=facts[1:]), said('enter "a" into the name')) is None
    assert acts_for(in_windows(*there, facts=facts), said('enter "a" into Title')) is None


def test_what_makes_something_is_found_by_another_word_for_making():
    there = ("button New task", "button Edit task", "tab Tasks")
    assert calls(acts_for(in_windows(*there), said('click "Add task"'))) == ["click button New task"]
    assert calls(acts_for(in_windows(*there), said('click "Create task"'))) == ["click button New task"]
    assert acts_for(in_windows(*there), said('click "Add note"')) is None
    gone = in_windows("button OK", done=[Act("click", {}, "button New task")])
    assert calls(acts_for(gone, said('click "Add task"'))) == [], "it was done"
    assert acts_for(asked(*there), said('click "Add note"')) is None


def test_after_a_button_of_a_dialog_or_before_a_text_it_is_seen_what_came_of_it():
    facts = ["cover(New Node)", "hides(New Node, menuitem File)", "enabled(button OK)", "enabled(textbox Tags)"]
    goal = 'click OK and enter "water" into the text'
    first = plan_for("button OK", thing("textbox Tags", "focused"), "menuitem File", facts=facts, goal=goal)
    assert isinstance(first, Draft) and [getattr(s, "skill", "replan") for s in first.steps] == ["click", "replan"]
    keys = plan_for("button 7", "button 8", facts=["enabled(button 7)", "enabled(button 8)"], goal="click 7 and click 8")
    assert isinstance(keys, Draft) and [getattr(s, "skill", "replan") for s in keys.steps] == ["click", "click", "replan"]


def test_the_button_of_an_open_dialog_is_meant_also_while_it_is_switched_off():
    there = ("button Save", Target("button Save in Save as", "button", "Save"))
    facts = ["hides(Save as, button Save)", "enabled(button Save)"]
    assert calls(acts_for(in_windows(*there, facts=facts), said("click Save"))) == ["click button Save in Save as"]


def test_the_keys_of_a_calculator_are_found_by_their_signs():
    there = ("button multiply", "button result", "button Close")
    assert calls(acts_for(in_windows(*there), said('click "×"'))) == ["click button multiply"]
    assert calls(acts_for(in_windows(*there), said('click "="'))) == ["click button result"]
    assert calls(acts_for(in_windows("button ×", "button multiply"), said('click "×"'))) == ["click button ×"]


def test_what_a_dialog_made_is_no_suggestion_for_what_was_entered_there():
    done = [Act("fill", {"text": "Plants"}, "textbox Node Name"), Act("click", {}, "button OK")]
    assert calls(acts_for(in_windows("item Plants", done=done), said('enter "Plants" into "Node Name"'))) == []
    more = [*done, Act("fill", {"text": "water"}, "textbox text")]
    assert calls(acts_for(in_windows("item Plants", "textbox text", done=more), said('enter "Plants" into "Node Name"'))) == []
    suggested = in_windows("option Plants and herbs", "textbox Node Name", done=done[:1])
    assert calls(acts_for(suggested, said('enter "Plants" into "Node Name"'))) == ["click option Plants and herbs"]


def test_to_find_something_menus_are_opened_and_nothing_in_them_is_done():
    waits = [Act("wait_for", {"seconds": 0.6 * 2**i}) for i in range(6)]
    menus = (thing("menuitem File", "hasPopup"), thing("menuitem Edit", "hasPopup"), "menuitem Quit")
    assert calls([act] if (act := reveal(in_windows(*menus, done=waits).screen, "x")) else None) == ["click menuitem File"]
    opened = [*waits, Act("click", {}, "menuitem File"), *waits[:3]]
    assert calls([act] if (act := reveal(in_windows(*menus, done=opened).screen, "x")) else None) == ["click menuitem Edit"]
    both = [*opened, Act("click", {}, "menuitem Edit"), *waits[:3]]
    assert reveal(in_windows(*menus, done=both).screen, "x") is None


LAUNCHED, SAVED_AS = Act("launch", {"program": "pad"}), Act("select", {"option": "Save As"}, "menuitem File")


@pytest.mark.parametrize(
    ("done", "undone"), [((LAUNCHED, SAVED_AS, LAUNCHED), ()), ((SAVED_AS, LAUNCHED), ("launch(program=pad)",))]
)
def test_what_was_done_in_a_program_that_died_is_done_anew(done, undone):
    """The first start leaves the done work once its effect is seen gone; a dialog was then waited for that nobody had opened."""
    facts = ("window(pad)", "runs(pad)", "offers(menuitem File, Save As)")
    skills = tuple(Skill(name) for name in ("launch", "select"))
    begun = in_windows("menuitem File", facts=facts, done=done, undone=undone, skills=skills)
    assert acts_for(begun, said("launch pad")) == []
    assert calls(acts_for(begun, said("select File > Save As"))) == ["select menuitem File=Save As"]
