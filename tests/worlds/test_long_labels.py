"""Whatever length a page or a program gives to a label, reading it takes no longer than its length."""

import time

import pytest

from midcourse.core.people.interpreters import handed_code
from midcourse.worlds.desktop.driver import Window
from midcourse.worlds.desktop.sight import describe
from midcourse.worlds.desktop.things import Screenful
from midcourse.worlds.desktop.things import clean as label_of_a_program
from midcourse.worlds.web.texts import clean as label_of_a_page
from tests.worlds.in_browser import in_browser

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


def test_only_the_beginning_of_a_very_long_title_is_told():
    async def story(web, site):
        return (await web.observe()).facts

    page = f"<title>{'x' * MANY}</title><dialog open aria-label={'y' * MANY}>there</dialog>"
    screen = Screenful([], [Window(7, "z" * MANY, 5, (0, 0, 9, 9), True)], (80, 60))
    for facts in (in_browser({"/": page}, story), describe(screen, [], [], {}).facts):
        assert any(f.startswith(("title(xxx", "window(zzz")) for f in facts) and max(map(len, facts)) < 2000
