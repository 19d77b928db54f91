"""Variables in a command line: what it sets them to, as far as that is sure, and words with such values in place of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .lines import Part, ShellWord, Sign

PARTING = frozenset(("\n", ";", "&", "&&", "|", "||", "|&", ";;", ";&", ";;&", "(", ")", "<(", ">("))
"""Signs between commands."""
DECLARERS = frozenset(("export", "declare", "local", "readonly", "typeset"))
"""Commands that set variables among their arguments."""
_TAKERS = frozenset(("select", "read", "mapfile", "readarray", "getopts", "let", "unset", "coproc", "wait", "trap"))
"""Commands that set variables to what nobody has written down."""
_OWN = frozenset(
    ("_", "IFS", "RANDOM", "SRANDOM", "SECONDS", "LINENO", "BASHPID", "UID", "EUID", "PPID", "DIRSTACK", "FUNCNAME", "GROUPS",
     "EPOCHSECONDS", "EPOCHREALTIME", "HISTCMD", "REPLY", "OPTARG", "OPTIND", "PWD", "OLDPWD")
)  # fmt: skip
"""Variables that a shell sets itself."""
_ALWAYS = frozenset(("HOME", "PWD", "OLDPWD", "SHELL", "BASH", "USER", "LOGNAME", "PATH", "TERM", "IFS", "UID", "PPID"))
"""Variables that are hardly ever without a value."""
_SETS = re.compile(r"(?a:([A-Za-z_]\w*))(\[[^\]]*\])?(\+?)=")
_NAME = re.compile(r"(?a:[A-Za-z_]\w*)")
_BRACED = re.compile(r"\$\{?((?a:\w+))(?:(:?[-=+])([^{}$`'\"\\]*))?\}?", re.DOTALL)
_HELD = re.compile(r"\$\{[#!]?((?a:[A-Za-z_]\w*))")
MOST_VALUES = 8
"""So many values of one variable at most are looked at one by one."""
LONGEST_VALUE = 200
"""Characters of a value that is filled in."""


class Field(NamedTuple):
    """A word as a command is given it."""

    text: str
    """With values filled in; `$X` where a value is not known."""
    sets: str = ""
    """The variable that it sets where no command stands before it; '' for none."""
    adds: bool = False
    """It adds to the variable rather than setting it."""
    unsure: bool = False
    """There is a value in it that the line chooses among several, or does not say."""


class Assignments(NamedTuple):
    """What a line does to variables."""

    once: frozenset[str]
    """Those that are set once: their values are known from there on."""
    unsure: frozenset[str]
    """Those that may have one of several values, or one that is not written down."""
    listed: Mapping[str, tuple[str, ...]]
    """Those that loops go through, and the words that are written there, without those that stand for names of files."""


def assignments_in(tokens: Sequence[ShellWord | Sign]) -> Assignments:
    """The variables that a line sets, wherever it does."""
    counts: Counter[str] = Counter()
    taken: set[str] = set()
    listed: dict[str, tuple[str, ...]] = {}
    anything = False
    for part in _commands(tokens):
        set_here = [match for word in part if (match := _SETS.match(word.text))]
        counts.update(match[1] for match in set_here)
        taken.update(match[1] for match in set_here if match[2] or match[3])
        held = (_BRACED.match(piece.text) for word in part for piece in word.parts if piece.variable)
        taken.update(match[1] for match in held if match and "=" in (match[2] or ""))
        more, anything_here = _taken(part)
        taken |= more
        anything = anything or anything_here
        for name, words in _looped(part):
            listed[name] = (*listed.get(name, ()), *(words or ()))
            taken |= {name} if words is None else set()
    taken |= {name for name, words in listed.items() if name in counts or len(words) > MOST_VALUES}
    unsure = taken | {name for name, count in counts.items() if count > 1} | (_OWN & counts.keys())
    if anything or "IFS" in counts:
        unsure |= counts.keys() | listed.keys()
    sure = {name: words for name, words in listed.items() if name not in unsure}
    return Assignments(frozenset(counts.keys() - unsure), frozenset(unsure), sure)


def _taken(part: Sequence[ShellWord]) -> tuple[set[str], bool]:
    """(variables that a command may give any value, whether that may be any variable)."""
    texts = [word.text for word in part]
    names: set[str] = set()
    anything = False
    for i, text in enumerate(texts):
        behind = texts[i + 1 :]
        if text in _TAKERS or (text == "printf" and any(arg.startswith("-v") for arg in behind)):
            names.update(name for arg in behind for form in (arg, arg[2:]) for name in _NAME.findall(form))
        elif text in DECLARERS:
            anything = anything or any(re.fullmatch(r"[-+]\w*[^-+xgr].*", arg) for arg in behind)
        else:
            continue
        anything = anything or text == "trap" or any(w.parts and w.parts[0].variable for w in part[i + 1 :])
        break
    return names, anything


def _looped(part: Sequence[ShellWord]) -> Iterator[tuple[str, tuple[str, ...] | None]]:
    """(variable, words) of a loop; None where not all of them are written there."""
    for i, word in enumerate(part[:-1]):
        if word.text == "for":
            words = part[i + 3 :]
            known = len(part) > i + 2 and part[i + 2].text == "in" and all("$" not in w.text and "`" not in w.text for w in words)
            yield part[i + 1].text, tuple(w.text for w in words if not set(w.text) & set("*?[{")) if known else None
            return


def _commands(tokens: Sequence[ShellWord | Sign]) -> Iterator[list[ShellWord]]:
    part: list[ShellWord] = []
    for token in tokens:
        if isinstance(token, ShellWord):
            part.append(token)
        elif token.text in PARTING:
            yield part
            part = []
    yield part


def fields(word: ShellWord, values: Mapping[str, str], unsure: frozenset[str]) -> list[Field]:
    """The words that a shell makes of one: values are filled in, and split where no quotes stand around them."""
    first = word.parts[0] if word.parts else Part("")
    setting = None if first.quoted or first.variable else _SETS.match(first.text)
    texts = [""]
    begun = setting is not None or any(part.quoted for part in word.parts)
    for part in word.parts:
        value = _value(part.text, values) if part.variable else part.text
        splits = part.variable and not part.quoted and setting is None
        first_piece, *more = re.split(r"[ \t\n]+", value) if splits else [value]
        texts[-1] += first_piece
        texts += more
    kept = [text for text in texts if text] or ([""] if begun else [])
    unsurely = any(_is_unsure(word, part, values, unsure) for part in word.parts)
    known = Field(kept[0] if kept else "", unsure=unsurely)
    if setting and not setting[2]:
        known = known._replace(sets=setting[1], adds=bool(setting[3]))
    return [known, *map(Field, kept[1:])] if kept else []


def _is_unsure(word: ShellWord, part: Part, values: Mapping[str, str], unsure: frozenset[str]) -> bool:
    """Whether a word with this in it may name any program: shells split what stands in no quotes."""
    if not part.variable:
        return False
    found = _BRACED.fullmatch(part.text)
    name = (found or _HELD.match(part.text) or (part.text, ""))[1]
    if name in values:
        return found is None
    by_default = found is not None and found[2] is not None and "/" not in word.text
    return by_default or (name in unsure and not part.quoted)


def _value(written: str, values: Mapping[str, str]) -> str:
    """What stands for a variable: its value, its default, or `$X` again."""
    found = _BRACED.fullmatch(written)
    if found is None:
        held = _HELD.match(written)
        return f"${{{held[1]}}}" if held else written
    name, sign, other = found.groups()
    value = values.get(name)
    if sign is None:
        return written if value is None else value
    if "+" in sign:
        return (other if value or ":" not in sign else "") if value is not None else (other or f"${{{name}}}")
    if value or (value is not None and ":" not in sign):
        return value
    return other if value is not None or (other and name not in _ALWAYS) else f"${{{name}}}"


def known_value(field: Field) -> str | None:
    """The value that a variable is set to by this word, None where nobody can tell."""
    value = field.text.partition("=")[2]
    return None if "$" in value or "`" in value or len(value) > LONGEST_VALUE else value
