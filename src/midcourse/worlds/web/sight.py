"""From a page to facts and targets."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from unicodedata import category
from urllib.parse import urlsplit, urlunsplit

from ...core.logic.conditions import fact
from ...core.model import Target
from .chips import chips_of
from .chosen import chosen_in, without_signs
from .covering import Cover, dialogs_in
from .dates import canonical, in_parts
from .drawn_editors import written_in
from .folded import folded
from .frames import as_laid_out
from .handles import beside_handles
from .headings import headed
from .lines import LONGEST_TEXT, lines_of, on_buttons
from .lists import every_line, goes_on, onward, scrolling
from .loading import loads
from .parts import Belonging, other_names
from .radios import radio_names
from .reading import Node, Reading, sound
from .records import records_of
from .tables import Tables
from .texts import Texts
from .things import FIELDS, FILLED, TYPED, Thing, hinted, within
from .trees import is_shut, picked_in
from .unseen import unseen_texts

LONGEST_TITLE, LONGEST_VALUE = 1000, 2000
MOST_TEXTS = 1500
WIDEST = 12
"""Cells of a row whose neighbours are told as lines."""
MASKED = "•••"
LINES, DRAWN = ("text(", "listed(", "row("), 10.0
"""Facts that are lines of a page; seconds in which a page may be drawn after it was opened."""
CHECKABLE = frozenset({"checkbox", "radio", "switch", "menuitem", "option", "treeitem", "tab"})
IN_CELLS = FILLED | {"item"}
"""What is also called by the header over it and what stands in its row."""
SHOWN = ("multiline", "hasPopup", "disabled", "selected", "expanded", "collapsed", "required", "invalid", "readonly", "focused")
KINDS = (
    "page",
    "title",
    "headed",
    "row",
    "paragraph",
    "visible",
    "enabled",
    "checked",
    "expanded",
    "invalid",
    "focused",
    "field",
    "offers",
    "leads",
    "dialog",
    "cover",
    "hides",
    "tab",
    "downloaded",
    "within",
    "among",
    "foreign",
    "called",
    "sent",
    "reopened",
)
COVERS = tuple(f"{kind}(*)" for kind in KINDS)
"""What every look at a page tells in full."""


@dataclass(slots=True)
class Sight:
    """One look at one page."""

    url: str
    facts: set[str] = field(default_factory=set[str])
    targets: tuple[Target, ...] = ()
    covers: tuple[str, ...] = COVERS
    things: dict[str, Thing] = field(default_factory=dict[str, Thing])
    """What each id stands for in the browser."""
    overlays: tuple[Cover, ...] = ()
    onward: str = ""
    """Where a list of the page goes on."""
    hidden: frozenset[str] = frozenset()
    """Lines that are on the page and that nobody can see: they are neither shown nor gone."""
    pressed: frozenset[str] = frozenset()
    """Lines that are written on buttons and in menus: those may come and go with what they are for."""
    places: tuple[str, ...] = ()
    """What its lines are listed at."""
    loads: bool = False
    """It says that it still loads: what it lacks may come."""


def beside(files: Iterable[str], titles: Iterable[str], starts: int) -> set[str]:
    """What is told beside the page: files that came, the titles of tabs, how often the browser was opened again."""
    told = {fact("downloaded", name) for name in files} | {fact("tab", sound(title[:LONGEST_TITLE])) for title in titles}
    return told | ({fact("reopened", starts - 1)} if starts > 1 else set[str]())


def plain(url: str) -> str:
    """An address without its fragment."""
    return urlunsplit(urlsplit(url)._replace(fragment=""))


def path_of(url: str) -> str:
    """The path of an address, by which people know a page of a site."""
    return urlsplit(url).path or "/"


def names_of(url: str) -> set[str]:
    """What a page may be called in a condition or an act: by its whole address or by what follows the site; with or without its
    question; and with what follows `#/`, where a script draws another page for that."""
    parts, whole = urlsplit(url), plain(url)
    if not parts.netloc:
        return {whole}
    names = {whole, path_of(url), urlunsplit(("", "", path_of(url), parts.query, ""))}
    if not parts.path.strip("/") and not parts.query:
        names.add(f"{parts.scheme}://{parts.netloc}")
    routes = {parts.fragment, parts.fragment.partition("?")[0]} if _is_routed(url) else set[str]()
    return names | {f"{name}#{route}" for name in names for route in routes}


def places_of(url: str) -> tuple[str, ...]:
    """The path of an address, and with it what follows `#/`: by both people know a page that a script draws there."""
    path = path_of(url)
    return (path, f"{path}#{urlsplit(url).fragment.partition('?')[0]}") if _is_routed(url) else (path,)


def _is_routed(url: str) -> bool:
    return urlsplit(url).fragment.startswith(("/", "!/"))


def describe(
    reading: Reading, texts: Texts, things: Sequence[Thing], ids: Sequence[str], covers: Sequence[Cover], typed: dict[str, str]
) -> Sight:
    """What a look tells. `typed` is what was entered by us in fields whose content is not read."""
    sight = Sight(plain(reading.url), things=dict(zip(ids, things, strict=True)), overlays=tuple(covers))
    facts = sight.facts
    facts |= {fact("page", name) for name in names_of(reading.url)}
    facts.add(fact("title", reading.nodes[0].name[:LONGEST_TITLE]))
    facts |= {fact("headed", head)} if (head := headed(reading, texts)) else set()
    targets: list[Target] = []
    parts, further, tables = Belonging(reading, texts), onward(reading, texts), Tables(reading, texts.inside)
    sight.onward = plain(reading.nodes[further].url) if further is not None and reading.nodes[further].url else ""
    others = {**other_names([t for t in things if t.role in FILLED], reading), **beside_handles(reading, texts, things)}
    for place, names in radio_names(reading, texts, things).items():
        others[place] = tuple(dict.fromkeys((*names, *others.get(place, ()))))
    records, menus = records_of(reading, texts, things), folded(reading, texts, {t.place: t.role for t in things})
    for id, thing in sight.things.items():
        node = reading.nodes[thing.place]
        if node.role == "group":
            node.value = in_parts([n.attributes for n in within(reading, thing.place) if n.role == "spinbutton"])
        if thing.role == "combobox" and node.tag not in TYPED and node.value:
            node.value = without_signs(reading, thing.place, node.value)
        if thing.role == "combobox" and not node.value:
            node.value = chosen_in(reading, texts, thing.place, thing.label)
        if thing.role == "textbox" and not node.value:
            node.value = chips_of(reading, texts, thing.place, typed.get(id, ""))
        if node.editor >= 0:
            node.value = written_in(reading, texts, thing.place, typed.get(id, ""))
        facts.update(_facts_of(id, thing, node, typed))
        if node.tag == "select" or thing.role in ("listbox", "radiogroup"):
            options = _options(reading, texts, thing.place)
            facts.update(fact("offers", id, option.name) for option in options)
            if "multiple" in node.attributes or thing.role == "radiogroup":
                chosen = sorted(o.name for o in options if o.states & {"selected", "checked"})
                facts.add(fact("value", id, (chosen or [""])[0] if thing.role == "radiogroup" else chosen))
        if thing.role == "tree":
            inside = range(thing.place + 1, texts.end(thing.place))
            facts.add(fact("value", id, picked_in(reading, inside, typed.get(id, ""))))
        if part := parts.of(thing.place):
            facts.add(fact("within", id, part))
        if thing.place in records:
            facts.add(fact("among", id, records[thing.place]))
        facts.update(fact("called", id, name) for name in others.get(thing.place, ()))
        cell = tables.cell(thing.place)
        if cell is not None and cell.header and thing.role in IN_CELLS:
            names = dict.fromkeys((cell.header, f"{cell.header} in {cell.text}"))
            facts.update(fact("called", id, name) for name in names if name != thing.label)
        own = (
            ("required", _must_be_filled(reading, thing, node)),
            ("unnamed", thing.role == "textbox" and thing.label == hinted(node) and not (node.name or others.get(thing.place))),
            ("wordless", thing.role not in FILLED and _is_wordless(texts, thing, node)),
            ("multiline", "multiline" not in node.states and node.attributes.get("contenteditable") in ("", "true")),
            ("collapsed", thing.role == "item" and is_shut(reading, thing.place)),
            ("submit", parts.submits(thing.place)),
            ("aside", parts.is_aside(thing.place)),
            ("password", node.secret),
            ("onward", thing.place == further),
            ("unfolds", thing.place in menus),
        )
        state = (*(s for s in SHOWN if s in node.states), *(name for name, holds in own if holds))
        state = state if cell is None else (*state, f"row {cell.row}")
        targets.append(Target(id, thing.role, thing.label, state, thing.box))
    sight.targets = as_laid_out(reading, targets, {id: thing.place for id, thing in sight.things.items()})
    # What stands in a form that was left behind is not known to be gone: it may be where it was, or have been sent.
    sight.covers = (*COVERS, *_own_covers(targets))
    facts.update(fact("dialog", title[:LONGEST_TITLE]) for title in dialogs_in(reading, texts).values())
    for cover in covers:
        facts.add(fact("cover", cover.id))
        facts.update(fact("hides", cover.id, id) for id in cover.hides)
    unseen = unseen_texts(reading)
    sight.loads = loads(reading)
    rows = list(_rows(reading, texts, unseen))
    facts.update(fact("row", *cells) for cells in rows)
    facts.update(fact("paragraph", n, text) for n, text in enumerate(texts.paragraphs(LONGEST_TEXT), 1))
    facts.update(fact("scrolls", what) for what in scrolling(reading, texts))
    lines = list(lines_of(reading, lambda place: place not in unseen))
    shown = lines[:MOST_TEXTS]
    sight.places = where = places_of(reading.url)
    kept_back = list(lines_of(reading, unseen.__contains__))[:MOST_TEXTS]
    sight.hidden = frozenset(f for line in kept_back for f in (fact("text", line), *_listed(where, line)))
    sight.pressed = frozenset(fact("text", line) for line in lines_of(reading, on_buttons(reading).__contains__))
    listed = (*shown, *_side_by_side(rows, MOST_TEXTS - len(shown)))
    told = dict.fromkeys((*(fact("text", line) for line in shown), *(f for line in listed for f in _listed(where, line))))
    facts.update(told)
    if len(shown) == len(lines) and not goes_on(reading, texts):
        told = ("text(*)", *map(every_line, where))
    sight.covers = (*sight.covers, *told)  # of a list that goes on, what is shown is known, and nothing else
    return sight


def _listed(places: Iterable[str], line: str) -> Iterable[str]:
    return (fact("listed", place, line) for place in places)


def covered(sight: Sight, moves: bool, age: float, is_served: bool = True) -> tuple[str, ...]:
    """What a look tells in full. Of some pages only what they show is known, and of lines that they lack nothing: one that was
    opened just now and still moves (one that moves later on always does), one that shows nothing at all, one that asks who is
    there, and one that came instead of what its address is for (not `is_served`)."""
    drawn = (not moves or age > DRAWN) and bool(sight.targets or any(f.startswith(LINES) for f in sight.facts))
    if drawn and is_served and not _asks_who(sight.targets):
        return sight.covers
    lines = sorted(f for f in sight.facts if f.startswith(LINES))
    return (*(c for c in sight.covers if not (c.startswith(LINES) and c.endswith("*)"))), *lines)


def _asks_who(targets: Sequence[Target]) -> bool:
    """Whether a page asks for a password and for who somebody is: what lies behind is not shown."""
    texts = [t for t in targets if t.role in ("textbox", "combobox")]
    secret = sum("password" in t.state for t in texts)
    return secret == 1 and len(texts) <= 2


def _is_wordless(texts: Texts, thing: Thing, node: Node) -> bool:
    """Whether nothing is written on it or said of it: what it is called is guessed from its picture, colour or class."""
    written = f"{node.name}{texts.inside(thing.place)}"
    return not (_without_signs(written) or {"title", "alt", "aria-label"} & node.attributes.keys())


def _without_signs(text: str) -> str:
    """A text without the characters that are letters of no script, by which fonts draw pictures."""
    return "".join(letter for letter in text if category(letter) != "Co").strip()


def _own_covers(targets: Sequence[Target]) -> Iterable[str]:
    for target in targets:
        if target.role in FIELDS:
            yield fact("value", target.id, "?")[: -len("?)")] + "*)"
        if target.role in CHECKABLE:
            yield fact("checked", target.id)


def _facts_of(id: str, thing: Thing, node: Node, typed: dict[str, str]) -> Iterable[str]:
    yield fact("visible", id)
    if "disabled" not in node.states:
        yield fact("enabled", id)
    if thing.role in CHECKABLE and node.states & {"checked", "selected", "pressed"}:
        yield fact("checked", id)
    for state in ("expanded", "invalid", "focused"):
        if state in node.states:
            yield fact(state, id)
    if thing.role in FIELDS:
        yield fact("field", id)
        if "multiple" not in node.attributes and thing.role not in ("radiogroup", "tree"):
            yield fact("value", id, _value(id, node, typed))
    if node.url and thing.role == "link":
        yield fact("leads", id, plain(node.url))


def _must_be_filled(reading: Reading, thing: Thing, node: Node) -> bool:
    """Whether a form is not taken without it, where the accessibility tree does not tell: it does of some kinds only."""
    asked = within(reading, thing.place) if thing.role == "radiogroup" else (node,)
    return "required" not in node.states and any("required" in n.attributes for n in asked)


def _rows(reading: Reading, texts: Texts, unseen: Container[int]) -> Iterable[list[str]]:
    """The rows of the page's tables, cell by cell."""
    for i, node in enumerate(reading.nodes):
        if node.tag == "tr" or node.role == "row":
            inner = range(i + 1, texts.end(i))
            cells = [j for j in inner if reading.nodes[j].tag in ("td", "th") and reading.nodes[j].box]
            cells = [texts.inside(j, LONGEST_TEXT, unseen) for j in cells]
            if any(cells) and len(cells) > 1:
                yield cells


def _side_by_side(rows: Sequence[Sequence[str]], most: int) -> list[str]:
    """What people read in a row as one line: cells side by side, whole ones; in a big table only all cells of each row."""
    filled = [[cell for cell in cells if cell] for cells in rows]
    runs = [
        " ".join(cells[i:j])[:LONGEST_TEXT]
        for cells in filled
        for i in range(len(cells))
        for j in range(i + 2, len(cells) + 1)
        if len(cells) <= WIDEST
    ]
    return runs if len(runs) <= most else [" ".join(cells)[:LONGEST_TEXT] for cells in filled][:most]


def _value(id: str, node: Node, typed: dict[str, str]) -> str:
    value = node.value or ""
    if not node.secret:
        ours = typed.get(id, "")
        most = LONGEST_VALUE if node.tag == "textarea" else LONGEST_TEXT
        return ours if ours and canonical(node.attributes.get("type", ""), ours) == value else value[:most]
    if not value:
        return ""
    ours = typed.get(id)
    # What stands in a password field is never read out; what we put there is known to be there, and goes by its reference.
    return ours if ours is not None and len(ours) == len(value) else MASKED


def _options(reading: Reading, texts: Texts, place: int) -> list[Node]:
    end = texts.end(place)
    return [n for n in reading.nodes[place:end] if n.role in ("option", "MenuListOption", "ListBoxOption", "radio") and n.name]
