"""Plain instructions, read: verbs, quoted texts, which one of several."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.planners.words.language import Clause, ordinal, read, stem, tokens, unread, verb_of
from tests.support import the


@pytest.mark.parametrize(
    ("instruction", "kinds"),
    [
        ("click Save", ["click"]),
        ("double clicking notes, then click Save", ["double click", "click"]),
        ('enter "Ann" into Name and press Send', ["enter", "click"]),
        ("Close the dialog by clicking x", ["click"]),
        ("choose red, then uncheck News", ["select", "uncheck"]),
        ('click the button that says "click me"', ["click"]),
        ("Please click Save and then finally press Close", ["click", "click"]),
        ("lovely weather today", []),
        ("", []),
    ],
)
def test_each_verb_begins_a_clause_but_not_within_quotes(instruction, kinds):
    assert [clause.kind for clause in read(instruction)] == kinds


def test_a_clause_knows_its_quotes_its_nouns_and_which_one_is_meant():
    [clause] = read('Click on the 2nd "Delete" button.')
    assert (clause.quoted, clause.nouns, clause.number) == (["Delete"], ["button"], 2)
    assert Clause("click", "click", ["the", "last", "link"]).number == -1


@pytest.mark.parametrize(
    ("word", "number"), [("2nd", 2), ("third", 3), ("last", -1), ("second", 2), ("twice", None), ("2", None)]
)
def test_words_for_an_order(word, number):
    assert ordinal(word) == number


def test_forms_of_a_word_have_one_stem_and_forms_of_a_verb_one_kind():
    assert stem("boxes") == stem("box") and stem("links") == stem("link")
    assert the(verb_of("clicking"))[0] == the(verb_of("click"))[0] == "click"
    assert verb_of("weather") is None


@pytest.mark.parametrize(
    ("instruction", "first"),
    [
        ("Draw a line through the dot, then press submit.", "Draw a line through the dot"),
        ('Encircle "Ann" and click Submit', "Encircle Ann"),
        ("Rotate the picture. Press Save.", "Rotate the picture"),
        ("Click the button", ""),
        ("In the form below, press Submit", ""),
        ("Please press Submit", ""),
        ("Customers wait, press Submit", ""),
        ("Submit", ""),
        ("", ""),
    ],
)
def test_what_an_instruction_begins_with_and_nobody_knows_is_told_from_what_leads_up_to_it(instruction, first):
    assert unread(instruction) == first


@given(st.text("ab \"'.,clik0", max_size=40))
def test_no_text_makes_reading_fail_and_quotes_are_kept_as_they_are(text):
    quoted = [word for word, in_quotes in tokens(text) if in_quotes]
    assert all(word in text for word in quoted)
    assert all(set(clause.quoted) <= set(quoted) for clause in read(text))
