"""All of many, the one with most or least of it, so many times; orders, ways, texts that are marked, what is found by trying."""

import pytest

from midcourse.core.logic.conditions import fact
from midcourse.core.model import Target
from midcourse.core.plans.plan import Act
from midcourse.planners.words.arranging import sort
from midcourse.planners.words.calendars import date_in
from midcourse.planners.words.clicking import click, find
from midcourse.planners.words.colours import pick_colour
from midcourse.planners.words.comparing import best_of_many, measure, superlative
from midcourse.planners.words.entering import enter
from midcourse.planners.words.language import read
from midcourse.planners.words.listed import nth_listed
from midcourse.planners.words.many import all_of
from midcourse.planners.words.marking import mark, style
from midcourse.planners.words.moving import drag, scroll
from midcourse.planners.words.numbers import enter_number
from midcourse.planners.words.quantities import added
from midcourse.planners.words.revealing import reveal
from midcourse.planners.words.routes import routed
from midcourse.planners.words.screen import Part
from midcourse.planners.words.sorting_out import sorted_out
from midcourse.planners.words.steps import acts_for
from midcourse.planners.words.trying import turned
from midcourse.planners.words.values import solved_for
from midcourse.planners.words.waiting import not_yet
from midcourse.worlds.web.contracts import SKILLS, VOCABULARY
from tests.planners.words.screens import asked, calls, said, thing
from tests.support import the

BOXES = ("checkbox 3", "checkbox 8", "checkbox 12", "button Submit")
LIKES = (
    Target("l1", "button", "Like"),
    Target("l2", "button", "Like"),
    Target("d1", "button", "Delete"),
    Target("d2", "button", "Delete"),
)
WITH = ("among(l1, @ann hello)", "among(l2, @bob hi)", "among(d1, @ann hello)", "among(d2, @bob hi)")


@pytest.mark.parametrize(
    ("instruction", "acts"),
    [
        ("select all numbers greater than 5", ["check checkbox 8", "check checkbox 12"]),
        ("check every number between 2 and 9", ["check checkbox 3", "check checkbox 8"]),
        ("select all odd numbers", ["check checkbox 3"]),
        ('select all that start with "1"', ["check checkbox 12"]),
        ("check all the boxes", ["check checkbox 3", "check checkbox 8", "check checkbox 12"]),
    ],
)
def test_all_that_is_meant_is_chosen_and_nothing_else(instruction, acts):
    assert calls(acts_for(asked(*BOXES), said(instruction))) == acts


def test_the_same_is_done_for_each_of_many_but_nothing_is_lost_for_which_no_name_is_said():
    assert calls(acts_for(asked(*LIKES, facts=WITH), said("like all posts by @ann"))) == ["click l1"]
    assert calls(acts_for(asked(*LIKES, facts=WITH), said("like every post"))) == ["click l1", "click l2"]
    deleted = acts_for(asked(*LIKES, facts=WITH, goal="delete all posts"), said("delete all posts"))
    assert len(deleted or ()) <= 1


def test_so_many_times_is_so_many_clicks_and_what_was_done_counts():
    assert calls(click(asked("button Add"), said("click Add 3 times"))) == ["click button Add"] * 3
    done = [Act("click", {}, "button Add")]
    assert calls(click(asked("button Add", done=done), said("click Add twice"))) == ["click button Add"]
    assert calls(click(asked("button Delete", goal="click Delete twice"), said("click Delete twice"))) == ["click button Delete"]


def test_numbers_are_given_to_the_fields_that_are_named_and_handles_moved_as_far_as_their_numbers_say():
    acts = enter_number(asked("slider Volume", "slider Bass"), said("set Bass to 3 and Volume to 5"))
    assert calls(acts) == ["fill slider Bass=3", "fill slider Volume=5"]
    handles = asked(
        Target("a", "item", "slider handle"), Target("b", "item", "slider handle"), facts=["called(a, 7)", "called(b, 2)"]
    )
    told = [(a.target, a.args["keys"], a.args["times"]) for a in the(enter_number(handles, said("set the sliders to 5 and 4")))]
    assert told == [("a", "ArrowLeft", 2), ("b", "ArrowRight", 2)]


@pytest.mark.parametrize(
    ("text", "word", "number"),
    [
        ("Book for $1,200 2h 5m", "cheapest", 1200.0),
        ("Book for $90 2h 5m", "shortest", 125.0),
        ("7", "largest", 7.0),
        ("3 of 7", "largest", None),
        ("no price", "cheapest", None),
    ],
)
def test_what_is_compared_is_the_number_that_the_word_is_about(text, word, number):
    assert measure(text, word) == number and superlative(f"the {word} one")[0] == word


def test_of_many_the_one_with_least_or_most_is_taken_and_none_where_two_are_the_same():
    rooms = [Target(f"b{n}", "button", f"Book for ${n}") for n in (90, 45, 120)]
    assert the(best_of_many(asked(*rooms).screen, said("click the cheapest room"))).id == "b45"
    assert the(best_of_many(asked(*rooms).screen, said("book the most expensive room"))).id == "b120"
    same = [Target(f"b{i}", "button", "Book for $45") for i in range(2)]
    assert best_of_many(asked(*same).screen, said("click the cheapest room")) is None
    lost = [Target(f"x{n}", "button", f"Delete {n}") for n in (1, 2)]
    assert best_of_many(asked(*lost).screen, said("open the highest number")) is None
    assert calls(acts_for(asked("radio Ritz $200", "radio Inn $50"), said("select the cheapest hotel"))) == [
        "check radio Inn $50"
    ]


def test_a_way_is_entered_end_by_end_with_what_the_page_suggests_then_searched():
    goal = "Book the cheapest trip from: Ulm to: BNN on 12/24/2026."
    form = ("textbox From", "textbox To", "textbox Date", "button Search")
    clause = said(goal)
    empty = ['value(textbox From, "")', 'value(textbox To, "")', 'value(textbox Date, "")']
    assert calls(acts_for(asked(*form, facts=empty), clause)) == ["fill textbox From=Ulm"]
    typed = ["value(textbox From, Ulm)", *empty[1:]]
    assert calls(acts_for(asked(*form, facts=typed), clause)) == ["press textbox From=ArrowDown"]
    assert calls(acts_for(asked(*form, "item Ulm (ULM)", "item Ulmen (ULN)", facts=typed), clause)) == ["click item Ulm (ULM)"]
    chosen = {"From": "Ulm (ULM)", "To": "Bonn (BNN)", "Date": "12/24/2026"}
    there = [fact("value", f"textbox {name}", value) for name, value in chosen.items()]
    assert calls(acts_for(asked(*form, facts=there), clause)) == ["click button Search"]


def test_what_is_not_in_order_is_dragged_to_its_place_and_what_is_in_order_is_left():
    rows = [Target(f"i{n}", "item", str(n), (), (0, 20 * i, 90, 18)) for i, n in enumerate((-2, 7, 3))]
    [clause] = read("Sort the numbers in ascending order, starting with the lowest.")
    acts = sort(asked(*rows), clause)
    assert isinstance(acts, Part) and calls(acts) == ["drag i3=0=-25"]
    assert sort(asked(*rows[:2]), clause) == []
    assert calls(drag(asked(*rows), said("move 3 to the top"))) == ["drag i3=0=-45"]
    assert calls(drag(asked(*rows), said('move "7" below "3"'))) == ["drag i7=0=25"]
    by = asked("link Price", "link Name")
    assert calls(sort(by, said("sort the table by price"))) == ["click link Price"]


def test_so_many_of_what_is_listed_are_added_and_no_more():
    adders = [Target(f"a{i}", "item", "+") for i in range(3)]
    facts = ["among(a0, Tea vegan)", "among(a1, Tofu and rice vegan)", "among(a2, Steak meat)"]
    one = asked(*adders, "button Order!", facts=facts)
    assert calls(acts_for(one, said("Order two of each: Tea, Tofu and rice"))) == ["click a0"] * 2 + ["click a1"] * 2
    done = [Act("click", {}, "a2")]
    more = asked(*adders, "button Order!", facts=facts, done=done)
    assert calls(acts_for(more, said("Order 2 things that are meat"))) == ["click a2"]
    full = asked(*adders, "button Order!", facts=facts, done=done * 2)
    assert calls(acts_for(full, said("Order 2 things that are meat"))) == ["click button Order!"]


def test_nothing_is_bought_before_its_price_is_so():
    clause = said("Buy the stock when the price is less than $5.50")
    for shown, waits in (("text(Price: $5.90)", True), ("text(Price: $5.10)", False), ("text(Nothing)", True)):
        acts = acts_for(asked("button Buy", facts=[shown], goal=clause.whole, skills=SKILLS), clause)
        assert (calls(acts) == ["wait_for=0.25"]) is waits and ("click button Buy" in (calls(acts) or [])) is not waits


def test_each_number_gets_the_label_that_is_true_of_it():
    pairs = [Target(f"{w}{n}", "button", w) for n in (4, 7) for w in ("Odd", "Even")]
    facts = [f"among({w}{n}, Odd {n} Even)" for n in (4, 7) for w in ("Odd", "Even")]
    clause = said("mark the numbers as odd or even")
    assert calls(acts_for(asked(*pairs, facts=facts), clause)) == ["click Even4", "click Odd7"]


def test_a_number_is_guessed_by_halves_and_cards_are_turned_before_one_is_taken():
    clause = said("guess the number between 0 and 9")
    first = the(acts_for(asked("textbox N", "button Submit"), clause))
    assert calls(first) == ["fill textbox N=4"]
    tried = asked("textbox N", "button Submit", facts=["text(The number is higher than 4)"], done=[first[0]])
    assert calls(acts_for(tried, clause)) == ["fill textbox N=7"]
    cards = [thing(f"item card #{i}", "wordless", box=(50 * i, 0, 40, 60)) for i in range(2)]
    most = said("select the card with the highest number")
    one = the(turned(asked(*cards), most))
    two = the(turned(asked(cards[1], facts=["text(9)"], done=one), most))
    assert calls([*one, *two]) == ["click item card #0", "click item card #1"]
    back = asked(cards[0], facts=["text(3)"], done=[*one, *two])
    assert calls(turned(back, most)) == ["click item card #0"]


def test_a_text_is_marked_and_given_a_style():
    page = asked("textbox Note", "button Bold", facts=["paragraph(1, one oak)", "paragraph(2, two oaks)"], skills=SKILLS)
    assert (
        calls(mark(page, said('highlight "oak"'))) is not None
        and mark(page, said("highlight the text in the 9th paragraph")) is None
    )
    assert "two oaks" in str(the(mark(page, said("highlight the text in the 2nd paragraph")))[0].args["text"])
    assert mark(asked("button Bold"), said('highlight "oak"')) is None  # a world that marks nothing
    assert [a.skill for a in the(style(page, said('make "oak" bold')))] == ["mark", "click"]
    assert style(page, said("make a note")) is None


def test_an_equation_is_solved_for_its_one_unknown():
    assert [solved_for(e) for e in ("3 + x = 7", "2x - 1 = 9", "10 - y = 4", "x = x", "a sum", "3 + 4 =")] == [
        "4", "5", "6", None, None, None,
    ]  # fmt: skip


def test_dates_are_read_in_figures_and_in_words():
    assert the(date_in("on March 5, 2016"))[0] == (2016, 3, 5) == the(date_in("5th Mar 2016"))[0] == the(date_in("2016-03-05"))[0]
    assert date_in("March 5") is None and date_in("in may I go") is None


def test_a_text_is_entered_in_the_letters_that_are_asked_for_and_into_the_last_field():
    assert calls(acts_for(asked("textbox A"), said('enter "Oak" in upper case'))) == ["fill textbox A=OAK"]
    assert calls(acts_for(asked("textbox A", "textbox B"), said('enter "x" in the last text field'))) == ["fill textbox B=x"]


def test_the_one_of_a_number_is_counted_over_the_pages_of_a_list():
    links = [Target(f"r{i}", "link", f"Story {i}", (), (0, 20 * i, 90, 15)) for i in range(3)]
    onward = Target("n", "link", "Next", (), (50, 90, 9, 9))
    assert calls(nth_listed(asked(*links, onward), said("open the second result"))) == ["click r1"]
    turned_once = the(nth_listed(asked(*links, onward), said("open the 5th result")))
    assert calls(turned_once) == ["click n"]
    assert calls(nth_listed(asked(*links, onward, done=turned_once), said("open the 5th result"))) == ["click r1"]
    assert nth_listed(asked(*links), said("open the 5th result")) is None


def test_who_is_looked_for_is_seen_before_anything_is_pressed_and_a_search_is_sent():
    page = ("link Phone", "link Next")
    assert find(asked(*page, facts=["text(Bob)"]), said("find Ann in the list")) is None
    assert find(asked(*page, facts=["text(Ann)"]), said("find Ann in the list")) == []
    assert calls(find(asked("textbox Search", "button Search"), said('search for "oak"'))) == ["fill textbox Search=oak"]


def test_a_message_is_handed_on_to_whom_it_is_said():
    open_now = asked("textbox To", "button Send", goal="forward it to Bob")
    assert calls(acts_for(open_now, said("forward it to Bob"))) == ["fill textbox To=Bob", "click button Send"]


def test_a_long_text_that_takes_no_keys_is_scrolled_by_the_wheel():
    terms = thing("textbox Terms", "multiline")
    off = asked(terms, facts=["enabled(button Agree)"], skills=SKILLS, vocabulary=VOCABULARY)
    assert [a.skill for a in the(scroll(off, said("scroll to the bottom")))] == ["scroll"]


def test_what_is_handed_on_is_what_is_meant_and_not_who_gets_it():
    mails = ("item Ada Hello", "item Bob Hello")
    way = asked(*mails, goal="forward the email from Bob to Ada")
    assert calls(acts_for(way, said("forward the email from Bob to Ada"))) == ["click item Bob Hello"]
    opened = asked("item Forward", done=[Act("click", {}, "item Bob Hello")], goal="forward the email from Bob to Ada")
    assert calls(acts_for(opened, said("forward the email from Bob to Ada"))) == ["click item Forward"]
    assert calls(acts_for(asked(*mails), said('reply to Bob with the text "yes"'))) == ["click item Bob Hello"]


def test_a_cell_is_named_by_its_row_and_its_header():
    rows = ["row(Name, Town, Phone)", "row(Anna, Ulm, 123)", "row(Cleo, Bonn, 777)"]
    table = asked("textbox T", facts=rows)
    assert calls(acts_for(table, said("enter the phone of Cleo into the text field"))) == ["fill textbox T=777"]


def test_a_word_of_a_long_text_is_found_in_its_field_and_what_leads_up_to_a_verb_is_no_clause():
    facts = ["value(textbox Passage, one two three)", 'value(textbox W, "")']
    way = asked(thing("textbox Passage", "multiline"), "textbox W", facts=facts)
    first, second = read("Find the last word in the text area, enter it into the text field")
    way.earlier.append(first)
    assert calls(acts_for(way, second)) == ["fill textbox W=three"]
    assert [c.kind for c in read('Use the box to enter "Elm" and press Search')] == ["enter", "click"]


def test_words_before_what_is_to_be_chosen_name_nothing():
    acts = acts_for(asked("checkbox oak", "checkbox elm"), said("select the words oak and elm"))
    assert calls(acts) == ["check checkbox oak", "check checkbox elm"]
    assert calls(acts_for(asked("item File"), said("select File > Open from the menu"))) == ["click item File"]


def test_more_is_opened_only_of_the_one_that_is_meant():
    menus = [Target("m1", "item", "..."), Target("m2", "item", "...")]
    done = [Act("wait_for", {"seconds": 0.6})]
    facts = ["among(m1, @ann hello)", "among(m2, @bob hi)"]
    one = asked(*menus, facts=facts, done=done, goal="block the user @bob")
    assert the(reveal(one.screen, "block")).target == "m2"
    none = asked(*menus, facts=facts, done=done, goal="block the user")
    assert reveal(none.screen, "block") is None


def test_a_colour_is_written_as_the_field_writes_it():
    field = asked("textbox Colour", facts=["value(textbox Colour, #ff0000)"])
    assert calls(pick_colour(field.screen, ["green"])) == ["fill textbox Colour=#008000"]
    assert pick_colour(field.screen, ["red"]) == [] and pick_colour(asked("textbox Name").screen, ["red"]) is None


@pytest.mark.parametrize("reader", [added, all_of, routed, sorted_out, not_yet])
def test_a_reader_leaves_to_others_what_is_not_said_in_its_form(reader):
    assert reader(asked("button Save", "textbox Name"), said("click Save")) is None


def test_what_the_page_may_complete_is_looked_at_before_anything_else_is_done():
    acts = enter(asked("textbox Tags", "button Submit"), said('enter an item that begins with "Por"'))
    assert isinstance(acts, Part) and calls(acts) == ["fill textbox Tags=Por"]
    assert not isinstance(enter(asked("textbox Name"), said('enter "Ann"')), Part)
