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
_TAKES = re.compile(
    r"\b(drop)\s+(?:table|database|schema|view|index|user|role|column|owned)\b|\b(truncate)\s+\w|\b(delete)\s+from\s",
    re.IGNORECASE,
)


def taken_away(texts: Iterable[str]) -> list[str]:
    """`sql drop`, `sql delete`, `sql truncate`: for what stands in the texts."""
    found = (next(filter(None, match.groups())) for text in texts for match in _TAKES.finditer(text))
    return [f"sql {verb}" for verb in dict.fromkeys(verb.lower() for verb in found)]
