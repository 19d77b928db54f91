"""The rules by which the risk of an act is weighed: a file that people can edit."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec

from ..core.errors import TaskError
from ..core.people.risk import RiskRule
from ..yaml_files import read_text, read_yaml


@lru_cache(maxsize=1)
def shipped_text() -> str:
    """The rules that come with Midcourse, as a file to start from."""
    return (files("midcourse.approval") / "critical.yaml").read_text(encoding="utf-8")


def read_risks(path: Path | None = None) -> tuple[RiskRule, ...]:
    """The rules in a file, or those that come with Midcourse; TaskError names what is wrong with them."""
    text = shipped_text() if path is None else read_text(path, "the rules")
    return parse_rules(text, "critical.yaml" if path is None else str(path))


@lru_cache(maxsize=8)
def parse_rules(text: str, where: str) -> tuple[RiskRule, ...]:
    """The rules in a text: read once, however many runs go by them."""
    try:
        rules = msgspec.convert(read_yaml(text, where).data or [], tuple[RiskRule, ...])
    except msgspec.ValidationError as error:
        fields = ", ".join(f.name for f in msgspec.structs.fields(RiskRule))
        raise TaskError(f"{where}: {error}; a rule has {fields}; then is ask, refuse or note") from None
    for rule in rules:
        if not (rule.does or rule.paths or rule.commands):
            raise TaskError(f"{where}: a rule of the group {rule.group!r} speaks of nothing; give it does, paths or commands")
        if rule.to and not rule.does:
            raise TaskError(f"{where}: a rule of the group {rule.group!r} has `to` and no `does`")
    return rules
