"""Pages by their addresses: a page has the names that people write, and going back ends where the run began."""

import pytest

from midcourse import act
from midcourse.core.gates.entrusted import origin_in
from midcourse.core.model import Done, Failed
from midcourse.core.run.events import PlanRequested
from midcourse.worlds.web.sight import names_of
from tests.support import the
from tests.worlds.in_browser import does, ends, in_browser

PAGES = {"/": '<title>Shop</title><a href="/stock">Stock</a>', "/stock": "<title>Stock</title>lamp"}


@pytest.mark.parametrize(
    ("url", "names"),
    [
        ("http://shop.test/stock", {"http://shop.test/stock", "/stock"}),
        ("http://shop.test", {"http://shop.test", "/"}),
        ("http://shop.test/", {"http://shop.test/", "http://shop.test", "/"}),
        ("http://shop.test/a?q=1#top", {"http://shop.test/a?q=1", "/a?q=1", "/a"}),
        ("http://shop.test/a#/b", {"http://shop.test/a", "/a", "http://shop.test/a#/b", "/a#/b"}),
        ("about:blank", {"about:blank"}),
    ],
)
def test_a_page_is_called_by_its_whole_address_and_by_what_follows_the_site(url, names):
    assert names_of(url) == names


def test_a_written_plan_goes_to_a_page_by_its_path_and_the_end_is_known_by_it():
    async def story(web, site):
        result = await ends(web, "see the stock", "page(/stock) and text(lamp)", [act("go", url="/stock")])
        assert result.success and not [e for e in result.entries if isinstance(e.event, PlanRequested)][1:]
        assert not (await ends(web, "see the shop", "page(/shop)", [act("go", url="/")])).success

    in_browser(PAGES, story)


def test_nothing_lies_before_the_first_page():
    async def story(web, site):
        await web.observe()
        assert the(await does(web, "back"), Failed).detail == "there is no page before this one"
        assert "title(Shop)" in (await web.observe()).facts
        await does(web, "click", "link Stock")
        assert isinstance(await does(web, "back"), Done)
        assert {"title(Shop)", "page(/)"} <= (await web.observe()).facts

    in_browser(PAGES, story)


def test_the_origin_of_a_page_is_that_of_its_whole_address_and_two_pages_have_none_in_common():
    assert origin_in(["page(/stock)", 'page("http://shop.test/stock")']) == origin_in(['page("http://shop.test/")'])
    assert origin_in(['page("//bank.test/")', 'page("http://shop.test//bank.test/")']) == "http://shop.test:80"
    assert origin_in(['page("http://a.test/")', 'page("http://b.test/")']) not in ("", "http://a.test:80", "http://b.test:80")
