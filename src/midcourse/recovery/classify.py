"""What a failure is, by rules that are data. The first rule that fits decides, and is named in the finding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec
from msgspec.structs import replace

from ..core.errors import TaskError, choices
from ..core.failing.failures import KIND_OF_REASON, LADDER, Kind
from ..core.failing.findings import CATEGORY_OF, SEVERITIES, SURE, USUAL, Category, Detail, Finding, Severity, finding_of
from ..core.protocols import Classifier, Report
from ..yaml_files import read_text, read_yaml

STATUS = r"(?:(?:status(?: ?code)?|http(?:/[\d.]+)?|error(?: ?code)?|code|response|returned|answered)\W{0,4}|^\(?)"

"""What stands before an HTTP status; `{status}` in a rule's message."""


LONGEST = 2000
"""Letters of a message that are looked at."""
PYTHONS: dict[str, Detail] = {
    "AttributeError": "attribute_error",
    "IndexError": "index_error",
    "KeyError": "key_error",
    "TypeError": "type_error",
    "ValueError": "value_error",
}
VAGUE: tuple[Detail, ...] = ("invalid_input", "not_found", "syntax", "other")
"""Detail types that give way to what Python's own exception says."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule. It fits when every field that it has fits."""

    name: str
    kind: Kind
    reason: tuple[str, ...] = ()
    error: tuple[str, ...] = ()
    message: str = ""
    skill: str = ""
    type: Detail | None = None
    category: Category | None = None
    severity: Severity | None = None
    confidence: float = 0.8
    clean: bool = False
    """It certainly did nothing."""

    def fits(self, report: Report) -> bool:
        """Whether the rule speaks of this failure."""
        if self.reason and not any(fnmatchcase(report.reason, pattern) for pattern in self.reason):
            return False
        if self.error and not any(fnmatchcase(report.error, pattern) for pattern in self.error):
            return False
        if self.skill and not fnmatchcase(report.skill, self.skill):
            return False
        return not self.message or _compiled(self.message).search(report.message[:LONGEST].lower()) is not None

    def finding(self) -> Finding:
        """What the rule says."""
        severity, category, detail = USUAL[self.kind]
        if self.type is not None:
            detail = self.type
            category = CATEGORY_OF[detail] if detail != "other" else category
        return Finding(
            self.kind,
            self.severity or severity,
            self.category or category,
            detail,
            self.confidence,
            f"rule {self.name}",
            self.clean,
        )


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("{status}", STATUS))


class RulesClassifier:
    """Own rules first, then the world's word, then a reason that everybody knows, then the rules that come with Midcourse.

    Where none of them is sure, a second opinion is asked for, if there is one.
    """

    def __init__(self, rules: Sequence[Rule] = (), second: Classifier | None = None) -> None:
        self._own, self._second = tuple(rules), second

    async def classify(self, report: Report) -> Finding:
        """What the failure is."""
        found = self.by_rules(report)
        if found.confidence < SURE and self._second is not None:
            second = await self._second.classify(report)
            return second if second.confidence > found.confidence else found
        return found

    def by_rules(self, report: Report) -> Finding:
        """What the rules alone say."""
        if own := _first(self._own, report):
            return own
        known = finding_of(report.reason, report.said)
        if report.said in LADDER or (report.reason in KIND_OF_REASON and not report.error):
            return known
        return _first(shipped_rules(), report) or known


def _first(rules: Sequence[Rule], report: Report) -> Finding | None:
    found = next((rule.finding() for rule in rules if rule.fits(report)), None)
    own = PYTHONS.get(report.error)
    return replace(found, type=own) if found is not None and own and found.type in VAGUE else found


@lru_cache(maxsize=1)
def shipped_rules() -> tuple[Rule, ...]:
    """The rules that come with Midcourse."""
    return parse_rules((files("midcourse.recovery") / "rules.yaml").read_text(encoding="utf-8"), "rules.yaml")


def read_rules(path: Path) -> tuple[Rule, ...]:
    """Rules of your own; TaskError names what is wrong with them."""
    return parse_rules(read_text(path, "the rules"), str(path))


def parse_rules(text: str, where: str) -> tuple[Rule, ...]:
    """The rules in a text; TaskError names what is wrong with them, and `where`."""
    try:
        rules = msgspec.convert(read_yaml(text, where).data or [], tuple[Rule, ...])
    except msgspec.ValidationError as error:
        told = f"{where}: {error}; a rule has {', '.join(f.name for f in msgspec.structs.fields(Rule))}"
        raise TaskError(f"{told}; kinds are {', '.join(LADDER)}; severities {', '.join(SEVERITIES)}") from None
    for rule in rules:
        if not (rule.reason or rule.error or rule.message or rule.skill):
            raise TaskError(f"{where}: the rule {rule.name!r} fits everything; give it one of reason, error, message, skill")
        try:
            _compiled(rule.message)
        except re.error as error:
            raise TaskError(f"{where}: the message of rule {rule.name!r} is no regular expression: {error}") from None
    names = [rule.name for rule in rules]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise TaskError(f"{where}: two rules are called {twice!r}; {choices(twice, names)}")
    return rules
