"""What a command line starts and touches: through pipes and groups, with the variables that it sets itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from .databases import CLIENTS, taken_away
from .lines import Line, ShellWord, Sign, split_line
from .one_command import LONG, UNKNOWN, CommandLine, OneCommand, read_one
from .values import MOST_VALUES, PARTING, Assignments, Field, assignments_in, fields

LONGEST_LINE = 4096
"""Characters of a line inside another one; a longer one is code that nobody has read."""
LONGEST = 10_000
"""Characters of a line; a longer one is not read either."""
DEEP = 4
"""How many command lines inside command lines are looked into."""
UNCLEAR = "an unclear line with code"
"""A line that shells may read in another way than this."""
MOST_GROUPS = 50
"""Groups within groups that are followed."""
_OWN = frozenset(("{", "}", "then", "do", "else", "elif", "if", "while", "until", "coproc", "!"))
"""Words behind which a command begins."""
_ENDS = {"(": ")", "<(": ")", ">(": ")", "{": "}", "if": "fi", "while": "done", "until": "done", "for": "done", "select": "done",
    "case": "esac"}  # fmt: skip
_ENDINGS = frozenset(_ENDS.values())
"""What begins a group, and what ends it."""


@lru_cache(maxsize=1024)
def read_command(text: str, depth: int = 0, fed: bool = False) -> CommandLine:
    """What a command line starts, through pipes, wrappers such as sudo, and text that a program may take for a line of its own.

    `fed`: something is piped into it.
    """
    found = CommandLine([], [], [])
    if len(text) > (LONGEST_LINE if depth else LONGEST):
        return CommandLine([LONG], [], [])
    line = split_line(text)
    _read_line(line, found, depth, fed)
    if "$'" in text and (other := split_line(text, letters=False)).tokens != line.tokens:
        _read_line(other, found, depth, fed)
    if line.unclear or not (line.closed or depth):
        found.programs.append(UNCLEAR)
    if CLIENTS.intersection(found.programs) and set("|<") & set(text):
        found.programs.extend(taken_away([text]))  # what is fed to it
    if line.substitutes:
        found.programs.append(UNKNOWN)
        if depth < DEEP:
            _add(found, read_command(re.sub(r"\$\(|[`\"')]", " ; ", text), depth + 1))
    return found


def _read_line(line: Line, found: CommandLine, depth: int, fed: bool) -> None:
    """Read a line once, and again for each further value that one of its variables may have."""
    assigned = assignments_in(line.tokens)
    first = _Reading(found, assigned, depth, {})
    first.read(line.tokens, fed)
    chosen = {name: values for name, values in {**assigned.listed, **first.chosen}.items() if values}
    times = max(map(len, chosen.values()), default=0) if _uses(line.tokens, chosen) else 0
    if times > MOST_VALUES:
        found.programs.append(UNKNOWN)
    for i in range(min(times, MOST_VALUES)):
        values = {name: values[min(i, len(values) - 1)] for name, values in chosen.items()}
        _Reading(found, assigned, depth, values).read(line.tokens, fed)


def _uses(tokens: Sequence[ShellWord | Sign], names: Mapping[str, Sequence[str]]) -> bool:
    held = "".join(part.text for word in tokens if isinstance(word, ShellWord) for part in word.parts if part.variable)
    return any(name in held for name in names)


def _add(found: CommandLine, inner: CommandLine) -> None:
    for mine, theirs in zip(found, inner, strict=True):
        mine.extend(theirs)


class _Group(NamedTuple):
    """A group of commands that is being read."""

    end: str
    """The sign or word that ends it."""
    fed: bool
    """Something is piped or redirected into it."""
    values: dict[str, str]
    """The values of variables before it: what is set inside may not be set behind."""


class _Reading:
    """Goes through the commands of a line in their order."""

    def __init__(self, found: CommandLine, assigned: Assignments, depth: int, forced: Mapping[str, str]) -> None:
        self.found, self.assigned, self.depth, self.forced = found, assigned, depth, forced
        self.values = dict(forced)
        self.chosen: dict[str, list[str]] = {}
        self.only_if: set[str] = set()  # variables that are set if what stands before them went well
        self.part: list[Field | Sign] = []
        self.groups: list[_Group] = []
        self.fed = False  # all that comes, as behind `exec < file`
        self.piped = False  # the next command or group
        self.before = ""  # what the present command stands behind
        self.defines = False  # a function: the next group
        self.here = ""
        self.grown = 0

    def read(self, tokens: Sequence[ShellWord | Sign], fed: bool) -> None:
        """Note in `found` what the line starts and touches."""
        self.fed = fed
        opened = _groups_with_files(tokens)
        for i, token in enumerate((*tokens, Sign(";"))):
            if isinstance(token, Sign) and token.text not in PARTING:
                self.part.append(token)
            elif isinstance(token, Sign) or token.plain in _OWN:
                self._end(token.text, fed=i in opened)
            else:
                if not self.part and token.plain in _ENDS:
                    self._open(token.plain, fed=i in opened)
                self._take(token)

    def _take(self, word: ShellWord) -> None:
        if self.grown <= LONGEST_LINE:
            given = fields(word, self.values, self.assigned.unsure)
            self.part += given
            self.grown += sum(len(field.text) for field in given) - len(word.text)
            if self.grown > LONGEST_LINE:
                self.found.programs.append(UNKNOWN)  # it becomes far more than it says

    def _end(self, sign: str, fed: bool) -> None:
        """A command ends, and a group may begin or end. `fed`: a file is opened for that group."""
        part, self.part = self.part, []
        if not part and sign == "\n":
            return
        first = part[0].text if part else ""
        if part:
            self._read_part(part, sign)
            self.piped = False
        if first in _ENDINGS:
            self._close(first)
        if sign in _ENDINGS:
            self._close(sign)
        defines = (sign == ")" and self.before == "(" and not part) or first == "function"
        if sign in _ENDS and (not part or defines or sign.endswith("(")):
            self._open(sign, fed or self.defines or defines or sign == ">(")
        self.defines = defines and sign != "{"
        self.piped = self.piped or sign in ("|", "|&", "coproc")
        if sign != "&&" and sign not in _ENDS:
            for name in self.only_if:
                self.values.pop(name, None)
            self.only_if.clear()
        self.before = sign

    def _open(self, sign: str, fed: bool) -> None:
        if len(self.groups) < MOST_GROUPS:
            self.groups.append(_Group(_ENDS[sign], fed or self.piped, dict(self.values)))
        else:
            self.found.programs.append(UNKNOWN)
        self.piped = False

    def _close(self, end: str) -> None:
        at = next((i for i in reversed(range(len(self.groups))) if self.groups[i].end == end), -1)
        if at >= 0:
            self.values = self.groups[at].values
            del self.groups[at:]

    def _read_part(self, part: Sequence[Field | Sign], sign: str) -> None:
        fed = self.fed or self.piped or sign == "<(" or any(group.fed for group in self.groups)
        done = read_one(part, self.found, fed, self.here)
        self.here = done.here
        for line in done.inner if self.depth < DEEP else ():
            _add(self.found, read_command(line, self.depth + 1, done.feeds))
        if done.program in ("source", ".", "eval"):
            self.values = dict(self.forced)
        self.fed = self.fed or (done.program == "exec" and done.fed)
        self._note_values(done, sign)

    def _note_values(self, done: OneCommand, sign: str) -> None:
        """Note what variables are set to, and whether for all that comes."""
        lasts = done.lasting and self.before != "||" and not self.piped and sign not in ("|", "|&", "&", "(")
        for name, value, adds in done.sets:
            if adds and value is not None:
                value = self.chosen.get(name, [""])[-1] + value
            if value is not None and (not lasts or self.groups or self.before == "&&" or name in self.assigned.unsure):
                self.chosen.setdefault(name, []).append(value)
            if name in self.forced or name not in self.assigned.once:
                continue
            if lasts and value is not None:
                self.values[name] = value
                self.only_if |= {name} if self.before == "&&" else set()
            else:
                self.values.pop(name, None)


def _groups_with_files(tokens: Sequence[ShellWord | Sign]) -> set[int]:
    """Where groups begin behind whose end a file is opened for them: `(…) < file`."""
    found: set[int] = set()
    begun: list[tuple[int, str]] = []
    begins = True
    for i, token in enumerate(tokens):
        text = token.text if isinstance(token, Sign) else token.plain
        begins = begins or isinstance(token, Sign)
        if begins and text in _ENDINGS:
            at = next((j for j in reversed(range(len(begun))) if begun[j][1] == text), -1)
            if at >= 0 and _opens_file(tokens, i + 1):
                found.add(begun[at][0])
            del begun[at if at >= 0 else len(begun) :]
        elif begins and text in _ENDS and len(begun) < MOST_GROUPS:
            begun.append((i, _ENDS[text]))
        begins = (isinstance(token, Sign) and text in PARTING) or text in _OWN
    return found


def _opens_file(tokens: Sequence[ShellWord | Sign], at: int) -> bool:
    """Whether a file is opened for reading among the redirections that stand here."""
    while at < len(tokens) and isinstance(sign := tokens[at], Sign) and sign.text not in PARTING:
        if sign.text.startswith("<"):
            return True
        at += 2
    return False
