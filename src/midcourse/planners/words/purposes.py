"""What acts are for, as they are known by later; and a plan as far as the screen shows."""

from __future__ import annotations

from ...core.plans.plan import Draft, Step

AUTHOR = "words"
SEND, SIGN_IN, ASK, LOOK = "send", "sign in with", "ask for", "to see whether it arrived"
ENTER, CLEAR, BACK = "enter", "to see whether it happened", "back to the form"
CAME_BACK, AT = "to see whether it arrived though the form came back", " at "
"""What acts are for, as they are known by later."""
ENTERING = ("wait_for", "fill", "select", "check", "uncheck", "upload")
MOMENT = 2.5
"""Seconds in which a page may be drawn further."""


def stretch(*steps: Step) -> Draft:
    """A plan as far as the screen shows, made from what is seen and done."""
    return Draft(steps, author=AUTHOR, afresh=True)
