"""Pages that nobody here had opened, a sixth time: pages that load long, addresses that a script keeps, and what makes a thing."""

import pytest

from midcourse import Task
from midcourse.planners.words import ends as ends_of_words
from midcourse.worlds.web import loading
from tests.worlds.in_browser import ends, in_browser
from tests.worlds.test_web_found_cold_third import POST, done_on


def test_where_the_rules_for_these_pages_are():
    assert loading.loads and ends_of_words.End


# --- pages that load ----------------------------------------------------------------------------------------------------------

LOADS = {
    "a sign that turns": '<div role=progressbar aria-valuemin=0 aria-valuemax=1 style="width:30px;height:30px"></div>',
    "a busy part": "<main aria-busy=true><p>One moment</p></main>",
}


@pytest.mark.parametrize("sign", LOADS.values(), ids=LOADS)
def test_a_page_that_says_that_it_loads_does_not_tell_what_it_lacks(sign):
    page = f"<title>Barns</title><nav><a href=/>Barns</a></nav>{sign}<p>Fetching</p>"
    outcome, posted = done_on(page, Task("delete the barn Mill", "not listed(/, Mill)"))
    assert not outcome.success and not posted, outcome.ending


def test_a_bar_that_tells_how_far_something_is_does_not_say_that_the_page_loads():
    bar = '<div role=progressbar aria-valuenow=40 style="width:90px;height:9px"></div><progress value=3 max=9></progress>'
    outcome, _ = done_on(f"<title>Barns</title>{bar}<ul><li>Tower</ul>", Task("delete the barn Mill", "not listed(/, Mill)"))
    assert outcome.success, outcome.ending
