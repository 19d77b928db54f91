"""Playwright's driver: the browsers of one event loop share it, and it ends with the last of them."""

import asyncio

import pytest

from midcourse.worlds.web import WebWorld, drivers
from tests.site_on_loopback import Site
from tests.worlds.in_browser import DONE


@pytest.fixture
def started(monkeypatch):
    """The drivers that are started from now on."""
    found, start = [], drivers.start_driver

    async def noted():
        found.append(await start())
        return found[-1]

    monkeypatch.setattr(drivers, "start_driver", noted)
    return found


def test_two_browsers_share_one_and_the_second_goes_on_without_the_first(started):
    async def tell(address):
        first, second = WebWorld(address), WebWorld(address)
        await asyncio.gather(first.observe(), second.observe())
        await first.close()
        shown = (await second.observe()).facts
        await second.close()
        async with WebWorld(address) as third:
            again = (await third.observe()).facts
        return shown, again

    with Site({"/": DONE}) as site:
        shown, again = asyncio.run(tell(site.address + "/"))
    assert any("Thank you" in fact for fact in shown) and shown == again
    assert len(started) == 2, "one for two at a time, and another once both had ended"


def test_one_that_cannot_be_started_is_tried_again_by_the_next(monkeypatch):
    start, tries = drivers.start_driver, []

    async def fails_once():
        tries.append(1)
        if len(tries) == 1:
            raise OSError("no room for another process")
        return await start()

    async def tell():
        with pytest.raises(OSError, match="no room"):
            await drivers.borrow()
        assert await drivers.borrow() is not None
        await drivers.give_back()

    monkeypatch.setattr(drivers, "start_driver", fails_once)
    asyncio.run(tell())
    assert len(tries) == 2


def test_what_the_browser_answers_comes_through_a_door_as_playwright_gives_it_and_straight():
    async def tell(address):
        async with WebWorld(address) as web:
            await web.observe()
            session = await web.page.context.new_cdp_session(web.page)
            door = drivers.Door(session)
            heard = []
            door.on("Page.frameNavigated", lambda event: heard.append(event))
            await door.send("Page.enable")
            wanted = {"computedStyles": ["display"]}
            both = [await way.send("DOMSnapshot.captureSnapshot", wanted) for way in (door, session)]
            with pytest.raises(drivers.BrowserError, match="wasn't found"):
                await door.send("Page.noSuchCommand")
            await web.page.reload()
            return both, door.is_straight, len(heard)

    with Site({"/": DONE}) as site:
        (one, other), is_straight, heard = asyncio.run(tell(site.address + "/"))
    assert one == other and "Thank you" in one["strings"]
    assert is_straight and heard == 1


def test_a_door_of_another_playwright_is_the_public_one():
    class Session:
        """As an earlier Playwright has it."""

        def on(self, event, heard): ...

        async def send(self, method, params=None):
            return method, params

    door = drivers.Door(Session())
    assert not door.is_straight and asyncio.run(door.send("Page.enable")) == ("Page.enable", None)
