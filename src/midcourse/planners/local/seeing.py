"""The screen that a request shows, as local planning sees it."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.gates.request import PlanRequest
from ...core.local.views import Role, Sight, Thing
from ...core.logic.conditions import Literal, fact, parse, parse_fact
from ...core.model import SECRET, Skill, Target
from ...core.plans.plan import Act
from ...core.plans.quoting import verbatim
from ..words.final import final_words
from ..words.records import spoken

PLACES = ("screen", "page", "window", "title", "dialog", "expanded")
"""Facts that say where one is; a dialog or a menu that is open makes another place of the page below it."""
OPENED = ("dialog", "expanded")
"""Facts of what lies open on a page and can be closed."""
_NAMES = ("title", "screen", "window", "page")
"""The same, by what people call the place first, where nothing lies open on it."""
ESCAPE, GO_BACK = "press Escape", "back"
"""What can be done with no thing to be seen for it, as the law knows it."""
HIDES = "hides"
"""The fact of a thing that cannot be reached for what lies over it."""
INTERRUPTS = "interrupted"
"""The fact of something that came by itself and lies over the rest."""
ABOUT_VALUES = ("value", "checked", "text", "on")
"""Facts that say what stands in a thing."""
ON = "on"
"""What a thing holds that is on."""
_FIELDS = frozenset(("textbox", "searchbox", "spinbutton", "field", "text", "entry"))
_TOGGLES = frozenset(("checkbox", "switch", "radio", "toggle", "check box", "menuitemcheckbox", "menuitemradio"))
_CLOSES = frozenset(("close", "x", "×", "cancel", "dismiss", "esc"))
_BACKS = frozenset(("back", "home", "go back", "previous"))
_NEXTS = frozenset(("next", "continue", "weiter"))
_COMMITS = frozenset(("ok", "save", "submit", "send", "apply", "delete", "yes"))


def sight_of(request: PlanRequest, home: str = "") -> Sight:
    """What the request shows: the place, its things that can be reached, and what stands in them. `home`: the page at which the
    episode began; any other can be left by going back."""
    titles: list[str] = []
    values: dict[str, str] = {}
    interrupts = opened = False
    told = [(text, parse_fact(text)) for text in sorted(request.facts)]
    hidden = {literal.args[-1] for _, literal in told if literal.name == HIDES}
    reached = [t for t in request.view.targets if t.id not in hidden]
    here, page = {t.id for t in reached}, page_of(request)
    for text, literal in told:
        opened = opened or literal.name in OPENED
        if literal.name in PLACES and (literal.name != "page" or text == page):
            titles.append(text)
        elif literal.name in ABOUT_VALUES and (thing := next(iter(literal.args), "")) in here:
            values[thing] = ", ".join(literal.args[1:]) if len(literal.args) > 1 else ON
        interrupts = interrupts or literal.name == INTERRUPTS
    values_for, held = request.task.values, held_by(request.done_when)
    said = spoken(f"{request.task.goal} {request.goal} {request.done_when}")
    things = [
        Thing(
            t.id,
            role_of(t),
            "asks" in t.state,
            wanted=t.label in values_for,
            should_hold=held.get(t.id),
            final=bool(final_words(t) - said),
        )
        for t in reached
    ]
    unseen = unseen_acts(request.skills)
    if opened and ESCAPE in unseen:
        things.append(Thing(ESCAPE, "close", shown=False))
    if home not in ("", page) and GO_BACK in unseen:
        things.append(Thing(GO_BACK, "close", shown=False))
    return Sight(" ".join(titles), tuple(things), values, interrupts)


def sent_by(request: PlanRequest) -> dict[str, int]:
    """How often each thing has sent something to a server, as far as the world tells."""
    told = (parse_fact(text) for text in request.facts if text.startswith("sent("))
    return {literal.args[0]: int(literal.args[1]) for literal in told if len(literal.args) == 2 and literal.args[1].isdigit()}


def unseen_acts(skills: Iterable[Skill]) -> dict[str, Act]:
    """What can be done to leave a place with no thing to be seen for it."""
    acts: dict[str, Act] = {}
    for skill in skills:
        if skill.name == "press" and any(p.name == "keys" for p in skill.parameters):
            acts[ESCAPE] = Act("press", {"keys": "Escape"})
        elif skill.name == "back" and not any(p.required for p in skill.parameters):
            acts[GO_BACK] = Act("back")
    return acts


def page_of(request: PlanRequest) -> str:
    """The page that is open, by the longest of its names; '' where there are no pages."""
    return max((text for text in sorted(request.facts) if text.startswith("page(")), key=len, default="")


def place_name(request: PlanRequest) -> str:
    """What people call the place that the request shows."""
    told = [parse_fact(text) for text in sorted(request.facts)]
    opened = [f.args[0] for name in OPENED for f in told if f.name == name and f.args]
    return " / ".join(opened) or next((f.args[0] for name in _NAMES for f in told if f.name == name and f.args), "")


def key_of(act: Act) -> str:
    """What the law knows an act by: the thing that it acts on; a key or another gesture without one by itself."""
    return act.target or " ".join((act.skill, *map(str, act.args.values())))


def restoring(act: Act, role: Role, value: str, skills: Iterable[Skill]) -> Act:
    """How a value is put back that this act has changed: the old text, the skill that undoes it, or the same once more."""
    skills = tuple(skills)
    undo = next((s.undo for s in skills if s.name == act.skill), "")
    undoes = any(s.name == undo and not any(p.required for p in s.parameters) for s in skills)
    is_hidden = value.startswith(SECRET)  # what stood there is not what a look tells
    if role == "field" and not (undoes and is_hidden):
        names = list(act.args)
        return Act(act.skill, {**act.args, names[-1]: verbatim(value)} if names else {}, act.target)
    return Act(undo, {}, act.target) if undoes else act


def paid_when(thing: str, role: Role, before: str, kinds: Iterable[str]) -> str:
    """The condition that shows a value put back."""
    if role == "toggle" and "checked" in kinds:
        return fact("checked", thing) if before else f"not {fact('checked', thing)}"
    return fact("value", thing, before) if before else f"not {fact('value', thing, '*')}"


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
    """Whether the goal is that something holds a value, and it does not plainly name the thing and what it should hold."""
    return any(lit.name in ABOUT_VALUES and _held(lit) is None for lit in parse(done_when)) if done_when else False


def held_by(done_when: str) -> dict[str, str]:
    """Thing -> what the goal says that it should hold, '' for nothing or off."""
    return dict(held for lit in (parse(done_when) if done_when else ()) if (held := _held(lit)) is not None)


def _held(literal: Literal) -> tuple[str, str] | None:
    """What a part of the goal says that a thing should hold; None where it says nothing so plain."""
    if literal.name not in ("value", "checked", "on") or literal.open or not literal.args:
        return None
    thing, *value = literal.args
    if literal.negated:
        return None if value else (thing, "")
    return thing, ", ".join(value) if value else ON


def wanted_value(request: PlanRequest, thing: str) -> str:
    """What the goal or the task says that a thing should hold; '' if they say nothing of it."""
    label = next((t.label for t in request.view.targets if t.id == thing), "")
    return held_by(request.done_when).get(thing) or request.task.values.get(label, "")


def writing(skills: Iterable[Skill], thing: str, text: str) -> Act | None:
    """How a text is written into a thing; None where no skill does that."""
    writes = next((s for s in skills if any(p.name == "text" for p in s.parameters)), None)
    return Act(writes.name, {"text": text}, thing) if writes is not None else None


def touching(skills: Iterable[Skill]) -> str:
    """The skill that acts on a thing with nothing more to say: the first with a target and no argument that must be given."""
    usable = [s.name for s in skills if not any(p.required for p in s.parameters)]
    return next((name for name in ("click", "press") if name in usable), usable[0] if usable else "")
