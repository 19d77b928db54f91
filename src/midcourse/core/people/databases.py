"""What a statement of SQL takes away for good, where an act runs one."""

from __future__ import annotations

import re
from collections.abc import Iterable

CLIENTS = frozenset(("psql", "sqlite3", "sqlite", "mysql", "mariadb", "duckdb", "sqlcmd", "clickhouse-client", "cqlsh"))
"""Programs that are given statements."""
SPOKEN = frozenset(
    ("sql", "database", "db", "postgre", "postgres", "sqlite", "mysql", "mariadb", "duckdb", "snowflake", "bigquery")
)
"""Words of a skill or an argument that say that a text is a statement."""
_QUOTE = r"[\"'`\[]"
_TAKES = re.compile(
    r"\b(drop)\s+(?:(?:temporary|temp|foreign|external|unlogged|unique|fulltext)\s+)?(?:table|database|schema|(?:materialized\s+)?view|index|user|role|column|owned|function|procedure|trigger|sequence"
    rf"|extension|type|domain|tablespace|publication|policy|constraint|partition)\b|\b(truncate)(?:\s+\w|\s*{_QUOTE}\s*\w)"
    rf"|\b(delete)\s+from(?:\s|{_QUOTE})",
    re.IGNORECASE,
)


def taken_away(texts: Iterable[str]) -> list[str]:
    """`sql drop`, `sql delete`, `sql truncate`: for what stands in the texts."""
    read = (form for text in texts for form in dict.fromkeys((text, _without_remarks(text))))
    found = (next(filter(None, match.groups())) for text in read for match in _TAKES.finditer(text))
    return [f"sql {verb}" for verb in dict.fromkeys(verb.lower() for verb in found)]


def _without_remarks(text: str) -> str:
    """The text with a blank for each remark; what MySQL runs of one, `/*! … */`, stays."""
    kept: list[str] = []
    at = 0
    while (start := text.find("/*", at)) >= 0 and (end := text.find("*/", start + 2)) >= 0:
        inner = text[start + 2 : end]
        kept += [text[at:start], " ", inner.lstrip("!0123456789") if inner.startswith("!") else "", " "]
        at = end + 2
    return re.sub(r"--[^\n]*", " ", "".join((*kept, text[at:])))
