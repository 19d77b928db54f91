"""What a failure was found to be: its kind, how bad it is, where it comes from, and who or what says so.

People filter and configure by severity and category; the ladder climbs by kind. Each detail type belongs to one category.
"""

from __future__ import annotations

from typing import Literal as Choice

from msgspec.structs import replace

from ..model import Value
from .failures import KIND_OF_REASON, LADDER, Kind

Severity = Choice["critical", "high", "medium", "low"]
SEVERITIES: tuple[Severity, ...] = ("low", "medium", "high", "critical")

Category = Choice["environment", "dependency", "validation", "logic", "timeout", "resource", "permission", "unknown"]

Detail = Choice[
    "timeout",
    "permission",
    "not_found",
    "invalid_input",
    "network",
    "syntax",
    "type_error",
    "attribute_error",
    "key_error",
    "value_error",
    "index_error",
    "other",
]

CATEGORY_OF: dict[Detail, Category] = {
    "timeout": "timeout",
    "permission": "permission",
    "not_found": "dependency",
    "invalid_input": "validation",
    "network": "environment",
    "syntax": "validation",
    "type_error": "logic",
    "attribute_error": "logic",
    "key_error": "logic",
    "value_error": "validation",
    "index_error": "logic",
    "other": "unknown",
}
"""The two ways to sort errors, mapped: what a detail type is filed under where nothing better is known."""

USUAL: dict[Kind, tuple[Severity, Category, Detail]] = {
    "transient": ("medium", "resource", "other"),
    "uncertain": ("medium", "timeout", "timeout"),
    "changed": ("high", "dependency", "not_found"),
    "underspecified": ("high", "validation", "invalid_input"),
    "structural": ("high", "logic", "other"),
    "denied": ("high", "permission", "permission"),
    "environment": ("critical", "environment", "other"),
    "unexpected": ("medium", "unknown", "other"),
}
"""What a failure of a kind is, where only its kind is known."""

REFUSED: tuple[str, ...] = ("busy", "connection_refused", "locked", "rate_limited", "unavailable")
"""Reasons that say nothing was begun."""

GRAVE: tuple[str, ...] = ("missing_dependency", "no_steps", "plan_timeout", "unknown_skill")
"""Reasons that say the plan itself is broken."""


class Report(Value, frozen=True):
    """A failure as it was reported."""

    skill: str
    """The name of the skill that failed."""
    reason: str
    """The slug that the world gave, or the name of the exception as one."""
    message: str = ""
    """What the world said in words; '' if nothing."""
    error: str = ""
    """The type of the exception behind it, as `package.Name`."""
    said: str = ""
    """The kind of failure by the world's own word."""
    before: int = 0
    """How often the same skill failed for the same reason in this run."""


class Finding(Value, frozen=True):
    """A failure, classified."""

    kind: Kind
    """Which remedies are tried, in which order."""
    severity: Severity
    """How bad it is: the settings say from where on it is replanned for without asking; `low` is passed by."""
    category: Category
    """Where it comes from, for people to filter and sort by; nothing but time-outs is decided by it."""
    type: Detail
    """A finer sort, after the exceptions of programs; `other` where none fits."""
    confidence: float = 1.0
    """0 to 1: how far the rule that decided can be relied on."""
    rule: str = ""
    """What decided."""
    clean: bool = False
    """It certainly did nothing: it was refused before it began."""


SURE = 0.6
"""From here on a finding needs no second opinion."""


def finding_of(reason: str, said: str = "") -> Finding:
    """What the reason alone tells: the world's own word for the kind, else what the reason means, else nothing."""
    known = KIND_OF_REASON.get(reason)
    if said in LADDER:
        severity, category, detail = USUAL[said]
        finding = Finding(said, severity, category, detail, 1.0, "the world says so")
    elif known is not None:
        severity, category, detail = USUAL[known]
        finding = Finding(known, severity, category, detail, 0.95, f"reason {reason}", clean=reason in REFUSED)
    else:
        return Finding("unexpected", "medium", "unknown", "other", 0.1, "nothing is known about it")
    if reason in GRAVE:
        finding = replace(finding, severity="critical", category="dependency" if reason == "missing_dependency" else "logic")
    return finding


def in_history(finding: Finding, tries: int, allowed: int) -> Finding:
    """The finding once it is known what was tried before: `tries` failures of the same act, of `allowed`, this one counted.

    What may pass by itself is worse when it does not; a time-out that comes a third time is as bad as can be.
    """
    severity = finding.severity
    if finding.category == "timeout" and tries >= 3:
        severity = "critical"
    elif severity == "medium" and tries >= allowed:
        severity = "high"
    return finding if severity == finding.severity else replace(finding, severity=severity)
