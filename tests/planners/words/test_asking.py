"""A question whose yes cannot be undone is a person's; programs are started, and menus tell what is in them."""

import asyncio
from typing import Any

from midcourse.core.gates.request import AtALoss, NothingToDo
from midcourse.core.model import FactKind, Skill
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.plan import Act, Draft
from midcourse.planners.words import WordsPlanner
from midcourse.planners.words.asking import asked_first
from midcourse.planners.words.choosing import from_menu
from midcourse.planners.words.launching import start
from midcourse.planners.words.purposes import AGAIN, SEND
from midcourse.planners.words.steps import acts_for
from tests.planners.words.screens import asked, calls, said, screen, thing
from tests.support import the

CONFIRM = Skill("confirm", risk="irreversible")
LAUNCH = Skill("launch")
ALERT = (thing("button Replace", "final"), "button Cancel", "textbox Name", "button Save")
FACTS = ("asks(button Replace, Replace it?)", "cover(Question)", "hides(Question, textbox Name)", "hides(Question, button Save)")
MENUS = ("offers(menuitem File, Save)", "offers(menuitem File, Save As)", "offers(menuitem Edit, Convert > To Uppercase)")


def steps(reply):
    return calls([s for s in the(reply, Draft).steps if isinstance(s, Act)])


def test_the_question_goes_to_a_person_with_what_is_asked():
    assert steps(asked_first(screen(*ALERT, facts=FACTS, skills=(CONFIRM,)))) == ["confirm button Replace=Replace it?"]
    assert asked_first(screen(*ALERT, facts=FACTS)) is None  # a world that has no such act
    assert asked_first(screen("button Save", skills=(CONFIRM,))) is None
    no, asks = thing("button No", "final"), ('asks(button No, "Save it?")',)
    assert asked_first(screen(no, "button Save", facts=asks, skills=(CONFIRM,))) is None  # whoever says yes means to save it


def test_after_a_no_it_is_dismissed_and_nothing_leads_to_it_again():
    no: dict[str, Any] = {
        "refused": frozenset({act_digest("confirm", {"question": "Replace it?"}, "button Replace", {"confirm": CONFIRM})}),
        "refusals": ("never confirm(question=Replace it?) on button Replace: it was refused",),
    }
    open_ = screen(*ALERT, facts=FACTS, skills=(CONFIRM,), **no)
    assert steps(asked_first(open_)) == ["dismiss=Question"]
    shut = screen("textbox Name", "button Save", skills=(CONFIRM,), **no)
    assert "refused" in the(asked_first(shut), AtALoss).why


def test_a_program_is_started_unless_it_runs():
    clause = said("Launch mousepad")
    assert calls(start(asked(skills=(LAUNCH,)), clause)) == ["launch=mousepad"]
    assert start(asked(skills=(LAUNCH,), facts=("runs(mousepad)",)), clause) == []
    assert start(asked(), clause) is None  # a page starts no programs
    assert start(asked("button Settings", skills=(LAUNCH,)), said("Open Settings")) is None
    assert calls(acts_for(asked(skills=(LAUNCH,)), said("Open gedit"))) == ["launch=gedit"]


def test_an_entry_of_a_shut_menu_is_chosen_once():
    menus = ("menuitem File", "menuitem Edit")
    clause = said("select File > Save As")
    assert calls(from_menu(asked(*menus, facts=MENUS), clause)) == ["select menuitem File=Save As"]
    assert calls(acts_for(asked(*menus, facts=MENUS), said("select Edit > Convert > To Uppercase"))) == [
        "select menuitem Edit=Convert > To Uppercase"
    ]
    done = (Act("select", {"option": "Save As"}, "menuitem File"),)
    assert from_menu(asked(*menus, facts=MENUS, done=done), clause) == []
    assert from_menu(asked(*menus, facts=MENUS), said("select File > Print")) is None


def test_what_was_entered_is_not_entered_into_another_form():
    clause = said('enter "hello" into the text')
    done = (Act("fill", {"text": "hello"}, "textbox text"),)
    there = ("textbox text", "textbox Name")
    facts = ("value(textbox text, hello)", 'value(textbox Name, "")', "hides(Save As, textbox text)")
    assert acts_for(asked(*there, facts=facts, done=done), clause) == []
    assert acts_for(asked("textbox Name", facts=facts[1:2], done=done), clause) == []
    assert calls(acts_for(asked(*there, facts=('value(textbox text, "")', *facts[1:2])), clause)) == ["fill textbox text=hello"]


def test_a_field_that_is_not_on_the_screen_is_waited_for_and_no_other_loses_what_stands_in_it():
    clause = said('enter "a.txt" into Name')
    assert acts_for(asked("textbox text", facts=("value(textbox text, hello)",)), clause) is None
    assert calls(acts_for(asked("textbox", facts=('value(textbox, "")',)), clause)) == ["fill textbox=a.txt"]


def test_of_two_things_of_one_name_the_one_that_can_be_reached_is_meant():
    twice = (thing("button Save"), thing("button Save in Save as"))
    two = [twice[0], type(twice[1])("button Save in Save as", "button", "Save")]
    found = acts_for(asked(*two, facts=("hides(Save as, button Save)",)), said("click Save"))
    assert calls(found) == ["click button Save in Save as"]


def test_what_was_done_in_a_program_that_died_and_was_started_again_is_done_again():
    first, menu = Act("launch", {"program": "mousepad"}), Act("select", {"option": "Save As"}, "menuitem File")
    here = {"facts": ("runs(mousepad)", "offers(menuitem File, Save As)"), "skills": (LAUNCH,)}

    def planned(*done):
        told = asked("menuitem File", done=done, **here)
        assert start(told, said("Launch mousepad")) == []
        return calls(from_menu(told, said("Select File > Save As")))

    assert planned(first, menu) == []
    assert planned(first, menu, first) == ["select menuitem File=Save As"]
    assert planned(first, Act("launch", {"program": "xterm"}), menu, first) == []


def test_a_program_that_ended_is_started_again_only_when_nothing_else_is_left_and_what_was_sent_is_not_sent_again():
    ended = {"facts": ("ended(mousepad)",), "skills": (LAUNCH, Skill("wait_for"), Skill("click")), "goal": "click Go"}

    def planned(*things, done=()):
        return steps(asyncio.run(WordsPlanner().plan(screen(*things, done=done, **ended).request)))

    started = Act("launch", {"program": "mousepad"}, description=AGAIN)
    assert planned() == ["launch=mousepad"]
    assert planned("button Go") == ["click button Go"]
    assert planned(done=[started] * 3) != ["launch=mousepad"]
    pressed = Act("click", {}, "button Go")
    assert screen(done=(pressed, started)).done == []
    sent = Act("click", {}, "button Go", description=f"{SEND} Name")
    assert screen(done=(sent, started)).done == [sent, started]


def test_a_launcher_that_is_done_is_not_started_again_before_what_it_starts_had_its_time_to_come():
    skills = (LAUNCH, Skill("wait_for"), Skill("click"), Skill("fill"))
    ended = {"facts": ("ended(finder)",), "skills": skills, "vocabulary": (FactKind("window"),)}
    goal = 'click Launch, enter "Hello" into the text'

    def planned(*done):
        return steps(asyncio.run(WordsPlanner().plan(screen(done=done, goal=goal, **ended).request)))

    launch = Act("click", {}, "button Launch")
    pauses = [Act("wait_for", {"seconds": seconds}) for seconds in (0.6, 1.2, 2.4, 4.8)]
    assert planned(launch) == ["wait_for=0.6"] and planned(launch, *pauses[:3]) == ["wait_for=4.8"]
    assert planned(launch, *pauses) == ["launch=finder"], "it may have broken off"
    assert planned(launch, Act("fill", {"text": "H"}, "textbox text")) == ["launch=finder"], "what was entered went with it"


def test_nothing_is_sent_where_what_the_instruction_begins_with_is_not_known():
    def reply(goal):
        form = ("textbox Answer", "button Submit")
        return asyncio.run(WordsPlanner().plan(screen(*form, facts=["enabled(button Submit)"], goal=goal).request))

    stuck = the(reply("Draw a line through the dot, then press submit when finished."), AtALoss)
    assert "Draw a line through the dot" in stuck.why and "nothing is sent" in stuck.why
    for goal in ("Please press Submit.", 'Solve the riddle and type "four" into Answer. Press Submit.', "Submit the form"):
        assert isinstance(reply(goal), Draft), goal


def test_a_button_that_the_instruction_names_in_passing_is_pressed_and_no_other():
    scrolls = Act("press", {"keys": "Control+End"}, "textbox Terms")

    def reply(goal):
        page = screen("textbox Terms", "button Submit", done=[scrolls], facts=["enabled(button Submit)"], goal=goal)
        return asyncio.run(WordsPlanner().plan(page.request))

    assert [
        step.target for step in the(reply("Scroll Terms to the bottom hit submit."), Draft).steps[:1] if isinstance(step, Act)
    ] == ["button Submit"]
    assert isinstance(reply("Scroll Terms to the bottom."), NothingToDo)
