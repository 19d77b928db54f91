"""Rules about failures that came with a checkout: those that let more be done than the shipped ones count once a person has
accepted them, by the content of their file. A file in the person's own folder is the person's own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from ..core.failing.failures import PASSING
from ..private import has_accepted, keep_accepted
from ..yaml_files import read_text
from .classify import Rule, parse_rules

FAILURES = "failures.yaml"
"""What the file of such rules in a home is called."""
_SIGNS = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*(?:\]|\Z)|\((?:\?[:=!>]|\?<[=!]|\?P?<\w+>|\?[a-zA-Z]+[:)])?|\)|\||[*+?]|\{\d*,?\d*\}", re.DOTALL
)
MANY = 50
"""Times: what may be repeated more often is repeated without end."""
FEW = 4
"""Times: so often a group with a choice in it may be repeated."""
WAYS = 10_000
"""In so many ways what is optional and what is repeated a little may be shared out."""


class ChosenRules(NamedTuple):
    """The rules about failures that count, and what people should know about the others."""

    rules: tuple[Rule, ...]
    note: str = ""
    accepted: bool = True
    """Nothing waits to be accepted."""


def choose_failures(path: Path | None, own: Path) -> ChosenRules:
    """The rules in a file, as far as they count. `own`: the person's own folder."""
    if path is None:
        return ChosenRules(())
    text = read_text(path, "the rules")
    rules = parse_rules(text, str(path))
    bold = _bold(rules)
    if not bold or path.parent.resolve() == own.resolve():
        return ChosenRules(rules)
    told = f"{path} lets failed acts be tried again, or takes long to read ({', '.join(bold)})"
    if has_accepted(own, text):
        return ChosenRules(rules, f"{told}, as was accepted")
    how = f"these rules are left out until you accept it with: midcourse approvals accept-rules {path}"
    return ChosenRules(tuple(rule for rule in rules if rule.name not in bold), f"{told}; {how}", accepted=False)


def accept_failures(path: Path, own: Path) -> str:
    """Keep that a person accepts the file as it is now; what was accepted, in words."""
    text = read_text(path, "the rules")
    bold = _bold(parse_rules(text, str(path)))
    if not bold:
        return f"{path} lets no more acts be tried again than the shipped rules: it counts as it is"
    keep_accepted(own, text, path)
    return (
        f"accepted {path}, which lets failed acts be tried again ({', '.join(bold)}); when it changes, it must be accepted again"
    )


def _bold(rules: tuple[Rule, ...]) -> list[str]:
    return [rule.name for rule in rules if rule.clean or rule.kind in PASSING or may_never_end(rule.message)]


def may_never_end(pattern: str) -> bool:
    """Whether a regular expression may take longer than anybody waits: it repeats something that holds a repetition or a
    choice, repeats more than once without end, or leaves much open in many places."""
    open_groups: list[bool] = []
    closed = False
    """Whether the group that has just ended holds a repetition or a choice."""
    repeats = at = 0
    ways = 1
    before = ""
    for sign in _SIGNS.finditer(pattern):
        follows, at = sign.start() == at, sign.end()
        kind = "" if follows and sign[0] in ("?", "+") and before in ("*", "+", "?", "{") else sign[0][0]
        match kind:
            case "(":
                open_groups.append(False)
            case ")":
                closed = open_groups.pop() if open_groups else False
                open_groups[-1:] = [open_groups[-1] or closed] if open_groups else []
                before = ")"
                continue
            case "|":
                open_groups[-1:] = [True] if open_groups else []
            case "*" | "+" | "{" | "?":
                least, most = _times(sign[0])
                if follows and closed and most > FEW:
                    return True
                repeats += most > MANY
                ways *= 1 + min(most, MANY) - min(least, most, MANY) if most <= MANY else 1
                open_groups[-1:] = [open_groups[-1] or least < most] if open_groups else []
            case _:
                pass
        before = kind
        closed = False
    return repeats > 1 or ways > WAYS


def _times(sign: str) -> tuple[int, int]:
    """How often something is repeated, at least and at most; without end is more than MANY."""
    if sign in "*+?":
        return int(sign == "+"), 1 if sign == "?" else MANY + 1
    least, comma, most = sign.strip("{}").partition(",")
    return int(least or 0), int(most or MANY + 1) if comma else int(least or 0)
