"""Getting at a thing: its window in front, the pointer on it, and nothing else in between."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from time import monotonic
from typing import Any, TypeVar

from .driver import Box, Driver, Element, Frame, Key, Refused, Window
from .frames import cropped
from .mute import SHOWN
from .reading import Readings
from .sight import Sight, is_in_menu
from .things import Thing, centre, holds, is_zone, shared_box

T = TypeVar("T")
MOMENT = 0.03
COMING = 2.0
"""Seconds that a window has to come to the front."""
ENTRIES = frozenset({"menu item", "check menu item", "radio menu item"})
ENOUGH = 12
"""Pixels of the height of a thing that must be in view."""
NOTCHES = 60
"""How often the wheel is turned for one thing."""
POPUPS = frozenset({"menu", "tooltip", "notification", "popup_menu", "dropdown_menu", "utility"})


class Reach:
    """Hands that know where things are now, not where they were when they were seen."""

    def __init__(
        self,
        driver: Driver,
        call: Callable[..., Awaitable[Any]],
        look: Callable[[], Awaitable[Sight]],
        capture: Callable[[], Awaitable[Frame]],
        readings: Readings,
    ) -> None:
        """`capture` is the screen as others may see it: without secrets."""
        self.driver, self._call, self.look = driver, call, look
        self._capture, self._readings = capture, readings
        self.sight: Sight | None = None
        self._pressed: Key | None = None
        """The zone that was clicked last: the keyboard is taken to go there."""

    async def call(self, work: Callable[..., T], *args: object) -> T:
        """Ask the driver."""
        return await self._call(work, *args)

    # --- one element: what its program tells of it, or what was read of it ------------------------------------------------------

    async def box(self, key: Key) -> Box | None:
        """Where an element is now; None when it is not there any more."""
        if not is_zone(key):
            return await self.call(self.driver.box, key)
        window, box = await self._zone_window(key), self._readings.zone(key)[1].box
        return (window.box[0] + box[0], window.box[1] + box[1], box[2], box[3]) if window is not None else None

    async def states(self, key: Key) -> Collection[str]:
        """The states of an element; empty when it is not there any more."""
        if not is_zone(key):
            return await self.call(self.driver.states, key)
        window, role = await self._zone_window(key), self._readings.zone(key)[1].role
        if window is None:
            return ()
        more = {"editable"} if role == "textbox" else set[str]()
        return SHOWN | more | ({"focused"} if self._pressed == key and window.active else set[str]())

    async def focus(self, key: Key) -> bool:
        """Give the keyboard to an element, without the pointer; whether it took it."""
        return not is_zone(key) and await self.call(self.driver.focus, key)

    async def press(self, key: Key, number: int = 1) -> None:
        """Press and release a button of the pointer, which is on this element."""
        await self.call(self.driver.button, number, True)
        await self.call(self.driver.button, number, False)
        self._pressed = key if is_zone(key) else None

    async def looks(self, key: Key) -> Frame | None:
        """How a zone looks now; None for an element that tells what is in it."""
        box = await self.box(key) if is_zone(key) else None
        return cropped(await self._capture(), box) if box is not None else None

    async def _zone_window(self, key: Key) -> Window | None:
        id = self._readings.zone(key)[0]
        return next((w for w in await self.call(self.driver.windows) if w.id == id), None)

    # --- getting there --------------------------------------------------------------------------------------------------------

    async def thing(self, target: str) -> tuple[Thing, Element]:
        """The thing behind an id; looked for again if it is not there. Refused when it is on the screen no more."""
        for fresh in (False, True):
            sight = await self.look() if fresh or self.sight is None else self.sight
            thing = sight.things.get(target)
            if thing is not None and (fresh or await self.box(thing.key)):
                return thing, sight.screen.elements[thing.place]
        raise Refused("stale_target", f"{target!r} is not on the screen")

    async def front(self, thing: Thing) -> None:
        """Bring its window to the front, and into the screen. Refused if another keeps the place."""
        windows = await self.call(self.driver.windows)
        own = next((w for w in windows if w.id == thing.window), None)
        if own is None or own.active or own.kind in POPUPS:  # a menu is in front while it is there
            return await self._onto_screen(own)
        over = next((w for w in windows if w.modal and w.process == own.process and w.owner == own.id), None)
        if over is not None:
            raise Refused("covered", f"{own.title!r} waits for {over.title or 'a dialog'!r}", "changed")
        await self.call(self.driver.activate, own.id)
        until = monotonic() + COMING
        while not any(w.active and w.id == own.id for w in windows):
            if monotonic() > until:
                raise Refused("not_focused", f"{own.title!r} does not come to the front", "transient")
            await asyncio.sleep(MOMENT)
            windows = await self.call(self.driver.windows)
        return await self._onto_screen(next((w for w in windows if w.id == own.id), None))

    async def _onto_screen(self, window: Window | None) -> None:
        """A window of which a part is outside the screen is moved inside: what is there could not be pointed at."""
        if window is None or self.sight is None:
            return
        wide, high = self.sight.screen.size
        x, y, width, height = window.box
        inside = (min(max(x, 0), max(0, wide - width)), min(max(y, 20), max(20, high - height)))
        if (x < -5 or y < -5 or x + width > wide + 5 or y + height > high + 5) and inside != (x, y):
            await self.call(self.driver.place, window.id, (*inside, width, height))
            await asyncio.sleep(0.2)

    async def at(self, target: str) -> tuple[Thing, Element, tuple[int, int]]:
        """Move the pointer onto a thing; it has arrived, and what is under it is the thing's own window."""
        thing, element = await self.thing(target)
        in_menu = self.sight is not None and is_in_menu(self.sight.screen, thing)
        if not in_menu:
            await self.front(thing)  # to bring a window to the front shuts its menus
        elif "showing" not in await self.states(thing.key):
            raise Refused("stale_target", f"the menu with {target} is shut", "transient")
        box = await self.box(thing.key)
        if box is None:
            raise Refused("stale_target", f"{target!r} is not on the screen any more")
        point = self._within(box if in_menu else await self._in_view(thing, box))
        await self._is_free(thing, element, point, target, in_menu)
        await self._confirm(thing.key)
        arrived = await self.call(self.driver.move, *point)
        if max(abs(arrived[0] - point[0]), abs(arrived[1] - point[1])) > 2:
            raise Refused("pointer_elsewhere", f"the pointer was sent to {point} and is at {arrived}", "transient")
        return thing, element, point

    async def _in_view(self, thing: Thing, box: Box) -> Box:
        """The part of a thing that is in view. What was scrolled away is brought back by the wheel on the bar beside it: on the
        bar, since a wheel on a list or a number chooses another."""
        assert self.sight is not None
        elements = self.sight.screen.elements
        for pane, bar in self.sight.screen.panes(thing.place):
            around, handle = await self.box(elements[pane].key), await self.box(elements[bar].key)
            for _ in range(NOTCHES):
                if around is None or handle is None or _is_in(box, around):
                    break
                await self.call(self.driver.move, *centre(handle))
                await self.press(elements[bar].key, 5 if box[1] > around[1] else 4)
                await asyncio.sleep(MOMENT)
                before, box = box, await self.box(thing.key) or box
                if before == box:
                    break
            part = shared_box(box, around) if around is not None else box
            if part is None:
                raise Refused("target_not_found", "it lies outside the part of its window that is shown", "changed")
            box = part
        return box

    async def _confirm(self, key: Key) -> None:
        """What was read from a picture is acted on only once it is confirmed."""
        window = await self._zone_window(key) if is_zone(key) else None
        if window is not None:
            await self._readings.confirm(key, window, await self._capture())

    def _within(self, box: Box) -> tuple[int, int]:
        """The middle of the part of a box that is on the screen."""
        if self.sight is None:
            return centre(box)
        wide, high = self.sight.screen.size
        left, top = max(0, box[0]), max(0, box[1])
        right, bottom = min(wide, box[0] + box[2]), min(high, box[1] + box[3])
        if right <= left or bottom <= top:
            raise Refused("target_not_found", "it is outside the screen", "changed")
        return (left + right) // 2, (top + bottom) // 2

    async def _is_free(self, thing: Thing, element: Element, point: tuple[int, int], target: str, in_menu: bool) -> None:
        windows = await self.call(self.driver.windows)
        top = next((w for w in reversed(windows) if w.kind != "hidden" and holds(w.box, point)), None)
        if top is not None and top.process == element.process and top.kind in POPUPS:
            return  # its own menu
        if in_menu and element.role in ENTRIES:
            raise Refused("stale_target", f"the menu with {target} is shut", "transient")
        if top is None or top.id == thing.window or thing.window == 0:
            return
        raise Refused("covered", f"{top.title or top.kind or 'a window'!r} lies over {target}", "changed")

    async def active(self) -> Window | None:
        """The window that the keyboard goes to."""
        return next((w for w in await self.call(self.driver.windows) if w.active), None)


def _is_in(box: Box, around: Box) -> bool:
    """Whether so much of a box is in view that it can be pointed at."""
    part = shared_box(box, around)
    return part is not None and part[3] >= min(box[3], around[3], ENOUGH)
