"""What a statement of SQL takes away for good, where an act runs one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

CLIENTS = frozenset(
    ("psql", "sqlite3", "sqlite", "mysql", "mariadb", "duckdb", "sqlcmd", "clickhouse-client", "clickhouse", "cqlsh", "bq",
     "snowsql", "trino", "presto", "usql", "pgcli", "mycli", "litecli", "cockroach", "beeline", "sqlplus", "isql")
)  # fmt: skip
"""Programs that are given statements."""
SPOKEN = frozenset(
    ("sql", "database", "db", "postgre", "postgres", "sqlite", "mysql", "mariadb", "duckdb", "snowflake", "bigquery")
)
"""Words of a skill or an argument that say that a text is a statement."""
_QUOTE = r"[\"'`\[]"
_KINDS = (
    "table|database|schema|view|index|user|role|login|column|owned|function|procedure|routine|aggregate|trigger|sequence|extension"
    "|type|domain|tablespace|publication|subscription|policy|constraint|partition|keyspace|catalog|event|package|rule|server"
    "|synonym|stage|warehouse"
)
"""What `DROP` drops."""
_TAKES = re.compile(
    r"\b(drop)\s+(?:(?:global|local|temporary|temp|foreign|external|unlogged|unique|fulltext|materialized|public)\s+){0,3}"
    rf"(?:{_KINDS})\b|\b(truncate)(?:\s+\w|\s*{_QUOTE}\s*\w)"
    rf"|\b(delete)\s+(?:(?:low_priority|quick|ignore)\s+){{0,3}}from(?:\s|{_QUOTE})",
    re.IGNORECASE,
)
_WITH_HASHES, _OUTSIDE = re.compile(r"--[^\n]*|#[^\n]*|/\*|\*/"), re.compile(r"--[^\n]*|/\*|\*/")
_INSIDE = re.compile(r"/\*|\*/")
_RUN = re.compile(r"M?!\d*", re.IGNORECASE)
"""Behind `/*`: the database runs what follows."""
_TEXTS = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"")
_LAST_IN_LINE = re.compile(r"(?:--|#)(?:(?!--)[^#\n])*$", re.MULTILINE)
MOST_REMARKS = 1000
"""In one text; a text with more of them is not read."""
UNREAD = "sql with too many remarks"


def taken_away(texts: Iterable[str]) -> list[str]:
    """`sql drop`, `sql delete`, `sql truncate`: for what stands in the texts."""
    texts = tuple(texts)
    unread = [UNREAD for text in texts if text.count("/*") > MOST_REMARKS]
    read = (form for text in texts for form in dict.fromkeys(_readings(text)))
    found = (next(filter(None, match.groups())) for text in read for match in _TAKES.finditer(text))
    return [*unread[:1], *(f"sql {verb}" for verb in dict.fromkeys(verb.lower() for verb in found))]


def _readings(text: str) -> Iterator[str]:
    """The text as it is, and as databases may read it: with remarks that hold others or do not, and behind `#` or not. What looks
    like a remark within quotes is none, and would hide what stands behind it: quoted texts go first, and where nobody knows which
    they are, the nearest marks belong together."""
    yield text
    if _WITH_HASHES.search(text) is None or text.count("/*") > MOST_REMARKS:
        return
    for form in dict.fromkeys((text, _TEXTS.sub("''", text))):
        for outside in (_OUTSIDE, _WITH_HASHES):
            for nested in (False, True):
                yield _without_remarks(form, nested, outside)
    pieces = text.split("*/")
    near = " ".join((*(piece.rpartition("/*")[0] or piece for piece in pieces[:-1]), pieces[-1]))
    yield from (near, _LAST_IN_LINE.sub(" ", near))


def _without_remarks(text: str, nested: bool, outside: re.Pattern[str]) -> str:
    """The text with a blank for each remark; what MySQL runs of one, `/*! … */`, stays."""
    kept: list[str] = []
    at = depth = 0
    while mark := (_INSIDE if depth else outside).search(text, at):
        at, before = mark.end(), text[at : mark.start()]
        if depth:
            depth += -1 if mark[0] == "*/" else int(nested)
            continue
        kept += [before, " "]
        if mark[0] == "/*":
            run = _RUN.match(text, at)
            at, depth = (run.end(), 0) if run else (at, 1)
    return "".join((*kept, text[at:] if not depth else ""))
