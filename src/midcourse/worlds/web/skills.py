"""The skills, done in the open page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import Any
from urllib.parse import urljoin

from ...core.errors import ConditionError, choices
from ...core.logic.conditions import coverage, evaluate, fact, parse
from ...core.model import Json, Observation
from . import chips, gestures, trees, widgets
from .calendars import pick, pick_day
from .chips import IS_CHIPS
from .clipboard import HoldsSecret, no_secret_copied, no_secret_dragged
from .closers import gone, moved_away
from .dates import is_date
from .engine import BLANK, BrowserError
from .entered import PRESSED, Entered, emptied, sent_as_entered
from .gestures import Unfit
from .marks import click_beside, mark
from .tab import REST, Tab
from .terminals import TERMINAL, has_terminal, no_keys
from .watching import AGAIN

KIND = """e => {
  if (e.getAttribute('role') === 'slider' && e.tagName !== 'INPUT') return 'slider';
  if (e.getAttribute('role') === 'group') return 'parts';
  if (e.tagName === 'INPUT' && e.readOnly) return 'calendar';
  if (['range', 'color'].includes(e.type)) return 'scale';
  if (e.closest('.CodeMirror, .cm-editor, .ace_editor, .monaco-editor') || (IS_UNSEEN)(e)) return 'editor';
  if (e.getAttribute('role') === 'combobox' || e.getAttribute('aria-autocomplete') || e.getAttribute('list')) return 'suggests';
  if ((IS_CHIPS)(e)) return 'chips';
  return e.isContentEditable ? 'editable' : 'field';
}""".replace("IS_CHIPS", IS_CHIPS).replace("IS_UNSEEN", widgets.IS_UNSEEN)
"""Which way of entering a field wants."""
ORIGIN = "e => e.ownerDocument.defaultView.origin"
FOUND = f"e => [e.value ?? e.innerText ?? '', ({ORIGIN})(e), ({KIND})(e), ({TERMINAL})(e)]"
"""What stands in a field, whose it is, which way of entering it wants, and whether it is a terminal."""
LISTED = f"e => [...({gestures.OFFERED})(e), ({ORIGIN})(e)]"
"""What is chosen in a list, what is offered there, and whose it is."""
PRESSED_FOR = """e => {
  const label = e.labels?.[0] || e.closest('label'), b = e.getBoundingClientRect();
  const hit = e.getRootNode().elementFromPoint?.(b.left + b.width / 2, b.top + b.height / 2);
  if (label && (e.offsetWidth < 4 || hit !== e && label.contains(hit))) return label;
  const c = hit?.getBoundingClientRect(), small = c && c.width < b.width + 24 && c.height < b.height + 24;
  const alone = e.parentElement?.querySelectorAll('input, select, textarea, button, a[href]').length === 1;
  return small && alone && hit !== e && e.parentElement.contains(hit) ? hit : e;
}"""
"""What is pressed for a box: its label where a style hides the box, or draws another over it; without a label the one drawn over
it, if that is about as small and nothing else lies with them."""
SET = f"""e => [
  e.checked ?? (e.getAttribute('aria-checked') === 'true' || e.getAttribute('aria-selected') === 'true'),
  ({PRESSED_FOR})(e) === e,
]"""
"""Whether a box is set, and whether it is pressed itself."""
WRITTEN = ("data:", "blob:")
"""How addresses begin that hold a page themselves, or stand for one that a script made."""
NOTCH = 100
"""Pixels that a notch of the wheel moves a page, as mice do."""


class Hands:
    """One method a skill: its name, its arguments and the id of what it is done to."""

    def __init__(
        self,
        tab: Tab,
        find: Callable[..., Awaitable[Any]],
        read: Callable[[], Awaitable[Observation]],
        closer: Callable[[str], str],
        holds: HoldsSecret,
        terminals: bool = False,
    ) -> None:
        """`holds`: whether a text holds a secret."""
        self._tab, self._find, self._read, self._closer, self._terminals = tab, find, read, closer, terminals
        self._holds = holds
        self.typed: dict[str, str] = {}
        """What we put into fields."""
        self._entered = Entered()
        self._points = False
        """Whether we pointed at something, and what came up there may stay for it."""
        self._before: dict[str, tuple[str, str, str]] = {}
        """What stood in a field before we changed it: (skill, text, the document and origin of the field)."""

    async def do(self, skill: str, args: Mapping[str, Json], target: str) -> Json:
        """Do it; Unfit when it cannot be done."""
        self._tab.watch.outgoing.begins(skill)
        return await getattr(self, skill)(args, target)

    async def go(self, args: Mapping[str, Json], target: str) -> Json:
        """Open an address."""
        url = urljoin(self._tab.start, str(args["url"]))
        if why := self._tab.origins.refuses(url) or self._made_up(url):
            raise Unfit("forbidden", why, "denied")
        self._tab.heading, self._tab.watch.going = url, True
        try:
            await self._tab.page.goto(url, wait_until="domcontentloaded", timeout=self._tab.load * 1000)
        except BrowserError as error:
            if not self._tab.alive:
                raise
            told = next(iter(self._tab.watch.refused), "") or str(error).splitlines()[0]
            raise Unfit("unavailable", f"{url} did not load: {told[:200]}", "transient") from None
        finally:
            self._tab.watch.going = False
        self._tab.heading = ""
        return None

    def _made_up(self, url: str) -> str:
        """Why an address that holds a page itself may not be opened: whoever plans would write that page, and it may send what it
        likes to anywhere."""
        if not url.startswith(WRITTEN) or self._tab.start.startswith(WRITTEN):
            return ""
        return f"{url[:60]} is a page that nobody allowed; the allowed origins are {', '.join(self._tab.origins.allowed)}"

    async def click(self, args: Mapping[str, Json], target: str) -> Json:
        """Click on a thing, or beside it in a drawing."""
        beside = args.get("right") or args.get("down")
        return await (click_beside(self._tab.page, await self._find(target), args) if beside else self._press(target, 1))

    async def double_click(self, args: Mapping[str, Json], target: str) -> Json:
        """Click twice on a thing."""
        return await self._press(target, 2)

    async def _press(self, target: str, times: int) -> Json:
        element = await self._find(target, PRESSED)
        is_option, is_of_a_form, is_emptied, was_filled = element.told
        if is_option:
            raise Unfit("bad_arguments", f"{target} is an option: use select on its list")
        if is_emptied:
            raise emptied()
        if (lag := self._entered.lag(self._tab.loader)) > 0 and not is_of_a_form:
            await element.wait(lag)
        clicks = element.click(click_count=times, timeout=gestures.PATIENCE, no_wait_after=True)
        await gestures.unless_boxed(clicks, self._tab.watch.boxed)
        if was_filled and not self._tab.watch.boxed.is_set():
            await gestures.unless_boxed(sent_as_entered(element), self._tab.watch.boxed)
        return None

    async def fill(self, args: Mapping[str, Json], target: str) -> Json:
        """Put a text into a field."""
        element = await self._find(target, FOUND)
        before, origin, kind, is_terminal = element.told
        if is_terminal and not self._terminals:
            raise no_keys()
        self._before[target] = ("fill", before, self._home(origin))
        self.typed[target] = str(args["text"])
        self._tab.watch.outgoing.enters(target, self.typed[target], self._tab.loader)
        await self._enter(element, kind, str(args["text"]))
        self._entered.keep(element, self._tab.loader)
        return None

    async def _no_terminal(self) -> None:
        if not self._terminals and await has_terminal(self._tab.page):
            raise no_keys()

    async def _enter(self, element: Any, kind: str, text: str) -> None:
        """Put a text into a field by its kind, and leave the field: only then some pages take it, or put it away again."""
        if kind == "slider":
            await widgets.slide(element, text)
        elif kind == "parts":
            await widgets.write_parts(self._tab.page, element, text)
        elif kind == "calendar":
            await pick(self._tab.page, element, text)
        elif kind == "chips":
            await chips.enter(element, text)
        elif kind == "editor":
            await widgets.write(self._tab.page, element, text, self._no_terminal)
        else:
            await gestures.fill(element, text)
        if kind in ("field", "editor", "chips"):
            await gestures.leave(self._tab.page, element)
        if kind == "field" and is_date(text) and await element.ask("e => e.isConnected && e.value === ''"):
            await pick_day(element, text)  # it puts away what is not written in its own way

    async def select(self, args: Mapping[str, Json], target: str) -> Json:
        """Choose in a list."""
        element = await self._find(target, LISTED)
        chosen, offered, origin = element.told
        self._before[target] = ("select", chosen, self._home(origin))
        if offered is not None:
            await gestures.select(element, args["option"], offered)
            return None
        tree = await element.ask("e => e.getAttribute('role') === 'tree'")
        for option in gestures.asked(wanted := args["option"]):
            await (trees.pick(element, option) if tree else widgets.choose(self._tab.page, element, option))
        if isinstance(wanted, str):
            self.typed[target] = wanted
        return None

    async def put_back(self, args: Mapping[str, Json], target: str) -> Json:
        """Put back what stood there before."""
        if target not in self._before:
            raise Unfit("not_found", f"nothing was changed in {target}", "underspecified")
        skill, text, home = self._before.pop(target)
        element = await self._find(target, ORIGIN)
        if self._home(element.told) != home:  # a field of another page goes by the same name
            raise Unfit("not_found", f"nothing was changed in {target} on this page", "underspecified")
        if skill == "fill":
            await gestures.fill(element, text)
        else:
            await gestures.select(element, text, (await element.ask(gestures.OFFERED))[1] or ())
        self.typed.pop(target, None)
        return None

    def _home(self, origin: str) -> str:
        """The document that is open, and the origin of the frame that a field lies in."""
        return f"{self._tab.loader} {origin}"

    async def check(self, args: Mapping[str, Json], target: str) -> Json:
        """Tick a box."""
        return await self._set(target, True)

    async def uncheck(self, args: Mapping[str, Json], target: str) -> Json:
        """Untick a box."""
        return await self._set(target, False)

    async def _set(self, target: str, wanted: bool) -> Json:
        now, itself = (element := await self._find(target, SET)).told
        if now != wanted:
            pressed = element if itself else (await element.evaluate_handle(PRESSED_FOR)).as_element()
            await pressed.click(timeout=gestures.PATIENCE, no_wait_after=True)
        return None

    async def press(self, args: Mapping[str, Json], target: str) -> Json:
        """Press keys."""
        if target:
            await gestures.own_focus(await self._find(target))
        await self._no_terminal()
        await no_secret_copied(self._tab.page, str(args["keys"]), self._holds)
        for _ in range(min(int(args.get("times") or 1), 500)):
            await gestures.unless_boxed(self._tab.page.keyboard.press(str(args["keys"])), self._tab.watch.boxed)
        return None

    async def mark(self, args: Mapping[str, Json], target: str) -> Json:
        """Mark a text."""
        await mark(self._tab.page, str(args["text"]))

    async def hover(self, args: Mapping[str, Json], target: str) -> Json:
        """Point at a thing."""
        await (await self._find(target)).hover(timeout=gestures.PATIENCE)
        self._points = True
        return None

    async def upload(self, args: Mapping[str, Json], target: str) -> Json:
        """Give a file to a field."""
        element, file = await self._find(target), str(gestures.existing(str(args["file"])))
        if await element.ask("e => e.tagName === 'INPUT' && e.type === 'file'"):
            await element.set_input_files(file, timeout=gestures.PATIENCE)
        else:
            await widgets.drop(self._tab.page, element, file)
        self.typed[target] = file
        return None

    async def download(self, args: Mapping[str, Json], target: str) -> Json:
        """Click, and wait for the file."""
        before = len(self._tab.watch.files)
        await (await self._find(target)).click(timeout=gestures.PATIENCE, no_wait_after=True)
        until = monotonic() + self._tab.load
        while len(self._tab.watch.files) == before:
            if monotonic() > until:
                raise Unfit("no_effect", f"{target} brought no file within {self._tab.load:g} seconds", clean=False)
            await asyncio.sleep(REST)
        return {"file": str(self._tab.downloads / self._tab.watch.files[-1])}

    async def scroll(self, args: Mapping[str, Json], target: str) -> Json:
        """Turn the wheel."""
        if target:
            await (await self._find(target)).hover(timeout=gestures.PATIENCE)
        else:
            await self._tab.page.mouse.move(*await self._tab.page.evaluate(gestures.WHEEL_AT))
        await self._tab.page.mouse.wheel(0, NOTCH * max(-200, min(200, int(args["down"]))))
        return None

    async def scroll_to(self, args: Mapping[str, Json], target: str) -> Json:
        """Bring a thing into view."""
        await (await self._find(target)).scroll_into_view_if_needed(timeout=gestures.PATIENCE)
        return None

    async def wait_for(self, args: Mapping[str, Json], target: str) -> Json:
        """Wait for a condition, or for some seconds."""
        if not args.get("condition"):
            await asyncio.sleep(float(args.get("seconds") or 1.0))
            return None
        try:
            wanted = parse(str(args["condition"]))
        except ConditionError as error:
            raise Unfit("bad_arguments", str(error)) from None
        until = monotonic() + float(args.get("seconds") or 10.0)
        while True:
            seen = await self._read()
            if evaluate(wanted, seen.facts, coverage(seen.covers)):
                return None
            if monotonic() > until:
                raise Unfit("no_effect", f"{args['condition']} did not come to hold")
            await asyncio.sleep(0.1)

    async def back(self, args: Mapping[str, Json], target: str) -> Json:
        """Go back."""
        past = await (await self._tab.session()).send("Page.getNavigationHistory")
        before = past["entries"][: past["currentIndex"]]
        if not before or before[-1]["url"] == BLANK:  # a new tab begins with nothing
            raise Unfit("not_found", "there is no page before this one")
        try:
            with self._tab.watch.returning():
                await self._tab.page.go_back(wait_until="domcontentloaded", timeout=self._tab.load * 1000)
        except BrowserError:
            if not self._tab.watch.kept_back:
                raise
        if self._tab.watch.kept_back:
            raise Unfit("unsupported", AGAIN, "structural")
        return None

    async def switch_tab(self, args: Mapping[str, Json], target: str) -> Json:
        """Go to another tab."""
        pages = self._tab.pages
        titles = [await page.title() for page in pages]
        if args["title"] not in titles:
            raise Unfit("not_found", f"no tab {args['title']!r}; {choices(str(args['title']), titles)}")
        self._tab.page = pages[titles.index(str(args["title"]))]
        await self._tab.page.bring_to_front()
        return None

    async def drag(self, args: Mapping[str, Json], target: str) -> Json:
        """Drag a thing."""
        element = await self._find(target)
        await no_secret_dragged(element, self._holds)
        await element.handle()  # before another is picked
        onto = await self._find(str(args["onto"])) if args.get("onto") else None
        if onto is None and not (args.get("right") or args.get("down")):
            raise Unfit("bad_arguments", "drag onto what, or how far? give onto, right or down")
        await gestures.drag(self._tab.page, element, onto, int(args.get("right") or 0), int(args.get("down") or 0))
        return None

    async def dismiss(self, args: Mapping[str, Json], target: str) -> Json:
        """Make go what lies over the page."""

        async def stays() -> bool:
            return fact("cover", str(args["cover"])) in (await self._read()).facts

        if self._points and await moved_away(self._tab.page, stays):
            self._points = False
            return {"by": "pointing elsewhere"}
        if button := self._closer(str(args["cover"])):
            await (await self._find(button)).click(timeout=gestures.PATIENCE, no_wait_after=True)
            return {"by": button}
        return {"by": await gone(self._tab.page, str(args["cover"]), stays)}
