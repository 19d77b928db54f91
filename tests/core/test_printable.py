"""What people are shown is what will be done: nothing in it moves the cursor, hides or turns round."""

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.approval.console import ConsoleApprover
from midcourse.core.language.printable import file_name, printable
from midcourse.core.model import Task
from midcourse.core.people.messages import Question
from midcourse.core.run.entries import Entry, decode
from midcourse.core.run.events import Started
from midcourse.core.run.settings import Settings
from midcourse.engine import jsonl

NASTY = [
    "\x1b[2K\x1b[1A",
    "\u202egpj.exe",
    "a\rb",
    "\x9b2J",
    "\x7f",
    "\u2066x\u2069",
    "\u200b",
    "\ud800",
    "\U000e0041",
    "ok\U000e0100\U000e01ef",
    "ok\ufe01",
    "\u2764\ufe0f\ufe0e\ufe0f",
    "a\nb",
    "\x00",
]


@pytest.mark.parametrize("text", NASTY)
def test_what_only_a_terminal_would_see_is_written_out(text):
    shown = printable(text)
    assert shown.isprintable() and shown != text and "\\u" in shown.replace("\\n", "\\u").replace("\\r", "\\u")


def test_ordinary_text_of_any_language_stays():
    for text in ("", "Straße 5 — 12 €", "日本語", "naïve\u00a0café", "a b\u3000c", "\u2764\ufe0f", 'C:\\new "x"'):
        assert printable(text) == text
    assert printable("two\nlines\x1b", keep="\n") == "two\nlines\\u001b"


@given(st.text())
def test_it_is_safe_for_all_text_and_done_once(text):
    shown = printable(text)
    assert all(c.isprintable() or c.isspace() for c in shown) and "\n" not in shown and printable(shown) == shown


@given(st.text())
def test_json_stays_the_same_json(text):
    raw = json.dumps({"x": text}, ensure_ascii=False)
    assert json.loads(printable(raw)) == json.loads(json.dumps({"x": text}))


@pytest.mark.parametrize("text", NASTY)
def test_a_question_at_the_terminal_shows_the_act_as_it_is(text):
    told: list[str] = []
    question = Question("q1", "approve", f"May it send({text})?", skill="send", args={"to": text}, lines=(text,), target=text)
    asyncio.run(ConsoleApprover(lambda prompt: "n", told.append).allows(question))
    assert told and all(line.isprintable() for line in told)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("report.csv", "report.csv"),
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("gnp.\u202efdp.exe", "gnp._u202efdp.exe"),
        ("a\x1b[2Jb", "a_u001b[2Jb"),
        ("..", "file"),
        ("", "file"),
    ],
)
def test_a_name_that_somebody_else_chose_leads_nowhere_and_looks_like_what_it_is(text, name):
    assert file_name(text) == name


def test_a_long_name_keeps_its_end():
    assert file_name("ü" * 300 + ".csv").endswith("ü.csv") and len(file_name("ü" * 300 + ".csv").encode()) <= 200


def test_a_journal_as_lines_of_json_holds_no_mark_of_direction_and_says_the_same():
    entry = Entry(1, 0.0, Started("r", Task("send \u202egnp.exe\u2066 \x9b \U000e0001 größe"), Settings(), ()))
    [line] = jsonl.export([entry])
    assert line.decode().removesuffix("\n").isprintable() and "größe" in line.decode()
    assert decode(line) == entry


def test_letters_that_show_nothing_are_written_out():
    assert printable("a\u3164b\u2800\u115f") == "a\\u3164b\\u2800\\u115f" and printable("한글 é") == "한글 é"
