"""Plain instructions, read: which verbs, of what, with which quoted texts. No grammar, only what people say to a screen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

KINDS: dict[str, str] = {
    "click": "click press hit push tap follow activate launch",
    "double click": "double-click",
    "enter": "enter type write input fill put paste insert",
    "select": "select choose pick check tick mark set adjust increase decrease",
    "uncheck": "uncheck untick deselect unselect",
    "find": "find locate search navigate look",
    "expand": "expand unfold open reveal",
    "switch": "switch turn",
    "close": "close dismiss",
    "submit": "submit finish confirm",
    "drag": "drag move drop",
    "guess": "guess",
    "mark": "highlight",
    "style": "make",
    "sort": "sort arrange rearrange",
    "scroll": "scroll",
    "focus": "focus",
    "hover": "hover",
    "copy": "copy",
    "wait": "wait",
    "log in": "login log sign",
}
VERBS = {verb: kind for kind, verbs in KINDS.items() for verb in verbs.split()}
ACTIONS = frozenset(
    [
        "reply",
        "forward",
        "delete",
        "remove",
        "star",
        "like",
        "retweet",
        "share",
        "follow",
        "block",
        "report",
        "mute",
        "buy",
        "order",
        "book",
        "add",
        "create",
        "save",
        "edit",
        "send",
        "post",
        "archive",
        "bold",
        "italic",
        "underline",
        "undo",
        "redo",
        "download",
        "upload",
        "accept",
        "decline",
        "approve",
        "reject",
        "print",
        "cancel",
        "play",
        "pause",
        "start",
        "stop",
        "clear",
        "reset",
    ]
)
"""Verbs that are as often what is written on a button."""
NOUNS: dict[str, tuple[str, ...]] = {
    "button": ("button", "item", "image"),
    "buttons": ("button",),
    "link": ("link", "item"),
    "tab": ("tab", "link"),
    "checkbox": ("checkbox",),
    "checkboxes": ("checkbox",),
    "radio": ("radio",),
    "textbox": ("textbox",),
    "textarea": ("textbox",),
    "textfield": ("textbox",),
    "field": ("textbox", "combobox", "spinbutton"),
    "fields": ("textbox", "combobox", "spinbutton"),
    "input": ("textbox",),
    "slider": ("slider", "item"),
    "sliders": ("slider", "item"),
    "spinner": ("spinbutton", "textbox"),
    "dropdown": ("combobox", "listbox"),
    "list": ("combobox", "listbox"),
    "menu": ("menuitem", "combobox"),
    "icon": ("image", "item", "button"),
    "image": ("image", "item"),
    "option": ("radio", "option", "checkbox"),
    "section": ("disclosure", "tab", "item", "button"),
    "sections": ("disclosure", "tab", "item", "button"),
    "box": ("item", "shape"),
    "shape": ("shape",),
    "item": ("item", "shape", "treeitem", "menuitem", "option"),
    "folder": ("treeitem", "item"),
    "file": ("treeitem", "item"),
}
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1, "top": 1, "bottom": -1}
ENDINGS = ("ing", "edly", "ed", "ors", "or", "ers", "er", "ies", "es", "s", "y", "e")
SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "on",
        "in",
        "into",
        "onto",
        "to",
        "for",
        "with",
        "from",
        "by",
        "as",
        "at",
        "it",
        "its",
        "this",
        "that",
        "these",
        "those",
        "them",
        "then",
        "and",
        "or",
        "below",
        "above",
        "using",
        "use",
        "your",
        "is",
        "are",
        "be",
        "named",
        "labeled",
        "labelled",
        "called",
        "name",
        "value",
        "text",
        "word",
        "words",
        "number",
        "following",
        "named",
        "so",
        "when",
        "done",
        "please",
        "all",
        "each",
        "every",
        "both",
        "area",
        "between",
        "field",
        "fields",
        "same",
    ]
)
"""Words that say nothing about which thing is meant."""

DATE = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b|\b(\d{4})-(\d{2})-(\d{2})\b")
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|“(?P<curly>[^”]*)”|(?P<word>[\w@#$%&/\\+*=<>.:\'-]*[\w@#$%&/\\+*=<>])|(?P<mark>[,.;:!?()\[\]])'
)
_OF_ITS_OWN = frozenset(["a", "an", "the", "this", "that", "these", "those", "all", "each", "every", "both", "your", "my", "our"])
"""Words after a verb that begin what it is done to."""
_USING = frozenset({"use", "using"})
_MODIFYING = frozenset({"starting", "beginning", "ending"})
_BEFORE_VERB = frozenset({"and", "then", "to", ",", ".", ";", "by", "or", ":", "please", "kindly", "now", "finally"})


@dataclass(slots=True)
class Clause:
    """One thing that is asked for."""

    kind: str
    verb: str
    words: list[str] = field(default_factory=list[str])
    """Everything said after the verb; quoted texts as they are."""
    quoted: list[str] = field(default_factory=list[str])
    purpose: bool = False
    """It only says what the clause before is for."""
    heads: bool = False
    """What follows says how it is done: `Order two: enter "2", then press Confirm`."""
    whole: str = ""
    """The instruction that it is a part of; '' where it stands alone."""

    @property
    def content(self) -> list[str]:
        """The words that say which thing is meant."""
        return [
            w
            for w in self.words
            if (w.lower() not in SMALL or w[:1].isupper()) and w.lower() not in NOUNS and not is_mark(w) and ordinal(w) is None
        ]

    @property
    def nouns(self) -> list[str]:
        """The kinds of things that are named."""
        return [w.lower() for w in self.words if w.lower() in NOUNS]

    @property
    def number(self) -> int | None:
        """Which one in order: 2 for "the 2nd"; -1 for the last."""
        return next((n for w in self.words if (n := ordinal(w)) is not None), None)

    @property
    def text(self) -> str:
        """What was said after the verb."""
        return " ".join(self.words)


TIMES = {"once": 1, "twice": 2, "thrice": 3}
COUNTS = {word: i for i, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)}


def times_in(words: Sequence[str]) -> tuple[int, list[str]]:
    """How often something is to be done, and the words without that: `Add twice`, `Add 3 times`."""
    low = [w.lower() for w in words]
    for i, word in enumerate(low):
        if word in TIMES:
            return TIMES[word], [*words[:i], *words[i + 1 :]]
        if word == "times" and i and (low[i - 1].isdigit() or low[i - 1] in COUNTS):
            return int(COUNTS.get(low[i - 1], 0) or low[i - 1]), [*words[: i - 1], *words[i + 1 :]]
    return 1, list(words)


def is_mark(word: str) -> bool:
    """Whether it is punctuation."""
    return bool(re.fullmatch(r"[,.;:!?()\[\]]", word))


def ordinal(word: str) -> int | None:
    """1 for `first` and `1st`; None for any other word."""
    found = re.fullmatch(r"(\d+)(st|nd|rd|th)", word.lower())
    return int(found[1]) if found else ORDINALS.get(word.lower())


def stem(word: str) -> str:
    """A word without its usual endings: `directed` and `director` are one."""
    word = word.lower().strip(".,:;!?'\"")
    for _ in range(2):
        word = next((word[: -len(e)] for e in ENDINGS if word.endswith(e) and len(word) - len(e) >= 3), word)
    return word


def tokens(text: str) -> list[tuple[str, bool]]:
    """(token, quoted) of an instruction, in order; `double click` is one."""
    found: list[tuple[str, bool]] = []
    for match in _TOKEN.finditer(text):
        quoted = match["quoted"] if match["quoted"] is not None else match["curly"]
        word = match["word"] or match["mark"]
        if (
            quoted is None
            and found
            and found[-1][0].lower() == "double"
            and not found[-1][1]
            and word.lower().startswith("click")
        ):
            found[-1] = (f"{found[-1][0]}-{word}", False)
            continue
        found.append((quoted, True) if quoted is not None else (word, False))
    return found


def verb_of(word: str) -> tuple[str, str] | None:
    """(kind, verb) of a word, whatever its form."""
    low = word.lower()
    forms = [low]
    if low.endswith("ing"):
        forms += [low[:-3], low[:-3] + "e", low[:-4]]
    for form in forms:
        if form in VERBS:
            return VERBS[form], form
        if form in ACTIONS:
            return "action", form
    return None


def read(instruction: str) -> list[Clause]:
    """The clauses of an instruction, in order."""
    clauses: list[Clause] = []
    before = "."
    said = tokens(instruction)
    for i, (token, quoted) in enumerate(said):
        after = said[i + 1][0].lower() if i + 1 < len(said) else ""
        found = None if quoted or before not in _BEFORE_VERB else verb_of(token)
        if token.lower() in _MODIFYING and after in ("with", "from", "at"):
            found = None  # how it is done, and nothing more to do
        using = before == "to" and said[0][0].lower() in _USING  # `use the field to enter`: what is to be done comes after it
        if found is not None and (_begins(found, token, before, clauses) or (using and not clauses)):
            if before == "by" and clauses:
                clauses.pop()  # "close it by clicking x": the means is what is to be done
            if before == ":" and clauses:
                clauses[-1].heads = True
            clauses.append(Clause(*found, purpose=before == "to" and bool(clauses)))
        elif clauses:
            if not (is_mark(token) and not clauses[-1].words):
                clauses[-1].words.append(token)
            if quoted:
                clauses[-1].quoted.append(token)
        before = "" if quoted else token.lower()
    for clause in clauses:
        clause.whole = instruction
        while clause.words and (clause.words[-1].lower() in _BEFORE_VERB or clause.words[-1] in ".!?"):
            clause.words.pop()
    return [c for i, c in enumerate(clauses) if not _says_nothing(c, clauses[i + 1 :])]


def unread(instruction: str) -> str:
    """What an instruction begins with that reads like something to be done, by a verb that is not known: `Draw a line, then press
    Submit`. '' where it begins with what is known, or only leads up to it."""
    said = tokens(instruction)
    if len(said) < 2 or said[0][1] or not said[0][0].isalpha() or said[0][0].lower() in SMALL or verb_of(said[0][0]):
        return ""
    if not said[1][1] and said[1][0].lower() not in _OF_ITS_OWN:
        return ""
    ends = (i for i, (token, quoted) in enumerate(said) if not quoted and token in (".", ",", ";", "and", "then"))
    return " ".join(token for token, _ in said[: next(ends, len(said))])


def _begins(found: tuple[str, str], token: str, before: str, clauses: list[Clause]) -> bool:
    """Whether a verb begins a clause: after "to" only where something was asked for already."""
    if token[0].isupper() and before not in (".", "", "then"):
        return False  # "press Submit": a label
    return not (before in ("to", "or") and not clauses) and before != "or"


def _says_nothing(clause: Clause, rest: list[Clause]) -> bool:
    """`to find and click on X`: the first verb has no object of its own; `click the icon to delete it` is said already."""
    if clause.kind in ("find", "switch") and not clause.content and clause.number is None and bool(rest):
        return True
    return clause.purpose and not clause.content and not clause.quoted and clause.kind not in ("click", "enter", "select")
