"""What a line sets variables to, and words with their values in place of them."""

import pytest

from midcourse.core.people.lines import ShellWord, split_line
from midcourse.core.people.values import assignments_in, fields


def given(word, values, unsure=()):
    [read] = split_line(word).tokens
    assert isinstance(read, ShellWord)
    return fields(read, values, frozenset(unsure))


@pytest.mark.parametrize(
    ("word", "texts"),
    [
        ("$X", ["rm", "-f"]),
        ('"$X"', ["rm -f"]),
        ("a${X}b", ["arm", "-fb"]),
        ("'$X'", ["$X"]),
        ("$E", []),
        ('"$E"', [""]),
        ("$Y", ["$Y"]),
        ("${Y:-b}", ["b"]),
        ("${X:+b}", ["b"]),
        ("${E:-b}", ["b"]),
        ("${E-b}", []),
        ("${HOME:-b}/x", ["${HOME}/x"]),
        ("${X%f}", ["${X}"]),
        ("Z=$X", ["Z=rm -f"]),
    ],
)
def test_a_value_takes_the_place_of_its_variable_as_in_a_shell(word, texts):
    assert [field.text for field in given(word, {"X": "rm -f", "E": ""})] == texts


def test_what_a_line_sets_once_is_sure_and_all_else_is_not():
    read = assignments_in(split_line("A=1; B=1; B=2; C+=1; read D; for E in a b; do ls; done; for F in $G; do ls; done").tokens)
    assert read.once == {"A"} and read.unsure >= {"B", "C", "D", "F"} and read.listed == {"E": ("a", "b")}


def test_a_program_in_a_variable_that_may_be_any_is_unsure():
    assert given("$X/ls", {}, "X")[0].unsure and given("${Y:-ls}", {})[0].unsure and given("${X%a}", {"X": "b"})[0].unsure
    assert not given('"$X"/ls', {}, "X")[0].unsure and not given("$Y/ls", {}, "X")[0].unsure


def test_a_word_tells_what_it_sets():
    assert given("X=1", {})[0].sets == "X" and given("X+=1", {})[0].adds and not given("'X=1'", {})[0].sets
