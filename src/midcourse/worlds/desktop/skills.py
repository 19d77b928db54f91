"""The skills, done on the desktop."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from time import monotonic

from ...core.errors import ConditionError, choices
from ...core.logic.conditions import coverage, evaluate, parse
from ...core.model import Json, Observation
from .driver import Refused
from .finality import presses
from .keyboard import key_names
from .reaching import MOMENT, Reach
from .sight import Sight
from .starting import start
from .things import Screenful, clean, is_zone
from .typing_in import PIECE, Typing

OPENING = 2.0
"""Seconds that a menu may take to open."""
CLOSERS = (
    ("cancel", "no", "close", "dismiss", "keep", "later", "not now", "skip", "×", "x"),
    ("ok", "okay", "got it", "continue", "yes"),
)
"""What buttons that make a dialog go are called; those that agree to nothing first."""


class Hands:
    """One method a skill: its arguments and the id of what it is done to."""

    def __init__(self, reach: Reach, observe: Callable[[], Awaitable[Observation]], folder: Callable[[], Path]) -> None:
        self._reach, self._observe, self._folder = reach, observe, folder
        self.typing = Typing(reach)

    async def do(self, skill: str, args: Mapping[str, Json], target: str) -> Json:
        """Do it; Refused when it cannot be done."""
        return await getattr(self, skill)(args, target)

    # --- pointing -------------------------------------------------------------------------------------------------------

    async def click(self, args: Mapping[str, Json], target: str) -> Json:
        """Click on a thing."""
        await self._not_final(target)
        return await self._press(target)

    async def double_click(self, args: Mapping[str, Json], target: str) -> Json:
        """Click twice."""
        await self._not_final(target)
        return await self._press(target, 2)

    async def confirm(self, args: Mapping[str, Json], target: str) -> Json:
        """Click on what cannot be undone, if it asks just this."""
        now = (await self._reach.look()).final.get(target, "")
        if now != args["question"]:
            raise Refused(
                "stale_target", f"{target} does not ask {args['question']!r}" + (f" but {now!r}" if now else ""), "changed"
            )
        return await self._press(target)

    async def _press(self, target: str, times: int = 1) -> Json:
        thing, _, _ = await self._reach.at(target)
        for _ in range(times):
            await self._reach.press(thing.key)
        return None

    async def _not_final(self, target: str) -> None:
        sight = self._reach.sight or await self._reach.look()
        if target in sight.final:
            raise Refused("forbidden", f"{target} cannot be undone: use confirm, which asks a person", "denied")

    async def hover(self, args: Mapping[str, Json], target: str) -> Json:
        """Point at a thing."""
        await self._reach.at(target)
        return None

    async def scroll(self, args: Mapping[str, Json], target: str) -> Json:
        """Turn the wheel."""
        thing, _, _ = await self._reach.at(target)
        down = int(args["down"])
        for _ in range(min(abs(down), 200)):
            await self._reach.press(thing.key, 5 if down > 0 else 4)
        return None

    async def drag(self, args: Mapping[str, Json], target: str) -> Json:
        """Drag a thing."""
        right, down = int(args.get("right") or 0), int(args.get("down") or 0)
        if not args.get("onto") and not (right or down):
            raise Refused("bad_arguments", "drag onto what, or how far? give onto, right or down")
        to = (await self._reach.at(str(args["onto"])))[2] if args.get("onto") else None
        _, _, start = await self._reach.at(target)
        end = to or (start[0] + right, start[1] + down)
        driver, call = self._reach.driver, self._reach.call
        await call(driver.button, 1, True)
        for i in range(1, 11):
            await call(driver.move, start[0] + (end[0] - start[0]) * i // 10, start[1] + (end[1] - start[1]) * i // 10)
            await asyncio.sleep(0.01)
        await call(driver.button, 1, False)
        return None

    async def check(self, args: Mapping[str, Json], target: str) -> Json:
        """Tick a box."""
        return await self._set(target, True)

    async def uncheck(self, args: Mapping[str, Json], target: str) -> Json:
        """Untick a box."""
        return await self._set(target, False)

    async def _set(self, target: str, wanted: bool) -> Json:
        await self._not_final(target)
        thing, _ = await self._reach.thing(target)
        if is_zone(thing.key):
            raise Refused("unsupported", f"whether {target} is ticked cannot be read; click on it", "structural")
        if bool({"checked", "selected", "pressed"} & set(await self._reach.states(thing.key))) != wanted:
            await self._press(target)
        return None

    # --- typing ---------------------------------------------------------------------------------------------------------

    async def fill(self, args: Mapping[str, Json], target: str) -> Json:
        """Put a text into a field."""
        await self.typing.fill(target, str(args["text"]))
        return None

    async def type_text(self, args: Mapping[str, Json], target: str) -> Json:
        """Type where the keyboard goes."""
        await self.typing.type(target, str(args["text"]))
        return None

    async def put_back(self, args: Mapping[str, Json], target: str) -> Json:
        """Put back what stood there before."""
        await self.typing.put_back(target)
        return None

    async def press(self, args: Mapping[str, Json], target: str) -> Json:
        """Press keys."""
        names = key_names(str(args["keys"]))
        if target:
            thing, _, _ = await self._reach.at(target)
            if "focused" not in await self._reach.states(thing.key) and not await self._reach.focus(thing.key):
                await self._reach.press(thing.key)
        await self._presses_nothing_final(names)
        if (title := (await self._reach.look()).terminal) is not None:
            raise Refused("forbidden", f"{title!r} is a terminal: use run_in_terminal, which asks a person", "denied")
        for _ in range(min(int(args.get("times") or 1), 500)):
            await self._reach.call(self._reach.driver.keys, names)
        return None

    async def hotkey(self, args: Mapping[str, Json], target: str) -> Json:
        """Press a shortcut."""
        return await self.press(args, target)

    async def run_in_terminal(self, args: Mapping[str, Json], target: str) -> Json:
        """Type a line into the terminal in front."""
        title, text = str(args["title"]), f"{args['command']}\n"
        for at in range(0, len(text), PIECE):
            if (now := (await self._reach.look()).terminal) != title:
                told = (
                    f"the keyboard goes to {now!r}, not to {title!r}" if now is not None else f"no terminal {title!r} is in front"
                )
                raise Refused("not_focused", f"{told}; {at} characters were typed", "changed", clean=at == 0)
            await self._reach.call(self._reach.driver.type, text[at : at + PIECE])
        return None

    async def _presses_nothing_final(self, names: list[str]) -> None:
        """Enter would press the button that overwrites as well as a click does."""
        if not presses(names):
            return
        sight = await self._reach.look()
        inside = [
            id
            for id in sight.final
            if id not in sight.hidden and (is_zone(sight.things[id].key) or sight.screen.is_dialog(sight.things[id].top))
        ]
        if inside:
            raise Refused("forbidden", f"{'+'.join(names)} may press {inside[0]}, which cannot be undone: use confirm", "denied")

    # --- menus and lists ----------------------------------------------------------------------------------------------------

    async def select(self, args: Mapping[str, Json], target: str) -> Json:
        """Choose in a menu or a list."""
        path = [clean(part) for part in re.split(r"\s*>\s*", str(args["option"]))]
        thing, _ = await self._reach.thing(target)
        sight = self._reach.sight
        assert sight is not None
        offered = sight.screen.offers(thing.place)
        if offered and " > ".join(path) not in offered:
            raise Refused("bad_arguments", f"{target} has no {' > '.join(path)!r}; {choices(' > '.join(path), offered)}")
        await self._choose(target, path)
        return None

    async def select_menu(self, args: Mapping[str, Json], target: str) -> Json:
        """Choose in the menus of the window in front."""
        first, *path = [clean(part) for part in re.split(r"\s*>\s*", str(args["path"]))]
        sight = await self._reach.look()
        active = sight.active
        menus = {
            thing.label: id
            for id, thing in sight.things.items()
            if thing.role == "menuitem"
            and (active is None or thing.window in (0, active.id))
            and sight.screen.offers(thing.place)
        }
        if first not in menus or not path:
            raise Refused("not_found", f"no menu {args['path']!r} in the window in front; {choices(first, menus)}")
        return await self.select({"option": " > ".join(path)}, menus[first])

    async def _choose(self, target: str, path: list[str]) -> None:
        """Open it, and click on what is named, level by level; what was opened in vain is closed."""
        parent = (await self._reach.thing(target))[0].key
        sight = await self._reach.look()
        shown = self._entry(sight, parent, path[0])
        if shown is None or sight.things[shown].role != "menuitem":  # a click would shut a menu that is open
            await self._press(target)
            parent = (await self._reach.thing(target))[0].key
        for depth, label in enumerate(path):
            until = monotonic() + OPENING
            while (found := self._entry(await self._reach.look(), parent, label)) is None:
                if monotonic() > until:
                    for _ in range(depth + 1):
                        await self._reach.call(self._reach.driver.keys, ("Escape",))
                    raise Refused("no_effect", f"{label!r} did not show when {target} was opened")
                await asyncio.sleep(MOMENT)
            thing, element = await self._reach.thing(found)
            if found in (await self._reach.look()).final or not element.states & {"sensitive", "enabled"}:
                for _ in range(depth + 1):
                    await self._reach.call(self._reach.driver.keys, ("Escape",))
                await self._not_final(found)
                raise Refused("disabled", f"{label!r} is switched off", "transient")
            parent = thing.key
            try:
                await self._press(found)
            except Refused as refused:
                await self._reach.call(self._reach.driver.keys, ("Escape",))
                raise Refused("no_effect", f"{label!r} was not reached: {refused}", "transient") from None

    def _entry(self, sight: Sight, parent: tuple[str, str], label: str) -> str | None:
        """The id of an entry that is shown in a menu or a list."""
        for id, thing in sight.things.items():
            above = [sight.screen.elements[p].key for p in sight.screen.parents(thing.place)]
            if thing.label == label and thing.key != parent and (parent in above or thing.role == "option"):
                return id
        return None

    # --- windows and programs -----------------------------------------------------------------------------------------------

    async def launch(self, args: Mapping[str, Json], target: str) -> Json:
        """Start a program, and wait for its window."""
        return {"process": await start(self._reach, str(args["program"]), self._folder())}

    async def focus_window(self, args: Mapping[str, Json], target: str) -> Json:
        """Bring a window to the front."""
        window = await self._titled(str(args["title"]))
        await self._reach.call(self._reach.driver.activate, window)
        until = monotonic() + 2.0
        while (active := await self._reach.active()) is None or active.id != window:
            if monotonic() > until:
                raise Refused("no_effect", f"{args['title']!r} does not come to the front")
            await asyncio.sleep(MOMENT)
        return None

    async def close_window(self, args: Mapping[str, Json], target: str) -> Json:
        """Ask a window to close."""
        await self._reach.call(self._reach.driver.shut, await self._titled(str(args["title"])))
        return None

    async def _titled(self, title: str) -> int:
        windows = {w.title: w.id for w in await self._reach.call(self._reach.driver.windows) if w.title}
        if title not in windows:
            raise Refused("not_found", f"no window {title!r}; {choices(title, windows)}")
        return windows[title]

    async def dismiss(self, args: Mapping[str, Json], target: str) -> Json:
        """Make go what lies over other things."""
        sight = await self._reach.look()
        name = str(args["cover"])
        if name not in sight.tops:
            raise Refused("not_found", f"nothing called {name!r} lies over other things")
        button = closer(sight, name)
        if button:
            await self._press(button)
            return {"by": button}
        await self._reach.call(self._reach.driver.keys, ("Escape",))
        until = monotonic() + OPENING
        while name in (await self._reach.look()).tops:
            if monotonic() > until:
                raise Refused("no_effect", f"{name} has nothing to close it, and stays", "changed")
            await asyncio.sleep(MOMENT)
        return {"by": "Escape"}

    async def wait_for(self, args: Mapping[str, Json], target: str) -> Json:
        """Wait for a condition, or for some seconds."""
        if not args.get("condition"):
            await asyncio.sleep(float(args.get("seconds") or 1.0))
            return None
        try:
            wanted = parse(str(args["condition"]))
        except ConditionError as error:
            raise Refused("bad_arguments", str(error)) from None
        until = monotonic() + float(args.get("seconds") or 10.0)
        while True:
            seen = await self._observe()
            if evaluate(wanted, seen.facts, coverage(seen.covers)):
                return None
            if monotonic() > until:
                raise Refused("no_effect", f"{args['condition']} did not come to hold")
            await asyncio.sleep(0.1)


def closer(sight: Sight, cover: str) -> str:
    """The id of what makes a cover go without losing anything; '' where it has no such button."""
    screen: Screenful = sight.screen
    top = sight.tops[cover]
    inside = {id: t for id, t in sight.things.items() if t.top == top and t.role == "button" and id not in sight.final}
    for words in CLOSERS:
        for id, thing in inside.items():
            if thing.label.lower() in words and screen.elements[thing.place].states & {"sensitive", "enabled"}:
                return id
    return ""
