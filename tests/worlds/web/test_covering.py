"""What lies over what: guessed from the layout, then asked of the browser."""

import asyncio

import pytest

from midcourse.worlds.web.covering import covers_in, dialogs_in
from midcourse.worlds.web.texts import Texts
from midcourse.worlds.web.things import find_things
from tests.worlds.web.pages import ROOT, node, page, text

WHOLE = (0, 0, 800, 600)
SAVE = node(1, "button", role="button", name="Save", box=(100, 100, 50, 20), paint=1)


class Browser:
    """Says what lies at a point, or breaks off."""

    def __init__(self, key: int | None) -> None:
        self.key, self.asked, self.first = key, 0, 0

    async def send(self, method, parameters):
        self.asked += 1
        if self.key is None:
            raise RuntimeError("nothing is there")
        return {"backendNodeId": self.first if self.first and self.asked == 1 else self.key}


def covers(browser: Browser, *nodes):
    reading = page(ROOT, *nodes)
    texts = Texts(reading)
    things = find_things(reading, texts)
    found = asyncio.run(covers_in(browser, reading, texts, things, [t.label for t in things], (800, 600)))
    return [(cover.id, cover.hides) for cover in found]


def banner(**style):
    return node(2, "div", box=WHOLE, paint=5, style={"position": "fixed", **style}), text(3, "We like cookies", 2)


def test_a_banner_over_a_button_hides_it_if_the_browser_says_so_too():
    assert covers(Browser(2), SAVE, *banner()) == [("overlay We like cookies", ("Save",))]
    assert covers(Browser(1), SAVE, *banner()) == []


def test_where_the_browser_cannot_say_the_layouts_word_counts():
    assert covers(Browser(None), SAVE, *banner()) == [("overlay We like cookies", ("Save",))]


def test_a_page_with_nothing_over_it_is_not_asked_about():
    browser = Browser(2)
    assert covers(browser, SAVE, node(2, "div", box=WHOLE, paint=5)) == [] and browser.asked == 0
    assert covers(browser, SAVE, *banner(**{"pointer-events": "none"})) == [] and browser.asked == 0
    under = (node(2, "div", box=WHOLE, paint=0, style={"position": "fixed"}),)
    assert covers(browser, SAVE, *under) == [] and browser.asked == 0


def test_what_dims_the_page_belongs_to_its_dialog_and_goes_by_its_title():
    dim = node(2, "div", box=WHOLE, paint=5, style={"position": "fixed"})
    dialog = node(3, "div", 2, role="dialog", name="Cookies:", box=(200, 200, 300, 200), paint=6)
    assert covers(Browser(2), SAVE, dim, dialog) == [("dialog Cookies", ("Save",))]
    reading = page(ROOT, dim, dialog, node(4, "dialog", attributes={}), node(5, "dialog", attributes={"open": ""}, name="Own"))
    assert dialogs_in(reading, Texts(reading)) == {2: "Cookies", 4: "Own"}


def test_a_dialog_that_keeps_all_clicks_for_itself_hides_what_it_does_not_lie_over():
    body = node(9, "body", style={"pointer-events": "none"})
    deaf = {"pointer-events": "none"}
    save = node(1, "button", role="button", name="Save", box=(100, 100, 50, 20), style=deaf)
    icon = node(2, "div", name="xix", box=(10, 10, 9, 9), clickable=True, style=deaf)
    tip = node(3, "div", role="dialog", name="Tip", box=(400, 300, 90, 60))
    close = node(4, "button", 3, role="button", name="Close", box=(410, 310, 50, 20))
    assert covers(Browser(1), save, icon, tip, close, body) == [("dialog Tip", ("Save",))]
    assert covers(Browser(1), save, icon, tip, close) == [], "only where the whole page takes no clicks"
    assert covers(Browser(1), text(1, "Save"), icon, tip, close, body) == [("dialog Tip", ())], "what it was is not told"


@pytest.mark.parametrize(("told", "hidden"), [(9001, 60), (1, 39)])
def test_where_a_page_has_more_things_than_are_asked_for_what_hid_all_others_hides_the_rest(told, hidden):
    many = [node(i, "button", role="button", name=f"Save {i}", box=(100, 100, 50, 20), paint=1) for i in range(1, 61)]
    veil = node(9001, "div", box=WHOLE, paint=5, style={"position": "fixed"}), text(9002, "We like cookies", 61)
    browser = Browser(9001)
    browser.first = told  # the first may be met itself: then nothing tells about those that were not asked for
    [(cover, hides)] = covers(browser, *many, *veil)
    assert cover == "overlay We like cookies" and len(hides) == hidden and browser.asked == 40


@pytest.mark.parametrize(("size", "parent", "covered"), [(34, 1, False), (34, 0, True), (300, 1, True)])
def test_what_is_drawn_around_a_box_in_the_same_small_part_covers_nothing(size, parent, covered):
    control = node(1, "div", box=(20, 20, 40, 40))
    box = node(2, "i", 1, name="Tick", box=(28, 28, 24, 24), clickable=True, paint=1)
    ripple = node(3, "div", parent, box=(23, 23, size, size), paint=5, style={"position": "absolute"})
    assert bool(covers(Browser(3), control, box, ripple)) is covered
