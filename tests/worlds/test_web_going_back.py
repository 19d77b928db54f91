"""Going back sends no form again, whoever goes: a planner, or the world after a page that failed."""

import pytest

from midcourse.core.model import Done, Failed
from tests.worlds.in_browser import does, in_browser

SHOP = "<title>Shop</title><form method=post action=/buy><button>Buy</button></form><a href=/next>Next</a>"
BOUGHT = "<title>Bought</title><a href=/next>Next</a> <a href=/broken>More</a>"


def bought(*headers):
    """The pages of a shop whose answer to the form has these headers."""
    answer = (200, BOUGHT, ("Content-Type", "text/html"), *headers)
    return {"/": SHOP, "/buy": answer, "/next": "<title>Next</title>", "/broken": (500, "<title>Error</title>")}


async def titled(web):
    return next(f for f in (await web.observe()).facts if f.startswith("title("))


@pytest.mark.parametrize("headers", [(), (("Cache-Control", "no-store"),)], ids=["plain", "not to be kept"])
def test_back_to_the_answer_of_a_form_does_not_send_the_form_again(headers):
    async def story(web, site):
        await web.observe()
        await does(web, "click", "button Buy")
        await web.observe()
        await does(web, "click", "link Next")
        await web.observe()
        return await does(web, "back"), site.posted

    result, posted = in_browser(bought(*headers), story)
    assert len(posted) == 1
    assert isinstance(result, Done) or (isinstance(result, Failed) and "would send it again" in result.detail)


def test_a_page_that_failed_is_left_without_sending_the_form_before_it_again():
    async def story(web, site):
        await web.observe()
        await does(web, "click", "button Buy")
        await web.observe()
        return await does(web, "click", "link More"), site.posted

    result, posted = in_browser(bought(("Cache-Control", "no-store")), story)
    assert isinstance(result, Failed) and len(posted) == 1


def test_back_leads_to_a_page_that_was_only_asked_for():
    async def story(web, site):
        await web.observe()
        await does(web, "click", "link Next")
        assert await titled(web) == "title(Next)"
        assert isinstance(await does(web, "back"), Done)
        return await titled(web)

    assert in_browser(bought(), story) == "title(Shop)"
