"""What a person does in programs, written down as a task: buttons and keys are heard, looks tell what they were done to."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from ...core.errors import LookFailed
from ...core.model import Json, Observation
from ..shown import Deed
from . import done_to
from .done_to import NOTHING, Act, Seen, act_on, field_among, focused, is_menu_open, keys_on, meaning, struck_in, thing_at
from .driver import Gone, Heard, Hearing, Key, Pressed, Struck, Window, Wrote
from .sight import Sight, dialog_names, is_asking
from .things import FIELDS, holds
from .world import DesktopWorld

PAUSE = 0.04
"""Seconds between two times that are listened to."""
KEPT = 60
"""Looks that are kept for what is heard."""
RECENT = 200
"""Inputs whose time is kept: as many as somebody makes between two looks."""
BEFORE = 3
"""Looks before an input in which its target is looked for."""
AFTERWARDS = 1.0
"""Seconds within which a field tells what was typed, and a menu opens."""
PATIENCE = 8.0
"""Seconds in which a look must show the window that an input went to: programs may be slow to tell."""
TWICE = 0.5
"""Seconds between the two clicks of one double click."""
OPENABLE = ("item", "option", "treeitem")
MOVED = 12
"""Pixels: who moves the pointer further with its button held drags."""
CLOSING = 3.0
"""Seconds within which a window closes, or asks, once its frame was pressed."""


class Held(NamedTuple):
    """A button of the pointer that was pressed on a thing, until it is let go."""

    at: tuple[int, int]
    window: int
    sight: Sight
    id: str
    acts: int
    """How many acts there were before it."""


class Framed(NamedTuple):
    """A press on the frame of a window, of which it is not known yet what it does."""

    at: float
    window: Window
    dialogs: frozenset[str]


class Recorder:
    """Listens to a display at which a person works."""

    def __init__(self, desk: DesktopWorld) -> None:
        self._desk = desk
        self._program = Path(desk.program.split()[0]).name if desk.program else ""
        """When its last window is closed, the task is over."""
        self._ears: Hearing | None = None
        self._waiting: deque[Heard] = deque()
        self._looks: deque[Seen] = deque(maxlen=KEPT)
        self._open: list[tuple[float, float, frozenset[str]]] = []
        """When each look began and ended, and which dialogs were open."""
        self._acts: list[Act] = []
        self._typed: dict[Key, list[float]] = {}
        """When keys were struck that go into a field."""
        self._last_typed: Key | None = None
        self._inputs: deque[float] = deque(maxlen=RECENT)
        """When buttons and keys were pressed."""
        self._held: Held | None = None
        self._framed: Framed | None = None
        self.first: Observation | None = None
        self.last: Observation | None = None
        self.unclear: list[str] = []
        """What was done to things that no look showed: the task lacks it."""

    async def begin(self) -> str:
        """Look for the first time; where the task is to be shown."""
        self.first = self.last = await self._desk.observe()
        self._ears = await self._desk.listen()
        return f"on the display {self._ears.where}"

    async def listen(self, over: asyncio.Event) -> None:
        """Listen until it is over, or the program's last window is closed."""
        if self._ears is None:
            await self.begin()
        assert self._ears is not None
        ears = self._ears
        try:
            await self._look()
            while not over.is_set() and self._goes_on():
                heard = ears.heard()
                self._waiting += heard
                stirred = await self._desk.stirred()
                if heard or stirred or monotonic() - self._looks[-1].ended > AFTERWARDS:
                    await self._look()
                self._settle()
                await asyncio.sleep(PAUSE)
            self._waiting += ears.heard()
            await self._look()
            self._settle(to_the_end=True)
        except (Gone, LookFailed):
            self._settle(to_the_end=True)
        finally:
            ears.close()

    async def lasting(self) -> Observation:
        """What stays of the task: the screen at rest, and the files."""
        with suppress(LookFailed):
            self.last = await self._desk.observe()
        assert self.last is not None
        return self.last

    def _goes_on(self) -> bool:
        if not self._program or self.first is None or f"runs({self._program})" not in self.first.facts:
            return True
        return any(f"runs({self._program})" in seen.sight.facts for seen in list(self._looks)[-BEFORE:])

    async def _look(self) -> None:
        began = monotonic()
        sight = await self._desk.look()
        self._looks.append(Seen(began, monotonic(), sight))
        names = dialog_names(sight.screen)
        self._open.append((began, monotonic(), frozenset(n for top, n in names.items() if not is_asking(sight.screen, top))))
        self._close(sight, frozenset(names.values()))
        if self._last_typed is not None and not any(isinstance(w, Pressed | Struck) for w in self._waiting):
            self._read(self._last_typed, sight)

    # --- from what is heard to what was done ------------------------------------------------------------------------------------

    def _settle(self, to_the_end: bool = False) -> None:
        """Understand what was heard before the last look began."""
        while self._waiting and (to_the_end or self._is_ripe(self._waiting[0])):
            heard = self._waiting.popleft()
            if not isinstance(heard, Wrote):
                self._inputs.append(heard.at)
            match heard:
                case Pressed() as pressed:
                    self._framed = None if pressed.down else self._framed
                    self._pressed(pressed)
                case Struck() as struck:
                    self._framed = None
                    self._struck(struck)
                case Wrote() as wrote:
                    self._wrote(wrote)

    def _is_ripe(self, heard: Heard) -> bool:
        """Whether a look came after it, and one shows the window that it went to."""
        if isinstance(heard, Wrote) or monotonic() - heard.at > PATIENCE:
            return heard.at < self._looks[-1].began
        framed = isinstance(heard, Pressed) and (not heard.down or self._frame_at(heard) is not None)
        return heard.at < self._looks[-1].began and (framed or bool(self._around(heard)))

    def _around(self, heard: Pressed | Struck) -> list[Sight]:
        """Looks that may show what an input was done to, the likeliest first: those with the window that it went to."""
        before = [seen.sight for seen in self._looks if seen.ended <= heard.at]
        sights = [*reversed(before[-BEFORE:]), *(seen.sight for seen in self._looks if seen.ended > heard.at)]
        window = self._window(heard)
        if not window:
            return sights
        if isinstance(heard, Struck):
            return [sight for sight in sights if sight.active is not None and sight.active.id == window]
        return [sight for sight in sights if any(w.id == window for w in sight.screen.windows)]

    def _window(self, heard: Pressed | Struck) -> int:
        """The window that an input went to: the one that was there before, if it is gone since; the input may have closed it."""
        before = next((seen.sight for seen in reversed(self._looks) if seen.ended <= heard.at), None)
        after = next((seen.sight for seen in self._looks if seen.began > heard.at), None)
        if before is None or after is None:
            return heard.window
        windows = [w for w in reversed(before.screen.windows) if not done_to.proposes(before, w)]
        there = next((w for w in windows if (holds(w.box, heard.point) if isinstance(heard, Pressed) else w.active)), None)
        return there.id if there is not None and all(w.id != there.id for w in after.screen.windows) else heard.window

    def _pressed(self, pressed: Pressed) -> None:
        if not pressed.down:
            self._drop(pressed)
            return
        self._held = None
        if (frame := self._frame_at(pressed)) is not None:
            self._framed = frame
            self._close(self._looks[-1].sight, frozenset(dialog_names(self._looks[-1].sight.screen).values()))
            return
        sights, window = self._around(pressed), self._window(pressed)
        for sight in sights:
            id = thing_at(sight, pressed.point, window)
            if id:
                self._held = Held(pressed.point, window, sight, id, len(self._acts))
                if pressed.button != 1 and sight.things[id].role not in FIELDS:
                    self.unclear.append(f"a click on {id} with button {pressed.button}")
                else:
                    self._use(pressed.at, sight, id)
                return
        known = next((w for s in sights for w in s.screen.windows if w.id == window), None)
        if window and not (known is not None and known.terminal):
            where = repr(known.title) if known is not None else "a window that no look shows"
            self.unclear.append(f"a click at {pressed.point} in {where}")

    def _drop(self, released: Pressed) -> None:
        """A button was let go: what was pressed was dragged, if the pointer is elsewhere. In a field that only marks a text."""
        held, self._held = self._held, None
        if held is None or held.sight.things[held.id].role in FIELDS:
            return
        right, down = released.point[0] - held.at[0], released.point[1] - held.at[1]
        if max(abs(right), abs(down)) < MOVED:
            return
        onto = thing_at(held.sight, released.point, held.window)
        args: dict[str, Json] = {"onto": onto} if onto and onto != held.id else {"right": right, "down": down}
        target = next(t for t in held.sight.targets if t.id == held.id)
        self._acts = [*self._acts[: held.acts], Act(released.at, Deed("drag", target, args))]

    def _frame_at(self, pressed: Pressed) -> Framed | None:
        """The window whose frame was pressed: the bar with its title, its buttons or its edge."""
        seen = next((seen.sight for seen in reversed(self._looks) if seen.ended <= pressed.at), None)
        windows = [w for w in seen.screen.windows if w.kind != "hidden"] if seen is not None else []
        over = next((w for w in reversed(windows) if holds(w.whole, pressed.point)), None)
        if seen is None or over is None or holds(over.box, pressed.point) or pressed.button != 1:
            return None
        return Framed(pressed.at, over, frozenset(dialog_names(seen.screen).values()))

    def _close(self, sight: Sight, dialogs: frozenset[str]) -> None:
        """Whether a press on a frame closed its window, or made its program ask. To move a window is nothing that a task needs;
        with the last window of a program the task is over."""
        framed = self._framed
        if framed is None:
            return
        gone = all(w.id != framed.window.id for w in sight.screen.windows)
        left = any(w.process == framed.window.process for w in sight.screen.windows)
        since = any(isinstance(w, Struck) or (isinstance(w, Pressed) and w.down) for w in self._waiting)
        asks = bool(dialogs - framed.dialogs) and not since  # another input may have opened it
        if (gone and left) or asks:
            self._acts.append(Act(framed.at, Deed("close_window", NOTHING, {"title": framed.window.title})))
        if gone or asks or monotonic() - framed.at > CLOSING:
            self._framed = None

    def _use(self, at: float, sight: Sight, id: str) -> None:
        """A thing was clicked on, or what does the same."""
        if sight.things[id].role in FIELDS and sight.things[id].role != "combobox":
            return  # what comes to stand in it is what was done
        act = act_on(sight, id, at)
        if isinstance(act, str):
            if act:
                self.unclear.append(act)
            return
        last = self._acts[-1] if self._acts else None
        twice = last is not None and last.deed.target.id == id and at - last.at < TWICE
        if twice and last is not None and last.deed.skill == "click" and act.deed.target.role in OPENABLE:
            self._acts[-1] = last._replace(deed=last.deed._replace(skill="double_click"))
            return
        self._last_typed = None
        self._acts.append(act)

    def _struck(self, struck: Struck) -> None:
        sights = self._around(struck)
        if not sights:
            self._is_unclear(struck, "in a window that no look shows")
            return
        sight = struck_in(struck, sights, self._looks, self._inputs)
        if sight is None or sight.terminal is not None:
            if sight is None:
                self._is_unclear(struck, "just after something else")
            return
        id = focused(sight)
        means = meaning(sight, id, struck)
        if means == "writes":
            key = sight.things[id].key
            self._typed.setdefault(key, []).append(struck.at)
            self._last_typed = key
        elif means == "uses":
            self._use(struck.at, sight, id)
        elif is_menu_open(sight):
            if struck.character:
                self._is_unclear(struck, "in an open menu")
        elif struck.character and not struck.held and not id:  # it may be a secret
            self._is_unclear(struck, "where no look tells of a field")
        elif means == "commands" and not self._opens_menu(struck.at):
            self._last_typed = None
            self._acts.append(Act(struck.at, keys_on(sight, id, struck)))

    def _is_unclear(self, struck: Struck, where: str) -> None:
        """Tell of keys, but not which characters were typed."""
        told = f"{'typing' if struck.character and not struck.held else struck.keys} {where}"
        if not self.unclear or self.unclear[-1] != told:
            self.unclear.append(told)

    def _opens_menu(self, at: float) -> bool:
        return any(is_menu_open(seen.sight) for seen in self._looks if at < seen.began < at + AFTERWARDS)

    def _wrote(self, wrote: Wrote) -> None:
        """A field has another text: one that was typed, if keys were struck for it before."""
        if wrote.comes_from(self._typed.get(wrote.key, ()), AFTERWARDS, PATIENCE) and (
            wrote.more or self._last_typed == wrote.key
        ):
            self._fill(wrote.key, wrote.text)

    def _read(self, key: Key, sight: Sight) -> None:
        """What stands in the field that was typed into last, as a look shows it."""
        found = next((e for e in sight.screen.elements if e.key == key and e.text is not None), None)
        if found is not None and key in self._typed:
            self._fill(key, found.text or "")

    def _fill(self, key: Key, text: str) -> None:
        """The text of a field since something else was done last."""
        struck = self._typed[key]
        since = max((act.at for act in self._acts if act.key is None and act.at < struck[-1]), default=0.0)
        began = min(at for at in struck if at > since)
        for i, act in enumerate(self._acts):
            if act.key == key and act.at == began:
                before = self._folder(text)
                self._acts[i] = act._replace(deed=act.deed._replace(args={"text": text}, before=before))
                return
        target = field_among([seen.sight for seen in self._looks], key)
        if target is not None:
            turn = sum(act.key is not None and act.deed.target.id == target.id for act in self._acts)
            deed = Deed("fill", target, {"text": text}, before=self._folder(text), turn=turn)
            self._acts = sorted([*self._acts, Act(began, deed, key)], key=lambda act: act.at)

    def _folder(self, text: str) -> str:
        """The watched folder that a file lies in: another file lies there too."""
        return next((f"{folder}/" for folder in self._desk.folders if text.startswith(f"{folder}/")), "")

    # --- the task ---------------------------------------------------------------------------------------------------------------

    def deeds(self) -> list[Deed]:
        """What was done, to what, and which dialogs it opened or closed."""
        return [act.deed if act.key is not None else act.deed._replace(brings=self._brought(act.at)) for act in self._acts]

    def _brought(self, at: float) -> str:
        """What came of an act until the next one: looks while a text is typed count as well, since that opens and closes nothing,
        and a busy machine may show nothing before."""
        end = next((act.at for act in self._acts if act.at > at and act.key is None), float("inf"))
        before = next((names for _, ended, names in reversed(self._open) if ended <= at), frozenset[str]())
        after = next((names for began, ended, names in reversed(self._open) if began > at and ended <= end), before)
        new, gone = sorted(after - before), sorted(before - after)
        return _dialog(new) or (f"not {_dialog(gone)}" if gone else "")


def _dialog(names: Sequence[str]) -> str:
    return 'dialog("' + names[0].replace("\\", "\\\\").replace('"', '\\"') + '")' if names else ""
