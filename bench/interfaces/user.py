"""One random interface in use: what is to be seen, what acts do, and two helpers that err, as models do."""

from __future__ import annotations

import random
from dataclasses import dataclass

from .screens import CLOSE, NEXT, OK, SCROLL, Element, Interface, Screen, Wish, ways

NOTICE, DISCARD = "notice", "discard"
_OVER = {
    NOTICE: (Element(100_001, (CLOSE,), "close"), Element(100_002, (1021, 3), "nav")),
    DISCARD: (Element(100_003, (OK,), "ok"), Element(100_004, (1023,), "close")),
}
"""What is on something that came by itself, or that asks whether to drop what was typed."""
GOAL, OLD = "goal", "old"


@dataclass(slots=True)
class Shown:
    """One look."""

    screen: int
    """-1 while something lies over it."""
    over: str
    title: tuple[int, ...]
    elements: list[Element]
    values: dict[int, str]


class InUse:
    """An interface in somebody's hands. It counts everything; loops see only what the methods give."""

    def __init__(self, interface: Interface, wish: Wish, skill: float, noise: float, seed: int) -> None:
        """`skill`: how often the first proposal is right; `noise`: the error of closeness, half of it lasting."""
        self.interface, self.wish, self.skill, self.noise = interface, wish, skill, noise
        self._chance, self._bias = random.Random(seed * 101 + 7), random.Random(seed * 17 + 3)
        self._biases: dict[tuple[int, tuple[tuple[int, str], ...]], float] = {}
        self.here, self.over = wish.start, ""
        self.on: set[int] = set()
        first = random.Random(interface.seed + 3)
        fields = (e.key for s in interface.screens for e in s.elements if e.kind == "field")
        self.texts = {key: OLD for key in fields if key != wish.element and first.random() < 0.5}
        self._before = dict(self.texts)
        self.acts = self.calls = self.leaves = 0
        self.amiss = 0
        """Acts that slipped, or only cleared away what came by itself."""
        self.marked_without_leave = self.unmarked = 0

    # --- what is so ---------------------------------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        """The screen below whatever lies over it."""
        return self.interface.screens[self.here]

    @property
    def is_met(self) -> bool:
        """Whether the goal is reached."""
        if self.over or self.here != self.wish.screen:
            return False
        match self.wish.kind:
            case "screen":
                return True
            case "toggle":
                return self.wish.element in self.on
            case "field":
                return self.wish.element is not None and self.texts.get(self.wish.element) == GOAL

    @property
    def changed_values(self) -> int:
        """The user's own texts that are not as they were."""
        return sum(self.texts.get(key) != text and key != self.wish.element for key, text in self._before.items())

    def look(self) -> Shown:
        """What is to be seen; a look misses a thing now and then."""
        if self.over:
            return Shown(-1, self.over, (2000 + len(self.over),), list(_OVER[self.over]), {})
        values = {e.key: self._value(e) for e in self.screen.elements if e.kind in ("toggle", "field")}
        shown = [e for e in self.screen.elements if self._chance.random() > 0.03]
        return Shown(self.here, "", self.screen.title, shown, values)

    def _value(self, element: Element) -> str:
        return ("on" if element.key in self.on else "") if element.kind == "toggle" else self.texts.get(element.key, "")

    def label(self, element: Element) -> tuple[int, ...]:
        """What stands on a thing, look-alikes of the goal included."""
        alike = self.wish.alike.get(element.key)
        return element.label if alike is None else (*element.label, alike)

    # --- what can be done ---------------------------------------------------------------------------------------

    def needs_leave(self, element: Element) -> bool:
        """Whether it is to be seen that a thing commits or cannot be undone."""
        if element.key == self.wish.leave:
            return True
        return element.key < 100_000 and (element.kind == "ok" or (element.kind == "submit" and element.is_marked))

    def gives_leave(self, key: int) -> bool:
        """What people answer."""
        self.leaves += 1
        return key == self.wish.leave

    def act(self, key: int, text: str = GOAL, allowed: bool = False) -> str:
        """`missing`, `failed` or `done`; one act in ten goes amiss."""
        self.acts += 1
        element = next((e for e in (_OVER[self.over] if self.over else self.screen.elements) if e.key == key), None)
        self.amiss += bool(self.over)
        if element is None:
            return "missing"
        if self._chance.random() < 0.04:
            self.amiss += not self.over
            return "failed"
        if (slips := self._chance.random() < 0.05) or element.is_dead or key in self.wish.dead:
            self.amiss += slips and not self.over
            return "done"
        if self.over:
            self._answer(key)
            return "done"
        self._do(element, text, allowed)
        if self._chance.random() < 0.04 and not self.over:
            self.over = NOTICE
        return "done"

    def _answer(self, key: int) -> None:
        self.over = ""
        if key == 100_002:
            self.here = next((s.number for s in self.interface.screens if s.kind == "trap"), self.here)
        elif key == 100_003:
            self._close()

    def _do(self, element: Element, text: str, allowed: bool) -> None:
        match element.kind:
            case "nav" | "tab" | "scroll":
                if element.needs is not None and not self.texts.get(element.needs):
                    return
                if element.key == self.wish.leave and not allowed:
                    self.marked_without_leave += 1
                if element.label == (1005,):
                    self._drop()
                self.here = element.to if element.to is not None else self.here
            case "close":
                if self._chance.random() < self.screen.closing:
                    self._close()
                    return
                amiss = self._chance.random()
                if 0.5 <= amiss < 0.8:
                    self._drop()
                    self.here = 0
                elif amiss >= 0.8:
                    self.over = DISCARD
            case "toggle":
                if element.key not in self.on:
                    self.on.add(element.key)
                elif not element.is_radio:
                    self.on.discard(element.key)
            case "field":
                self.texts[element.key] = text
            case "submit" | "ok":
                if element.is_final and not allowed:
                    if element.is_marked or element.kind == "ok":
                        self.marked_without_leave += 1
                    else:
                        self.unmarked += 1
                self.here = element.to if element.to is not None else self.here
            case "noop":
                pass

    def _close(self) -> None:
        there = self.screen.closes_to
        self._drop()
        self.here = self.here if there is None else there

    def _drop(self) -> None:
        """Closing drops what the run typed there."""
        for element in self.screen.elements:
            if element.kind == "field" and self.texts.get(element.key) == GOAL:
                self.texts.pop(element.key)
                if element.key in self._before:
                    self.texts[element.key] = self._before[element.key]

    # --- two helpers that err -----------------------------------------------------------------------------------

    def closeness(self, shown: Shown) -> float:
        """How near the goal is, 0 to 10, with an error; one answer in 25 is 0 for no reason."""
        self.calls += 1
        if self._chance.random() < 0.04:
            return 0.0
        if self.is_met and shown.screen == self.here:
            return 10.0
        key = (shown.screen, tuple(sorted(shown.values.items())))
        if key not in self._biases:
            self._biases[key] = self._bias.gauss(0, 1)
        error = self.noise * 0.707 * (self._biases[key] + self._chance.gauss(0, 1))
        return min(10.0, max(0.0, self._true_closeness(shown) + error))

    def _true_closeness(self, shown: Shown) -> float:
        far = self.wish.far.get(self.here, 9) + 1 if shown.screen < 0 else self.wish.far.get(shown.screen, 9)
        by_way = max(0.0, 10 - 1.6 * far) if self.wish.reach != "gone" else 2.0
        words = {*shown.title, *(w for e in shown.elements for w in self.label(e))}
        by_words = 10 * len(self.wish.words & words) / len(self.wish.words)
        return min(9.5, 0.75 * by_way + 0.25 * by_words)

    def _is_right(self, element: Element, screen: int) -> bool:
        if self.over:
            return element.key in (100_001, 100_003)
        wish = self.wish
        if screen == wish.screen and wish.kind != "screen":
            return element.key == wish.element
        here = self.interface.screens[screen]
        far = wish.far.get(screen, 99)
        if element.kind == "field":
            empty = not self.texts.get(element.key)
            return any(e.needs == element.key and empty and wish.far.get(e.to or 0, 99) < far - 1 for e in here.elements)
        for other, to, _ in ways(self.interface, wish, here):
            if other.key == element.key:
                return wish.far.get(to, 99) < far and not (other.needs and not self.texts.get(other.needs))
        return False

    def propose(self, shown: Shown, without: frozenset[int] = frozenset(), most: int | None = None) -> list[Element]:
        """What a proposer names: mostly the same answer to the same question."""
        self.calls += 1
        filled = sum(e.kind == "field" and bool(self.texts.get(e.key)) for e in shown.elements)
        key = (self.interface.seed * 1009 + self.wish.seed) * 131 + shown.screen * 7 + filled * 3
        if self._chance.random() < 0.2:
            key += self._chance.randrange(1 << 20)
        chance = random.Random(key)
        usual = chance.randint(2, 4)
        first, in_list, place = chance.random() < self.skill, chance.random() < 0.3 + 0.5 * self.skill, chance.random()
        ranked = sorted(shown.elements, key=lambda e: e.key)
        scores = {e.key: self._appeal(e) + chance.gauss(0, 1) for e in ranked}
        ranked.sort(key=lambda e: -scores[e.key])
        right = next((e for e in ranked if self._is_right(e, shown.screen if shown.screen >= 0 else self.here)), None)
        if right is not None:
            ranked.remove(right)
            later = 1 + int(place * 3) if in_list else min(len(ranked), 4 + int(place * max(1, len(ranked) - 3)))
            ranked.insert(0 if first else later, right)
        return [e for e in ranked if e.key not in without][: most or usual]

    def _appeal(self, element: Element) -> float:
        alike = 2.0 * len(self.wish.words & set(self.label(element)))
        return alike - (2.5 if element.kind in ("close", "noop") else 0.0) - (1.5 if element.label[0] >= SCROLL else 0.0)


def has_next(shown: Shown) -> bool:
    """Whether a form goes on from here."""
    return any(e.label[0] == NEXT for e in shown.elements)
