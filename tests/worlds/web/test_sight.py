"""From a page to facts and targets."""

from midcourse.core.model import Observation, Target
from midcourse.worlds.web.boxes import BOX, boxed
from midcourse.worlds.web.covering import Cover
from midcourse.worlds.web.sight import MASKED, describe, path_of, plain
from midcourse.worlds.web.texts import Texts
from midcourse.worlds.web.things import find_things
from tests.worlds.web.pages import ROOT, node, page, text


def seen(*nodes, typed=None, covers=()):
    reading = page(ROOT, *nodes)
    texts = Texts(reading)
    things = find_things(reading, texts)
    return describe(reading, texts, things, [f"{t.role} {t.label}" for t in things], covers, typed or {})


def test_addresses_are_told_without_their_fragment_and_pages_by_their_path():
    assert plain("http://x/a?b#c") == "http://x/a?b" and path_of("http://x") == "/" and path_of("http://x/a/?b") == "/a/"


def test_a_thing_is_told_with_its_states():
    sight = seen(
        node(1, "button", role="button", name="Send", states=frozenset({"disabled"})),
        node(2, "input", role="checkbox", name="News", states=frozenset({"checked", "focused"})),
        node(3, "a", role="link", name="Help", url="http://x/help#top"),
    )
    assert {
        "visible(button Send)",
        "checked(checkbox News)",
        "focused(checkbox News)",
        "leads(link Help, http://x/help)",
    } <= sight.facts
    assert "enabled(button Send)" not in sight.facts and "enabled(link Help)" in sight.facts
    assert sight.targets[0].state == ("disabled",) and "checked(checkbox News)" in sight.covers


def field(value: str, **attributes: str):
    return node(1, "input", role="textbox", name="Code", value=value, attributes=attributes)


def test_a_password_is_never_read_out_but_what_we_put_there_is_known():
    assert f"value(textbox Code, {MASKED})" in seen(field("hunter2", type="password")).facts
    ours = {"textbox Code": "secret1"}
    assert "value(textbox Code, secret1)" in seen(field("hunter2", type="password"), typed=ours).facts
    assert f"value(textbox Code, {MASKED})" in seen(field("hunter", type="password"), typed=ours).facts
    assert 'value(textbox Code, "")' in seen(field("", type="password"), typed=ours).facts


def test_a_date_goes_by_the_words_in_which_it_was_entered():
    ours = {"textbox Code": "12/24/2016"}
    assert "value(textbox Code, 12/24/2016)" in seen(field("2016-12-24", type="date"), typed=ours).facts
    assert "value(textbox Code, 2016-12-25)" in seen(field("2016-12-25", type="date"), typed=ours).facts


def test_a_list_tells_what_it_offers():
    nodes = (
        node(1, "select", role="combobox", name="Colour", value="red"),
        node(2, "option", 1, role="MenuListOption", name="red"),
        node(3, "option", 1, role="MenuListOption", name="blue"),
    )
    facts = seen(*nodes).facts
    assert {"offers(combobox Colour, red)", "offers(combobox Colour, blue)", "value(combobox Colour, red)"} <= facts


def test_rows_and_lines_are_told_and_texts_side_by_side_are_one_line():
    nodes = (
        node(1, "tr"),
        node(2, "td", 1),
        text(3, "Ada", 2),
        node(4, "td", 1),
        text(5, "31", 4),
        node(6, "p"),
        text(7, "Hello ", 6, box=(0, 300, 40, 15)),
        node(8, "b", 6, style={"display": "inline"}),
        text(9, "world", 8, box=(40, 300, 40, 15)),
    )
    sight = seen(*nodes)
    assert {"row(Ada, 31)", "text(Hello world)", "listed(/, Hello world)"} <= sight.facts
    assert "text(*)" in sight.covers and "listed(/, *)" in sight.covers


def test_what_lies_over_things_is_told():
    sight = seen(node(1, "button", role="button", name="Save"), covers=[Cover("dialog Cookies", 1, ("button Save",))])
    assert {"cover(dialog Cookies)", "hides(dialog Cookies, button Save)"} <= sight.facts


def test_a_box_of_the_browser_lies_over_the_last_look():
    asked = type("Asked", (), {"message": "Sure?", "type": "confirm", "page": None})
    seen = boxed(asked, Observation(frozenset({"title(x)"}), targets=(Target("button Go"),)))
    assert {"title(x)", "dialog(Sure?)", "hides(browser box Sure?, button Go)"} <= seen.facts
    assert [t.id for t in seen.targets] == ["button Go", f"{BOX} OK", f"{BOX} Cancel"]


def test_a_link_is_a_line_though_its_number_stands_behind_it():
    inline, at = {"display": "inline"}, (0, 20, 40, 15)

    def lines(*parts):
        return {fact for fact in seen(node(1, "div"), *parts).facts if fact.startswith("text(")}

    def behind(words):
        return node(4, "span", 1, style=inline), text(5, words, 4, box=(45, 20, 40, 15))

    link = (node(2, "a", 1, role="link", name="bea", url="http://x/2", style=inline), text(3, "bea", 2, box=at))
    assert lines(*link, *behind("#2")) == {"text(bea #2)", "text(bea)"}
    assert lines(*link, *behind("(old)")) == {'text("bea (old)")'}
    assert lines(node(2, "b", 1, style=inline), text(3, "bea", 2, box=at), *behind("#2")) == {"text(bea #2)"}
