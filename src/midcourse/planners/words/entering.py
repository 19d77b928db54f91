"""Clauses that ask for something to be entered: which text, into which field."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from ...core.model import Target
from ...core.plans.plan import Act
from ...core.plans.quoting import verbatim
from .asked import Asked
from .calendars import pick_date
from .finding import GOOD, Match, alike, best, norm, spelled_out
from .language import NOUNS, SMALL, Clause, is_mark, stem
from .screen import Part, Screen
from .values import value_of

INTO = frozenset({"into", "in"})
CASES: tuple[tuple[re.Pattern[str], Callable[[str], str]], ...] = (
    (re.compile(r"\b(?:upper ?case|capital letters|all caps)\b"), str.upper),
    (re.compile(r"\b(?:lower ?case|small letters)\b"), str.lower),
    (re.compile(r"\b(?:backwards?|reversed?|in reverse)\b"), lambda value: value[::-1]),
)
"""How else than it is written a text may be wanted."""
YEAR = re.compile(r"(?:19|20)\d\d")
WHEN = frozenset(stem(word) for word in ("date", "year", "when", "released", "published"))
"""How fields are called that take a year."""
NAMED = 1000.0
"""How well a field fits that is called by its whole name; of two, the longer name is meant."""
PLAIN = SMALL - {"name", "number", "value"}
"""Words that say nothing about which field is meant."""


def enter(asked: Asked, clause: Clause) -> list[Act] | None:
    """Put each value into its field."""
    screen = asked.screen
    chosen = _suggested(asked, clause)
    if chosen is None:
        chosen = pick_date(screen, clause)
    if chosen is not None:
        return chosen
    pairs = _pairs(asked, clause)
    if not pairs:
        value = value_of(clause, screen, asked.earlier)
        pairs = [(value, clause.words)] if value is not None else _labelled(screen)
        if not pairs:
            return None
    fields = [f for f in screen.fields if f.id in screen.enabled] or screen.fields
    if "both" in [w.lower() for w in clause.words] and len(pairs) == 1:
        pairs = [pairs[0]] * len(fields)
    acts: list[Act] = []
    for value, hint in ((_in_case(value, clause), hint) for value, hint in pairs):
        if _was_entered(asked, value):
            continue
        field = _field_for(asked, fields, hint, clause)
        if field is None:
            return acts if acts else ([] if asked.was_done(clause, "fill") else None)
        asked.used.add(field.id)
        if screen.values.get(field.id, "") != value:
            told = value if value in screen.request.goal else verbatim(value)  # it was read from the screen
            acts.append(Act("fill", {"text": told}, field.id))
    suggests = bool(clause.quoted) and re.search(r"\b(?:start|begin)", clause.text) is not None
    return Part(acts) if acts and suggests else acts  # the page may offer what it stands for


def _in_case(value: str, clause: Clause) -> str:
    """A value in the letters that are asked for: `in upper case`."""
    said = " ".join(w.lower() for w in clause.words if w not in clause.quoted)
    for rule, change in CASES:
        if rule.search(said):
            return change(value)
    return value


def _was_entered(asked: Asked, value: str) -> bool:
    """Whether this text was put into a field that still holds it, or that is gone: what is there now is another form."""
    here = {t.id for t in asked.screen.targets}
    for i in range(asked.since, len(asked.screen.done)):
        act = asked.screen.done[i]
        if (
            act.skill == "fill"
            and act.args.get("text") == value
            and (act.target not in here or asked.screen.values.get(act.target) == value)
        ):
            asked.since = i + 1
            return True
    return False


def _suggested(asked: Asked, clause: Clause) -> list[Act] | None:
    """A suggestion that the screen makes for what was entered, if it is what was asked for."""
    screen = asked.screen
    if not clause.quoted:
        return None
    begin, low = norm(clause.quoted[0]), clause.text.lower()
    end = norm(clause.quoted[-1]) if "end" in low and len(clause.quoted) > 1 else ""
    if "start" in low and any(
        v != clause.quoted[0] and norm(v).startswith(begin) and norm(v).endswith(end) for v in screen.values.values()
    ):
        return []  # it was taken
    fields = {t.id for t in screen.fields}
    filled = [a for a in screen.done[asked.since :] if a.skill == "fill"]
    if screen.has_windows:  # what came up once a dialog is gone was made by it
        filled = [a for a in filled if a.target in fields and a.args.get("text") == clause.quoted[0]]
    if not filled:
        return None
    for target in screen.of("menuitem", "option", "item", "link"):
        label = norm(target.label)
        if label.startswith(begin) and label.endswith(end):
            return asked.once("click", target)
    last = filled[-1].target
    if "start" in low and last in fields and screen.did("press", last, asked.since) < 0 and not screen.has_windows:
        return Part([Act("press", {"keys": "ArrowDown"}, last)])  # what was suggested went when the field was left
    return None


def _pairs(asked: Asked, clause: Clause) -> list[tuple[str, list[str]]]:
    """(value, words that say where) for each quoted text of a clause; one that comes after `into` is what its field is called."""
    pairs: list[tuple[str, list[str]]] = []
    hint: list[str] = []
    left = list(clause.quoted)
    for word in clause.words:
        if left and word == left[0]:
            left.pop(0)
            named = bool(pairs) and _leads_to_a_name(hint)
            cut = len(hint) if named else _end_of_place(hint) if pairs else 0
            if pairs:
                pairs[-1] = (pairs[-1][0], [*pairs[-1][1], *hint[:cut], *([word] if named else [])])
            if not named:
                pairs.append((word, hint[cut:]))
            hint = []
        else:
            hint.append(word)
    if len(pairs) == 1 or (pairs and _end_of_place([*hint, "and"])):
        pairs[-1] = (pairs[-1][0], [*pairs[-1][1], *hint])
    return pairs


def _end_of_place(words: Sequence[str]) -> int:
    """How many words after a text say where it belongs: `in the first field and`; 0 where they speak of the next one."""
    low = [w.lower() for w in words]
    last = max((i for i, w in enumerate(low) if w in ("and", ",", "then")), default=0)
    return last if low and low[0] in INTO else 0


def _leads_to_a_name(words: Sequence[str]) -> bool:
    """Whether these words, which stand between two quoted texts, say that the second is where the first belongs."""
    low = [w.lower() for w in words]
    last = max((i for i, w in enumerate(low) if w in INTO), default=-1)
    return last >= 0 and all((w in SMALL or w in NOUNS) and w not in ("and", "or", "then") for w in low[last:])


def slots(asked: Asked, clause: Clause) -> list[Act]:
    """Values for fields whose labels the sentence speaks of: `directed by Hale` for a field called Director."""
    screen = asked.screen
    fields = [f for f in screen.fields if f.label]
    words = [w for w in clause.words if not is_mark(w)]
    owner = {i: f for i, w in enumerate(words) for f in fields if stem(w) in {stem(x) for x in f.label.split()}}
    found: dict[str, str] = {}
    taken: set[int] = set(owner)
    for i, field in owner.items():
        value: list[str] = []
        for j in range(i + 1, len(words)):
            if j in owner or (value and words[j].lower() in SMALL):
                break
            taken.add(j)
            if words[j].lower() not in SMALL:
                value.append(words[j])
        if value:
            found.setdefault(field.id, " ".join(value))
    loose = [w for i, w in enumerate(words) if i not in taken and w.lower() not in SMALL]
    for i, word in enumerate(words):  # a year is for a field that asks when
        when = next((f for f in fields if f.id not in found and WHEN & {stem(w) for w in f.label.split()}), None)
        if i not in taken and when is not None and YEAR.fullmatch(word):
            found[when.id] = word
            loose.remove(word)
    rest = [f for f in fields if f.id not in found]
    if found and loose and rest:
        found[rest[0].id] = loose[0]
    return [Act("fill", {"text": text}, id) for id, text in found.items() if screen.values.get(id) != text]


def _labelled(screen: Screen) -> list[tuple[str, list[str]]]:
    """Every field whose label is found beside a value in a table."""
    found: list[tuple[str, list[str]]] = []
    for field in screen.fields:
        for row in screen.rows:
            for label, value in pairwise(row):
                if alike(field.label, label) > 0.9 and value:
                    found.append((value, [field.label]))
    return found


def _field_for(asked: Asked, fields: Sequence[Target], hint: Sequence[str], clause: Clause) -> Target | None:
    free = [f for f in fields if f.id not in asked.used]
    if not free:
        return None
    said = Clause("enter", "enter", list(hint))
    if said.number is not None:
        matches = best(
            Clause("enter", "enter", [w for w in hint if w.lower() in ("textbox", "field", "input")] + [f"{said.number}th"]),
            fields,
        )
        place = said.number - 1 if said.number > 0 else len(fields) - 1
        return matches[0].target if matches else (fields[place] if place < len(fields) else None)
    words = {stem(w) for w in hint if w.lower() not in PLAIN and w.lower() not in NOUNS}
    whole = f" {norm(' '.join(hint))} "
    others = [f for f in asked.screen.by_other_names() if any(f.id == each.id for each in free)]
    for named in (free, others):
        scored = [
            Match(
                f,
                NAMED + len(f.label)
                if f.label and f" {norm(f.label)} " in whole
                else len(words & {stem(w) for w in spelled_out(f.label).split()}) * 50.0,
            )
            for f in named
        ]
        top = max(scored, key=lambda m: m.score, default=None)
        if top is not None and top.score >= GOOD:
            return top.target
    free = asked.screen.reached(free)
    empty = [f for f in free if not asked.screen.values.get(f.id) and f.role != "slider"]
    if asked.screen.has_windows:
        large = [f for f in free if "multiline" in f.state]
        boxes = [f for f in free if f.role == "textbox"]
        if words == {stem("name")} and asked.screen.hidden and len(boxes) == 1:
            return boxes[0]  # a dialog with one field asks for the name, whatever it calls it
        if not words and "text" in [w.lower() for w in hint] and len(large) == 1:
            return large[0]  # the text of an editor, whatever else can be typed into
        kept = {a.target for a in asked.screen.done if a.skill == "fill" and asked.screen.values.get(a.target) == a.args["text"]}
        return _lone([f for f in free if f.id not in kept], empty, named=bool(words))
    if any(is_naming(w) for w in hint) and not empty:
        return None  # another field is meant, and what stands in these is not to be lost
    return (empty or free)[0]


def _lone(free: Sequence[Target], empty: Sequence[Target], named: bool) -> Target | None:
    """The field that is meant where no name tells, among windows of several programs: the only one, or the one with the keyboard.
    One that is named is taken for a field without a name only if there is just one such field, and it is empty."""
    if named:
        nameless = [f for f in free if not f.label]
        return nameless[0] if len(nameless) == 1 and nameless[0] in empty else None
    ready = [f for f in free if "focused" in f.state]
    return next((some[0] for some in (free, ready, empty) if len(some) == 1), None)


def is_naming(word: str) -> bool:
    """Whether a word says which field is meant."""
    low = word.lower()
    return (low not in SMALL or word[:1].isupper()) and low not in NOUNS and not is_mark(word)
