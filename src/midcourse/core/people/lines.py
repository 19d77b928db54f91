"""A command line in words and signs, as shells split it: quotes, remarks, here-documents, variables not yet filled in.

What shells read in different ways, or what this cannot follow, is `unclear`: nothing behind it is surely seen.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple


class Part(NamedTuple):
    """A piece of a word."""

    text: str
    """What it says, with codes read and quotes left out; of a variable, what was written."""
    quoted: bool = False
    """It stood in quotes or behind a backslash: no shell splits it, or takes it for a word of its own."""
    variable: bool = False
    """It is a variable as it was written, `$X` or `${X:-y}`."""


class ShellWord(NamedTuple):
    """A word, or the text of a here-document."""

    parts: tuple[Part, ...]
    """In the order in which they stand."""

    @property
    def text(self) -> str:
        """The word with its variables as they were written."""
        return "".join(part.text for part in self.parts)

    @property
    def plain(self) -> str:
        """The word if nothing in it was quoted or is a variable, '' otherwise: only such a word can be one of the shell's own."""
        return "" if any(part.quoted or part.variable for part in self.parts) else self.text


class Sign(NamedTuple):
    """What stands between words: `;`, `|`, `>`, the end of a line."""

    text: str
    """As it was written."""


class Line(NamedTuple):
    """A command line, split."""

    tokens: list[ShellWord | Sign]
    """In the order in which they stand; a here-document in place of the word that ends it."""
    substitutes: bool
    """A shell puts the output of a command into it: `$(…)` or backticks, outside single quotes and remarks."""
    unclear: bool
    """Shells may split it in another way."""
    closed: bool
    """Every quote in it is closed."""


_SIGN = re.compile(r"&>>|&>|&&|&|\|\||\|&|\||;;&|;&|;;|;|<<<|<<-|<<|<&|<>|<\(|<|>>|>&|>\||>\(|>|\(|\)")
_RUN = re.compile(r"[^ \t\r\n\\'\"$`();<>&|#]+")
_WITHIN = re.compile(r'[^\\"$`]+')
_VARIABLE = re.compile(r"(?a:[A-Za-z_]\w*|[0-9@*#?$!_-])")
_LETTERS = re.compile(r"'((?:[^'\\]|\\.)*)'", re.DOTALL)
_CODE = re.compile(r"\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|c(.)|(.))", re.DOTALL)
_NAMED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "v": "\v"}
_SUMS = re.compile(r"\(\((?:[^()'\"\\`\n]|\([^()'\"\\`\n]*\))*\)\)")
"""Sums, `((…))`: in them nothing is a remark."""
_INDEX = re.compile(r"(?a:[A-Za-z_]\w*)\[(?=[^\]\n]*\])(?![^\]\s'\"#;&|<>()\\`]*\])")
"""An index with blanks, quotes or signs: shells differ in where it ends."""
_WHOLE, _JOINED = re.compile(r"[^\n]*"), re.compile(r"(?:\\.|[^\\\n])*", re.DOTALL)
"""A line of a here-document, as it is and with the lines that a backslash joins to it."""
_ESCAPED, _OUTPUT = re.compile(r"\\."), re.compile(r"`|\$\(")
_DESCRIPTOR = re.compile(r"(?a:\d+|\{\w+\})")


@lru_cache(maxsize=256)
def split_line(text: str, letters: bool = True) -> Line:
    """The line in words and signs. `letters`: `$'…'` holds letters as codes, as bash reads it; other shells do not."""
    return _Splitter(text, letters).line()


class _Splitter:
    """Goes through a line once, sign by sign."""

    def __init__(self, text: str, letters: bool) -> None:
        self.text, self.at = text, 0
        self.letters = letters
        self.tokens: list[ShellWord | Sign] = []
        self.parts: list[Part] = []
        self.begun = False  # a word is, though it may be empty so far: `''`
        self.awaited: list[tuple[int, str, bool, bool]] = []  # here-documents: (place, what ends it, tabs go, it means itself)
        self.sums_end = 0
        self.tests = False  # within `[[ … ]]`
        self.lists = False  # a variable is set to a list, `x=(…)`
        self.substitutes = False
        self.unclear = "extglob" in text or "$[" in text
        self.closed = True

    def line(self) -> Line:
        while self.at < len(self.text):
            self._next(self.text[self.at])
        self._end_word()
        self._read_documents()
        return Line(self.tokens, self.substitutes, self.unclear, self.closed)

    def _next(self, sign: str) -> None:
        if sign in " \t\r\n":
            self._end_word()
            self.at += 1
            if sign == "\n":
                self.tokens.append(Sign("\n"))
                self._read_documents()
        elif sign in "();<>&|":
            self._read_sign()
        elif sign == "\\":
            self._read_escaped()
        elif sign in "'\"":
            self._read_quoted(sign)
        elif sign in "$`":
            self._read_value(quoted=False)
        elif sign == "#" and not self.begun and self.at >= self.sums_end:
            self.unclear = self.unclear or self.tests
            end = self.text.find("\n", self.at)
            self.at = len(self.text) if end < 0 else end
        else:
            if not self.begun and _INDEX.match(self.text, self.at):
                self.unclear = True
            run = _RUN.match(self.text, self.at)
            self._add(run[0] if run else sign)

    def _add(self, text: str, *, length: int = -1, quoted: bool = False, variable: bool = False) -> None:
        """Put a piece to the word, and go on behind the `length` characters that it was written in."""
        self.parts.append(Part(text, quoted, variable))
        self.begun = True
        self.at += len(text) if length < 0 else length

    def _end_word(self) -> None:
        if not self.begun:
            return
        word = ShellWord(tuple(self.parts))
        self.parts, self.begun = [], False
        before = self.tokens[-1] if self.tokens else None
        if isinstance(before, Sign) and before.text in ("<<", "<<-"):
            itself = any(part.quoted for part in word.parts)
            self.awaited.append((len(self.tokens), word.text, before.text == "<<-", itself))
            self.unclear = self.unclear or "$" in word.text or "`" in word.text
        self.tests = (self.tests or word.plain == "[[") and word.plain != "]]"
        self.tokens.append(word)

    def _read_sign(self) -> None:
        found = _SIGN.match(self.text, self.at)
        sign = found[0] if found else self.text[self.at]
        if sign[0] in "<>" and _DESCRIPTOR.fullmatch(ShellWord(tuple(self.parts)).plain):
            self.parts, self.begun = [], False  # the `2` of `2> file`
        if sign in ("<<", "<<-"):
            odd = self.tests or self.lists or "[" in ShellWord(tuple(self.parts)).text
            self.unclear = self.unclear or odd or "((" in self.text or "\r" in self.text
        self.lists = self.lists or (sign == "(" and self.begun and self.parts[-1].text.endswith("="))
        self._end_word()
        if self.at >= self.sums_end and self.text.startswith("((", self.at):
            sums = _SUMS.match(self.text, self.at)
            self.sums_end = sums.end() if sums else 0
            self.unclear = self.unclear or sums is None
        self.tokens.append(Sign(sign))
        self.at += len(sign)

    def _read_escaped(self) -> None:
        escaped = self.text[self.at + 1 : self.at + 2]
        if escaped == "\n":
            self.at += 2
        else:
            self._add(escaped or "\\", length=2, quoted=True)

    def _read_quoted(self, quote: str) -> None:
        end = -1
        if self.closed:
            end = self.text.find("'", self.at + 1) if quote == "'" else self._end_of_quotes()
        if end < 0:
            self.closed = False  # what stands behind is read as if quotes meant nothing
            self._add(quote)
        elif quote == "'":
            self._add(self.text[self.at + 1 : end], length=end + 1 - self.at, quoted=True)
        else:
            self._add("", length=1, quoted=True)
            while self.at < end:
                self._read_within(end)
            self.at = end + 1

    def _end_of_quotes(self) -> int:
        """Where the double quotes that begin here end, or -1."""
        at = self.at + 1
        while at < len(self.text) and self.text[at] != '"':
            at = _end_of_braces(self.text, at) if self.text.startswith("${", at) else at + 1 + (self.text[at] == "\\")
        return at if at < len(self.text) else -1

    def _read_within(self, end: int) -> None:
        sign, behind = self.text[self.at], self.text[self.at + 1 : self.at + 2]
        if sign == "\\":
            kept = "" if behind == "\n" else behind if behind in '$`"\\' else sign + behind
            self._add(kept, length=2, quoted=True)
        elif sign in "$`":
            self._read_value(quoted=True)
        else:
            run = _WITHIN.match(self.text, self.at, end)
            self._add(run[0] if run else sign, quoted=True)

    def _read_value(self, quoted: bool) -> None:
        """A dollar or a backtick."""
        behind = self.text[self.at + 1 : self.at + 2]
        if self.text[self.at] == "`" or behind == "(":
            self.substitutes = True
            self._add(self.text[self.at], quoted=quoted)
        elif behind == "'" and not quoted:
            self._read_letters()
        elif behind == '"' and not quoted:
            self.at += 1  # a text that is translated
        elif behind == "{":
            self._read_braces(quoted)
        elif name := _VARIABLE.match(self.text, self.at + 1):
            self._add("$" + name[0], quoted=quoted, variable=True)
        else:
            self._add("$", quoted=quoted)

    def _read_letters(self) -> None:
        found = _LETTERS.match(self.text, self.at + 1) if self.letters else None
        if found:
            self._add(_CODE.sub(_letter, found[1]).partition("\0")[0], length=found.end() - self.at, quoted=True)
        else:
            self._add("$")

    def _read_braces(self, quoted: bool) -> None:
        end = _end_of_braces(self.text, self.at) if self.closed else len(self.text) + 1
        inner = self.text[self.at + 2 : end - 1]
        if end > len(self.text):
            self.closed = False
            self._add("$", quoted=quoted)
            return
        self.substitutes = self.substitutes or "$(" in inner or "`" in inner or inner[:1] in (" ", "\t", "\n", "|")
        self.unclear = self.unclear or "'" in inner or '"' in inner
        self._add(self.text[self.at : end], quoted=quoted, variable=True)

    def _read_documents(self) -> None:
        """Put the texts of here-documents, which begin in the line behind, in the places of the words that end them."""
        awaited, self.awaited = self.awaited, []
        for place, ending, tabs, itself in awaited:
            lines: list[str] = []
            while self.at < len(self.text):
                found = (_WHOLE if itself else _JOINED).match(self.text, self.at)
                pieces = (found[0] if found else "").split("\\\n" if not itself else "\n")
                self.at = (found.end() if found else self.at) + 1
                self.unclear = self.unclear or (len(pieces) > 1 and ending in map(str.strip, pieces))
                line = "".join(pieces).lstrip("\t") if tabs else "".join(pieces)
                if line == ending:
                    break
                lines.append(line)
            body = "\n".join(lines)
            self.substitutes = self.substitutes or (not itself and _OUTPUT.search(_ESCAPED.sub("", body)) is not None)
            self.tokens[place] = ShellWord((Part(body, quoted=True),))


def _end_of_braces(text: str, at: int) -> int:
    """Behind the `${…}` that begins here; behind the text where it does not end."""
    depth = 0
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text.startswith("${", at):
            depth += 1
            at += 1
        elif text[at] == "}":
            depth -= 1
        at += 1
        if not depth:
            return at
    return len(text) + 1


def _letter(code: re.Match[str]) -> str:
    x, u, long, octal, control, other = code.groups()
    if number := x or u or long:
        return chr(min(int(number, 16), 0x10FFFF))
    if octal:
        return chr(int(octal, 8) & 255)
    return chr(ord(control[:1]) & 31) if control else _NAMED.get(other, other if other in "\\'\"?" else "\\" + other)
