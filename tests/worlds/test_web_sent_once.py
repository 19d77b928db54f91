"""What was sent is not sent again for want of a sign, and no sign is made by hand."""

import time

import pytest

from midcourse import Task
from midcourse.wiring.names import planner_named
from midcourse.worlds.web import WebWorld
from tests.site_on_loopback import Site
from tests.worlds.in_browser import ends, in_browser, runner

FORM = """<title>Shop</title><h1>New order</h1>{}<form method=post action=/order><label>Item <input name=item></label>
<label>Count <input name=count></label><button>Order</button></form><a href=/orders>All orders</a>"""
VALUES = {"Item": "saw", "Count": "1"}
THANKS = "<title>Thanks</title><p>Thank you for your order</p>"


def order(answer, done_when, *, late=0.0):
    """The outcome of an order that is answered so, and how often it was sent; the list shows it late."""
    taken = []

    def takes(request):
        taken.append(time.monotonic())
        return answer(request) if callable(answer) else answer

    def listed(request):
        return "<title>Orders</title><ul>" + "".join("<li>saw" for at in taken if time.monotonic() > at + late) + "</ul>"

    pages = {"/": FORM.format(""), "/order": takes, "/orders": listed, "/thanks": THANKS}

    async def story(web, site):
        return await ends(web, Task("order a saw", done_when, values=VALUES), ""), len(taken)

    return in_browser(pages, story)


@pytest.mark.parametrize("how", ["redirect", "script", "form"])
@pytest.mark.parametrize("done_when", ["text(Thank you)", "listed(/orders, saw)"])
def test_a_form_whose_answer_leads_to_a_foreign_page_is_sent_once(how, done_when):
    with Site({"/pay": THANKS}) as other:
        there = f"{other.address}/pay"
        answers = {
            "redirect": (302, "", ("Location", there)),
            "script": f"<p>one moment</p><script>location = '{there}'</script>",
            "form": f"<form id=f method=post action='{there}'></form><script>f.submit()</script>",
        }
        outcome, times = order(answers[how], done_when)
        assert times == 1 and other.asked == other.posted == [], outcome.ending
        if done_when.startswith("listed"):
            assert outcome.success, outcome.ending
        else:
            assert outcome.waiting_for is not None and "must not be done twice" in outcome.waiting_for.text, outcome.ending


@pytest.mark.parametrize("done_when", ["", "text(Thank you)"])
def test_an_empty_form_that_comes_back_is_no_refusal(done_when):
    outcome, times = order(FORM.format("<p role=status>Thank you, order 7 was received.</p>"), done_when)
    assert times == 1 and not outcome.success and "it is not sent again" in outcome.ending.final_detail


def test_a_form_that_comes_back_is_not_sent_again_while_the_list_may_be_late():
    outcome, times = order(FORM.format("<p>received</p>"), "listed(/orders, saw)", late=6.0)
    assert times == 1 and outcome.success, outcome.ending


@pytest.mark.parametrize("answer", [FORM.format("<p>We are sold out.</p>"), (422, FORM.format("<p>sold out</p>"))])
def test_the_page_that_is_to_open_after_sending_is_not_opened_by_hand(answer):
    outcome, times = order(answer, "page(/thanks)")
    assert times == 1 and outcome.verdict == "failed", outcome.ending


def test_no_page_is_opened_by_hand_in_place_of_entering_values():
    async def story(web, site):
        return await ends(web, Task("order the saw", "page(/thanks)", values={"Item": "saw"}), ""), site.asked

    outcome, asked = in_browser({"/": "<h1>Shop</h1><p>We are closed.</p>", "/thanks": THANKS}, story)
    assert outcome.verdict == "failed" and "/thanks" not in asked


@pytest.mark.parametrize(
    ("goal", "opened"),
    [("Click Buy the saw", False), ("order the saw", False), ("Kaufe die Säge", False), ("open the thanks", True)],
)
def test_a_page_is_opened_by_hand_only_if_that_is_all_that_is_wanted(goal, opened):
    shop = "<h1>Shop</h1><form method=post action=/buy><button>Buy the saw</button></form>"

    async def story(web, site):
        return await ends(web, goal, "page(/thanks)"), site.asked

    outcome, asked = in_browser({"/": shop, "/thanks": THANKS, "/buy": "<p>sold out</p>"}, story)
    assert outcome.success is opened and ("/thanks" in asked) is opened, outcome.ending


def test_a_page_behind_a_door_may_be_opened_by_one_who_signs_in():
    door = """<title>In</title><form method=post action=/in><label>User <input name=user></label>
        <label>Password <input type=password name=password></label><button>Sign in</button></form>"""

    async def story(web, site):
        pages = {"/in": (302, "", ("Location", "/"), ("Set-Cookie", "s=1"))}
        site.pages |= pages
        site.pages["/"] = site.pages["/admin"] = lambda r: "<title>Admin</title>" if r.headers.get("Cookie") else door
        return await ends(web, Task("open the administration", "title(Admin)", values={"User": "a", "Password": "b"}), "")

    assert in_browser({"/": door}, story).success


def test_a_search_presses_what_sends_something_once():
    pressed = []

    def send(request):
        pressed.append(request.path)
        return 204, ""

    page = "<title>Tools</title><h1>Tools</h1>" + "".join(
        f"<form method=post action=/{i}><button>{name}</button></form>" for i, name in enumerate(("Publish", "Send invitations"))
    )

    async def tell():
        with Site({"/": page, "/0": send, "/1": send}) as site:
            async with WebWorld(site.address + "/") as web:
                return await ends(web, "find where the columns are chosen", "title(Columns)", planner_named("local"))

    outcome = runner().run(tell())
    assert not outcome.success and pressed and len(pressed) == len(set(pressed)), pressed


STALE = """<title>Notes</title><ul>{}</ul><form id=f><label>Title <input id=t></label><button>Save</button></form><p id=m></p>
<script>f.onsubmit = async e => {{ e.preventDefault();
const r = await fetch('/save', {{method: 'POST', body: new URLSearchParams({{t: t.value}})}});
m.textContent = r.ok ? 'Saved' : 'Could not be saved'; }}</script>"""


@pytest.mark.parametrize(("stored", "most"), [(True, 1), (False, 2)])
def test_a_list_that_a_script_keeps_is_loaded_anew_before_a_form_without_an_answer_is_sent_again(stored, most):
    taken = []

    def saves(request):
        taken.append(request)
        return 500, "no"

    def notes(request):
        return STALE.format("<li>old</li>" + ("<li>water</li>" * len(taken) if stored else ""))

    async def story(web, site):
        task = Task("add a note", "listed(/notes, water)", values={"Title": "water"})
        return await ends(web, task, "")

    outcome = in_browser({"/": notes, "/notes": notes, "/save": saves}, story)
    assert outcome.success is stored and len(taken) <= most
