"""Keys that copy: a secret that stands in a field is for that field, and is not carried from it to another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .engine import BrowserError
from .gestures import Unfit

COPY = frozenset(("c", "x", "keyc", "keyx", "insert"))
"""Keys that copy or cut with Control or Command held."""
HOLDING = frozenset(("control", "meta", "controlormeta", "controlleft", "controlright", "metaleft", "metaright"))
CUT = frozenset(("delete", "del"))
"""Keys that cut with Shift held."""
SHIFT = frozenset(("shift", "shiftleft", "shiftright"))
CHOSEN = """() => {
  let e = document.activeElement;
  while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
  return [e?.value ?? '', e?.getRootNode().getSelection?.()?.toString() ?? '', String(getSelection() ?? '')].join('\\n');
}"""
"""What may be copied: the field that has the keyboard, and what is chosen on the page."""

HoldsSecret = Callable[[str], bool]


def copies(keys: str) -> bool:
    """Whether these keys copy or cut what is chosen."""
    *held, key = (part.strip().lower() for part in keys.split("+"))
    return (key in COPY and not HOLDING.isdisjoint(held)) or (key in CUT and not SHIFT.isdisjoint(held))


async def no_secret_copied(page: Any, keys: str, holds: HoldsSecret) -> None:
    """Unfit if these keys would copy a secret."""
    if not copies(keys):
        return
    for frame in page.frames:
        try:
            chosen = str(await frame.evaluate(CHOSEN))
        except BrowserError:  # a frame that goes away has nothing to copy
            continue
        if holds(chosen):
            raise Unfit("forbidden", f"{keys} would copy a secret: name it where it is to be entered", "denied")


async def no_secret_dragged(element: Any, holds: HoldsSecret) -> None:
    """Unfit if a field is dragged in which a secret stands: its text would go with it."""
    if holds(str(await element.ask("e => e.value ?? e.innerText ?? ''"))):
        raise Unfit("forbidden", "a secret stands in it: name the secret where it is to be entered", "denied")
