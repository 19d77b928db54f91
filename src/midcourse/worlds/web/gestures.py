"""What hands do with a browser: each waits until the thing can be used, and says why when it cannot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from ...core.gates.entrusted import origin_of
from ...core.model import Failed, Json, Result, Uncertain
from .dates import canonical
from .engine import LEFT, PICKED, BrowserError, BrowserTimeout
from .held import IT, Held
from .sessions import unawaited
from .texts import clean

CUT_OFF = Failed("unavailable", "the page lost its line to the server", "transient")
UNHEARD = Uncertain("connection", f"{CUT_OFF.detail}; whether it was taken is unknown", anew=True)
PATIENCE = 2500
"""Milliseconds a thing may take to become usable."""
COMPLAINTS = (
    ("not attached", "stale_target", "changed"),
    ("intercepts pointer events", "covered", "changed"),
    ("not enabled", "disabled", "transient"),
    ("not stable", "moving", "transient"),
    ("not visible", "target_not_found", "changed"),
    ("outside of the viewport", "target_not_found", "changed"),
    ("not editable", "readonly", "changed"),
)
"""What Playwright complains of, as reasons and their kinds."""


class Unfit(Exception):
    """The act cannot be done; `clean`: and nothing was done."""

    def __init__(self, reason: str, detail: str, kind: str = "", *, clean: bool = True) -> None:
        self.result = Failed(reason, detail, kind, clean=clean)
        super().__init__(detail)


async def check_origin(element: Held, target: str, wanted: str) -> None:
    """Unfit if an element is of another origin than is wanted; '' wants none."""
    if wanted and (there := origin_of(await element.ask("e => e.ownerDocument.defaultView.origin"))) != wanted:
        raise Unfit("other_origin", f"{target} is of {there or 'no origin'} now, not of {wanted}", "changed")


async def handle_of(page: Any, session: Any, world: int | None, key: int, question: str, *, is_main: bool) -> Held:
    """The element with this key, as Playwright holds it, with its answer to a question. Unfit when it is no longer in the page.

    It is handed over in a script world of its frame that the page's own scripts cannot reach: what they could put in its place is
    never asked for.
    """
    gone = Unfit("stale_target", "it is no longer in the page")
    if world is None:
        raise gone
    try:
        found = await session.send("DOM.resolveNode", {"backendNodeId": key, "executionContextId": world})
    except BrowserError:
        raise gone from None
    element = Held(page.main_frame, session, found["object"]["objectId"])
    pick = f"globalThis.{PICKED} = e.isConnected ? e : null; return e.isConnected && [({question})(e)];"
    picked = await element.ask(f"e => {{ {pick} }}")
    if not picked:
        raise gone
    [element.told] = picked
    if is_main:
        return element
    for frame in page.frames[1:]:
        handle = await frame.query_selector(IT)
        if handle is not None:
            unawaited(element.ask(f"e => {{ delete globalThis.{PICKED}; }}"))
            return element.within(frame, handle)
    raise gone


async def is_still_called(session: Any, key: int, label: str) -> bool:
    """Whether an element is still called what it was, as far as the browser tells."""
    try:
        told = await session.send("Accessibility.getPartialAXTree", {"backendNodeId": key, "fetchRelatives": False})
    except BrowserError:
        return False
    name = clean(str(told["nodes"][0].get("name", {}).get("value", ""))) if told["nodes"] else ""
    return not name or name == label


def complaint(error: BrowserError, what: str) -> Result:
    """A failure of Playwright's as a reason. Once the mouse was pressed, nobody knows what came of it."""
    text = str(error)
    if "performing " in text and " action" in text:
        return Uncertain("timeout", f"{what}: it was sent, and the page did not answer")
    for words, reason, kind in COMPLAINTS:
        if words in text:
            line = next((line.strip(" -") for line in reversed(text.splitlines()) if words in line), words)
            return Failed(reason, f"{what}: {line[:200]}", kind)
    if isinstance(error, BrowserTimeout):
        return Failed("target_not_found", f"{what} could not be used within {PATIENCE / 1000:g} seconds", "changed")
    return Failed("browser", f"{what}: {text.splitlines()[0][:200]}", clean=False)


async def fill(element: Held, text: str) -> None:
    """Put a text into a field, in the way its kind of field wants it."""
    kind = await own_focus(element)
    if kind in ("range", "color"):
        await element.evaluate(
            "(e, v) => { e.value = v; e.dispatchEvent(new Event('input', {bubbles: true}));"
            " e.dispatchEvent(new Event('change', {bubbles: true})); }",
            text,
        )
        return
    text = canonical(kind, text)
    try:
        await element.fill(text, timeout=PATIENCE)
    except BrowserError as error:
        if "Malformed value" not in str(error) and "not an <input>" not in str(error):
            raise
        await element.click(timeout=PATIENCE)
        await element.press("Control+A")
        await element.type(text)


LEAVE = """e => {
  const beside = e.closest('dialog, [role=dialog], [role=alertdialog], form') || e.ownerDocument.body;
  const root = e.getRootNode();
  if (root.activeElement === e) e.blur();
  for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
    beside.dispatchEvent(new MouseEvent(kind, {bubbles: true}));
}"""
"""A field is left as a person leaves it, who presses the mouse beside it: pickers take over, or put away, what was typed."""


async def leave(page: Any, element: Held) -> None:
    """Leave a field; what the page then draws anew is found again by the next look."""
    with suppress(BrowserError):
        if await element.ask("e => e.getRootNode().activeElement === e && e.ownerDocument.hasFocus()"):
            await page.keyboard.press("End")  # the page hears keys only from a key
        await element.ask(LEAVE)


FOCUS = """e => {
  e.focus();
  const at = e.getRootNode().activeElement;
  return [(e.type || '').toLowerCase(), at === e || e.contains(at)];
}"""


async def own_focus(element: Held) -> str:
    """Put the keyboard there, and say what type of field it is; Unfit where the page takes the keyboard elsewhere: what is typed
    would go astray."""
    kind, held = await element.ask(FOCUS)
    if not held:
        raise Unfit("not_focused", "the page puts the keyboard elsewhere when it is put there", "changed")
    return kind


OFFERED = """e => [
  e.selectedOptions?.[0]?.label ?? '',
  e.tagName === 'SELECT' ? [...e.options].map(o => o.label.trim().replace(/\\s+/g, ' ')) : null,
]"""
"""What is chosen in a list, and what is offered there; null for a list that is not the browser's own."""


async def select(element: Any, wanted: Json, offered: Sequence[str]) -> None:
    """Choose options, by what is written on them. Unfit when the list has no such option."""
    low = [o.lower() for o in offered]
    for option in asked(wanted):
        if option.lower() not in low:
            raise Unfit("bad_arguments", f"no option {option!r}; there are {', '.join(offered[:30]) or 'none'}")
    places = [offered.index(o) if o in offered else low.index(o.lower()) for o in asked(wanted)]
    await element.select_option(index=places, timeout=PATIENCE)


def asked(wanted: Json) -> list[str]:
    """The options that are to be chosen: one, or several."""
    return [str(w) for w in cast("list[Json]", wanted)] if isinstance(wanted, list | tuple) else [str(wanted)]


async def drag(page: Any, element: Any, onto: Any, right: int, down: int) -> None:
    """Drag with the mouse: onto the middle of another thing, or by a distance."""
    await element.hover(trial=True, timeout=PATIENCE)  # in view, at rest, and under nothing else
    box = await element.bounding_box()
    there = await onto.bounding_box() if onto is not None else None
    if box is None or (onto is not None and there is None):
        raise Unfit("target_not_found", "it has no place on the page", "changed")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    to = (there["x"] + there["width"] / 2, there["y"] + there["height"] / 2) if there else (x + right, y + down)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2, steps=4)
    await page.mouse.move(*to, steps=6)
    await page.mouse.up()


async def unless_boxed(work: Awaitable[Any], boxed: asyncio.Event) -> None:
    """Do it; a box of the browser's own that it brings up stops the page, and must be answered before it comes to an end."""
    doing = asyncio.ensure_future(work)
    doing.add_done_callback(lambda task: task.cancelled() or task.exception())  # nobody may be left to hear of it
    box = asyncio.ensure_future(boxed.wait())
    try:
        await asyncio.wait({doing, box}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            await doing
    finally:
        box.cancel()


def verdict(answers: list[tuple[str, int, str]], refused: list[str], sent_nothing: bool = False) -> Result | None:
    """What the server's answers to an act make of it; None: nothing is wrong."""
    if refused and (sent_nothing or all(method == "GET" for method, *_ in answers)):
        return Failed("forbidden", refused[-1], "denied")
    if refused:  # a form that leads to where it may not go was sent to where it may
        return Uncertain("forbidden", f"{refused[-1]}; something was sent before, and whether it was taken is unknown")
    for method, status, problem in reversed(answers):
        if LEFT in problem and method == "GET":
            continue  # a download, or a page that was left at once
        if status == 0 or status >= 500 or status == 429:
            told = f"the server answered {status} {problem}" if status else problem
            if method != "GET" and not (sent_nothing and status == 0):  # a connection that was refused carried nothing
                return Uncertain("server_error" if status else "connection", f"{told}; whether the form was taken is unknown")
            return Failed("rate_limited" if status == 429 else "unavailable", told, "transient")
        return None
    return None


def is_stale(result: Result) -> bool:
    """Whether the thing was drawn anew while it was reached for."""
    return isinstance(result, Failed) and result.reason == "stale_target"


def as_shown(wrong: Result, is_unheard: bool, is_served: bool) -> Result:
    """What went wrong; whether the page that would tell more never came, and whether the server's word that it failed did."""
    return replace(wrong, anew=wrong.anew or is_unheard, error_shown=not is_served) if isinstance(wrong, Uncertain) else wrong


def existing(path: str) -> Path:
    """A file that is to be given to the page."""
    found = Path(path)
    if not found.is_file():
        raise Unfit("file_not_found", f"there is no file {path}", "underspecified")
    return found


WHEEL_AT = """() => {
  const page = document.scrollingElement, seen = e => e.getBoundingClientRect();
  if (page && page.scrollHeight > page.clientHeight + 1) return [innerWidth / 2, innerHeight / 2];
  const turns = e => e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY);
  const size = e => seen(e).width * seen(e).height;
  const box = [...document.querySelectorAll('*')].filter(turns).sort((a, b) => size(b) - size(a))[0];
  const at = box && seen(box);
  return at ? [at.left + at.width / 2, at.top + at.height / 2] : [innerWidth / 2, innerHeight / 2];
}"""
"""Where the wheel is turned: on the page, or on the largest box in it that goes on where the page does not."""
