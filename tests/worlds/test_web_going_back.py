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
    assert isinstance(result, Done) or (isinstance(result, Failed) and "send the form again" in result.detail)


def test_a_page_that_failed_is_left_without_sending_the_form_before_it_again():
    async def story(web, site):
        await web.observe()
        await does(web, "click", "button Buy")
        await web.observe()
        return await does(web, "click", "link More"), site.posted

    result, posted = in_browser(bought(("Cache-Control", "no-store")), story)
    assert isinstance(result, Failed) and len(posted) == 1


@pytest.mark.parametrize("thing", ["link Back", "button Reload"])
def test_a_way_back_or_a_reload_of_the_page_s_own_sends_no_form_again(thing):
    pages = bought() | {
        "/buy": f"{BOUGHT}<button onclick='location.reload()'>Reload</button>",
        "/next": "<title>Next</title><a href='javascript:history.back()'>Back</a>",
    }

    async def story(web, site):
        await web.observe()
        await does(web, "click", "button Buy")
        await web.observe()
        if thing == "link Back":
            await does(web, "click", "link Next")
            await web.observe()
        return await does(web, "click", thing), site.posted

    result, posted = in_browser(pages, story)
    assert isinstance(result, Failed) and result.clean and "send the form again" in result.detail and len(posted) == 1


def test_the_same_form_is_sent_once_more_by_its_own_button():
    async def story(web, site):
        for _ in range(2):
            await web.observe()
            assert isinstance(await does(web, "click", "button Buy"), Done)
            await does(web, "go", url="/")
        return site.posted

    assert len(in_browser(bought(), story)) == 2


def test_back_leads_to_a_page_that_was_only_asked_for():
    async def story(web, site):
        await web.observe()
        await does(web, "click", "link Next")
        assert await titled(web) == "title(Next)"
        assert isinstance(await does(web, "back"), Done)
        return await titled(web)

    assert in_browser(bought(), story) == "title(Shop)"


def test_a_form_that_is_answered_in_a_new_tab_is_sent_once_more_by_its_own_button():
    pages = bought() | {"/": SHOP.replace("<form", "<form target=_blank")}

    async def story(web, site):
        for _ in range(2):
            await web.observe()
            assert isinstance(await does(web, "click", "button Buy"), Done)
            await web.observe()
            await does(web, "go", url="/")
        return site.posted

    assert len(in_browser(pages, story)) == 2
