"""A form that is there at the start and holds something else: what the goal speaks of is changed or made elsewhere."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from ...core.logic.conditions import parse_fact
from ...core.plans.plan import Act
from .asked_in import clicked_last
from .fields import Form, is_filled_up
from .finding import norm
from .purposes import ENTER, SEND, STEP
from .records import Records, spoken
from .same import same_value
from .screen import Screen
from .sending import senders
from .verbs import CHANGING, CREATING
from .ways import AFTER, LEADING, SIGNS, WAY, is_making, thing_of, toward


def way_first(screen: Screen, form: Form | None, addresses: Sequence[str]) -> Act | None:
    """A way to what the goal speaks of, if the form at hand is that of something else; None where it may be filled in.

    Only where no way led here: a form that we were led to is the one that is meant.
    """
    if form is None or form.asks or form.part.startswith("dialog") or was_led(screen):
        return None
    others = [e for e in form.entries if e.target.role == "textbox" and _holds_another(screen, e.target.id, e.value)]
    goal = spoken(screen.request.goal)
    if not others:
        return _past_an_empty_one(screen, form, goal, addresses)
    if goal & CREATING:
        return _to_make(screen, form, addresses)
    held = spoken(" ".join(screen.values[e.target.id] for e in others))
    return _to_the_one(screen, form, held) if goal & CHANGING else None


def are_meant(screen: Screen, found: Sequence[Form]) -> list[Form]:
    """The forms of a page without those that only ask for something to be shown, where the goal makes or changes something: a
    search, and fields of no form above a list on whose page stands what opens the form that is meant."""
    if not spoken(screen.request.goal) & (CREATING | CHANGING):
        return list(found)
    begun = {act.target for act in screen.done if act.description.startswith(ENTER)}
    return [f for f in found if not f.asks and (f.part or {e.target.id for e in f.entries} & begun or not _opener(screen, f))]


def _opener(screen: Screen, form: Form) -> bool:
    """Whether something on the page opens another form, as the goal wants: what changes the one of a list that is meant, or what
    makes a thing that is called so. Nothing that was pressed just now, and nothing that sends the form at hand."""
    goal, sends = spoken(screen.request.goal), {t.id for t in senders(screen, form)}
    thing = thing_of(screen.request.goal)
    last = screen.done[click].target if (click := clicked_last(screen)) >= 0 else ""
    fresh = [t for t in screen.of(*LEADING) if t.id not in sends and t.id not in screen.hidden and t.id != last]
    if goal & CREATING:
        return any(is_making(t) and thing & (own := spoken(t.label)) and own <= thing | CREATING | SIGNS for t in fresh)
    meant = Records(screen, thing).meant
    return any(t.id in meant and spoken(t.label) & CHANGING for t in fresh)


def was_led(screen: Screen) -> bool:
    """Whether we came here by a way that speaks of the goal, or by a form."""
    return any(a.description == WAY or a.description.startswith((SEND, STEP)) for a in screen.done)


def are_written(screen: Screen, names: Collection[str]) -> bool:
    """Whether the name of a value stands on this page: what takes it is here, though it is nothing that is known for a field."""
    return bool({norm(name) for name in names} & {norm(text) for text in screen.texts})


def _holds_another(screen: Screen, id: str, value: str) -> bool:
    """Whether something stands in a field that we did not enter, and that is not what it is to hold."""
    shown = screen.values.get(id, "")
    return bool(shown.strip()) and not same_value(shown, value) and screen.did("fill", id) < 0


def _past_an_empty_one(screen: Screen, form: Form, goal: set[str], addresses: Sequence[str]) -> Act | None:
    """A way on from an empty form, which makes something new: where something is to be changed, or where a link leads to the very
    place where the new thing is to show, and says so."""
    texts = [e.target for e in form.entries if e.target.role == "textbox"]
    if not texts or any(screen.values.get(t.id, "").strip() for t in texts):
        return None
    thing = thing_of(screen.request.goal) - {w for e in form.entries for w in spoken(e.name)}
    if goal & CHANGING and not goal & CREATING:
        act = toward(screen, addresses)
        target = next((t for t in screen.targets if act is not None and t.id == act.target), None)
        return act if target is not None and target.id not in {t.id for t in senders(screen, form)} else None
    paths = [
        urlsplit(a).path.rstrip("/") for a in addresses if urlsplit(a).path.rstrip("/") != urlsplit(screen.page).path.rstrip("/")
    ]
    for link in screen.of("link") if goal & CREATING else ():
        there = urlsplit(screen.leads.get(link.id, "")).path.rstrip("/")
        leads = any(p and (there == p or there.startswith(p + "/")) for p in paths)
        if leads and spoken(link.id) & thing and link.id not in screen.hidden:
            return Act("click", {}, link.id, description=WAY)
    foreign = not is_filled_up(screen, form) and not _speaks_of_it(screen)  # it asks for more, and is not called so
    if goal & CREATING and paths and len(addresses) == 1 and foreign:
        return Act("go", {"url": addresses[0]}, description=WAY)
    return None


def _speaks_of_it(screen: Screen) -> bool:
    """Whether a page names what is to be made: the last word for it that is not to be entered (`add a blog category`)."""
    entered = {w for value in screen.request.task.values.values() for w in spoken(value)}
    first = AFTER.split(screen.request.goal, maxsplit=1)[0].split()
    kinds = [w for word in first for w in thing_of(word) if w not in entered]
    titles = (f.args[0] for text in screen.request.facts if (f := parse_fact(text)).name == "title" and f.args)
    path = re.sub(r"[/_.=&?%-]+", " ", urlsplit(screen.page).path)
    return not kinds or kinds[-1] in spoken(" ".join((*screen.texts, *(t.id for t in screen.targets), *titles, path)))


def _to_make(screen: Screen, form: Form, addresses: Sequence[str]) -> Act | None:
    """What makes something new, and does not send the form at hand."""
    act = toward(screen, addresses)
    target = next((t for t in screen.targets if act is not None and t.id == act.target), None)
    sends = {t.id for t in senders(screen, form)}
    return act if target is not None and is_making(target) and target.id not in sends else None


def _to_the_one(screen: Screen, form: Form, held: set[str]) -> Act | None:
    """What is called as the thing that the goal changes, where neither the form nor the page's address speaks of it."""
    fields = {w for e in form.entries for w in spoken(e.name)}
    thing = thing_of(screen.request.goal) - fields
    here = urlsplit(screen.page)
    about = held | spoken(re.sub(r"[/_.=&?%-]+", " ", f"{here.path} {here.query}"))
    sends = {t.id for t in senders(screen, form)}
    for target in screen.of(*LEADING):
        words = spoken(target.label)
        if words and words <= thing and not words & about and not {target.id} & (screen.hidden.keys() | sends):
            return Act("click", {}, target.id, description=WAY)
    return None
