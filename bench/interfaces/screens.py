"""One random interface: screens, what is on them and where it leads. Made from a seed."""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

WORDS = 70
"""Words that labels and titles are made of."""
SCROLL, CLOSE, HOME, NEXT, QUIT, SEND, OK = 1000, 1001, 1003, 1004, 1005, 1010, 1011
"""Words that say what a thing does."""
LEADS = ("nav", "tab", "scroll")
Kind = Literal["nav", "tab", "scroll", "close", "toggle", "field", "submit", "ok", "noop"]
Where = Literal["main", "menu", "page", "dialog", "tab", "wizard", "trap"]


@dataclass(slots=True)
class Element:
    """A thing on a screen."""

    key: int
    label: tuple[int, ...]
    kind: Kind
    to: int | None = None
    needs: int | None = None
    """The field that must be filled before it goes on."""
    is_final: bool = False
    """What it does cannot be undone."""
    is_marked: bool = False
    """It can be seen that it cannot be undone."""
    is_dead: bool = False
    is_radio: bool = False
    """Once on, it cannot be turned off by itself."""


@dataclass(slots=True)
class Screen:
    """A screen."""

    number: int
    kind: Where
    title: tuple[int, ...]
    parent: int | None
    elements: list[Element] = field(default_factory=list[Element])
    closes_to: int | None = None
    closing: float = 1.0
    """How often closing it works."""
    is_form: bool = False
    """A later page of a wizard."""


class Interface:
    """Screens, made from a seed. `undo`: how reliable going back is on the whole."""

    def __init__(self, seed: int, undo: float) -> None:
        self.seed, self.undo = seed, undo
        self.screens: list[Screen] = []
        self._chance = random.Random(seed * 7919 + 13)
        self._keys = 0
        self._most = self._chance.randint(22, 38)
        self._build()

    def _build(self) -> None:
        chance = self._chance
        home = self._new("main", None)
        for _ in range(chance.randint(3, 5)):
            self._link(home, self._new("menu", home.number))
        for _ in range(chance.randint(1, 3)):
            self._link(home, self._new("page", home.number))
        todo = self.screens[1:]
        while todo:
            self._fill(todo.pop(0), todo)
        for screen in self.screens:
            self._clutter(screen)
        for screen in self.screens:
            self._cross(screen)
        for screen in list(self.screens):
            if len(screen.elements) > 8:
                self._fold(screen)

    def _new(self, kind: Where, parent: int | None, title: tuple[int, ...] | None = None) -> Screen:
        screen = Screen(len(self.screens), kind, title or self._some(3), parent, closes_to=parent)
        self.screens.append(screen)
        return screen

    def _some(self, count: int) -> tuple[int, ...]:
        return tuple(self._chance.sample(range(WORDS), count))

    def _add(self, screen: Screen, label: tuple[int, ...], kind: Kind, to: int | None = None) -> Element:
        self._keys += 1
        element = Element(self._keys, label, kind, to)
        screen.elements.append(element)
        return element

    def _link(self, here: Screen, there: Screen, kind: Kind = "nav") -> None:
        """A way whose label has one word of where it leads."""
        self._add(here, (self._chance.choice(there.title), *self._some(1)), kind, there.number)

    def _value(self, screen: Screen, kind: Kind) -> Element:
        element = self._add(screen, self._some(2), kind)
        element.is_radio = kind == "toggle" and self._chance.random() < (1 - self.undo) / 2
        return element

    def _submit(self, screen: Screen, marked: float = 0.9) -> None:
        element = self._add(screen, (SEND, *self._some(1)), "submit", screen.parent or 0)
        element.is_final, element.is_marked = True, self._chance.random() < marked

    def _below(self, screen: Screen, kinds: list[Where], count: int, todo: list[Screen]) -> None:
        for _ in range(count):
            if len(self.screens) >= self._most:
                return
            child = self._new(self._chance.choice(kinds), screen.number)
            self._link(screen, child)
            todo.append(child)

    def _fill(self, screen: Screen, todo: list[Screen]) -> None:
        chance = self._chance
        match screen.kind:
            case "menu":
                kinds: list[Where] = ["dialog", "dialog", "dialog", "page", "wizard", "trap", "menu"]
                self._below(screen, kinds, chance.randint(2, 5), todo)
                if chance.random() < 0.35:
                    self._value(screen, "toggle")
                if chance.random() < 0.35:
                    self._submit(screen)
            case "page":
                self._below(screen, ["dialog", "page", "wizard", "trap"], chance.randint(1, 3), todo)
                if chance.random() < 0.4:
                    self._value(screen, "field")
                if chance.random() < 0.3:
                    self._submit(screen)
                self._add(screen, (HOME,), "nav", 0)
            case "dialog":
                self._dialog(screen, todo)
            case "tab":
                self._below(screen, ["dialog", "trap"], chance.randint(0, 1), todo)
            case "wizard":
                if not screen.is_form:
                    self._wizard(screen, todo)
            case "trap":
                for _ in range(chance.randint(1, 3)):
                    self._add(screen, self._some(2), "noop")
            case "main":
                pass
        if screen.parent is not None and not any(e.kind == "close" for e in screen.elements):
            self._add(screen, (CLOSE,), "close")
        if screen.kind != "trap" and chance.random() < 0.15:
            self._add(screen, self._some(2), "nav", screen.number).is_dead = True

    def _dialog(self, screen: Screen, todo: list[Screen]) -> None:
        chance, room = self._chance, len(self.screens) < self._most
        self._below(screen, ["dialog", "trap", "page"], chance.choice((0, 0, 1, 1, 2)), todo)
        for _ in range(chance.randint(0, 2)):
            self._value(screen, chance.choice(("toggle", "field")))
        if room and chance.random() < 0.5:
            tabs = [screen, *(self._new("tab", screen.parent) for _ in range(chance.randint(1, 3)))]
            for here in tabs:
                for there in tabs:
                    if here is not there:
                        self._link(here, there, "tab")
            for tab in tabs[1:]:
                for _ in range(chance.randint(1, 2)):
                    self._value(tab, chance.choice(("toggle", "field")))
                self._add(tab, (CLOSE,), "close")
                if chance.random() < 0.5:
                    todo.append(tab)
        self._add(screen, (OK,), "ok", screen.parent).is_final = chance.random() < 0.3

    def _wizard(self, screen: Screen, todo: list[Screen]) -> None:
        chance, pages = self._chance, [screen]
        screen.is_form = True
        for _ in range(chance.randint(2, 3)):
            page = self._new("wizard", pages[-1].number)
            page.is_form = True
            needs = self._value(pages[-1], "field").key if chance.random() < 0.5 else None
            self._add(pages[-1], (NEXT,), "nav", page.number).needs = needs
            pages.append(page)
        for page in pages:
            if chance.random() < 0.5 and len(self.screens) < self._most:
                child = self._new("dialog", page.number)
                self._link(page, child)
                todo.append(child)
            self._add(page, (QUIT,), "nav", screen.parent)
        self._submit(pages[-1], 1.0)

    def _clutter(self, screen: Screen) -> None:
        for _ in range(self._chance.randint(1, 4)):
            which = self._chance.random()
            if which < 0.4:
                self._add(screen, self._some(2), "noop")
            elif which < 0.7:
                self._link(screen, self._chance.choice(self.screens))
            else:
                self._value(screen, "toggle" if which < 0.85 else "field")

    def _cross(self, screen: Screen) -> None:
        """Some ways lead elsewhere, and closing does not always work or lead back where one came from."""
        chance = self._chance
        for element in screen.elements:
            if element.kind == "nav" and chance.random() < 0.10:
                element.to = chance.choice(self.screens).number
        if screen.parent is not None:
            if self.undo < 1:
                screen.closing = min(1.0, max(0.05, chance.betavariate(4 * self.undo, 4 * (1 - self.undo))))
            if screen.kind == "trap" and chance.random() < 0.4:
                screen.closes_to = 0

    def _fold(self, screen: Screen) -> None:
        """A long screen is seen in two parts."""
        rest = self._new(screen.kind, screen.parent, screen.title)
        rest.closing, rest.closes_to, rest.is_form = screen.closing, screen.closes_to, screen.is_form
        self._chance.shuffle(screen.elements)
        screen.elements, rest.elements = screen.elements[:6], screen.elements[6:]
        for here, there in ((screen, rest), (rest, screen)):
            self._add(here, (SCROLL,), "scroll", there.number)
        for part in (screen, rest):
            if part.parent is not None and not any(e.kind == "close" for e in part.elements):
                self._add(part, (CLOSE,), "close")

    def changed(self, share: float, seed: int) -> Interface:
        """The same after an update: a share of its ways leads elsewhere."""
        other, chance = Interface(self.seed, self.undo), random.Random(seed * 3 + 1)
        for screen in other.screens:
            for element in screen.elements:
                if element.kind == "nav" and element.label[0] < SCROLL and chance.random() < share:
                    element.to = chance.choice(other.screens).number
        return other


@dataclass(slots=True)
class Wish:
    """A screen, or a value on it, some acts away; its words are only in part the words on the way."""

    seed: int
    start: int
    screen: int
    kind: Literal["screen", "toggle", "field"]
    element: int | None
    reach: Literal["plain", "gone", "leave"]
    """`gone` cannot be reached; `leave` lies behind a thing that needs leave."""
    dead: set[int]
    leave: int | None
    far: dict[int, int]
    """Screen -> acts from there."""
    words: set[int]
    alike: dict[int, int]
    """Thing elsewhere -> a word of the goal that stands on it too."""
    acts: int


def make_wish(interface: Interface, seed: int) -> Wish | None:
    """A goal 3 to 6 acts away, or None where the interface has none."""
    chance = random.Random(interface.seed * 31 + seed * 977 + 5)
    for _ in range(200):
        if (wish := _try_wish(interface, seed, chance)) is not None:
            return wish
    return None


def _try_wish(interface: Interface, seed: int, chance: random.Random) -> Wish | None:
    screens = interface.screens
    starts = [s.number for s in screens if s.kind in ("page", "dialog", "tab", "main")]
    start = 0 if chance.random() < 0.7 else chance.choice(starts)
    there = chance.choice([s for s in screens if s.kind in ("dialog", "tab", "page", "wizard")])
    which = chance.random()
    kind: Literal["screen", "toggle", "field"] = "screen"
    element = None
    wanted = "toggle" if which < 0.2 else "field" if which < 0.4 else ""
    values = [e for e in there.elements if e.kind == wanted and not e.is_radio]
    if values:
        kind, element = ("toggle" if wanted == "toggle" else "field"), chance.choice(values).key
    draw = chance.random()
    into = [e for s in screens for e in s.elements if e.to == there.number and e.kind in LEADS]
    dead: set[int] = set()
    leave = None
    if draw < 0.12:
        dead = {e.key for e in into}
    elif draw < 0.20:
        doors = [e for e in into if e.kind == "nav" and e.label[0] < SCROLL]
        if not doors:
            return None
        leave = doors[0].key
        dead = {e.key for e in into} - {leave}
    reach = "gone" if draw < 0.12 else "leave" if draw < 0.20 else "plain"
    wish = Wish(seed, start, there.number, kind, element, reach, dead, leave, {}, set(), {}, 0)
    wish.far = distances(interface, wish)
    open_far = distances(interface, wish, all_open=True) if reach == "gone" else wish.far
    wish.acts = open_far.get(start, 99)
    if not 3 <= wish.acts <= 6:
        return None
    path = _path(interface, wish) if reach != "gone" else []
    on_the_way = {w for e in path[-3:] for w in e.label if w < SCROLL and chance.random() < 0.35}
    wish.words = {*chance.sample(there.title, 2), *on_the_way, chance.randrange(WORDS)}
    pool = [
        e
        for s in screens
        for e in s.elements
        if e.kind == "submit" or (e.kind in ("nav", "noop") and e not in path and e.label[0] < SCROLL)
    ]
    for e in chance.sample(pool, min(len(pool), chance.randint(3, 6))):
        wish.alike[e.key] = chance.choice(sorted(wish.words))
    return wish


def ways(interface: Interface, wish: Wish, screen: Screen, all_open: bool = False) -> Iterator[tuple[Element, int, int]]:
    """Things that lead on from a screen, where, and how many acts they take."""
    for element in screen.elements:
        if element.is_dead or (element.key in wish.dead and not all_open):
            continue
        if element.kind in LEADS and element.to is not None:
            yield element, element.to, 1 + (element.needs is not None)
        elif element.kind == "close" and screen.closes_to is not None:
            yield element, screen.closes_to, 1


def distances(interface: Interface, wish: Wish, all_open: bool = False) -> dict[int, int]:
    """Screen -> the fewest acts from there to the goal."""
    into: dict[int, list[tuple[int, int]]] = {}
    for screen in interface.screens:
        for _, there, acts in ways(interface, wish, screen, all_open):
            into.setdefault(there, []).append((screen.number, acts))
    far = {wish.screen: 0 if wish.kind == "screen" else 1}
    queue = [(far[wish.screen], wish.screen)]
    while queue:
        acts, here = heapq.heappop(queue)
        if acts > far[here]:
            continue
        for before, more in into.get(here, ()):
            if acts + more < far.get(before, 10**9):
                far[before] = acts + more
                heapq.heappush(queue, (acts + more, before))
    return far


def _path(interface: Interface, wish: Wish) -> list[Element]:
    path: list[Element] = []
    here = wish.start
    for _ in range(20):
        if here == wish.screen:
            break
        steps = [(wish.far.get(to, 99) + acts, e.key, e, to) for e, to, acts in ways(interface, wish, interface.screens[here])]
        if not steps:
            break
        _, _, element, here = min(steps, key=lambda step: step[:2])
        path.append(element)
    return path
