"""The screen, sorted: what stands in things, what is off, what was done."""

from midcourse.core.model import FactKind
from midcourse.core.plans.plan import Act
from midcourse.planners.words.screen import Part
from tests.planners.words.screens import screen, thing

SEEN = screen(
    "textbox Name",
    "combobox Colour",
    "combobox City",
    thing("button More", "collapsed"),
    thing("combobox Size", "collapsed"),
    facts=[
        "value(textbox Name, Ann)",
        "value(textbox Gone, x)",
        "checked(checkbox News)",
        "enabled(textbox Name)",
        "offers(combobox Colour, red)",
        "text(Hello)",
        "row(Ann, 7)",
        "cover(dialog Cookies)",
        "hides(dialog Cookies, button More)",
        "page(http://x/)",
    ],
    done=[Act("click", {}, "button Go in First #2"), Act("fill", {"text": "a"}, "textbox Name"), Act("click", {}, "link On")],
    vocabulary=(FactKind("enabled"),),
)


def test_facts_are_sorted_by_what_they_tell():
    assert SEEN.values == {"textbox Name": "Ann"} and SEEN.checked == {"checkbox News"} and SEEN.texts == ["Hello"]
    assert SEEN.offers == {"combobox Colour": ["red"]} and SEEN.rows == [("Ann", "7")] and SEEN.page == "http://x/"
    assert SEEN.covers == ["dialog Cookies"] and SEEN.hidden == {"button More": "dialog Cookies"}


def test_a_list_that_offers_nothing_is_a_field():
    assert [t.id for t in SEEN.fields] == ["textbox Name", "combobox City", "combobox Size"]


def test_something_is_off_only_where_the_world_tells_and_it_is_there():
    assert SEEN.is_off("button More") and not SEEN.is_off("textbox Name") and not SEEN.is_off("nothing")
    assert not screen("button More").is_off("button More")


def test_what_was_done_is_found_from_a_place_on():
    assert SEEN.did("click", "link On") == 2 and SEEN.did("click", "link On", 3) == -1 and SEEN.did("hover", "link On") == -1
    assert [t.label for t in SEEN.past()] == ["Go", "Name", "On"]
    assert SEEN.tried("fill", "textbox Name", text="a") and not SEEN.tried("fill", "textbox Name", text="b")


def test_what_opens_something_shut_is_no_list():
    assert [t.id for t in SEEN.collapsed] == ["button More"] and Part([Act("a")]) == [Act("a")]
