"""Facts and conditions, with three-valued truth.

A fact is text in one canonical form, `name(arg, …)`. A condition is facts joined by `and`, each perhaps with
`not` before it and `*` for "any": `exists(report.txt) and not locked(*)`. A last `*` stands for one or more arguments.
A number is compared by `>=` and `<=`: `fuel(car, >=2)`.
Truth is True, False, or None for unknown: what an observation does not cover is unknown, not false.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache

import msgspec

from ..errors import ConditionError
from .numbers import MARKS, as_written, bound, cannot_tell, compares

Truth = bool | None

_NAME = re.compile(r"[A-Za-z_][\w.:\-]*")
_BARE = re.compile(r'[^,()"]*')
_PLAIN = re.compile(r"""[^\s,()"'*](?:[^,()"\n]*[^\s,()"])?""")
_SINGLE = re.compile(r"'([^'\n]*)'(?=\s*[,)])")
"""An argument as Python writes a text. Any other `'` is a letter: `title(Ann's)`."""
_WHOLE = re.compile(r"-?\d+\.0")
_HOLE = re.compile(r"\{(\w+)\}")


class Literal(msgspec.Struct, frozen=True):
    """One fact, or its denial. `open` marks a `*` or a comparison among the arguments."""

    name: str
    """The kind of fact: what stands before the brackets."""
    args: tuple[str, ...] = ()
    """The arguments as text without quotes; only a quoted `*` or comparison keeps them, since it means itself."""
    negated: bool = False
    """It denies the fact: it holds while the fact does not."""
    open: bool = False
    """It stands for every fact that fits, not for one."""
    fact: str = ""
    """The canonical text without `not`: equal for the same fact, however it was written."""

    @property
    def text(self) -> str:
        """The literal as people write it."""
        return f"not {self.fact}" if self.negated else self.fact

    def denied(self) -> Literal:
        """The same fact with the other sign."""
        return Literal(self.name, self.args, not self.negated, self.open, self.fact)


Condition = tuple[Literal, ...]
"""Literals that must all hold; the empty condition always does."""


def fact(name: str, *args: object) -> str:
    """The text of a fact in its one canonical form. Arguments are put in quotes where the syntax needs it."""
    return f"{name}({', '.join(_written(as_text(a)) for a in args)})" if args else name


def as_text(value: object) -> str:
    """How a value stands inside a fact."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return as_written(value)
    return json.dumps(value, sort_keys=True, default=str)


def _written(arg: str) -> str:
    return arg if _PLAIN.fullmatch(arg) and not is_mark(arg) else json.dumps(arg, ensure_ascii=False)


def is_mark(arg: str) -> bool:
    """Whether a bare argument stands for more than itself: a star, a comparison or a count."""
    return arg == "*" or arg[:2] in MARKS


def told_by(arg: str) -> str:
    """The text that an argument of a fact tells: a text that is a mark elsewhere is kept with its quotes."""
    return arg[1:-1] if len(arg) > 2 and arg[0] == arg[-1] == '"' and is_mark(arg[1:-1]) else arg


def _literal(name: str, args: tuple[tuple[str, bool], ...], negated: bool = False) -> Literal:
    """`args` are (text, quoted) pairs: a quoted `*` is a star, a bare one means any."""
    is_open = any(not quoted and is_mark(text) for text, quoted in args)
    # A mark is kept bare; the same text quoted cannot be confused with it, since it is kept with its quotes.
    shown = ", ".join(text if is_mark(text) and not quoted else _written(text) for text, quoted in args)
    values = tuple(json.dumps(text) if is_mark(text) and quoted else text for text, quoted in args)
    return Literal(name, values, negated, is_open, f"{name}({shown})" if args else name)


class _Reader:
    """Reads one condition from left to right; every complaint has a position."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def condition(self) -> Condition:
        self._space()
        if self.at == len(self.text):
            return ()
        literals = [self._one()]
        while self.at < len(self.text):
            if not self._word("and"):
                raise self._error("expected 'and' or the end")
            literals.append(self._one())
        return tuple(dict.fromkeys(literals))

    def _one(self) -> Literal:
        negated = self._word("not")
        match = _NAME.match(self.text, self.at)
        if not match or match[0] in ("and", "not"):
            raise self._error("expected a fact such as name(arg, …)")
        self.at = match.end()
        args: list[tuple[str, bool]] = []
        if self.text.startswith("(", self.at):
            self.at += 1
            args = self._args()
        self._space()
        return _literal(match[0], tuple(args), negated)

    def _args(self) -> list[tuple[str, bool]]:
        args: list[tuple[str, bool]] = []
        self._space()
        if self._take(")"):
            return args
        while True:
            args.append(self._arg())
            if self._take(")"):
                return args
            if not self._take(","):
                raise self._error("expected ',' or ')'")

    def _arg(self) -> tuple[str, bool]:
        self._space()
        if self.text.startswith('"', self.at):
            try:
                value, self.at = json.JSONDecoder().raw_decode(self.text, self.at)
            except json.JSONDecodeError:
                raise self._error("the quoted argument has no closing '\"'") from None
            self._space()
            return str(value), True
        if single := _SINGLE.match(self.text, self.at):
            self.at = single.end()
            self._space()
            return single[1], True
        match = _BARE.match(self.text, self.at)
        word = match[0].strip() if match else ""
        if not word:
            raise self._error("expected an argument")
        self.at += len(match[0]) if match else 0
        return word, False

    def _take(self, mark: str) -> bool:
        if self.text.startswith(mark, self.at):
            self.at += 1
            self._space()
            return True
        return False

    def _word(self, word: str) -> bool:
        match = _NAME.match(self.text, self.at)
        if match and match[0] == word and not self.text.startswith("(", match.end()):
            self.at = match.end()
            self._space()
            return True
        return False

    def _space(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def _error(self, problem: str) -> ConditionError:
        found = repr(self.text[self.at : self.at + 12]) if self.at < len(self.text) else "the end"
        return ConditionError(self.text, self.at, f"{problem}, found {found},")


@lru_cache(maxsize=4096)
def parse(text: str) -> Condition:
    """Read a condition; raises ConditionError with the position of what is wrong."""
    return _Reader(text).condition()


@lru_cache(maxsize=65536)
def parse_fact(text: str) -> Literal:
    """Read one ground fact."""
    literals = parse.__wrapped__(text)
    if len(literals) != 1 or literals[0].negated or literals[0].open:
        raise ConditionError(text, 0, "expected one fact without 'not', 'and' or '*'")
    return literals[0]


def show(condition: Iterable[Literal]) -> str:
    """The condition as people write it."""
    return " and ".join(literal.text for literal in condition)


def fill(condition: Condition, values: Mapping[str, object]) -> Condition:
    """A contract's condition with its `{holes}` filled; a literal whose hole has no value is left out."""
    return tuple(filled for literal in condition if (filled := _fill(literal, values)) is not None)


def _fill(literal: Literal, values: Mapping[str, object]) -> Literal | None:
    if "{" not in literal.fact:
        return literal
    if any(hole not in values for arg in literal.args for hole in _HOLE.findall(arg)):
        return None
    args: list[tuple[str, bool]] = []
    for arg in literal.args:
        filled = _HOLE.sub(lambda hole: as_text(values[hole[1]]), arg)
        args.append((filled, not is_mark(arg)))
    return _literal(literal.name, tuple(args), literal.negated)


def with_values(text: str, values: Mapping[str, str]) -> str:
    """A condition that a person wrote, in which `{Name}` stands for the value of that name: for its text alone, whatever the text
    looks like. Other braces stay."""
    if not any(f"{{{name}}}" in text for name in values):
        return text
    literals: list[Literal] = []
    for literal in parse(text):
        args: list[tuple[str, bool]] = []
        for arg in literal.args:
            quoted = arg[:1] == arg[-1:] == '"' and is_mark(arg[1:-1])
            args.append((named_values(json.loads(arg) if quoted else arg, values), not is_mark(arg)))
        literals.append(_literal(literal.name, tuple(args), literal.negated))
    return show(literals)


def named_values(text: str, values: Mapping[str, str]) -> str:
    """A text in which `{Name}` stands for the value of that name; other braces stay, also those of a value."""
    any_of = "|".join(map(re.escape, values))
    return re.sub(rf"\{{({any_of})\}}", lambda found: values[found[1]], text) if values else text


def holes(condition: Condition) -> set[str]:
    """The names in braces."""
    return {hole for literal in condition for arg in literal.args for hole in _HOLE.findall(arg)}


def matches(pattern: Literal, args: tuple[str, ...], fits: Callable[[str, str], bool] = compares) -> bool:
    """Whether the pattern's arguments fit; the names are known to be equal."""
    mine = pattern.args
    if not pattern.open:
        return mine == args
    if mine[-1] == "*":
        if len(args) < len(mine):
            return False
        mine, args = mine[:-1], args[: len(mine) - 1]
    return len(mine) == len(args) and all(m in ("*", a) or fits(m, a) for m, a in zip(mine, args, strict=True))


class Coverage:
    """What a look could have shown: a fact it covers and does not hold is false; any other is unknown."""

    __slots__ = ("_but", "_by_name", "_exact", "everything")

    def __init__(self, patterns: Iterable[str], but: frozenset[str] = frozenset()) -> None:
        self.everything = False
        self._but = but
        self._by_name: dict[str, list[Literal]] = {}
        self._exact: set[tuple[str, tuple[str, ...]]] = set()
        for text in patterns:
            if text.strip() == "*":
                self.everything = True
                continue
            for literal in parse(text):
                if literal.open:
                    self._by_name.setdefault(literal.name, []).append(literal)
                else:
                    self._exact.add((literal.name, literal.args))

    def has(self, literal: Literal) -> bool:
        """Whether the absence of this fact (or of all that fit it) would have been seen."""
        if self.everything:
            return True
        if literal.fact in self._but:
            return False
        if (literal.name, literal.args) in self._exact:
            return True
        return any(matches(p, literal.args) for p in self._by_name.get(literal.name, ()))


coverage = lru_cache(maxsize=512)(Coverage)
"""`coverage(patterns, but)`: the same patterns give the same object; facts in `but` are not covered."""


def literal_truth(literal: Literal, facts: Collection[str], covered: Coverage) -> Truth:
    """Whether one literal holds in these facts."""
    if not literal.open:
        there = literal.fact in facts or ((plain := respelt(literal.fact)) != literal.fact and plain in facts)
    elif not (there := _is_among(literal, facts)) and any(map(bound, literal.args)) and _is_among(literal, facts, cannot_tell):
        return None  # `99+` is no number: whether it is 1 or more, this look does not tell
    if there:
        return not literal.negated
    return literal.negated if covered.has(literal) else None


@lru_cache(maxsize=16_384)
def respelt(text: str) -> str:
    """The text of a fact with whole numbers as worlds tell them: people also write `5.0` for 5."""
    if ".0" not in text:
        return text
    literal = parse_fact(text)
    args = (arg[:-2] if _WHOLE.fullmatch(arg) else arg for arg in literal.args)
    return fact(literal.name, *args)


def _is_among(literal: Literal, facts: Collection[str], fits: Callable[[str, str], bool] = compares) -> bool:
    """Whether one of the facts fits a literal that stands for several."""
    name = literal.name
    return any(f.startswith(name) and (p := parse_fact(f)).name == name and matches(literal, p.args, fits) for f in facts)


def evaluate(condition: Condition, facts: Collection[str], covered: Coverage) -> Truth:
    """False if a literal is seen false, True if all are seen true, None (unknown) otherwise."""
    truth: Truth = True
    for literal in condition:
        held = literal_truth(literal, facts, covered)
        if held is False:
            return False
        if held is None:
            truth = None
    return truth
