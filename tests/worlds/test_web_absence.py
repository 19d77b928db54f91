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
        covers = to_go.covers(sight, ("page(*)", "text(*)"))
    return Coverage(covers).has(parse_fact("text(Gull)"))


@pytest.mark.parametrize(
    ("end", "looks", "known"),
    [
        ("not text(Gull)", [("/", "Tern")], False),
        ("not text(Gull)", [("/", "Gull"), ("/", "Tern")], True),
        ("not text(Gull)", [("/", "Gull"), ("/about", "We sail")], False),
        ("not text(Gull)", [("/", "Gull"), ("/about", "We sail"), ("/?deleted=1", "Tern")], True),
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
