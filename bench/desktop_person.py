"""A scripted person at a display: pointer and keys by XTEST, at the pace of one who knows the program.

    python bench/desktop_person.py DISPLAY BUS FIELD TEXT FILE pointer|keys

Types TEXT, chooses Save As, enters FILE into FIELD, and saves: by the button, or by keys as far as they go.
"""

from __future__ import annotations

import sys
import time

from midcourse.worlds.desktop.private import OwnDisplay
from midcourse.worlds.desktop.things import Screenful, Thing, centre
from midcourse.worlds.desktop.x11 import X11

PATIENCE, PACE, KEY = 20.0, 0.4, 0.03
SLOWER = 4.0
"""A slow machine is slow for people too: before a click they wait so many times as long as a look takes, where that is longer."""


class Person:
    """Sees what is on the screen, points, and types."""

    def __init__(self, display: str, bus: str) -> None:
        self._desk = X11(OwnDisplay(display, bus))
        self._desk.start()
        self._took = 0.0
        """Seconds that the last look took."""

    def find(self, role: str, label: str) -> Thing:
        """The last thing that is called so, once it is there and no longer moves: a window that opens may grow."""
        until, before = time.monotonic() + PATIENCE, None
        while True:
            things = self._things()
            found = next((t for t in reversed(things) if (t.role, t.label) == (role, label)), None)
            if found is not None and found.box == before:
                return found
            before = found.box if found is not None else None
            if time.monotonic() > until:
                raise SystemExit(f"there is no {role} {label}; there are {sorted({(t.role, t.label) for t in things})}")
            time.sleep(0.1)

    def see_gone(self, role: str, label: str) -> None:
        """Wait until nothing is called so."""
        until = time.monotonic() + PATIENCE
        while any((t.role, t.label) == (role, label) for t in self._things()):
            if time.monotonic() > until:
                raise SystemExit(f"{role} {label} stays")
            time.sleep(0.1)

    def _things(self) -> list[Thing]:
        began = time.monotonic()
        things = Screenful(self._desk.elements(), self._desk.windows(), (1280, 800)).things()
        self._took = time.monotonic() - began
        return things

    def click(self, role: str, label: str) -> None:
        """Point at it, and click."""
        thing = self.find(role, label)
        time.sleep(max(PACE, SLOWER * self._took))
        self._desk.move(*centre(thing.box))
        self._desk.button(1, True)
        time.sleep(0.05)
        self._desk.button(1, False)

    def write(self, text: str) -> None:
        """Type it, key by key."""
        for character in text:
            self._desk.type(character)
            time.sleep(KEY)

    def press(self, *keys: str) -> None:
        """Press keys together."""
        time.sleep(KEY)
        self._desk.keys(keys)


def main(display: str, bus: str, field: str, text: str, file: str, how: str) -> None:
    """Show how a note is saved."""
    person = Person(display, bus)
    person.click("textbox", "text")
    person.write(text)
    if how == "keys":
        time.sleep(PACE)
        person.press("Control_L", "Shift_L", "s")
    else:
        person.click("menuitem", "File")
        person.click("menuitem", "Save As")
    person.find("textbox", field)
    time.sleep(PACE)
    person.press("Control_L", "a")
    person.write(file)
    if how == "keys":
        time.sleep(PACE)
        person.press("Return")
    else:
        person.click("button", "Save")
    person.see_gone("textbox", field)


if __name__ == "__main__":
    main(*sys.argv[1:7])
