"""Widgets that pages build themselves, used by the patterns of the ARIA practices: choices, sliders, editors, drop zones."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from .dates import canonical, part_named
from .engine import BrowserError
from .gestures import PATIENCE, Unfit, own_focus

OPENS = 2.0
"""Seconds in which a list that was opened, or asked by typing, shows what it offers."""
REST = 0.06
LISTED = """(e) => {
  const ids = (e.getAttribute('aria-controls') || e.getAttribute('aria-owns') || '').split(' ').filter(Boolean);
  const owned = ids.map(i => document.getElementById(i)).filter(Boolean);
  const roles = ['option', 'menuitemradio', 'menuitemcheckbox', 'treeitem', 'radio'].map(r => `[role=${r}]`);
  const of = r => [...r.querySelectorAll([...roles, 'input[type=radio]'].join(','))];
  let found = [...of(e), ...owned.flatMap(of)];
  if (!found.length) found = of(e.getRootNode());
  if (!found.length) found = of(document);
  return found.filter(o => { const b = (o.labels?.[0] || o).getBoundingClientRect(); return b.width > 0 && b.height > 0; });
}"""
SAYS = """(o) => {
  const said = o.getAttribute('aria-label') || o.labels?.[0]?.innerText || o.innerText || o.textContent || '';
  return said.trim().replace(/\\s+/g, ' ');
}"""
SHOWN = """(e, wanted) => {
  const says = n => (n.innerText || '').trim().toLowerCase() === wanted.toLowerCase() && n.getBoundingClientRect().width > 0;
  const leaf = n => says(n) && ![...n.children].some(says);
  const apart = n => !n.__seen && !n.contains(e) && !e.contains(n) && !['OPTION', 'SCRIPT', 'STYLE'].includes(n.tagName);
  return [...document.querySelectorAll('body *')].filter(n => apart(n) && leaf(n));
}"""
MARK = """() => {
  const deep = r => [...r.querySelectorAll('*')].flatMap(n => n.shadowRoot ? [n, ...deep(n.shadowRoot)] : [n]);
  for (const n of deep(document.body)) if (n.getBoundingClientRect().width > 0) n.__seen = 1;
}"""
CLEAR = MARK.replace("if (n.getBoundingClientRect().width > 0) n.__seen = 1", "delete n.__seen")
"""What is seen before a list or calendar is opened is no part of it."""
AROUND = """e => {
  const b = e.getBoundingClientRect(), hit = e.getRootNode().elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
  return hit !== e && hit?.contains(e) ? hit : null;
}"""
"""What takes the clicks on a field that lies in it."""
EDITABLE = "e => e.tagName === 'INPUT' && !e.readOnly || e.isContentEditable"


async def choose(page: Any, element: Any, wanted: str) -> None:
    """Choose in a list that the page builds itself: open it, find the option, take it. Unfit where there is none."""
    role = await element.evaluate("e => e.getAttribute('role') || (e.tagName === 'FIELDSET' ? 'radiogroup' : '')")
    if role in ("radiogroup", "listbox", "group", "tree", "menu"):
        option = await _offered(element, wanted)
        if option is None:
            raise Unfit("bad_arguments", f"no option {wanted!r}; there are {', '.join(await _labels(element)) or 'none'}")
        await _take(option)
        return
    await element.evaluate(MARK)
    try:
        await _open(element)
        option = await _waited(element, wanted, OPENS / 2)
        editable = await element.evaluate(EDITABLE)
        if option is None and editable:
            await element.fill(wanted, timeout=PATIENCE)
            option = await _waited(element, wanted, OPENS)
        if option is not None:
            await _take(option)
            return
        offered = await _labels(element)
        if offered or not editable:
            await page.keyboard.press("Escape")
            raise Unfit("bad_arguments", f"no option {wanted!r}; there are {', '.join(offered) or 'none to be seen'}")
        await page.keyboard.press("Tab")  # a field that only suggests keeps what was typed
    finally:
        with suppress(BrowserError):  # it was drawn anew
            await element.evaluate(CLEAR)


async def _open(element: Any) -> None:
    """Open a list, unless it is open; what lies over it, such as the value it shows, opens it as well."""
    if await element.evaluate("e => e.getAttribute('aria-expanded') === 'true'"):
        return
    try:
        await element.click(timeout=PATIENCE)
    except BrowserError as error:
        if "intercepts pointer events" not in str(error):
            raise
        around = (await element.evaluate_handle(AROUND)).as_element()
        if around is not None:
            await around.click(timeout=PATIENCE)
            return
        await element.focus()
        await element.press("ArrowDown")


async def _waited(element: Any, wanted: str, seconds: float) -> Any:
    until = monotonic() + seconds
    while True:
        option = await _offered(element, wanted) or await _appeared(element, wanted)
        if option is not None or monotonic() > until:
            return option
        await asyncio.sleep(REST)


async def _offered(element: Any, wanted: str) -> Any:
    """The option that says what is wanted; where none says just that, the only one that begins so."""
    options = await _handles(await element.evaluate_handle(LISTED))
    said = [(str(await option.evaluate(SAYS)).lower(), option) for option in options[:300]]
    same = [option for text, option in said if text == wanted.lower()]
    begun = [option for text, option in said if text.startswith(wanted.lower())]
    return same[0] if same else begun[0] if len(begun) == 1 else None


async def _appeared(element: Any, wanted: str) -> Any:
    """Something without a role that came up with the list and says just what is wanted."""
    found = await _handles(await element.evaluate_handle(SHOWN, wanted))
    return found[0] if found else None


async def _labels(element: Any) -> list[str]:
    options = await _handles(await element.evaluate_handle(LISTED))
    return [str(await option.evaluate(SAYS)) for option in options[:30]]


async def _handles(array: Any) -> list[Any]:
    found = [handle.as_element() for handle in (await array.get_properties()).values()]
    return [element for element in found if element is not None]


async def _take(option: Any) -> None:
    label = await option.evaluate_handle("o => o.labels?.[0] || o")
    await (label.as_element() or option).click(timeout=PATIENCE)


async def slide(element: Any, text: str) -> None:
    """Move a slider that the page draws itself, by its keys, until it says the number."""
    now = "e => parseFloat(e.getAttribute('aria-valuenow'))"
    wanted, at = float(text), await element.evaluate(now)
    await element.focus()
    for _ in range(1000):
        if at == wanted:
            return
        await element.press("ArrowRight" if at < wanted else "ArrowLeft")
        came = await element.evaluate(now)
        if came == at or (came - wanted) * (at - wanted) < 0:
            raise Unfit("bad_arguments", f"the slider goes from {at:g} to {came:g}, not to {text}", clean=False)
        at = came


IS_UNSEEN = """e => {
  const sizes = [e, e.parentElement ?? e].map(x => x.getBoundingClientRect()).flatMap(b => [b.width, b.height]);
  return e.tagName === 'TEXTAREA' && sizes.some(size => size < 5);
}"""
"""Whether it is so small that nobody sees it: it takes the keys for what a script draws."""
PASTE = """(e, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return !e.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true, composed: true}));
}"""
"""Give an editor a text as one that was copied elsewhere; whether it took it."""


async def write(page: Any, element: Any, text: str, may_type: Callable[[], Awaitable[None]]) -> None:
    """Put a text into an editor that takes keys only: what stands there is replaced, unless `may_type` raises. A text that is
    pasted stays as it is: what is typed editors indent, and close brackets in it."""
    await own_focus(element)
    await may_type()
    await page.keyboard.press("Control+A")
    if not text:
        await page.keyboard.press("Delete")
    elif not await element.evaluate(PASTE, text):
        await page.keyboard.insert_text(text)


async def drop(page: Any, element: Any, file: str) -> None:
    """Give a file to what opens a file chooser, or to the field that lies in it."""
    inside = await element.query_selector("input[type=file]")
    if inside is not None:
        await inside.set_input_files(file, timeout=PATIENCE)
        return
    async with page.expect_file_chooser(timeout=PATIENCE) as chooser:
        await element.click(timeout=PATIENCE)
    await (await chooser.value).set_files(file)


async def write_parts(page: Any, element: Any, text: str) -> None:
    """Put a date into fields for its parts, each by its range."""
    day = canonical("date", text)
    numbers: dict[str, str] = dict(zip(("year", "month", "day"), day.split("-"), strict=False))
    for part in await element.query_selector_all("[role=spinbutton]"):
        told = await part.evaluate("e => Object.fromEntries([...e.attributes].map(a => [a.name, a.value]))")
        number = numbers.get(part_named(told))
        if number is None or len(numbers) != 3:
            raise Unfit("bad_arguments", f"{text!r} is no date that fits these fields")
        await part.click(timeout=PATIENCE)
        await page.keyboard.type(number)
