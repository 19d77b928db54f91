"""An end that holds too early: the page says back what was entered, a field holds it and nothing has sent it, a filter hides what
is to go."""

from __future__ import annotations

from ...core.gates.request import Reply
from ...core.logic.conditions import parse, parse_fact
from ...core.model import Target
from ...core.plans.plan import Act, Draft, Replan
from .asked_in import part_of
from .ends import End, may_be_an_echo
from .fields import Entry, Form
from .forms import Wanted
from .purposes import ENTER, ENTERING, SEND, STEP, stretch
from .records import spoken
from .removing import Removal, removes
from .screen import Screen
from .sending import is_said, says_so, senders
from .verbs import CREATING

TYPED = ("textbox", "spinbutton")
STATES = ("value", "checked")
"""How a field may stand before anything is sent."""


def left_to_do(screen: Screen) -> Reply | None:
    """What is to be done though the end is seen; None where it is done."""
    if removes(screen) and not screen.has_windows:
        return Removal(screen, End(screen)).still_to_do()
    return _sent_first(screen)


def _sent_first(screen: Screen) -> Reply | None:
    """What sends the values that were entered, though the end is seen; None where nothing is to be sent."""
    field = None if may_be_an_echo(screen) else _only_set(screen)
    if field is None and not may_be_an_echo(screen):
        return None
    button = _sender(screen, field) if field is not None else None
    if field is not None and button is None:
        return None
    if button is not None and not screen.request.task.values:
        return stretch(Act("click", {}, button.id), Replan("what was set is sent"))
    reply = Wanted(screen).next()
    acts = [step for step in reply.steps if isinstance(step, Act)] if isinstance(reply, Draft) else []
    if field is not None and any(act.skill == "press" for act in acts):
        return None
    return reply if any(act.description.startswith((ENTER, SEND, STEP)) for act in acts) else None


def _only_set(screen: Screen) -> Target | None:
    """The field by which the end is known, if we only set it and nothing was done since; None where that sent it already."""
    acts = [act for act in screen.done if act.skill != "wait_for"]
    last = next((i for i in range(len(acts), 0, -1) if acts[i - 1].skill not in ENTERING), 0)
    ours = {act.target for act in acts[last:]}
    told = {lit.args[0] for lit in parse(screen.request.done_when) if lit.name in STATES and lit.args}
    sent = {f.args[0] for text in screen.request.facts if (f := parse_fact(text)).name == "sent" and f.args}
    makes = bool(spoken(screen.request.goal) & CREATING)  # its form is empty again once it was sent: the end is the field alone
    mine = (t for t in screen.targets if t.id in ours & told - sent and not (makes and t.role in TYPED))
    return None if screen.has_windows else next(mine, None)


def _sender(screen: Screen, field: Target) -> Target | None:
    """What sends a field: the button of its form that does so by itself, the one of its dialog, or one that says it; no other
    button beside it need have to do with it."""
    part = part_of(screen, field)
    found = senders(screen, Form(part, [Entry("", "", field, None)]))
    sure = (b for b in found if "submit" in b.state or part.startswith("dialog") or is_said(screen, b) or says_so(b))
    return next((b for b in sure if b.role == "button" and not screen.is_off(b.id)), None)
