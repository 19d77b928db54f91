"""Terminals in pages: what is typed there reaches a shell, and no rule reads keys that are pressed one by one."""

from __future__ import annotations

from typing import Any

from .gestures import Unfit

TERMINAL = r"""e => {
    const named = /^[xh]?term(inal)?([-_].*)?$/i;
    if (!e || ['INPUT', 'SELECT', 'OPTION', 'BUTTON', 'A', 'BODY', 'IFRAME'].includes(e.tagName)) return false;
    if (/^terminal\b/i.test(e.getAttribute('aria-label') || e.getAttribute('aria-roledescription') || '')) return true;
    for (let up = e, i = 0; up && i < 6; up = up.parentElement, i++)
        if ([...up.classList].some(c => named.test(c))) return true;
    return false;
}"""
"""Whether something says that it is a terminal, or a part of one: by its label, or by a class of it or of what is around it.
Fields of one line, and what is only pressed, are none."""
_FOCUSED = f"""() => {{
    let e = document.activeElement;
    while (e && e.shadowRoot && e.shadowRoot.activeElement) e = e.shadowRoot.activeElement;
    return e && e.tagName === 'IFRAME' ? 'frame' : ({TERMINAL})(e) ? 'terminal' : '';
}}"""


def no_keys() -> Unfit:
    """Why nothing is typed into a terminal."""
    told = "the keyboard goes to a terminal in the page, and no rule reads what is typed there: let a person do it, or write "
    return Unfit("forbidden", f"{told}`terminals` after the address of the world", "denied")


async def has_terminal(page: Any) -> bool:
    """Whether keys would reach a terminal, where the keyboard is now."""
    there = await page.main_frame.evaluate(_FOCUSED)
    if there != "frame":
        return there == "terminal"
    for frame in page.frames[1:]:
        try:
            if await frame.evaluate(_FOCUSED) == "terminal":
                return True
        except Exception:  # a frame that goes away has no keyboard
            continue
    return False
