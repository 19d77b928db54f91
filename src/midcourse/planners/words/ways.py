"""The way on: which link, tab or button speaks of the goal, by its words and by where it leads."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from ...core.logic.conditions import parse
from ...core.model import Target
from ...core.plans.plan import Act
from .fields import DOCUMENT, TAKES
from .final import UNDOING, final_words
from .finding import norm
from .language import SMALL, stem
from .no_way import no_ways
from .own_page import does_something, names_another
from .purposes import AROUND, MENU
from .records import Records, said_in_every_row, spoken
from .revealing import MENUS, at_menu, is_menu
from .screen import Screen
from .verbs import CHANGING, CREATING

LEADING = ("link", "button", "menuitem", "item", "tab", "treeitem", "disclosure")
SHOWING = MENUS | frozenset(stem(word) for word in ("open", "show", "view", "details"))
PLUS = ("+", "＋", "➕", "plus")
SIGNS = frozenset(map(stem, PLUS))
MAKING = CREATING | CHANGING
"""What addresses of forms are called, in whatever language their pages are: of those for something new, and for what is there."""

LEAVING = frozenset(
    ("cancel", "close", "dismiss", "x", "×", "back", "abbrechen", "schließen", "zurück", "annuler", "fermer", "cancelar")
)
"""What leaves a place is called: no way on, whatever the place is called."""
PRESSED = ("button", "menuitem", "link", "item")
NEW = re.compile(r"(create )?(a )?new( (text|blank|empty))?( (file|document|note|text|page))?")
"""What makes an empty document is called."""
AFTER = re.compile(r"\b(?:of|to|in|into|for|with|on|from|at|by|called|named|as)\b")
"""What comes behind what is to be made, where a goal says more of it."""
NAME = re.compile(r"\b[A-ZÀ-Þ0-9][\w-]*")
"""A word that is a name, as it is written."""
WAY = "a way on"
"""What a click on what speaks of the goal is for."""
OUT = "another way"
"""What it is for to leave again where such a click led."""
RETREATS = 5
LOOKING = (*AROUND, "dismiss")
"""Acts that leave us where we are."""


def toward(screen: Screen, addresses: Sequence[str]) -> Act | None:
    """A click on what speaks most of the goal and was not tried; None where nothing does."""
    asked = _Asked.of(screen, addresses)
    tried = {a.target for a in screen.done if a.skill == "click"} | {
        target for skill, target, _ in screen.failed if skill == "click"
    }
    tried |= no_ways(screen, CREATING)
    things = [t for t in screen.of(*LEADING) if t.id not in tried]
    scored = [(score, t) for t in things if (score := asked.score(screen, t)) > 0]
    if (
        asked.changes
        and not any(asked.is_change(screen, t) for _, t in scored)
        and (menu := shut_menu(screen, WAY, asked.records)) is not None
    ):
        return menu  # what is to be done may stand there, and nothing else speaks of it
    if not scored:
        return None
    top = max(scored, key=lambda m: m[0])
    return Act("click", {}, top[1].id, description=WAY)


def shut_menu(screen: Screen, told: str, records: Records | None) -> Act | None:
    """What opens a menu in the page that was not opened yet, first one that says that it is one, then what unfolds with the one
    that is meant. Those of the whole site, and of what is not meant, are no way to one thing."""
    apart, own = (records.others, records.meant) if records is not None else ((), ())
    things = [t for t in screen.targets if t.id not in screen.hidden and t.id not in apart and not _is_of_the_site(screen, t)]
    buttons = [t for t in things if t.role == "button" and "submit" not in t.state]
    named = [t for t in buttons if is_menu(t)]
    shut = [t for t in buttons if {"hasPopup", "collapsed"} & set(t.state) and t not in named]
    folded = [t for t in things if t.id in own and ("unfolds" in t.state or is_menu(t)) and t not in (*named, *shut)]
    return next((act for t in (*named, *shut, *folded) if (act := at_menu(screen, t, told)) is not None), None)


def _is_of_the_site(screen: Screen, target: Target) -> bool:
    return screen.parts.get(target.id, "").startswith("navigation")


def retreat(screen: Screen) -> Act | None:
    """Out of where a way led to nothing that is asked for: another may lead on. What it laid over the page is dismissed; from
    another page it goes back. None where we did not come by a way."""
    depth = 0
    for act in screen.done:
        if act.skill not in LOOKING and act.description != MENU:
            depth = depth + 1 if act.description == WAY else depth - 1 if act.skill == "back" else 0
    if depth <= 0 or sum(act.description == OUT or act.skill == "back" for act in screen.done) >= RETREATS:
        return None
    if (uncovered := _uncover(screen)) is not None:
        return uncovered
    if "back" not in screen.skills or ("back", "", str({})) in screen.failed:
        return None
    return Act("back", {}, description=OUT, again=True)


def left_open(screen: Screen) -> Act | None:
    """The end of a menu that came up where we pointed, once something in it was chosen: as long as we point there it lies over
    what came of that."""
    acts = [act for act in screen.done if act.skill != "wait_for"][-2:]
    if [act.skill for act in acts] != ["hover", "click"]:
        return None
    chosen = screen.past()[-1].label
    menu = next((c for c in screen.covers if c.startswith("overlay ") and chosen in c), "")
    fresh = menu and not screen.tried("dismiss", cover=menu) and "dismiss" in screen.skills
    return Act("dismiss", {"cover": menu}, description=OUT) if fresh else None


def out_of_the_way(screen: Screen) -> Act | None:
    """The end of what lies over a page and asks for nothing: what is asked for may be below it."""
    asks = any(t.role in TAKES for t in screen.targets if t.id not in screen.hidden)
    return None if asks or screen.has_windows else _uncover(screen)


def _uncover(screen: Screen) -> Act | None:
    named = (cover for cover in screen.covers if " " in cover)  # what bears no word has nothing that could close it
    fresh = (cover for cover in named if not screen.tried("dismiss", cover=cover))
    cover = next(fresh, "") if "dismiss" in screen.skills else ""
    return Act("dismiss", {"cover": cover}, description=OUT) if cover else None


def none_meant(screen: Screen) -> str:
    """What is said where a page has what changes each of many, and nothing tells which of them the goal means; else ''."""
    asked = _Asked.of(screen, ())
    apart = asked.records.others if asked.changes and asked.records is not None else set[str]()
    found = [t for t in screen.targets if t.id in apart and {stem(w) for w in norm(t.label).split()} & CHANGING]
    return f"nothing was changed: none of {len(found)} {found[0].label!r} is known to be for what the goal names" if found else ""


def behind_a_button(screen: Screen) -> Act | None:
    """A button of a program behind which a menu is, that was not opened yet: nothing tells what it offers while it is shut."""
    shut = [t for t in screen.of("button") if "hasPopup" in t.state and t.id not in screen.hidden] if screen.has_windows else []
    return next((Act("click", {}, t.id, description=WAY) for t in reversed(shut) if screen.did("click", t.id) < 0), None)


def made_new(screen: Screen, wanted: Collection[str]) -> Act | None:
    """What makes an empty document, where a text is to be entered and a program shows none: its first page may offer files."""
    if not screen.has_windows or DOCUMENT not in wanted or any("multiline" in t.state for t in screen.targets):
        return None
    for target in screen.targets:
        if target.id in screen.hidden or screen.is_off(target.id):
            continue
        option = next((o for o in screen.offers.get(target.id, ()) if NEW.fullmatch(norm(o))), "")
        if option and not screen.tried("select", target.id, option=option):
            return Act("select", {"option": option}, target.id)
        if target.role in PRESSED and NEW.fullmatch(norm(target.label)) and not screen.tried("click", target.id):
            return Act("click", {}, target.id)
    return None


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked for, as words and paths."""

    words: set[str]
    about: set[str]
    """Words that are neither entered nor in any address: they tell which of many is meant. Those by which the end is known come
    before all others."""
    paths: tuple[str, ...]
    """Where the end shows."""
    changes: bool = False
    """Something that is there is to be changed, and nothing made."""
    creates: bool = False
    records: Records | None = None
    """What the page lists, where the goal changes or takes away something of it."""
    places: Records | None = None
    """Where something new can be made, if the page has the same button for it in several."""
    kind: frozenset[str] = frozenset()
    """The words for what is to be made, where the goal says more behind them: where, with what, how it is called."""
    of_place: frozenset[str] = frozenset()
    """The words that only the address has where the end shows."""
    in_rows: Mapping[str, set[str]] = field(default_factory=dict[str, set[str]])
    """The words that tell no row from the others, by the rows."""
    opened: bool = False
    """The one that is meant was opened: what bears its name leads to where we are."""

    @classmethod
    def of(cls, screen: Screen, addresses: Sequence[str]) -> _Asked:
        goal = _words(screen.request.goal)
        paths = tuple(urlsplit(a).path.rstrip("/") for a in addresses)
        there = {w for p in paths for w in _words(re.sub(r"[/_.-]+", " ", p))}
        entered = {w for text in screen.request.task.values.values() for w in _words(text)}
        roads = {w for url in screen.leads.values() for w in _words(re.sub(r"[/_.=&?-]+", " ", urlsplit(url).path))}
        known = {stem(w) for w in entered | there | roads}
        about = {w for w in goal if stem(w) not in known}
        shown = {w for lit in parse(screen.request.done_when) for arg in lit.args for w in _words(arg)}
        verbs = {stem(w) for w in goal}
        changes = bool(verbs & CHANGING) and not verbs & CREATING
        records = Records(screen, thing_of(screen.request.goal)) if changes or verbs & UNDOING else None
        about = (about & shown) or about
        ways = (_words(a.target.partition(" ")[2]) for a in screen.done if a.description == WAY)
        opened = changes and any(_common(way, about) for way in ways)
        first = AFTER.split(screen.request.goal, maxsplit=1)
        kind = frozenset(thing_of(first[0])) if verbs & CREATING else frozenset[str]()
        places = _places(screen) if verbs & CREATING else None
        in_rows = said_in_every_row(screen)
        makes, of_place = bool(verbs & CREATING), frozenset(there - goal)
        return cls(goal | there, about, paths, changes, makes, records, places, kind, of_place, in_rows, opened)

    def is_change(self, screen: Screen, target: Target) -> bool:
        """Whether it says that it changes something, by its words or where it leads."""
        leads = urlsplit(screen.leads.get(target.id, "")).path
        return bool({stem(w) for w in _words(f"{target.label} {re.sub(r'[/_.-]+', ' ', leads)}")} & CHANGING)

    def _opens(self, screen: Screen, target: Target) -> bool:
        """Whether it only shows something, or says that it is for a change. What leads to the page itself is a script's."""
        said = {stem(w) for w in norm(target.label).split()}
        leads = urlsplit(screen.leads.get(target.id, ""))._replace(fragment="")
        shows = bool(leads.path) and leads.scheme != "javascript" and leads != urlsplit(screen.page)._replace(fragment="")
        return shows or bool({"hasPopup", "collapsed"} & set(target.state) or said & (CHANGING | SHOWING))

    def _is_the_row(self, screen: Screen, target: Target) -> bool:
        """Whether it is the one line of a list that says what is meant, and a script opens it."""
        named = _common(_words(target.label), self.about) if target.role == "item" else set[str]()
        others = (t for t in screen.of("item") if t.id != target.id)
        return bool(named) and not any(_common(_words(t.label), named) for t in others)

    def makes_another(self, screen: Screen, target: Target) -> bool:
        """Whether it makes what the goal only names behind what is to be made (`Add account`, for an entry in an account), or
        what it does not name, beside a thing that makes what it names (`Create file` beside `Create folder`)."""
        own = _words(AFTER.split(target.label.lower(), maxsplit=1)[0])
        said = thing_of(" ".join(_common(own, self.words - self.of_place)))
        if said or not spoken(" ".join(own)) - CREATING - SIGNS:
            return bool(self.kind and said) and not said & self.kind
        return any(t.id != target.id and is_making(t) and spoken(t.label) & self.kind for t in screen.of(*LEADING))

    def score(self, screen: Screen, target: Target) -> float:
        """How much a thing speaks of it, by its words, its row and where it leads; 0 for what may not be tried."""
        part = screen.parts.get(target.id, "")
        if target.id in screen.hidden or ("submit" in target.state and not part.startswith("search")):
            return 0.0  # it would send a form
        if norm(target.label) in LEAVING and not _common(_words(target.label), self.words):
            return 0.0
        meant = _common(_words(part.removeprefix("row ")), self.about) if part.startswith("row") else set[str]()
        meant = {w for w in meant if stem(w) not in self.in_rows.get(part, ())}
        is_one_of_several = self.places is not None and target.id in (*self.places.meant, *self.places.others)
        if is_one_of_several and self.places is not None and target.id in self.places.others:
            return 0.0  # it makes something elsewhere
        own_words = "wordless" in target.state or is_one_of_several  # not what stands around it
        mine = _words(target.label if own_words else target.id.partition(" ")[2])
        if leads_away(screen, target) and not mine <= _common(mine, self.words):
            return 0.0  # another site is no part of this one
        if self.records is not None and target.id in self.records.others and {stem(w) for w in mine} & (MAKING | UNDOING):
            return 0.0  # it is for another than the one that is meant
        if ({stem(w) for w in mine} & UNDOING | final_words(target)) - {stem(w) for w in self.words}:
            return 0.0  # it is no way to anything else
        common = _common(mine, self.words)
        if is_making(target) and self.makes_another(screen, target):
            return 0.0
        if screen.is_off(target.id) and not common:
            return 0.0  # only what speaks of the goal is waited for
        led = self.opened and not self.is_change(screen, target)
        own = self.records.meant.get(target.id, 0) if self.records is not None and not led else 0
        if self.changes and names_another(screen, target, self.about, CHANGING | SHOWING):
            return 0.0  # what only belongs to it
        if part.startswith("row") and not (meant or own):
            return len(common) - 0.1 * len(mine - common) if common else 0.0  # perhaps a row of something else
        leads = urlsplit(screen.leads.get(target.id, ""))
        steps = _words(re.sub(r"[/_.=&?-]+", " ", f"{leads.path} {leads.query}"))
        if target.role == "item" and not re.search(r"\w", target.label) and "wordless" not in target.state:
            return 0.0  # a cell with nothing in it
        if self.records is not None and does_something(screen, target):
            return 0.0
        if self.records is not None and not (mine <= common or self._opens(screen, target) or self._is_the_row(screen, target)):
            return 0.0  # what else can be done with the one that is meant is not asked for
        score = len(common) - 0.1 * len(mine - common) + 2.0 * max(len(meant), own)
        if any(leads.path.startswith(p + "/") and leads.path.rstrip("/") != p for p in self.paths if p):
            score += 0.8 if common or self.records is None else 0.5
        score += 0.4 * len(_common(steps, self.words) - common)
        score += 0.6 if score > 0 and {stem(w) for w in steps} & MAKING else 0.0
        if self.records is not None and {stem(w) for w in (*steps, *mine)} & CREATING:
            return 0.0  # what makes something new does not change what is there
        verbs = {w for w in mine if stem(w) in CHANGING}
        if self.changes and verbs and _is_of_the_site(screen, target) and not common - verbs:
            return 0.0  # it changes something of the whole site
        score += 2.0 if self.changes and verbs else 0.0
        came_up = part.startswith("dialog") or (target.role == "menuitem" and not part and not own)
        score += 4.0 if verbs and came_up and _opened_a_menu(screen) else 0.0  # it came up for that
        if self.creates and is_making(target) and not ({stem(w) for w in mine - common} - CREATING):
            score += 1.0 if common else 0.85  # it makes something, and says of nothing else that it does
        score += 2.0 if is_one_of_several else 0.0
        return score if common or meant or own or score >= 0.8 else 0.0


def makers_of_others(screen: Screen) -> set[str]:
    """What makes another kind of thing than the goal."""
    asked = _Asked.of(screen, ())
    return {t.id for t in screen.of(*LEADING) if asked.creates and is_making(t) and asked.makes_another(screen, t)}


def _opened_a_menu(screen: Screen) -> bool:
    """Whether our last act was to open a menu."""
    last = next((act for act in reversed(screen.done) if act.skill != "wait_for"), None)
    if last is None or not last.target:
        return False
    return last.description == MENU or is_menu(screen.past()[-1])


def _places(screen: Screen) -> Records | None:
    """The places in which the goal may mean something to be made, if a page has a button for that in each; None where nothing
    tells them apart. Where the goal names one that is not on the page, it means none of them."""
    making = [t for t in screen.targets if t.id in screen.among and is_making(t)]
    found = Records(screen, thing_of(screen.request.goal) - {w for t in making for w in spoken(t.label)}, making)
    entered = {w for text in screen.request.task.values.values() for w in spoken(text)}
    behind = " ".join(AFTER.split(screen.request.goal, maxsplit=1)[1:])
    named = spoken(" ".join(NAME.findall(behind))) - entered
    if named and not named & spoken(" ".join((*screen.texts, *screen.among.values()))):
        found.others |= found.meant.keys()
        found.meant.clear()
        return found
    return found if found.meant else None


def leads_away(screen: Screen, target: Target) -> bool:
    """Whether a link leads to another site than the page's."""
    there = urlsplit(screen.leads.get(target.id, ""))
    return bool(there.netloc) and there.netloc != urlsplit(screen.page).netloc


def is_making(target: Target) -> bool:
    """Whether a thing says that it makes something new, by a word or by the sign that many pages have for it."""
    words = target.label.lower().split()
    return bool(set(words) & {*PLUS} or {stem(w) for w in norm(target.label).split()} & CREATING)


def thing_of(goal: str) -> set[str]:
    """The words of a goal for what it changes or takes away."""
    return spoken(goal, MAKING | UNDOING)


def _words(text: str) -> set[str]:
    return {w for w in norm(text).split() if w not in SMALL and len(w) > 1}


def _common(mine: Iterable[str], words: set[str]) -> set[str]:
    """The words that are spoken of, also in another ending: the first five letters tell, or one goes a little on."""
    return {w for w in mine if w in words or any(stem(w) == stem(o) or _inflected(w, o) for o in words)}


def _inflected(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) > 3 and (one[:5] == other[:5] if len(short) > 4 else long.startswith(short) and len(long) - len(short) < 3)
