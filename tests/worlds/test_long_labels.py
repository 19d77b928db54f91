"""Whatever length a page or a program gives to a label, reading it takes no longer than its length."""

import time

import pytest

from midcourse.core.people.interpreters import handed_code
from midcourse.worlds.desktop.things import clean as label_of_a_program
from midcourse.worlds.web.texts import clean as label_of_a_page

MANY = 30_000
"""Signs: read once each they take milliseconds; read again from each of them, seconds."""


@pytest.mark.parametrize("read", [label_of_a_page, label_of_a_program])
@pytest.mark.parametrize("sign", [":", "*", " :", "...", "…"])
def test_signs_that_might_end_a_label_are_looked_at_once(read, sign):
    began = time.process_time()
    assert read(f"{sign * MANY}x").startswith(sign.strip())
    assert time.process_time() - began < 1.0


def test_a_number_that_might_be_a_version_is_looked_at_once():
    began = time.process_time()
    assert handed_code(f"{'1.' * MANY}!", ["-c", "x"], False) == ""
    assert time.process_time() - began < 1.0
    assert handed_code("python3.11.4", ["-c", "x"], False) == "python3.11.4 with code"


@pytest.mark.parametrize(
    ("written", "page", "program"),
    [
        ("Name: *", "Name", "Name"),
        ("Save as...", "Save as...", "Save as"),
        ("a....", "a....", "a."),
        ("a:b", "a:b", "a:b"),
        ("***", "", "***"),
    ],
)
def test_what_stands_around_a_label_is_left_out(written, page, program):
    assert (label_of_a_page(written), label_of_a_program(written)) == (page, program)
