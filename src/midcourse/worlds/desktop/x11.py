"""A desktop on X11: windows, pointer and keys by python-xlib, the screen by mss, elements by AT-SPI.

This file, `keyboard.py` and `hearing.py` are the only ones that know python-xlib and mss.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...core.errors import LookFailed, TaskError
from .accessibility import Accessibility
from .driver import Box, Element, Frame, Gone, Hearing, Key, Place, Screen, Started, Window
from .finality import is_terminal
from .inside import Shift, placed
from .keyboard import Keyboard
from .leaving import leave

try:
    import mss
    from Xlib import X, display
    from Xlib.error import ConnectionClosedError, DisplayError, XError
    from Xlib.ext import screensaver, xtest
    from Xlib.protocol import event

    from .hearing import Ears
except ImportError:
    raise TaskError("The desktop world needs jeepney, python-xlib and mss: pip install 'midcourse[desktop]'") from None

LOST = (ConnectionClosedError, DisplayError, BrokenPipeError, ConnectionResetError)
STARTING, TRIES = 8.0, 3
"""Seconds that a display may take to answer, longer each time, and how often one is started."""
SLACK = 0.15
"""Seconds by which clocks may differ when it is told whose input the last one was."""
PAGER = 2
"""How window managers know that a person's tool asks, whose wish counts."""


class X11:
    """One X11 desktop."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._place = Place("", "")
        self._x: Any = None
        self._shots: Any = None
        self._keyboard: Keyboard | None = None
        self._access: Accessibility | None = None
        self._kinds: dict[int, str] = {}
        """Kinds of windows, by the server's number for each."""
        self._names: dict[int, tuple[int, tuple[str, ...]]] = {}
        """Window -> its process and what its program calls it: neither changes while it lives."""
        self._shifts: dict[Key, Shift] = {}
        """Elements whose programs tell places inside their windows, and what is missing to a place on the screen."""
        self._last = 0.0
        """When our last input was sent."""

    # --- being there ------------------------------------------------------------------------------------------------------

    @property
    def alive(self) -> bool:
        """Whether it was started and has not been lost since."""
        return self._x is not None and self.screen.alive

    def start(self) -> None:
        """Connect; a private display is started first."""
        told = ""
        for go in range(1, TRIES + 1):
            place = self.screen.start()
            until = time.monotonic() + go * STARTING
            while time.monotonic() < until:
                try:
                    return self._connect(place)
                except (*LOST, Gone, OSError) as error:
                    told = f"the display {place.display} does not answer: {error}"
                    self._let_go()
                    time.sleep(0.1)
            self.screen.stop()
        raise LookFailed(told)

    def _connect(self, place: Place) -> None:
        self._place = place
        self._x = display.Display(place.display)
        if not self._x.has_extension("XTEST"):
            raise LookFailed(f"the display {place.display} takes no input from programs: it lacks XTEST")
        self._keyboard = Keyboard(self._x)
        self._access = Accessibility(place.bus)
        self._shots = mss.MSS(display=place.display)
        self._last = time.monotonic()
        if not self._property(self._x.screen().root, "_NET_SUPPORTING_WM_CHECK"):
            raise Gone("no window manager yet")
        # Programs of Qt tell about themselves only if they find this when they start.
        if place.private and not self._property(self._x.screen().root, "AT_SPI_BUS"):
            raise Gone("no accessibility bus yet")

    def stop(self) -> None:
        """Let go; a private display ends."""
        if self._x is not None and self._place.private and self.screen.alive:
            leave(self)
        self._let_go()
        self.screen.stop()

    def _let_go(self) -> None:
        for part in (self._access, self._shots, self._x):
            if part is not None:
                with suppress(Exception):  # a connection that is lost complains when it is closed
                    part.close()
        self._access = self._shots = self._x = self._keyboard = None
        self._kinds, self._names = {}, {}

    def _there(self) -> tuple[Any, Keyboard, Accessibility]:
        if self._x is None or self._keyboard is None or self._access is None:
            raise Gone("the display is gone")
        return self._x, self._keyboard, self._access

    def launch(self, command: Sequence[str], folder: Path) -> Started:
        """Start a program."""
        return self.screen.launch(command, folder)

    # --- windows ------------------------------------------------------------------------------------------------------------

    def windows(self) -> list[Window]:
        """The windows that are shown, the lowest first; menus and tips that no manager knows are on top."""
        x, _, _ = self._there()
        try:
            root = x.screen().root
            active = next(iter(self._property(root, "_NET_ACTIVE_WINDOW")), 0)
            listed = list(self._property(root, "_NET_CLIENT_LIST_STACKING"))
            self._names = {id: told for id, told in self._names.items() if id in listed}
            found = [w for id in listed if (w := self._window(id, active)) is not None]
            known = {w.id for w in found}
            loose = (w for child in root.query_tree().children if (w := self._loose(child)) is not None)
            return [*found, *(w for w in loose if w.id not in known)]
        except LOST as error:
            raise self._lost(error) from None

    def _window(self, id: int, active: int) -> Window | None:
        x, _, _ = self._there()
        window = x.create_resource_object("window", id)
        with suppress(XError):
            attributes = window.get_attributes()
            hidden = attributes.map_state != X.IsViewable
            owner = window.get_wm_transient_for()
            kind = "hidden" if hidden else self._kind(window)
            if id not in self._names:
                process = next(iter(self._property(window, "_NET_WM_PID")), 0)
                self._names[id] = (process, tuple(window.get_wm_class() or ()))
            process, named = self._names[id]
            if not process or not named:  # a window that is just opening tells them late
                del self._names[id]
            modal = x.get_atom("_NET_WM_STATE_MODAL") in self._property(window, "_NET_WM_STATE")
            return Window(
                id, self._title(window), process, self._box(window), id == active, kind, owner.id if owner else 0,
                named[0] if named else "", modal, is_terminal(named), self._frame(window),
            )  # fmt: skip
        return None

    def _frame(self, window: Any) -> tuple[int, int, int, int]:
        told = list(self._property(window, "_NET_FRAME_EXTENTS"))
        return (told[0], told[1], told[2], told[3]) if len(told) == 4 else (0, 0, 0, 0)

    def _loose(self, window: Any) -> Window | None:
        with suppress(XError):
            attributes = window.get_attributes()
            if not attributes.override_redirect or attributes.map_state != X.IsViewable or attributes.win_class == X.InputOnly:
                return None
            box = self._box(window)
            if box[2] > 1 and box[3] > 1:
                process = next(iter(self._property(window, "_NET_WM_PID")), 0)
                return Window(window.id, self._title(window), process, box, False, self._kind(window) or "menu")
        return None

    def _kind(self, window: Any) -> str:
        x, _, _ = self._there()
        kinds = list(self._property(window, "_NET_WM_WINDOW_TYPE"))
        if kinds and kinds[0] not in self._kinds:  # what a number means never changes
            self._kinds[kinds[0]] = x.get_atom_name(kinds[0])
        named = self._kinds[kinds[0]].removeprefix("_NET_WM_WINDOW_TYPE_").lower() if kinds else ""
        return "menu" if named.endswith("menu") or named == "combo" else "" if named == "normal" else named

    def _title(self, window: Any) -> str:
        x, _, _ = self._there()
        named = window.get_full_property(x.get_atom("_NET_WM_NAME"), X.AnyPropertyType)
        if named is not None and isinstance(named.value, bytes | str):
            return named.value.decode("utf-8", "replace") if isinstance(named.value, bytes) else named.value
        plain = window.get_wm_name()
        return plain.decode("latin-1") if isinstance(plain, bytes) else plain or ""

    def _box(self, window: Any) -> Box:
        x, _, _ = self._there()
        size = window.get_geometry()
        at = window.translate_coords(x.screen().root, 0, 0)
        return (-at.x, -at.y, size.width, size.height)

    def _property(self, window: Any, name: str) -> Iterable[int]:
        x, _, _ = self._there()
        found = window.get_full_property(x.get_atom(name), X.AnyPropertyType)
        return found.value if found is not None else ()

    def activate(self, window: int) -> None:
        """Bring a window to the front."""
        self._tell(window, "_NET_ACTIVE_WINDOW", (PAGER, X.CurrentTime, 0, 0, 0))

    def shut(self, window: int) -> None:
        """Ask a window to close."""
        self._tell(window, "_NET_CLOSE_WINDOW", (X.CurrentTime, PAGER, 0, 0, 0))

    def place(self, window: int, box: Box) -> None:
        """Move a window."""
        x, _, _ = self._there()
        x.create_resource_object("window", window).configure(x=box[0], y=box[1], width=box[2], height=box[3])
        self._sync()

    def _tell(self, window: int, message: str, data: tuple[int, ...]) -> None:
        x, _, _ = self._there()
        root = x.screen().root
        told = event.ClientMessage(
            window=x.create_resource_object("window", window), client_type=x.get_atom(message), data=(32, data)
        )
        root.send_event(told, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self._sync()

    # --- seeing -------------------------------------------------------------------------------------------------------------

    def elements(self) -> list[Element]:
        """What programs show."""
        access = self._there()[2]
        found = access.elements()
        if access.inside:
            windows = self.windows()
            own = [w.id for w in windows if w.process in access.inside]
            found, self._shifts = placed(found, windows, access.inside, {id: self._margin(id) for id in own})
        return found

    def _margin(self, window: int) -> Sequence[int]:
        """What a program draws around its window itself, as a shadow."""
        with suppress(XError):
            return list(self._property(self._there()[0].create_resource_object("window", window), "_GTK_FRAME_EXTENTS"))
        return ()

    def stirred(self) -> bool:
        """Whether programs have told of a change."""
        return self._there()[2].stirred()

    def busy(self) -> bool:
        """Whether a program is slow to answer."""
        return self._there()[2].busy()

    def capture(self) -> Frame:
        """The screen."""
        self._there()
        try:
            shot = self._shots.grab(self._shots.monitors[0])
            return Frame(shot.raw, shot.width, shot.height)
        except (mss.ScreenShotError, AssertionError, *LOST) as error:
            raise self._lost(error) from None

    # --- pointer and keys -----------------------------------------------------------------------------------------------------

    def touched(self) -> str:
        """What somebody else did since our last input, by the time that the server counts since any."""
        x, _, _ = self._there()
        try:
            idle = screensaver.query_info(x.screen().root).idle / 1000
        except LOST as error:
            raise self._lost(error) from None
        now = time.monotonic()
        if idle + SLACK >= now - self._last:
            return ""
        self._last = now  # it is told once: who says that the run may go on has seen it
        return "the pointer or the keyboard was used by somebody else"

    def listen(self) -> Hearing:
        """Listen to what a person does."""
        return Ears(self._place.display, self._place.bus)

    def move(self, x: int, y: int) -> tuple[int, int]:
        """Move the pointer; where it then is."""
        d, _, _ = self._there()
        self._input(X.MotionNotify, x=x, y=y)
        at = d.screen().root.query_pointer()
        return at.root_x, at.root_y

    def button(self, number: int, down: bool) -> None:
        """Press or release a button."""
        self._input(X.ButtonPress if down else X.ButtonRelease, number)

    def _input(self, kind: int, detail: int = 0, x: int = 0, y: int = 0) -> None:
        d, _, _ = self._there()
        try:
            xtest.fake_input(d, kind, detail, x=x, y=y)
        except LOST as error:
            raise self._lost(error) from None
        self._sync()

    def keys(self, names: Sequence[str]) -> None:
        """Press these keys together."""
        self._there()[1].press(names)
        self._sync()

    def type(self, text: str) -> None:
        """Type it."""
        self._there()[1].type(text)
        self._sync()

    def _sync(self) -> None:
        x, _, _ = self._there()
        try:
            x.sync()
        except LOST as error:
            raise self._lost(error) from None
        self._last = time.monotonic()

    def _lost(self, error: BaseException) -> Gone:
        self._let_go()
        return Gone(f"the display is gone: {error or type(error).__name__}")

    # --- elements -----------------------------------------------------------------------------------------------------------

    def put(self, key: Key, text: str) -> bool:
        """Put a text into an element without typing."""
        return self._there()[2].put(key, text)

    def read(self, key: Key) -> str:
        """What stands in an element."""
        return self._there()[2].read(key)

    def box(self, key: Key) -> Box | None:
        """Where an element is now."""
        box, shift = self._there()[2].box(key), self._shifts.get(key)
        if box is None or shift is None:
            return box
        corner = next((w.box for w in self.windows() if w.id == shift.window), None)
        return shift.moved(box, corner) if corner is not None else None

    def states(self, key: Key) -> Collection[str]:
        """The states of an element."""
        return self._there()[2].states(key)

    def focus(self, key: Key) -> bool:
        """Give the keyboard to an element."""
        return self._there()[2].focus(key)
