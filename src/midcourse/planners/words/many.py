"""`Select all numbers greater than 5`, `like every post by @ann`: each of many that is meant, by its number, its letters, or what
stands with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ...core.model import Target
from ...core.plans.plan import Act
from .asked import Asked
from .final import final_words
from .finding import norm
from .language import Clause, stem
from .records import spoken
from .screen import BOXES, Screen
from .sorting_out import TRUE_OF

ALL = frozenset(("all", "every", "each"))
GROUPED = ("button", "item", "link", "image", "shape", "option", "menuitem")
KINDS = ("click", "double click", "select", "uncheck", "action")
_N = r"[$€£]?\s?(-?\d+(?:\.\d+)?)"
COMPARED: tuple[tuple[str, Callable[[float, float, float], bool]], ...] = (
    (rf"between {_N} and {_N}", lambda n, a, b: min(a, b) <= n <= max(a, b)),
    (rf"(?:at least|no less than) {_N}", lambda n, a, b: n >= a),
    (rf"(?:at most|no more than|up to) {_N}", lambda n, a, b: n <= a),
    (rf"(?:greater|larger|bigger|higher|more|above|over)(?: than)? {_N}", lambda n, a, b: n > a),
    (rf"(?:less|smaller|lower|fewer|below|under)(?: than)? {_N}", lambda n, a, b: n < a),
    (rf"equal to {_N}", lambda n, a, b: n == a),
    (rf"(?:divisible by|multiples? of) {_N}", lambda n, a, b: bool(a) and n % a == 0),
)
LETTERED: tuple[tuple[str, Callable[[str, str], bool]], ...] = (
    (r"\b(?:start|begin)(?:s|ning|ing)? with\b", str.startswith),
    (r"\bend(?:s|ing)? (?:with|in)\b", str.endswith),
    (r"\bcontain(?:s|ing)?\b", lambda label, part: part in label),
)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
BY = re.compile(r"\b(?:by|from|of|with|for|named|called)\b")


def all_of(asked: Asked, clause: Clause) -> list[Act] | None:
    """An act for each that is meant and was not done yet; None where not all of something is asked for, or nothing tells of
    what."""
    low = {w.lower() for w in clause.words if w not in clause.quoted}
    if clause.kind not in KINDS or not ALL & low:
        return None
    meant = next((found for rule in (_numbers, _letters, _boxes, _of_records) if (found := rule(asked.screen, clause))), None)
    if meant is None:
        return None
    return [act for target in meant if (act := _act(asked, clause, target)) is not None]


def _act(asked: Asked, clause: Clause, target: Target) -> Act | None:
    screen = asked.screen
    if target.role in BOXES:
        wanted = clause.kind != "uncheck"
        return None if (target.id in screen.checked) == wanted else Act("check" if wanted else "uncheck", {}, target.id)
    return None if screen.did("click", target.id, asked.since) >= 0 else Act("click", {}, target.id)


def _numbers(screen: Screen, clause: Clause) -> list[Target]:
    """Those whose label is a number of which it is true."""
    numbered = [(float(found[0]), t) for t in _things(screen) if (found := NUMBER.fullmatch(t.label.rpartition(" ")[2]))]
    text = re.sub(r"\s+", " ", clause.text.lower())
    for rule, holds in COMPARED:
        if found := re.search(rule, text):
            bounds = [float(n) for n in found.groups()]
            return [t for n, t in numbered if holds(n, bounds[0], bounds[-1])]
    said = [TRUE_OF[w] for w in re.findall(r"[a-z]+", text) if w in TRUE_OF]
    return [t for n, t in numbered if said[0](n)] if len(said) == 1 else []


def _letters(screen: Screen, clause: Clause) -> list[Target]:
    """Those whose label begins, ends or goes on as it is said."""
    for rule, holds in LETTERED:
        found = re.search(rule, clause.text)
        part = clause.quoted[0] if clause.quoted else clause.words[-1]
        if found:
            return [t for t in _things(screen) if t.role in (*BOXES, "option", "item") and holds(norm(t.label), part.lower())]
    return []


def _boxes(screen: Screen, clause: Clause) -> list[Target]:
    """All boxes, where nothing else is said of them."""
    plain = {w.lower() for w in clause.content} <= {"boxes", "options", "available", "items"}
    named = {"checkboxes", "checkbox", "boxes", "options"} & {w.lower() for w in clause.words}
    return screen.of("checkbox") if plain and named and not clause.quoted else []


def _of_records(screen: Screen, clause: Clause) -> list[Target]:
    """The same button for each of what stands with the name that is said; for all of them where none is, if nothing is lost by
    it."""
    label = norm(clause.quoted[0]) if clause.quoted and clause.kind == "click" else ""
    wanted = {stem(clause.verb)} if clause.kind == "action" else {stem(w) for w in clause.content}
    groups: dict[tuple[str, str], list[Target]] = {}
    for target in screen.of(*GROUPED):
        mine = norm(target.label)
        if mine and (mine == label if label else {stem(w) for w in mine.split()} <= wanted):
            groups.setdefault((target.role, mine), []).append(target)
    many = [group for group in groups.values() if len(group) > 1]
    if len(many) != 1:
        return []
    names = [q for q in clause.quoted if norm(q) != label] or re.findall(r"@\w+|\b[A-Z]\w+", "".join(BY.split(clause.text)[1:]))
    if not names:
        return [] if any(final_words(t) for t in many[0]) else many[0]
    said = spoken(" ".join(names))
    return [t for t in many[0] if said <= spoken(screen.among.get(t.id, ""))]


def _things(screen: Screen) -> Sequence[Target]:
    return [t for t in screen.of(*GROUPED, *BOXES) if t.id not in screen.hidden]
