"""A form that was sent and is there again: whether it is the same, and as it was sent."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from .fields import Form
from .purposes import AT, ENTERING
from .screen import Screen


def as_sent(screen: Screen, place: int, form: Form | None) -> Form | None:
    """The form, if it is the one that was sent by the act at this place: on its page, or with fields that we filled in. Another
    one that could take the values is for something else."""
    if form is None:
        return None
    page = urlsplit(screen.done[place].description.rpartition(AT)[2]).path
    with_targets = [act for act in screen.done if act.target]
    ours = {t.label for t, act in zip(screen.past(), with_targets, strict=True) if act.skill in ENTERING}
    return form if page == urlsplit(screen.page).path or any(e.target.label in ours for e in form.entries) else None


def stands_as_sent(screen: Screen, place: int, form: Form | None, addresses: Sequence[str]) -> bool:
    """Whether the server led back to the same form with all that was sent in it; whether it arrived is still to be seen."""
    was, now = urlsplit(screen.done[place].description.rpartition(AT)[2]), urlsplit(screen.page)
    back = (was.netloc, was.path) == (now.netloc, now.path) and screen.answers.get(place) == "elsewhere"
    return back and bool(addresses) and form is not None and all(e.act is None for e in form.entries)
