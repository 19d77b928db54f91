"""Fields that take values one by one: each becomes a chip beside the field once it is confirmed."""

from __future__ import annotations

import re
from typing import Any

from .gestures import PATIENCE, fill
from .reading import Reading
from .texts import Texts, clean
from .things import ROLES

NAMES = r"(^|[-_\s])(chips?|tags?|tokens?|pills?|tagify)([-_\s]|$)"
"""What authors call such fields, whatever language their labels are in."""
AROUND = 4
"""How far up the box of such a field lies at most."""
IS_CHIPS = f"""e => {{
  const named = n => /{NAMES}/i.test(n.tagName + ' ' + (n.getAttribute('class') || ''));
  let box = e.tagName === 'INPUT' ? e.parentElement : null;
  for (let i = 0; box && i < {AROUND} && box.tagName !== 'FORM'; i++, box = box.parentElement) if (named(box)) return true;
  return false;
}}"""
GUARD = """e => {
  globalThis.__held = ev => { ev.preventDefault(); ev.stopImmediatePropagation(); };
  addEventListener('submit', globalThis.__held, true);
}"""
UNGUARD = "e => removeEventListener('submit', globalThis.__held, true)"
"""Enter in a field that is none of these would send its form; while one value is confirmed, no form is."""


async def enter_chips(element: Any, text: str) -> bool:
    """Enter values one by one, each confirmed by a comma, else by Enter; False where neither takes one over."""
    for value in values_in(text):
        await element.fill(value, timeout=PATIENCE)
        await element.press("End")
        await element.type(",")
        if await _taken(element, value):
            continue
        await element.fill(value, timeout=PATIENCE)
        if await element.evaluate("e => e.name !== ''"):
            return False  # a form sends what stands in it, so it is a field like any other
        await element.evaluate(GUARD)
        try:
            await element.press("Enter")
        finally:
            await element.evaluate(UNGUARD)
        if not await _taken(element, value):
            return False
    return True


async def _taken(element: Any, value: str) -> bool:
    return value not in str(await element.evaluate("e => e.value"))


def values_in(text: str) -> list[str]:
    """The values of a list that is written with commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


async def enter(element: Any, text: str) -> None:
    """Enter values as chips; where the field takes none, as a text."""
    if not await enter_chips(element, text):
        await fill(element, text)


def chips_of(reading: Reading, texts: Texts, place: int, typed: str) -> str:
    """The chips beside a field, with commas, and as they were `typed` if it is these; '' where it has none."""
    if reading.nodes[place].tag != "input":
        return ""
    for p in reading.parents(place)[:AROUND]:
        node = reading.nodes[p]
        if node.tag == "form":
            break
        if re.search(NAMES, f"{node.tag} {node.attributes.get('class', '')}", re.IGNORECASE):
            found = _chips(reading, texts, p)
            return typed if found == values_in(typed) else ", ".join(found)
    return ""


def _chips(reading: Reading, texts: Texts, box: int) -> list[str]:
    """The texts in the box of a field, without those on buttons, labels and in lists that are offered."""
    found: list[str] = []
    for i in sorted(texts.within([box])):
        around = [reading.nodes[q] for q in reading.parents(i) if q > box]
        other = any(n.tag == "label" or n.role == "listbox" or ROLES.get(n.role) == "button" for n in around)
        text = clean(reading.nodes[i].text)
        if not other and any(c.isalnum() for c in text):
            found.append(text)
    return found
