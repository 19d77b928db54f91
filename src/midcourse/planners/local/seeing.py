"""The screen that a request shows, as local planning sees it."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.gates.request import PlanRequest
from ...core.local.views import Role, Sight, Thing
from ...core.logic.conditions import parse, parse_fact
from ...core.model import Skill, Target

PLACES = ("screen", "page", "window", "title", "dialog")
"""Facts that say where one is; a dialog that is open makes another place of the page below it."""
INTERRUPTS = "interrupted"
"""The fact of something that came by itself and lies over the rest."""
ABOUT_VALUES = ("value", "checked", "text", "on")
"""Facts that say what stands in a thing."""
_FIELDS = frozenset(("textbox", "searchbox", "spinbutton", "field", "text", "entry"))
_TOGGLES = frozenset(("checkbox", "switch", "radio", "toggle", "check box", "menuitemcheckbox", "menuitemradio"))
_CLOSES = frozenset(("close", "x", "×", "cancel", "dismiss", "esc"))
_BACKS = frozenset(("back", "home", "go back", "previous"))
_NEXTS = frozenset(("next", "continue", "weiter"))
_COMMITS = frozenset(("ok", "save", "submit", "send", "apply", "delete", "yes"))


def sight_of(request: PlanRequest) -> Sight:
    """What the request shows: the place, its things, and what stands in them."""
    titles: list[str] = []
    values: dict[str, str] = {}
    interrupts = False
    here = {t.id for t in request.view.targets}
    for text in sorted(request.facts):
        literal = parse_fact(text)
        if literal.name in PLACES:
            titles.append(text)
        elif literal.name in ABOUT_VALUES and (thing := next(iter(literal.args), "")) in here:
            values[thing] = ", ".join(literal.args[1:]) or "on"
        interrupts = interrupts or literal.name == INTERRUPTS
    things = tuple(Thing(t.id, role_of(t), "asks" in t.state) for t in request.view.targets)
    return Sight(" ".join(titles), things, values, interrupts)


def role_of(target: Target) -> Role:
    """What a thing is for: by its role, then by what is written on it."""
    if target.role in _FIELDS:
        return "field"
    if target.role in _TOGGLES:
        return "toggle"
    named: dict[Role, frozenset[str]] = {"close": _CLOSES, "back": _BACKS, "next": _NEXTS, "commit": _COMMITS}
    label = target.label.strip(" .…>").lower()
    for role, words in named.items():
        if target.role == role or label in words:
            return role
    return "way"


def wants_value(done_when: str) -> bool:
    """Whether the goal is that something holds a value, not that a place is reached."""
    return any(lit.name in ABOUT_VALUES for lit in parse(done_when)) if done_when else False


def touching(skills: Iterable[Skill]) -> str:
    """The skill that acts on a thing with nothing more to say: the first with a target and no argument that must be given."""
    usable = [s.name for s in skills if not any(p.required for p in s.parameters)]
    return next((name for name in ("click", "press") if name in usable), usable[0] if usable else "")
