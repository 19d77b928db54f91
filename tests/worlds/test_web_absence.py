"""What a page lacks: that a line is not there is known only of a page that would show it."""

import pytest

from midcourse.core.logic.conditions import Coverage, parse, parse_fact
from midcourse.worlds.web.absence import ToGo
from midcourse.worlds.web.sight import Sight
from tests.worlds.in_browser import ends, in_browser

LIST = "<title>Boats</title><ul><li>Gull</li><li>Tern</li></ul>"
SIGN_IN = "<title>Boats</title><form method=post><label>User <input></label><label>Password <input type=password></label><button>On</button></form>"
SIGN_UP = "<h1>Join</h1><form><label>User <input></label><label>Town <input></label><label>Password <input type=password></label></form>"
EMPTY = "<title>Boats</title><div id=app></div>"


def knows(seen, line):
    return Coverage(seen.covers).has(parse_fact(line))


@pytest.mark.parametrize(
    "page",
    [SIGN_IN, EMPTY, (403, "<h1>Not for you</h1>"), (503, "<h1>Later</h1>"), (404, "<h1>Nothing here</h1>")],
    ids=["asks who is there", "nothing drawn", "refused", "down", "wrong address"],
)
def test_what_is_not_shown_where_nothing_would_be_is_not_known_to_be_gone(page):
    async def story(web, site):
        seen = await web.observe()
        assert not knows(seen, "text(Gull)") and not knows(seen, "listed(/, Gull)") and not knows(seen, "row(Gull)")
        return await ends(web, "delete the boat Gull", "not text(Gull)")

    assert not in_browser({"/": page}, story).success


@pytest.mark.parametrize("page", [LIST, SIGN_UP], ids=["a list", "a form that asks for more than who is there"])
def test_a_page_that_is_what_its_address_is_for_tells_what_it_lacks(page):
    async def story(web, site):
        return await web.observe()

    seen = in_browser({"/": page}, story)
    assert knows(seen, "text(Skua)") and knows(seen, "listed(/, Skua)")


def test_a_page_that_was_there_and_is_no_more_tells_that_it_is_gone():
    async def story(web, site):
        await web.observe()
        site.pages["/"] = (410, "<h1>Gone</h1>")
        await web.page.reload()
        return await web.observe()

    assert knows(in_browser({"/": LIST}, story), "listed(/, Gull)")


# --- what is to go ----------------------------------------------------------------------------------------------------------


def told(end, *looks):
    """Whether the last of some looks, each a path and its lines, tells that Gull is not there."""
    to_go, covers = ToGo(parse(end)), ()
    for path, *lines in looks:
        sight = Sight(f"http://x{path}", {f"text({line})" for line in lines})
        covers = to_go.covers(sight, ("page(*)", "text(*)"), 100.0)
    return Coverage(covers).has(parse_fact("text(Gull)"))


@pytest.mark.parametrize(
    ("end", "looks", "known"),
    [
        ("not text(Gull)", [("/", "Tern")], False),
        ("not text(Gull)", [("/", "Gull"), ("/", "Tern")], True),
        ("not text(Gull)", [("/", "Gull"), ("/about", "We sail")], False),
        ("not text(Gull)", [("/", "Gull"), ("/about", "We sail"), ("/?deleted=1", "Tern")], True),
        ("not text(Gull)", [("/", "Boats", "Gull", "Tern", "Skua"), ("/", "Boats", "Tern", "Skua", "Gone")], True),
        ("not text(Gull)", [("/", "3 boats", "Gull", "Tern"), ("/", "2 boats", "Tern")], True),
        ("not text(Gull)", [("/", "Boats", "Gull", "Tern", "Skua"), ("/#/ask", "Are you sure?", "Boats")], False),
        ("not text(Gull)", [("/", "Boats", "Gull", "Tern"), ("/?page=2", "Heron", "Ibis")], False),
        ("not text(Gull) and text(Tern)", [("/", "Tern")], True),
        ("not text(Error)", [("/", "Gull")], True),
    ],
)
def test_what_is_to_go_is_known_to_have_gone_where_it_stood(end, looks, known):
    assert told(end, *looks) is known


def test_what_is_to_be_deleted_and_stands_on_another_page_is_not_called_gone():
    start = "<title>Fleet</title><h1>Welcome</h1><p>We sail.</p>"

    async def story(web, site):
        return await ends(web, "delete the boat Gull", "not text(Gull)")

    outcome = in_browser({"/": start}, story)
    assert not outcome.success and outcome.ending.final_reason != "already_done"


HARBOUR = """<title>Boats</title><nav>Home About</nav><p>one<p>two<p>three<p>four<p>five<div id=app></div><script>
function list() { app.innerHTML = `<table>${["Gull", "Tern", "Skua"].map(b => `<tr><td>${b}<td><button onclick="ask()">Delete</button>`).join("")}</table>` }
function ask() { app.innerHTML = `<h1>Are you sure?</h1><button onclick="list()">Keep it</button> <button>Go ahead</button>` }
list()</script>"""


@pytest.mark.parametrize("end", ["not text(Gull)", "not row(Gull, *)", "not listed(/, Gull)"])
def test_a_question_in_place_of_a_list_is_no_proof_that_something_is_gone_from_it(end):
    async def story(web, site):
        return await ends(web, "delete the boat Gull", end, max_seconds=20.0)

    assert not in_browser({"/": HARBOUR}, story).success


def test_a_line_that_stands_in_a_longer_one_is_not_called_gone():
    async def story(web, site):
        return await ends(web, "delete the boat Gull", "not listed(/, Gull)", max_seconds=20.0)

    page = "<title>Boats</title><ul><li>Gull <a href=/other>Sell</a></li><li>Tern <a href=/other>Sell</a></li></ul>"
    assert not in_browser({"/": page, "/other": "<h1>Sold out</h1>"}, story).success
