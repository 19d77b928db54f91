"""Which thing on the screen is meant by some words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from ...core.model import Target
from .final import is_named, is_opposite, is_unsaid, only_sends_more
from .language import NOUNS, SMALL, Clause, stem

PRESSED = ("button", "link", "menuitem", "item", "image", "tab", "treeitem", "disclosure", "shape")
"""What is pressed, and takes no value."""
POINTING = ("click", "double click")
"""Clauses that may name a thing by its kind and place alone: `click the second button`."""
GOOD = 40.0
"""From this score on a thing is what was meant, and not just something like it."""


@dataclass(frozen=True, slots=True)
class Match:
    """A thing and how well it fits."""

    target: Target
    score: float


SAME = {
    "x": "close",
    "×": "close",
    "✕": "close",
    "✖": "close",
    "gray": "grey",
    "aqua": "cyan",
    "fuchsia": "magenta",
    "login": "log in",
}
"""Different words for one."""


def norm(text: str) -> str:
    """A text as it is compared: small letters, no punctuation at its ends, single spaces."""
    text = re.sub(r"\s+", " ", re.sub(r"^[\s.,:;!?'\"]+|[\s.,:;!?'\"]+$", "", text.lower()))
    return SAME.get(text, text)


def alike(label: str, wanted: str) -> float:
    """How well a label fits a text that was named: 1 the same, 0 nothing of it."""
    a, b = norm(label), norm(wanted)
    if not a or not b:
        return 0.0
    if label.strip() == wanted.strip() or a == b:
        return 1.0
    if a.replace(" ", "") == b.replace(" ", ""):
        return 0.95
    if re.search(rf"(?<!\w){re.escape(b)}(?!\w)", a):
        return 0.55 + 0.3 * len(b) / len(a)
    stems = {stem(w) for w in a.split()}, {stem(w) for w in b.split()}
    common = stems[0] & stems[1]
    return 0.6 * len(common) / max(len(stems[0] | stems[1]), 1) if common else 0.0


def best(clause: Clause, targets: Sequence[Target], context: Iterable[str] = (), roles: Iterable[str] = ()) -> list[Match]:
    """The things that may be meant by a clause, the likeliest first."""
    if (
        clause.quoted
        and all(q.lower() in NOUNS for q in clause.quoted)
        and not any(alike(t.label, q) > 0.9 for q in clause.quoted for t in targets)
    ):
        clause = Clause(clause.kind, clause.verb, clause.quoted)  # a kind of thing, in quotes
    wanted_roles = {role for noun in clause.nouns for role in NOUNS[noun]} | set(roles)
    matches = [Match(t, _score(clause, t, wanted_roles, tuple(context))) for t in targets]
    fit = [m for m in matches if m.score >= GOOD]
    good = [m for m in fit if _is_meant(clause, m.target)]
    if clause.kind in POINTING and not clause.quoted and not clause.content and (clause.number is not None or len(fit) == 1):
        good = fit  # it is meant by where it is, whatever it is called
    good.sort(key=lambda m: -m.score)
    number = clause.number
    if number is not None and good:
        return _nth(good, number)
    return good


def _is_meant(clause: Clause, target: Target) -> bool:
    """Whether a clause may mean a thing: none that takes away, ends or pays what it does not speak of, or says the opposite. Of a
    thing that it calls by its first words, or by no words, the rest of the instruction may speak."""
    if target.role not in PRESSED:
        return True
    if is_opposite(target.label, " ".join((*clause.words, *clause.quoted))):
        return False
    if not is_unsaid(target, " ".join((clause.verb, *clause.words, *clause.quoted))):
        return True
    called = " ".join(clause.quoted or clause.content)
    spoken_of = not is_unsaid(target, clause.whole) and (is_named(target.label, called) or not called)
    return spoken_of or only_sends_more(target.label, called)


def spelled_out(text: str) -> str:
    """A label in which words that are written as one stand apart: `filename` is the name of a file."""
    return re.sub(r"(?<!\w)(file|folder|user|host)(?=name(?!\w))", r"\1 ", norm(text))


def near_it(targets: Iterable[Target], wanted: str) -> list[str]:
    """The names of things that are written much like it, the likest first: one of them may be meant."""
    names = {norm(t.label): t.label for t in targets if t.label}
    words = {stem(w) for w in norm(wanted).split() if w not in SMALL}
    shared = sorted(name for name in names if words & {stem(w) for w in name.split()})
    return [names[name] for name in dict.fromkeys([*get_close_matches(norm(wanted), names, n=3), *shared])][:4]


SIGNS = {
    "×": ("multiply", "times"),
    "*": ("multiply", "times"),
    "÷": ("divide", "divided by"),
    "/": ("divide", "divided by"),
    "+": ("add", "plus"),
    "-": ("subtract", "minus"),
    "−": ("subtract", "minus"),
    "=": ("equals", "equal", "result", "solve", "calculate"),
}
"""What programs call the keys of a calculator on which these signs stand."""


def signs(clause: Clause, targets: Sequence[Target]) -> list[Match]:
    """The keys that bear a sign, where they are called by its name."""
    sign = (clause.quoted or clause.words or [""])[0]
    names = SIGNS.get(sign.strip(), ())
    return [Match(t, 100.0) for name in names for t in targets if norm(t.label) == name][:1]


MAKING = ("new", "add", "create")


def making(clause: Clause, targets: Sequence[Target]) -> list[Match]:
    """Things that make what a clause wants made, by another word for it: `Add task` is what `New task` does."""
    first, _, rest = norm(" ".join(clause.quoted or clause.content)).partition(" ")
    others = {f"{word} {rest}" for word in MAKING} if first in MAKING and rest else set[str]()
    return [Match(t, 100.0) for t in targets if norm(t.label) in others]


def _nth(good: list[Match], number: int) -> list[Match]:
    """The n-th in the order of the page among those that fit as well as the best."""
    top = [m for m in good if m.score >= good[0].score - 1]
    top.sort(key=lambda m: (m.target.box[1] // 8, m.target.box[0]) if m.target.box else (0, 0))
    place = number - 1 if number > 0 else len(top) - 1
    return [top[place]] if 0 <= place < len(top) else []


def _score(clause: Clause, target: Target, roles: set[str], context: tuple[str, ...]) -> float:
    score = 0.0
    named = [*clause.quoted]
    content = [w for w in clause.content if w not in clause.quoted]
    if named:
        fit = max(alike(target.label, text) for text in named)
        if fit < 0.5:
            return 0.0
        score += 100 * fit
    elif content:
        fit = _by_words(target.label, content)
        if fit == 0:
            return 0.0
        score += 90 * fit
    elif not roles:
        return 0.0
    else:
        score += 45
    if "textarea" in clause.nouns:
        score += 10 if "multiline" in target.state else -10
    if roles:
        score += 15 if target.role in roles else (-60 if not named and not content else -20)
        score += any(NOUNS[noun][0] == target.role for noun in clause.nouns)  # the very kind that is said, before what is like it
    where = norm(target.id)
    score += sum(12 for word in context if norm(word) in where)
    return score


def _by_words(label: str, words: Sequence[str]) -> float:
    """How well a label fits words that were not quoted: as a phrase among them, or word by word."""
    phrase, text = norm(label), norm(" ".join(words))
    if not phrase:
        return 0.0
    if phrase == text:
        return 1.0
    if len(phrase) > 1 and re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text):
        return 0.7 + 0.25 * len(phrase) / len(text)
    mine, asked = {stem(w) for w in phrase.split()}, {stem(w) for w in text.split()}
    common = mine & asked
    if common == asked:
        return 0.55 + 0.3 * len(common) / len(mine)
    return 0.5 * len(common) / len(asked | mine) if common else 0.0
