"""What is no way on while values are still to be entered: a button that sends what stands in the fields beside it, and what the
goal says last."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from ...core.gates.request import AtALoss, Reply
from ...core.model import Target
from ...core.plans.plan import Act, Draft
from .asked_in import part_of
from .fields import Entry, Form, credentials, nearest
from .language import SMALL, stem
from .purposes import ENTERING, SEND, SIGN_IN, STEP, named_in
from .records import spoken
from .screen import Screen
from .sending import NEAR, says_so, senders

TYPED = ("textbox", "spinbutton")
NONE = "none"
EDIT = stem("edit")
"""What opens a form for what stands beside it is called."""
LAST = re.compile(r"(?:[,;&]|\b(?:and|then|und|dann|et|puis|y|luego|e|poi|en|i)\b)\s+")
"""What comes before what a goal says last."""


def no_ways(screen: Screen, making: Collection[str]) -> set[str]:
    """The things that are no way on. `making`: the words by which a thing says that it makes something new."""
    if screen.has_windows or not _to_enter(screen):
        return set()
    fields = [t for t in screen.of(*TYPED) if t.id not in screen.hidden and not {"disabled", "readonly"} & set(t.state)]
    plain = [t for t in screen.of("button", "menuitem", "link", "item") if not spoken(t.label) & set(making)]
    return {t.id for t in plain if _sends_what_stands(screen, t, fields) or is_said_last(screen, t)}


def unentered(screen: Screen, reply: Reply, making: Collection[str], others: Collection[str] = ()) -> Reply:
    """What the words of a goal lead to, unless that sends a form before anything was entered, or makes another kind of thing
    (`others`); where they lead to nothing, the values for which there is no field."""
    if any(act.skill in ENTERING and act.skill != "wait_for" for act in (*screen.done, *_acts(reply))):
        return reply
    names = sorted(_to_enter(screen)) if not screen.has_windows else []
    near = {name: ", ".join(nearest(screen, name)) for name in names}
    told = AtALoss(f"nothing was sent: no field for {'; '.join(f'{n!r} (nearest: {near[n] or NONE})' for n in names)}")
    if {act.target for act in _acts(reply) if act.skill == "click"} & {*no_ways(screen, making), *others}:
        return told
    return told if isinstance(reply, AtALoss) and any(near.values()) else reply


def _acts(reply: Reply) -> list[Act]:
    return [step for step in reply.steps if isinstance(step, Act)] if isinstance(reply, Draft) else []


def _to_enter(screen: Screen) -> set[str]:
    """The values that are still to be entered: those for signing in may not be asked for."""
    values = screen.request.task.values
    passed = {name for purpose in (SIGN_IN, STEP, SEND) for name in named_in(screen.done, purpose)}
    return values.keys() - credentials(values) - passed


def _sends_what_stands(screen: Screen, button: Target, fields: Sequence[Target]) -> bool:
    """Whether a button sends fields that nothing was entered in: it sends their form or dialog, says so, or stands beside them
    and does not say that it opens anything."""
    part = part_of(screen, button)
    own = [t for t in fields if part_of(screen, t) == part]
    opens = {"hasPopup", "collapsed", "unfolds"} & set(button.state) or EDIT in spoken(button.label)
    if button.role != "button" or not own or opens or part.startswith("search"):
        return False
    sender = next(iter(senders(screen, Form(part, [Entry("", "", t, None) for t in own]))), None) if part else None
    beside = not part.startswith("dialog") and any(_is_beside(button, field) for field in own)
    return beside or says_so(button) or (sender is not None and sender.id == button.id)


def _is_beside(button: Target, field: Target) -> bool:
    if button.box is None or field.box is None:
        return False
    (_, top, _, height), (_, y, _, high) = button.box, field.box
    return top < y + high + NEAR and y < top + height


def is_said_last(screen: Screen, target: Target) -> bool:
    """Whether a thing does what the goal says last, behind an `and`, and names no value: `deploy it`. What leads to another page
    does nothing yet."""
    leads = urlsplit(screen.leads.get(target.id, ""))
    if target.role == "link" and leads.path and leads.path != urlsplit(screen.page).path:
        return False
    goal = screen.request.goal.lower()
    said = re.findall(r"\w+", LAST.split(goal)[-1]) if LAST.search(goal) else []
    last = next((stem(word) for word in said if word not in SMALL), "")
    names = spoken(" ".join(screen.request.task.values))
    words = spoken(target.label)
    return bool(last) and last in words - names and words <= spoken(goal)
