"""Radio buttons and cards, however their names came about: the one is chosen that says the value, where it is asked for."""

import pytest

from tests.worlds.in_browser import DONE
from tests.worlds.test_web_forms import run

FORM = "<title>New</title><form method=post action=/done><label>Name <input name=n></label>{}<button>Add</button></form>"
ODD = """<div><label for=d1>Destination </label><div><label><input type=radio name=d id=d1 value=1 checked>Queue</label></div>
<div><label><input type=radio name=d value=0>Packages</label></div></div>"""
CARD = """<div><label for=r{0}><p>{1}</p><p>{2}</p></label><input type=radio name=d id=r{0} value={0}></div>"""
CARDS = (
    "<div><h3>Destination Type</h3>" + CARD.format(1, "Queue", "Waits here.") + CARD.format(0, "Packages", "Is kept.") + "</div>"
)
DRAWN = """<div role=radio tabindex=0 aria-checked=false onclick="document.querySelectorAll('[role=radio]').forEach(c =>
c.setAttribute('aria-checked', c == this)); d.value = {0}"><h4>{1}</h4><p>{2}</p></div>"""
GROUP = f"""<input type=hidden name=d id=d><div role=radiogroup aria-label=Destination>{DRAWN.format(1, "Queue", "Waits here.")}
{DRAWN.format(0, "Packages", "Is kept.")}</div>"""


@pytest.mark.parametrize("part", [ODD, CARDS, GROUP], ids=["odd", "cards", "group"])
def test_what_says_the_value_is_chosen_where_it_is_asked_for(part):
    outcome, posted = run({"/": FORM.format(part), "/done": DONE}, {"Name": "Notes", "Destination": "Packages"})
    assert outcome.success and posted == [{"n": "Notes", "d": "0"}], outcome.ending


@pytest.mark.parametrize("values", [{"Destination": "Attic"}, {"Colour": "Packages"}], ids=["no such", "not asked"])
@pytest.mark.parametrize("part", [ODD, CARDS], ids=["odd", "cards"])
def test_where_none_says_it_or_something_else_is_asked_nothing_is_sent(part, values):
    outcome, posted = run({"/": FORM.format(part), "/done": DONE}, {"Name": "Notes", **values}, max_seconds=20.0)
    assert not outcome.success and not posted


def test_a_card_that_is_chosen_leads_on_to_the_page_that_takes_the_rest():
    page = f"""<title>New</title><div id=a>{CARDS}<button>Cancel</button> <button onclick="if (r1.checked || r0.checked) {{ a.hidden = true;
    b.hidden = false }}">Next</button></div><div id=b hidden><h3>Details</h3><label>Name <input id=n></label>
    <button onclick="fetch('/done', {{method: 'POST', body: new URLSearchParams({{n: n.value, d: +r1.checked}})}});
    said.textContent = 'Made'">Create</button></div><p id=said></p>"""
    values = {"Destination Type": "Packages", "Name": "Notes"}
    outcome, posted = run({"/": page, "/done": DONE}, values, "text(Made)", "create a pool")
    assert outcome.success and posted == [{"n": "Notes", "d": "0"}], outcome.ending
