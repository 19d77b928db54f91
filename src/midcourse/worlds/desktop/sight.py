"""From elements and windows to facts and targets."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ...core.logic.conditions import fact, parse_fact
from ...core.model import Target
from .driver import Element, Key, Window
from .finality import is_final
from .things import FIELDS, Screenful, Thing, centre, clean, holds, is_zone

MASKED = "•••"
LONGEST_TEXT, LONGEST_TITLE, LONGEST_VALUE, MOST_TEXTS = 200, 1000, 4000, 400
CHECKABLE = frozenset({"checkbox", "radio", "switch", "menuitem", "tab", "option", "treeitem", "button"})
SHOWN = ("ocr", "vision", "multi line", "focused", "selected", "expanded", "collapsed", "required", "read only")
_KINDS = "window active runs ended visible enabled focused field called offers expanded dialog asks cover hides text"
COVERS = tuple(f"{kind}(*)" for kind in _KINDS.split())
"""What every look at a desktop tells in full."""
FINAL = "final"
"""The state of what cannot be undone once it is pressed."""


@dataclass(slots=True)
class Sight:
    """One look at a desktop."""

    screen: Screenful
    things: dict[str, Thing]
    facts: set[str] = field(default_factory=set[str])
    targets: tuple[Target, ...] = ()
    covers: tuple[str, ...] = COVERS
    hidden: dict[str, str] = field(default_factory=dict[str, str])
    """Things that cannot be reached, and for what."""
    tops: dict[str, int] = field(default_factory=dict[str, int])
    """Covers, and the top elements that they are; -1 for a window that tells nothing about itself."""
    final: dict[str, str] = field(default_factory=dict[str, str])
    """Things that cannot be undone once they are pressed, and what their dialogs ask."""

    @property
    def active(self) -> Window | None:
        """The window that the keyboard goes to."""
        return next((w for w in self.screen.windows if w.active), None)

    @property
    def terminal(self) -> str | None:
        """The title of the terminal that the keyboard goes to: a window, or a part of one that says so; None if it is none."""
        window = self.active
        if window is None:
            return None
        inside = (e for e in self.screen.elements if e.role == "terminal" and e.process == window.process)
        return window.title if window.terminal or any("focused" in e.states for e in inside) else None

    def is_seen(self, id: str) -> bool:
        """Whether the middle of a thing is in view: no other window lies over it."""
        thing = self.things[id]
        at = centre(thing.box)
        over = next((w for w in reversed(self.screen.windows) if w.kind != "hidden" and holds(w.whole, at)), None)
        own = over is None or thing.window in (0, over.id) or (over.kind == "menu" and is_in_menu(self.screen, thing))
        return own and id not in self.hidden

    def element(self, id: str) -> Element:
        """The element behind an id."""
        return self.screen.elements[self.things[id].place]


def describe(screen: Screenful, things: Sequence[Thing], ids: Sequence[str], ours: Mapping[str, str]) -> Sight:
    """What a look tells. `ours` is what was put into fields whose content is not read."""
    sight = Sight(screen, dict(zip(ids, things, strict=True)))
    facts = sight.facts
    said = {top: screen.says(top) for top in screen.window_of}
    terminals = {window.process for window in screen.windows if window.terminal}
    facts.update(_windows(screen))
    facts.update(fact("dialog", name[:LONGEST_TITLE]) for name in dialog_names(screen).values())
    _hide(sight)
    targets: list[Target] = []
    for id, thing in sight.things.items():
        element = screen.elements[thing.place]
        read = is_zone(thing.key)  # of such a window it is not known what asks: anything in it may
        in_dialog = read or (thing.top in screen.window_of and screen.is_dialog(thing.top))
        role = "button" if read and thing.role == "item" else thing.role
        offers = screen.offers(thing.place)
        final = not offers and is_final(role, thing.label, in_dialog, said.get(thing.top, ()), element.process in terminals)
        if final:  # to open a menu changes nothing, whatever it is called
            sight.final[id] = " ".join(" ".join(said.get(thing.top, ()) if in_dialog else [thing.label]).split())[:LONGEST_TEXT]
            facts.add(fact("asks", id, sight.final[id]))
        facts.update(_facts_of(id, thing, element, bool(offers), ours))
        facts.update(fact("offers", id, option) for option in offers)
        if (tip := clean(element.tip)) and tip != thing.label and not read:
            facts.add(fact("called", id, tip))
        targets.append(Target(id, thing.role, thing.label, _state(element, screen.opens(thing.place), final), thing.box))
    sight.targets = tuple(targets)
    away = {top for top, window in screen.window_of.items() if window is not None and window.kind == "hidden"}
    lines = list(dict.fromkeys(line[:LONGEST_TEXT] for top, lines in said.items() if top not in away for line in lines))
    facts.update(fact("text", line) for line in lines[:MOST_TEXTS])
    # What a window says that is put away is not seen, and not gone either.
    unseen = ("text(*)",) if any(said[top] for top in away) else ()
    sight.covers = (*(kind for kind in COVERS if kind not in unseen), *_own_covers(targets))
    return sight


def _windows(screen: Screenful) -> Iterable[str]:
    for window in screen.windows:
        if window.kind in ("menu", "tooltip", "notification"):
            continue
        if title := window.title[:LONGEST_TITLE]:
            yield fact("window", title)
            if window.active:
                yield fact("active", title)
        if window.program:
            yield fact("runs", window.program)


def _state(element: Element, opens: bool, final: bool) -> tuple[str, ...]:
    told = [name.replace(" ", "") for name in SHOWN if name in element.states]
    if opens:
        told.append("hasPopup")
    if not element.states & {"sensitive", "enabled"}:
        told.append("disabled")
    return (*told, *((FINAL,) if final else ()))


def _facts_of(id: str, thing: Thing, element: Element, opens: bool, ours: Mapping[str, str]) -> Iterable[str]:
    yield fact("visible", id)
    if element.states & {"sensitive", "enabled"}:
        yield fact("enabled", id)
    if thing.role in CHECKABLE and element.states & {"checked", "selected", "pressed"}:
        yield fact("checked", id)
    if "focused" in element.states:
        yield fact("focused", id)
    if opens and element.states & {"expanded", "selected"}:
        yield fact("expanded", id)
    if thing.role in FIELDS:
        yield fact("field", id)
        yield fact("value", id, value_of(id, element, ours))


def value_of(id: str, element: Element, ours: Mapping[str, str]) -> str:
    """What stands in a field, as facts tell it."""
    if element.role == "password text":
        return ours.get(id, MASKED)
    text = element.text if element.text is not None else element.name
    return text if len(text) <= LONGEST_VALUE or text == ours.get(id) else text[:LONGEST_VALUE] + "…"


def _own_covers(targets: Sequence[Target]) -> Iterable[str]:
    """What stands in a field that is gone is not known to be gone."""
    for target in targets:
        if target.role in FIELDS:
            yield fact("value", target.id, "?")[: -len("?)")] + "*)"
        if target.role in CHECKABLE:
            yield fact("checked", target.id)


INSIDE = frozenset({"visible", "enabled", "focused", "field", "called", "offers", "expanded", "asks", "text"})
"""What can be told of a window only by who sees into it."""


def without_old(sight: Sight, old: Container[Key], unread: bool) -> tuple[str, ...]:
    """What a look tells for sure. Where a window could not be read as it is now, what was seen elsewhere holds, and no more."""
    if not unread:
        return sight.covers
    gone = {id for id, thing in sight.things.items() if thing.key in old}
    lines = {sight.element(id).name for id in gone} | {e.name for e in sight.screen.elements if e.key in old}
    told = [lit for lit in map(parse_fact, sorted(sight.facts)) if lit.name in INSIDE]
    seen = [lit.fact for lit in told if not gone & set(lit.args) and not (lit.name == "text" and lines & set(lit.args))]
    whole = [pattern for pattern in sight.covers if pattern.partition("(")[0] not in INSIDE]
    return (*whole, *seen)


# --- what lies over what ------------------------------------------------------------------------------------------------


def _hide(sight: Sight) -> None:
    """Things under a dialog that their program waits for, or under a menu, a tip or a notice.

    Ordinary windows hide nothing for good: whoever reaches for what is under them brings its own window to the front.
    """
    screen = sight.screen
    tops = {w.id: top for top, w in screen.window_of.items() if w is not None}
    called = dialog_names(screen)
    modal = [w for w in screen.windows if w.id in tops and (w.modal or "modal" in screen.elements[tops[w.id]].states)]
    loose = [w for w in screen.windows if w.kind in ("menu", "tooltip", "notification", "popup_menu", "dropdown_menu")]
    windows = {w.id: w for w in screen.windows}
    for id, thing in sight.things.items():
        own = windows.get(thing.window)
        over = next((w for w in reversed(modal) if own is not None and w.id != own.id and _waits(own, w, windows)), None)
        if over is None:
            in_menu = is_in_menu(screen, thing)
            at = centre(thing.box)
            over = next(
                (
                    w
                    for w in reversed(loose)
                    if holds(w.box, at) and w.id != thing.window and not (in_menu and w.process == _process(screen, thing))
                ),
                None,
            )
        if over is None:
            continue
        top = tops.get(over.id, -1)
        name = (called.get(top, "") or over.title or over.kind or "dialog")[:80]
        sight.hidden[id] = name
        sight.tops[name] = top
        sight.facts |= {fact("cover", name), fact("hides", name, id)}


def dialog_names(screen: Screenful) -> dict[int, str]:
    """What open dialogs are called: by their titles; where two have the same, or one has none, by what they say."""
    tops = [t for t in screen.window_of if screen.is_dialog(t) and "showing" in screen.elements[t].states]
    titles = [screen.title(top) for top in tops]
    said = {top: " ".join(" ".join(screen.says(top)[:1]).split()) for top in tops}
    alike = {top for top, title in zip(tops, titles, strict=True) if not title or titles.count(title) > 1}
    return {
        top: said[top] if top in alike and said[top] and is_asking(screen, top) else title
        for top, title in zip(tops, titles, strict=True)
    }


def is_asking(screen: Screenful, top: int) -> bool:
    """Whether a dialog only asks or tells: it has buttons and no fields."""
    return not any(screen.elements[i].states & {"editable"} for i in screen.inside(top))


def _waits(window: Window, dialog: Window, windows: Mapping[int, Window]) -> bool:
    """Whether a window waits for a dialog: it is of the same program, and is not itself above the dialog."""
    if window.process != dialog.process:
        return False
    owner = window.owner
    while owner:
        if owner == dialog.id:
            return False
        owner = windows[owner].owner if owner in windows else 0
    return True


def is_in_menu(screen: Screenful, thing: Thing) -> bool:
    """Whether a thing is in a menu or an open list, which have windows of their own."""
    roles = {screen.elements[p].role for p in screen.parents(thing.place)}
    return bool(roles & {"popup menu", "combo box"}) or ("menu" in roles) or (thing.role == "option" and "window" in roles)


def _process(screen: Screenful, thing: Thing) -> int:
    return screen.elements[thing.place].process
