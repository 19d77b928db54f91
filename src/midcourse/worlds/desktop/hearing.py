"""What a person does with the pointer and the keys of an X11 display, and what comes to stand in fields, as it happens.

Buttons and keys come from the server (RECORD), whoever reads them; texts from the programs, over AT-SPI.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import sys
from collections import deque
from contextlib import suppress
from threading import Thread
from time import monotonic
from typing import Any

from Xlib import XK, X, display
from Xlib.error import ConnectionClosedError, DisplayError, XError
from Xlib.ext import record
from Xlib.protocol import rq

from ...core.errors import LookFailed
from .driver import Gone, Heard, Pressed, Struck, Wrote
from .texts import texts_told

HELD = ((X.ControlMask, "Ctrl"), (X.Mod1Mask, "Alt"), (X.Mod4Mask, "Super"), (X.ShiftMask, "Shift"))
MODIFIERS = frozenset(
    XK.string_to_keysym(f"{name}_{side}") for name in ("Shift", "Control", "Alt", "Super", "Meta", "Hyper") for side in "LR"
) | {XK.string_to_keysym(name) for name in ("Caps_Lock", "Num_Lock", "ISO_Level3_Shift", "Shift_Lock")}
NAMES = {number: name.removeprefix("XK_") for name, number in vars(XK).items() if name.startswith("XK_")}
WHEEL = (4, 5, 6, 7)
TURN = 0.0005
"""Seconds after which a thread that reads a screen lets the ears have their turn. A menu closes when the button is let go: what
lies under the pointer is asked before that."""


class Ears:
    """Listens from the moment that it is made until it is closed."""

    def __init__(self, screen: str, bus: str) -> None:
        """`screen` and `bus` are where the display and the session are."""
        self.where = screen
        self._heard: deque[Heard] = deque()
        self._over = False
        try:
            self._data, self._asking = display.Display(screen), display.Display(screen)
            if not self._data.has_extension("RECORD"):
                raise LookFailed(f"the display {screen} tells nobody what is done on it: it lacks RECORD")
            self._state = self._asking.get_atom("WM_STATE")
            kinds: dict[str, Any] = dict.fromkeys(("core_requests", "core_replies", "delivered_events", "errors"), (0, 0))
            kinds |= {"ext_requests": (0, 0, 0, 0), "ext_replies": (0, 0, 0, 0), "client_started": False, "client_died": False}
            ranges = [{**kinds, "device_events": (X.KeyPress, X.ButtonRelease)}]
            self._context = self._data.record_create_context(0, [record.AllClients], ranges)
            self._data.sync()
        except (DisplayError, ConnectionClosedError) as error:
            raise LookFailed(f"the display {screen} does not answer: {error}") from None
        self._turn = sys.getswitchinterval()
        sys.setswitchinterval(TURN)
        Thread(target=self._listen, name="ears", daemon=True).start()
        Thread(target=self._read, args=(bus,), name="ears for texts", daemon=True).start()

    def heard(self) -> list[Heard]:
        """What was done since this was last asked, in order."""
        return [self._heard.popleft() for _ in range(len(self._heard))]

    def close(self) -> None:
        """Listen no more."""
        self._over = True
        sys.setswitchinterval(self._turn)
        with suppress(DisplayError, ConnectionClosedError, XError, OSError):
            self._asking.record_disable_context(self._context)
            self._asking.flush()
            self._asking.close()

    def _listen(self) -> None:
        with suppress(DisplayError, ConnectionClosedError, XError, OSError, ValueError):
            self._data.record_enable_context(self._context, self._told)
            self._data.record_free_context(self._context)
            self._data.close()

    def _told(self, reply: Any) -> None:
        data: Any = reply.data
        events: Any = rq.EventField("")
        if reply.category != record.FromServer or reply.client_swapped:
            return
        while len(data):
            event, data = events.parse_binary_value(data, self._data.display, None, None)
            now = monotonic()
            if event.type in (X.ButtonPress, X.ButtonRelease) and event.detail not in WHEEL:
                down = event.type == X.ButtonPress
                self._heard.append(Pressed(now, event.detail, down, (event.root_x, event.root_y), self._under() if down else 0))
            elif event.type == X.KeyPress and (struck := self._key(event, now)) is not None:
                self._heard.append(struck)

    def _under(self) -> int:
        """The window under the pointer, as its program knows it; 0 where there is none."""
        with suppress(DisplayError, ConnectionClosedError, XError, OSError):
            window = self._asking.screen().root
            while (inner := window.query_pointer().child) != X.NONE:
                window = inner
                if window.get_full_property(self._state, X.AnyPropertyType) is not None:
                    break
            return window.id if window.id != self._asking.screen().root.id else 0
        return 0

    def _key(self, event: Any, now: float) -> Struck | None:
        [row] = self._asking.get_keyboard_mapping(event.detail, 1)  # asked each time: a key may have got its meaning just now
        plain, shifted = (*row, 0, 0)[:2]
        if plain in MODIFIERS or not plain:
            return None
        keysym = shifted if event.state & X.ShiftMask and shifted else plain
        character = _character(keysym)
        name = _character(plain) if plain > 0x20 and _character(plain) else NAMES.get(plain, "")
        held = [word for mask, word in HELD if event.state & mask]
        keys = "+".join((*held, name.upper() if held and len(name) == 1 else name))
        return Struck(now, keys, character, bool(set(held) - {"Shift"}), self._active())

    def _active(self) -> int:
        """The window that the keyboard goes to."""
        with suppress(DisplayError, ConnectionClosedError, XError, OSError):
            root = self._asking.screen().root
            told = root.get_full_property(self._asking.get_atom("_NET_ACTIVE_WINDOW"), X.AnyPropertyType)
            return told.value[0] if told is not None and len(told.value) else 0
        return 0

    def _read(self, bus: str) -> None:
        with suppress(Gone):
            for key, text, more in texts_told(bus, lambda: self._over):
                self._heard.append(Wrote(monotonic(), key, text, more))


def _character(keysym: int) -> str:
    if 0x20 <= keysym < 0x7F or 0xA0 <= keysym < 0x100:
        return chr(keysym)
    return chr(keysym & 0xFFFFFF) if keysym & 0xFF000000 == 0x01000000 else ""
