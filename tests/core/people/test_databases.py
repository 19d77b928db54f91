"""Statements that take something away for good."""

import pytest

from midcourse.core.people.databases import taken_away


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("DROP TABLE x", ["sql drop"]),
        ("select 1; truncate table x; delete from y", ["sql truncate", "sql delete"]),
        ("alter table x drop column y", ["sql drop"]),
        ("select deleted, dropped from x", []),
        ("update x set truncated = 1", []),
    ],
)
def test_what_a_statement_takes_away_is_named(statement, found):
    assert taken_away([statement]) == found
