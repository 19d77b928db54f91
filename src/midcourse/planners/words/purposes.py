"""What acts are for, as they are known by later; and a plan as far as the screen shows."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.plans.plan import Act, Draft, Step

AUTHOR = "words"
SEND, SIGN_IN, ASK, LOOK = "send", "sign in with", "ask for", "to see whether it arrived"
STEP = "go on with"
ENTER, CLEAR, BACK = "enter", "to see whether it happened", "back to the form"
AGAIN = "start again what has ended"
MENU = "what can be done with it"
CAME_BACK, AT = "to see whether it arrived though the form came back", " at "
"""What acts are for, as they are known by later."""
ENTERING = ("wait_for", "fill", "select", "check", "uncheck", "upload")
AROUND = ("wait_for", "hover", "scroll", "scroll_to")
"""Acts by which a page is only looked at."""
MOMENT = 2.5
"""Seconds in which a page may be drawn further."""


def stretch(*steps: Step) -> Draft:
    """A plan as far as the screen shows, made from what is seen and done."""
    return Draft(steps, author=AUTHOR, afresh=True)


def named_in(done: Sequence[Act], purpose: str) -> set[str]:
    """The values that acts of a purpose were about."""
    told = (a.description.removeprefix(purpose).rpartition(AT)[0] for a in done if a.description.startswith(purpose))
    return {name for names in told for name in names.strip().split(", ")}
