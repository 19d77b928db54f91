"""A choice in a tree, by the pattern of the ARIA practices: open branches until it is seen, then take it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from time import monotonic
from typing import Any

from .gestures import PATIENCE, Unfit
from .reading import Reading
from .things import within

REST, OPENS = 0.06, 1.5
"""Seconds between two looks at a branch that was opened, and in which its content comes."""
MOST = 300
"""Branches that are opened at most."""
PATH = " > "
ITEMS = """const seen = i => { const b = i.getBoundingClientRect(); return b.width > 0 && b.height > 0 };
  const items = [...e.querySelectorAll('[role=treeitem]')].filter(seen);
  const own = i => {
    if (i.getAttribute('aria-label')) return i.getAttribute('aria-label').trim();
    const copy = i.cloneNode(true);
    for (const n of copy.querySelectorAll('[role=group], [role=treeitem]')) n.remove();
    return copy.textContent.trim().replace(/\\s+/g, ' ');
  };"""
FIND = f"""(e, path) => {{ {ITEMS}
  let at = -1;
  for (const name of path) {{
    at = items.findIndex((i, k) => k > at && own(i).toLowerCase() === name.toLowerCase());
    if (at < 0) return null;
  }}
  return items[at];
}}"""
"""What is called so, each name behind the one before."""
SHUT = f"""(e, tried) => {{ {ITEMS}
  return items.filter(i => i.getAttribute('aria-expanded') === 'false')[tried] || null;
}}"""
NAMES = f"e => {{ {ITEMS} return items.map(own) }}"
PLACE = """i => {
  const b = i.getBoundingClientRect(), walk = document.createTreeWalker(i, NodeFilter.SHOW_TEXT);
  for (let t = walk.nextNode(); t; t = walk.nextNode()) {
    if (!t.textContent.trim() || t.parentElement.closest('[role=treeitem]') !== i) continue;
    const range = document.createRange(); range.selectNodeContents(t);
    const r = range.getBoundingClientRect();
    if (r.width > 0) return {x: r.left - b.left + r.width / 2, y: r.top - b.top + r.height / 2};
  }
  return {x: Math.min(10, b.width / 2), y: Math.min(8, b.height / 2)};
}"""
"""Where its own words are: the middle of a branch is one of its twigs."""
IS_SHUT = "i => i.isConnected && i.getAttribute('aria-expanded') === 'false'"


async def pick(element: Any, wanted: str) -> None:
    """Take what is called so, or what a path of names leads to; Unfit where the whole tree has nothing of the name."""
    path = [part.strip() for part in wanted.split(PATH.strip())]
    for depth in range(1, len(path)):
        branch = (await element.evaluate_handle(FIND, path[:depth])).as_element()
        if branch is None:
            break
        await _open(element, branch)
    stuck = 0
    for _ in range(MOST):
        found = (await element.evaluate_handle(FIND, path)).as_element()
        if found is not None:
            await found.click(position=await found.evaluate(PLACE), timeout=PATIENCE)
            return
        shut = (await element.evaluate_handle(SHUT, stuck)).as_element()
        if shut is None:
            break
        stuck += not await _open(element, shut)
    names = ", ".join((await element.evaluate(NAMES))[:30])
    raise Unfit("bad_arguments", f"no {wanted!r} in the tree; there are {names or 'none to be seen'}", clean=False)


async def _open(tree: Any, branch: Any) -> bool:
    """Open a branch by its key, else by a click on it, and wait for what is in it; False where it stays shut."""
    if not await branch.evaluate(IS_SHUT):
        return True
    before = len(await tree.evaluate(NAMES))
    await branch.focus()
    await branch.press("ArrowRight")
    if not await _opened(branch, OPENS / 3):
        await branch.click(position=await branch.evaluate(PLACE), timeout=PATIENCE)
        if not await _opened(branch, OPENS):
            return False
    until = monotonic() + OPENS
    while len(await tree.evaluate(NAMES)) == before:
        if monotonic() > until:
            break  # there is nothing in it
        await asyncio.sleep(REST)
    return True


async def _opened(branch: Any, seconds: float) -> bool:
    until = monotonic() + seconds
    while await branch.evaluate(IS_SHUT):
        if monotonic() > until:
            return False
        await asyncio.sleep(REST)
    return True


def picked_in(reading: Reading, places: Iterable[int], typed: str) -> str:
    """What is chosen in a tree; with the path to it where that was asked for."""
    for i in places:
        node = reading.nodes[i]
        if node.role == "treeitem" and node.states & {"selected", "checked"}:
            branches = [reading.nodes[p].name for p in reading.parents(i) if reading.nodes[p].role == "treeitem"]
            path = [part.strip() for part in typed.split(PATH.strip())]
            given = len(path) > 1 and path[-1] == node.name and set(path[:-1]) <= set(branches)
            return typed if given else node.name
    return ""


def is_shut(reading: Reading, place: int) -> bool:
    """Whether something opens what is listed below it: it is all that is written in its line of a list, and the list inside that
    line is not shown."""
    parents = reading.parents(place)[:2]
    line = next((p for p in (place, *parents) if reading.nodes[p].tag == "li"), -1)
    inner = [n for n in within(reading, line) if n.tag in ("ul", "ol")] if line >= 0 else []
    return bool(inner) and all(n.box is None or n.box[3] == 0 for n in inner)
