"""Statements that take something away for good."""

import pytest

from midcourse.core.people.databases import taken_away


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("DROP TABLE x", ["sql drop"]),
        ("select 1; truncate table x; delete from y", ["sql truncate", "sql delete"]),
        ("alter table x drop column y", ["sql drop"]),
        ('DELETE FROM"users"', ["sql delete"]),
        ("DELETE/**/FROM users", ["sql delete"]),
        ("DROP/* a remark */TABLE users", ["sql drop"]),
        ("DROP -- a remark\nTABLE users", ["sql drop"]),
        ("/*!50000 DROP TABLE users */", ["sql drop"]),
        ('TRUNCATE "users"', ["sql truncate"]),
        ("truncate`users`", ["sql truncate"]),
        ("drop function f", ["sql drop"]),
        ("select deleted, dropped from x", []),
        ("select 1 /* delete, from nowhere */ from x", []),
        ("select '/*' from deleted", []),
        ("select truncate(x, 2) from y", []),
        ("update x set truncated = 1", []),
    ],
)
def test_what_a_statement_takes_away_is_named(statement, found):
    assert taken_away([statement]) == found
