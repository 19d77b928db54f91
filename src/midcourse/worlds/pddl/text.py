"""PDDL as nested lists that know their lines, and the mistakes in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ...core.errors import TaskError, choices
from ...plain_files import check_plain

_TOKEN = re.compile(r";[^\n]*|[()]|[^\s();]+")


class PddlError(TaskError):
    """A PDDL file that cannot be used, with the line and the reason."""

    def __init__(self, source: str, line: int, problem: str) -> None:
        super().__init__(f"{source}:{line}: {problem}")


@dataclass(frozen=True, slots=True)
class Word:
    """One word and its line. PDDL does not tell upper case from lower."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Form:
    """A list in parentheses and the line where it opens."""

    items: tuple[Word | Form, ...]
    line: int

    @property
    def head(self) -> str:
        """Its first word, or ''."""
        return self.items[0].text if self.items and isinstance(self.items[0], Word) else ""

    @property
    def rest(self) -> tuple[Word | Form, ...]:
        """All after the first."""
        return self.items[1:]

    def __str__(self) -> str:
        return f"({' '.join(str(i) if isinstance(i, Form) else i.text for i in self.items)})"


def word(text: str, line: int = 0) -> Word:
    """A word of our own."""
    return Word(text, line)


def form(line: int, *items: str | Word | Form) -> Form:
    """A form of our own."""
    return Form(tuple(Word(i, line) if isinstance(i, str) else i for i in items), line)


def read(path: Path) -> str:
    """A file's text."""
    try:
        check_plain(path)
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise PddlError(str(path), 1, f"cannot be read: {error.strerror or error}") from None


def parse(text: str, source: str) -> Form:
    """The one `(define …)` of a file."""
    stack: list[tuple[list[Word | Form], int]] = []
    whole: Form | None = None
    for token, line in _tokens(text):
        if whole is not None:
            raise PddlError(source, line, f"{token!r} stands after the end of (define …)")
        if token == "(":
            stack.append(([], line))
        elif not stack:
            raise PddlError(source, line, f"expected (define …), found {token!r}")
        elif token == ")":
            items, opened = stack.pop()
            made = Form(tuple(items), opened)
            if stack:
                stack[-1][0].append(made)
            else:
                whole = made
        else:
            stack[-1][0].append(Word(token.lower(), line))
    if stack:
        raise PddlError(source, stack[-1][1], f"the '(' of this line is never closed ({len(stack)} are open at the end)")
    if whole is None:
        raise PddlError(source, 1, "the file is empty; expected (define …)")
    if whole.head != "define":
        raise PddlError(source, whole.line, f"expected (define …), found ({whole.head or '…'} …)")
    return whole


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    line, at = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        if not match[0].startswith(";"):
            yield match[0], line


def sections(define: Form, source: str, known: Iterable[str]) -> dict[str, list[Form]]:
    """The parts of a file by name; the first is what it defines."""
    allowed = sorted(known)
    found: dict[str, list[Form]] = {}
    for item in define.rest:
        if isinstance(item, Word):
            raise PddlError(source, item.line, f"{item.text!r} stands outside of any parentheses")
        if item.head not in allowed:
            raise PddlError(source, item.line, f"no section {item.head!r} is known here; {choices(item.head, allowed)}")
        found.setdefault(item.head, []).append(item)
    return found


def typed(items: Iterable[Word | Form], source: str) -> list[tuple[Word, str]]:
    """`a b - t c` as pairs of a word and its type; `object` where none is given."""
    pairs: list[tuple[Word, str]] = []
    waiting: list[Word] = []
    of_type = False
    for item in items:
        if of_type:
            kind = item.text if isinstance(item, Word) else str(item)
            if isinstance(item, Form):
                raise PddlError(source, item.line, f"the type {kind} is not supported; name one type")
            pairs += [(w, kind) for w in waiting]
            waiting, of_type = [], False
        elif isinstance(item, Form):
            raise PddlError(source, item.line, f"expected a name, found {item}")
        elif item.text == "-":
            of_type = True
        else:
            waiting.append(item)
    return pairs + [(w, "object") for w in waiting]
