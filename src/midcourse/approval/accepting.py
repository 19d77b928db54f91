"""Rules files that ask less than the shipped rules count only once a person has accepted them, by their content.

A rules file may come with a checkout, from whoever wrote it. What was accepted is kept in the person's own folder, outside of any
checkout; a file in that folder is the person's own.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..core.people.loosening import loosened
from ..core.people.risk import RiskRule
from ..private import has_accepted, keep_accepted
from ..yaml_files import read_text
from .critical import parse_rules, read_risks

RULES = "approval.yaml"
"""What the file of rules in a home is called."""


class Chosen(NamedTuple):
    """The rules of a run, and what people should know about them."""

    rules: tuple[RiskRule, ...]
    note: str = ""
    """Which file asks less than the shipped rules, and whether that counts; '' if none does."""
    accepted: bool = True
    """Nothing waits to be accepted."""


def choose_rules(path: Path | None, own: Path) -> Chosen:
    """The rules in a file, as far as they count; the shipped ones without a file. `own`: the person's own folder."""
    if path is None:
        return Chosen(read_risks())
    text = read_text(path, "the rules")
    rules = parse_rules(text, str(path))
    lost = loosened(rules, read_risks())
    if not lost or path.parent.resolve() == own.resolve():
        return Chosen(rules)
    asks_less = f"{path} asks less than the shipped rules ({', '.join(lost)})"
    if has_accepted(own, text):
        return Chosen(rules, f"{asks_less}, as was accepted")
    how = f"the stricter of both counts until you accept it with: midcourse approvals accept-rules {path}"
    return Chosen((*rules, *read_risks()), f"{asks_less}; {how}", accepted=False)


def accept_rules(path: Path, own: Path) -> str:
    """Keep that a person accepts the file as it is now; what was accepted, in words."""
    text = read_text(path, "the rules")
    lost = loosened(parse_rules(text, str(path)), read_risks())
    if not lost:
        return f"{path} asks no less than the shipped rules: it counts as it is"
    keep_accepted(own, text, path)
    return (
        f"accepted {path}, which asks less than the shipped rules ({', '.join(lost)}); when it changes, it must be accepted again"
    )
