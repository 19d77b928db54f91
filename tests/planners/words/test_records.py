"""Which of many things a goal speaks of; what takes it away; a form that holds something else."""

import pytest

from midcourse.core.gates.request import AtALoss
from midcourse.core.model import FactKind
from midcourse.core.plans.plan import Act, Draft
from midcourse.planners.words.ends import End
from midcourse.planners.words.fields import forms
from midcourse.planners.words.other_forms import way_first
from midcourse.planners.words.purposes import MENU, SIGN_IN
from midcourse.planners.words.records import Records, record_of, spoken
from midcourse.planners.words.removing import REMOVE, Removal, removes
from midcourse.planners.words.ways import OUT, WAY, none_meant
from midcourse.planners.words.ways_in import way_in
from tests.planners.words.screens import screen, thing
from tests.support import the

TWO = ("button Edit in Gull", "button Edit in Tern")
AMONG = ("among(button Edit in Gull, 1. Gull at the pier)", "among(button Edit in Tern, 2. Tern at the pier)")


def listed(goal: str, **more):
    """A page with the same button for each of two boats."""
    buttons = [thing(id) for id in TWO]
    named = [b.__class__(b.id, b.role, "Edit", b.state, b.box) for b in buttons]
    return screen(*named, facts=AMONG, goal=goal, **more)


@pytest.mark.parametrize(
    ("words", "meant"),
    [("gull", [TWO[0]]), ("tern pier", [TWO[1]]), ("pier", []), ("swan", []), ("gull tern", [])],
)
def test_one_of_many_is_meant_only_if_it_alone_has_the_most_words(words, meant):
    records = Records(listed("edit"), spoken(words))
    assert list(records.meant) == meant and records.others == set(TWO) - set(meant)


def test_a_thing_in_a_row_stands_with_what_the_row_says():
    seen = screen("link Edit", facts=('within(link Edit, "row Gull 4")',))
    assert record_of(seen, seen.targets[0]) == "Gull 4"


def test_it_is_said_that_none_of_many_is_known_to_be_meant():
    assert "none of 2 'Edit'" in none_meant(listed("edit the boat Swan")) and not none_meant(listed("add a boat"))


def removed(goal: str, *things: str, facts=(), done=(), done_when="not listed(/, Gull)"):
    seen = screen(*things, facts=("page(http://x/)", *facts), goal=goal, done=done, done_when=done_when)
    return Removal(seen, End(seen)).next()


def test_a_task_takes_something_away_if_its_goal_and_its_end_say_so():
    assert removes(screen(goal="delete the boat Gull", done_when="not listed(/, Gull)"))
    assert not removes(screen(goal="delete the boat Gull", done_when="text(gone)"))
    assert not removes(screen(goal="rename Gull", done_when="not listed(/, Gull)"))


WAITED = Act("wait_for", {"seconds": 1.0})


def first_act(reply):
    act = the(the(reply, Draft).steps[0], Act)
    return act.skill, act.target


def test_where_what_takes_away_waits_for_a_choice_the_one_that_is_meant_is_ticked_and_none_whose_name_goes_on():
    things = ("button Delete", "checkbox Gull", "link Gull", "checkbox Gull late")
    links = ('leads("link Gull", "http://x/1")', *(f'enabled("{t}")' for t in things[1:]))
    seen = screen(
        *things,
        facts=("page(http://x/)", *links),
        goal="delete the boat Gull",
        done=[WAITED],
        done_when="not listed(/, Gull)",
        vocabulary=(FactKind("enabled"),),
    )
    assert first_act(Removal(seen, End(seen)).next()) == ("check", "checkbox Gull")
    reply = removed("delete the boat Gull", *things[1:], facts=links, done=[WAITED])
    assert first_act(reply) == ("click", "link Gull"), "nothing waits for a choice"


def test_on_the_page_of_the_one_that_is_meant_a_menu_is_opened_then_it_goes_back_then_it_says_so():
    opened = Act("click", {}, "link Gull", description=WAY)
    menu, back = Act("click", {}, "button Actions", description=MENU), Act("back", {}, description=OUT)

    def after(*done):
        seen = screen(
            "button Actions",
            facts=("page(http://x/1)",),
            goal="delete the boat Gull",
            done=(WAITED, opened, *done),
            done_when="not text(Gull)",
        )
        seen.skills = {"click", "back"}
        return Removal(seen, End(seen)).next()

    assert first_act(after()) == ("click", "button Actions") and first_act(after(menu)) == ("back", "")
    assert isinstance(lost := after(menu, back), AtALoss) and "nothing was taken away" in lost.why


def test_what_takes_away_another_or_all_is_not_used():
    reply = removed("delete the boat Gull", "button Delete Tern", "button Delete all", done=[Act("wait_for", {"seconds": 1.0})])
    assert isinstance(reply, AtALoss) and "'gull'" in reply.why.lower()


def test_what_takes_it_away_is_used_once_and_the_question_is_answered():
    first = removed("delete the boat Gull", "button Delete Gull")
    assert isinstance(first, Draft) and isinstance(first.steps[0], Act) and first.steps[0].target == "button Delete Gull"
    pressed = Act("click", {}, "button Delete Gull", description=f"{REMOVE} at http://x/")
    inside = ('within(button No, "dialog Sure?")', 'within(button Yes, "dialog Sure?")')
    then = removed("delete the boat Gull", "button Delete Gull", "button No", "button Yes", facts=inside, done=[pressed])
    assert isinstance(then, Draft) and isinstance(then.steps[0], Act) and then.steps[0].target == "button Yes"


def test_a_form_that_takes_nothing_else_is_filled_in_though_the_page_does_not_name_what_is_made():
    things = [t for t in QUICK if t != "textbox Content"]
    seen = screen(*things, facts=EMPTY, goal="add a label", values={"Title": "Us"})
    assert way_first(seen, forms(seen)[0], ["http://x/labels"]) is None


def test_the_page_of_what_is_taken_away_is_opened_before_it_is_ticked():
    things = ("checkbox Select Gull", "checkbox Select Tern", "link Gull", "link Gull and Tern")
    leads = ("leads(link Gull, http://x/1)", "leads(link Gull and Tern, http://x/2)")
    reply = removed("delete the boat Gull", *things, facts=leads, done=[Act("wait_for", {"seconds": 1.0})])
    assert isinstance(reply, Draft) and isinstance(reply.steps[0], Act) and reply.steps[0].target == "link Gull"


def test_a_box_that_asks_whether_one_is_sure_is_ticked_before_the_question_is_answered():
    pressed = Act("click", {}, "link Delete", description=f"{REMOVE} at http://x/")
    page = ("checkbox Yes, I am sure", "button Delete it")
    reply = removed("delete the boat Gull", *page, done=[pressed], facts=("page(http://x/sure)",))
    assert isinstance(reply, Draft) and isinstance(reply.steps[0], Act) and reply.steps[0].skill == "check"


def test_boxes_alone_are_no_form_for_texts():
    seen = screen("checkbox Title", "checkbox Seen", values={"Title": "Us", "Seen": "yes"})
    assert [[e.name for e in f.entries] for f in forms(seen)] == [["Title", "Seen"]]
    assert forms(screen("checkbox Title", values={"Title": "Us"})) == []


FORM = ("textbox Title", thing("button Save", "submit"), "link About", "link New page")
HELD = (
    "value(textbox Title, Welcome)",
    'within(textbox Title, "form 1")',
    'within(button Save, "form 1")',
    "page(http://x/edit)",
)


@pytest.mark.parametrize(
    ("goal", "way"),
    [("edit the page About", "link About"), ("add a page", "link New page"), ("edit the page Welcome", None), ("publish", None)],
)
def test_a_form_that_holds_something_else_is_left_where_a_way_leads_to_what_is_meant(goal, way):
    seen = screen(*FORM, facts=HELD, goal=goal, values={"Title": "Us"})
    act = way_first(seen, forms(seen)[0], [])
    assert (act.target if act is not None else None) == way


QUICK = ("textbox Title", "textbox Content", thing("button Store", "submit"), "link Posts", "link Categories", "link Help")
EMPTY = (
    *(
        'value(textbox Title, "")',
        'within(textbox Title, "form 1")',
        'within(textbox Content, "form 1")',
        'within(button Store, "form 1")',
        "page(http://x/desk)",
    ),
    *(
        "leads(link Posts, http://x/posts)",
        "leads(link Categories, http://x/categories)",
        "leads(link Help, http://x/posts/help)",
    ),
)


@pytest.mark.parametrize(
    ("goal", "address", "way"),
    [
        ("change the post Winter", "http://x/posts", "link Posts"),
        ("add a category", "http://x/categories", "link Categories"),
        ("add a post", "http://x/elsewhere", None),
        ("add a label", "http://x/labels", "http://x/labels"),
        ("add a post Us", "http://x/elsewhere", None),
        ("add a post", "http://x/desk", None),
    ],
)
def test_an_empty_form_changes_nothing_that_is_there_and_makes_nothing_that_shows_where_a_link_leads(goal, address, way):
    seen = screen(*QUICK, facts=EMPTY, goal=goal, values={"Title": "Us"}, done_when=f"listed({address}, Us)")
    act = way_first(seen, forms(seen)[0], [address])
    assert (act.target or act.args["url"] if act is not None else None) == way


@pytest.mark.parametrize("label", ["Log in", "Anmelden"])
def test_the_way_in_is_taken_once_if_the_task_has_values_for_it(label):
    values = {"User": "clerk", "Password": "secret:DOOR", "Title": "Us"}
    act = way_in(screen(f"link {label}", "link Sign up", values=values))
    assert act is not None and act.target == f"link {label}"
    done = [Act("click", {}, "button Go", description=f"{SIGN_IN} User, Password at http://x/")]
    assert way_in(screen(f"link {label}", values=values, done=done)) is None
    assert way_in(screen(f"link {label}", values={"Title": "Us"})) is None


def test_what_lists_things_taken_away_before_takes_nothing_away():
    reply = removed("delete the boat Gull", "link Deleted boats", "link Gull", done=[Act("wait_for", {"seconds": 1.0})])
    assert isinstance(reply, Draft) and isinstance(reply.steps[0], Act) and reply.steps[0].target == "link Gull"


def test_the_one_is_ticked_before_what_is_ticked_is_taken_away():
    waited, boxes = Act("wait_for", {"seconds": 1.0}), ("checkbox Select Gull", "checkbox Select Tern", "button Delete selected")
    first = removed("delete the boat Gull", *boxes, done=[waited])
    assert isinstance(first, Draft)
    ticked = first.steps[0]
    assert isinstance(ticked, Act) and (ticked.skill, ticked.target) == ("check", boxes[0])
    then = removed("delete the boat Gull", *boxes, facts=("checked(checkbox Select Gull)",), done=[waited, ticked])
    assert isinstance(then, Draft) and isinstance(then.steps[0], Act) and then.steps[0].target == "button Delete selected"
    other = removed("delete the boat Gull", *boxes, facts=("checked(checkbox Select Tern)",), done=[waited])
    assert not (isinstance(other, Draft) and isinstance(other.steps[0], Act) and other.steps[0].skill == "check")


def test_a_form_that_a_way_led_to_is_the_one_that_is_meant():
    led = Act("click", {}, "link Pages", description=WAY)
    seen = screen(*FORM, facts=HELD, goal="edit the page About", values={"Title": "Us"}, done=[led])
    assert way_first(seen, forms(seen)[0], []) is None
