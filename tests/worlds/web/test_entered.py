"""A form is sent with what was entered, or not at all, whatever the page does when the mouse comes near."""

from time import monotonic

import pytest

from midcourse import Task
from midcourse.worlds.web.entered import LAG, Entered
from tests.worlds.in_browser import does, ends, in_browser

FORM = """<form method=post action=/save><label>Item <input name=item></label> <label>Count <input name=count></label>
<button>Order</button></form>"""
EMPTIES = {
    "comes over": "addEventListener('mouseover', once, true)",
    "is pressed": "addEventListener('pointerdown', once, true)",
}
PAGE = """<h1>Shop</h1>%s<script>let n = 0;
function once(event) { if (event.target.tagName === 'BUTTON' && !n++) document.forms[0].reset(); }
%s</script>"""


def ordered(page):
    """What a run has sent, and how it ended."""
    lists = "<title>Orders</title><ul><li>saw</ul>"

    async def story(web, site):
        task = Task("order a saw", "listed(/save, saw)", values={"Item": "saw", "Count": "4"})
        outcome = await ends(web, task, "", max_seconds=40.0)
        return outcome, [form for _, form in site.posted]

    return in_browser({"/": page, "/save": lists}, story)


@pytest.mark.parametrize("when", ["comes over", "is pressed"])
def test_a_form_that_is_emptied_when_the_mouse_is_near_is_filled_in_anew_and_sent_once(when):
    outcome, sent = ordered(PAGE % (FORM, EMPTIES[when]))
    assert sent == [{"item": "saw", "count": "4"}] and outcome.success


def test_a_form_that_is_drawn_anew_without_what_was_entered_is_not_sent_so():
    async def story(web, site):
        await web.observe()
        await does(web, "fill", "textbox Item", text="saw")
        await web.page.evaluate("document.querySelector('form').outerHTML = document.querySelector('form').outerHTML")
        held = await does(web, "click", "button Order")
        await web.observe()
        await does(web, "fill", "textbox Item", text="axe")
        await does(web, "click", "button Order")
        return held, [form for _, form in site.posted]

    held, sent = in_browser({"/": f"<h1>Shop</h1>{FORM}", "/save": "ok"}, story)
    assert held.reason == "changed" and held.clean and sent == [{"item": "axe"}]


def test_a_page_that_writes_a_value_in_its_own_way_is_sent_once():
    page = f"<h1>Shop</h1>{FORM}<script>addEventListener('mouseover', () => document.forms[0].item.value = 'SAW', true)</script>"
    outcome, sent = ordered(page)
    assert [form["item"].lower() for form in sent] == ["saw"] and outcome.success


def test_the_next_page_of_a_form_owes_nothing_to_the_one_before():
    page = """<form onsubmit="return on(event)"><label>Item <input name=item></label><button>Next</button></form><script>
    function on(e) { e.preventDefault(); document.forms[0].outerHTML =
      '<form method=post action=/save><label>Count <input name=count></label><button>Order</button></form>'; }</script>"""

    async def story(web, site):
        await web.observe()
        await does(web, "fill", "textbox Item", text="saw")
        await does(web, "click", "button Next")
        await web.observe()
        await does(web, "fill", "textbox Count", text="4")
        return await does(web, "click", "button Order"), [form for _, form in site.posted]

    result, sent = in_browser({"/": page, "/save": "ok"}, story)
    assert sent == [{"count": "4"}], result


def test_scripts_get_the_time_they_need_only_in_the_page_that_was_filled():
    entered = Entered()
    assert entered.lag("one") <= 0

    async def story(web, site):
        await web.observe()
        before = monotonic()
        entered.keep(await web._element("textbox Item"), "one")
        return entered.lag("one"), monotonic() - before

    lag, took = in_browser({"/": FORM}, story)
    assert LAG - took <= lag <= LAG and entered.lag("two") == 0.0
