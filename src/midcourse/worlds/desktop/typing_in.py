"""Text into a field: put there without keys where the field takes it, else typed in short pieces; read back either way.

What goes astray is told, and taken back where it went to a field that can be set.
"""

from __future__ import annotations

import asyncio
from time import monotonic

from .driver import Element, Gone, Key, Refused
from .reaching import MOMENT, Reach
from .things import Thing, is_zone

PIECE = 6
"""Characters that are typed between two looks at where the keyboard goes."""
SHOWING = 2.0
"""Seconds in which what was typed must stand in the field."""


class Typing:
    """The keyboard, held to one field."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self.before: dict[str, str] = {}
        """What stood in a field before we changed it."""
        self.ours: dict[str, str] = {}
        """What we put into fields."""
        self.last = ""
        """The field that was changed last."""

    async def fill(self, target: str, text: str) -> None:
        """A text in place of what stands there."""
        thing, element = await self._into(target, typed=False)
        driver, call = self._reach.driver, self._reach.call
        if not (element.writable and await call(driver.put, thing.key, text) and await self._stands(thing.key, text)):
            await self._must_have_keyboard(thing.key, target)
            await call(driver.keys, ("Control_L", "a"))
            await call(driver.keys, ("Delete",))
            await self._typed(thing, element, "", text)
        self.ours[target] = text

    async def type(self, target: str, text: str) -> None:
        """A text where the caret is, in a field that has the keyboard."""
        if target:
            thing, element = await self._into(target)
        else:
            target, thing, element = await self._focused()
        self._remember(target, element, await self._read(thing.key) if _tells(element) else "")
        await self._typed(thing, element, self.before[target], text)
        self.ours[target] = await self._read(thing.key) if _tells(element) else text

    async def put_back(self, target: str) -> None:
        """What stood there before."""
        target = target or self.last
        if target not in self.before:
            raise Refused("not_found", f"nothing was changed in {target or 'any field'}", "underspecified")
        await self.fill(target, self.before.pop(target))
        self.before.pop(target, None)
        self.ours.pop(target, None)

    def _remember(self, target: str, element: Element, text: str) -> None:
        self.before[target] = text
        self.last = target

    async def _into(self, target: str, typed: bool = True) -> tuple[Thing, Element]:
        """The keyboard in a field: by a click, as a person does it. `typed`: keys will be used for sure. Some fields never tell
        that they have the keyboard, as something inside them has it; a text can be put there all the same."""
        thing, element, _ = await self._reach.at(target)
        if "editable" not in await self._reach.states(thing.key) and element.role != "spin button":
            raise Refused("readonly", f"nothing can be typed into {target}", "changed")
        self._remember(target, element, await self._read(thing.key) if _tells(element) else "")
        if "focused" not in await self._reach.states(thing.key):
            await self._reach.press(thing.key)
            if typed or not element.writable:
                await self._must_have_keyboard(thing.key, target)
        return thing, element

    async def _must_have_keyboard(self, key: Key, target: str) -> None:
        if not await self._has_keyboard(key):
            raise Refused("not_focused", f"the keyboard does not go to {target}", "transient", clean=False)

    async def _focused(self) -> tuple[str, Thing, Element]:
        """The field that has the keyboard, as it was seen."""
        sight = await self._reach.look()
        active = sight.active
        for id, thing in sight.things.items():
            element = sight.element(id)
            if {"focused", "editable"} <= element.states and (active is None or thing.window in (0, active.id)):
                return id, thing, element
        raise Refused("not_focused", "no field that can be seen has the keyboard; name one", "changed")

    async def _typed(self, thing: Thing, element: Element, before: str, text: str) -> None:
        """Type it in short pieces, each only while the field has the keyboard."""
        driver, call = self._reach.driver, self._reach.call
        elsewhere = {
            e.key: e.text for e in await call(driver.elements) if e.text is not None and e.key != thing.key and e.writable
        }
        looked = await self._reach.looks(thing.key)
        for start in range(0, len(text), PIECE):
            if not await self._has_keyboard(thing.key) or not await self._is_in_front(thing):
                raise await self._astray(thing, element, before, text, start, elsewhere)
            await call(driver.type, text[start : start + PIECE])
        until = monotonic() + SHOWING
        while _tells(element) and text not in (now := await self._read(thing.key)):
            if monotonic() > until:
                raise await self._astray(thing, element, now, text, len(text), elsewhere)
            await asyncio.sleep(MOMENT)
        while looked is not None and text and looked == await self._reach.looks(thing.key):
            if monotonic() > until:
                raise await self._astray(thing, element, before, text, len(text), elsewhere)
            await asyncio.sleep(MOMENT)

    async def _astray(
        self, thing: Thing, element: Element, before: str, text: str, sent: int, elsewhere: dict[Key, str]
    ) -> Refused:
        """Put everything back as it was before the first piece, and say where it went."""
        driver, call = self._reach.driver, self._reach.call
        restored: list[str] = []
        for other in await call(driver.elements):
            was = elsewhere.get(other.key)
            if was is not None and other.text != was and await call(driver.put, other.key, was):
                restored.append(other.name or other.role)
        was = self.before.get(self.last, before)
        mended = sent == 0 or (element.writable and await call(driver.put, thing.key, was))
        window = await self._reach.active()
        where = f"the keyboard went to {window.title!r}" if window and window.id != thing.window else "it did not arrive"
        told = f"; taken back from {', '.join(restored)}" if restored else ""
        return Refused(
            "not_focused", f"{sent} of {len(text)} characters were typed, then {where}{told}", "transient", clean=bool(mended)
        )

    async def _is_in_front(self, thing: Thing) -> bool:
        window = await self._reach.active()
        return window is None or thing.window in (0, window.id)

    async def _has_keyboard(self, key: Key) -> bool:
        until = monotonic() + 0.6
        while "focused" not in await self._reach.states(key):
            if monotonic() > until:
                return False
            await asyncio.sleep(MOMENT)
        return True

    async def _stands(self, key: Key, text: str) -> bool:
        until = monotonic() + 0.5
        while await self._read(key) != text:
            if monotonic() > until:
                return False
            await asyncio.sleep(MOMENT)
        return True

    async def _read(self, key: Key) -> str:
        try:
            return await self._reach.call(self._reach.driver.read, key)
        except Gone:
            raise Refused("stale_target", "the field is not on the screen any more", clean=False) from None


def _tells(element: Element) -> bool:
    """Whether its program can be asked what stands in it."""
    return element.text is not None and not is_zone(element.key)
