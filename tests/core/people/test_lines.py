"""A command line falls into words and signs as shells split it; what they read in different ways is said to be unclear."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.people.lines import ShellWord, split_line


def texts(line):
    return [token.text for token in split_line(line).tokens]


@pytest.mark.parametrize(
    ("line", "split"),
    [
        ("ls -l", ["ls", "-l"]),
        ("ls;ls", ["ls", ";", "ls"]),
        ("a'b'\"c\"\\d", ["abcd"]),
        ("echo '' x", ["echo", "", "x"]),
        ("echo 'it'\\''s'", ["echo", "it's"]),
        ('echo "a \\" \\$b"', ["echo", 'a " $b']),
        ("echo $'it\\'s \\x41'", ["echo", "it's A"]),
        ("echo a#b # c 'd", ["echo", "a#b"]),
        ("ls;#'\nrm x", ["ls", ";", "\n", "rm", "x"]),
        ("ls # C:\\\nrm x", ["ls", "\n", "rm", "x"]),
        ("ls \\\n-l", ["ls", "-l"]),
        ("'#' '<'", ["#", "<"]),
        ("a 2>&1 >x", ["a", ">&", "1", ">", "x"]),
        ("a 2 >x", ["a", "2", ">", "x"]),
        ("cat <<E >x\nit's\nE\nls", ["cat", "<<", "it's", ">", "x", "\n", "ls"]),
        ("cat <<-E\n\ta\n\tE\nls", ["cat", "<<-", "a", "\n", "ls"]),
        ("cat <<A <<B\na\nA\nb\nB\nls", ["cat", "<<", "a", "<<", "b", "\n", "ls"]),
        ("cat <<E\na\\\nE\nE\nls", ["cat", "<<", "aE", "\n", "ls"]),
        ("cat <<'E'\na\\\nE\nls", ["cat", "<<", "a\\", "\n", "ls"]),
        ('echo "${X:-a b}" ${Y}', ["echo", "${X:-a b}", "${Y}"]),
        ("((1 #)); rm x", ["(", "(", "1", "#", ")", ")", ";", "rm", "x"]),
    ],
)
def test_a_line_is_split_as_a_shell_splits_it(line, split):
    assert texts(line) == split


def test_a_word_keeps_that_it_was_quoted():
    assert [word.plain for word in split_line("if 'if' $if").tokens if isinstance(word, ShellWord)] == ["if", "", ""]


@pytest.mark.parametrize(
    "line",
    [
        "cat <<$E\nE",
        "a=(<<E\nrm x\nE",
        "x[1 #]=2; rm x",
        "[[ a =~ (b #c) ]]; rm x",
        "((a); (b))",
        "(( x = 1 << 2 ))\nrm x\n2",
        "echo $[1 #]; rm x",
        "echo ${X:-'}'}",
        "shopt -s extglob",
        "cat <<E\r\nE\r\n",
        "cat <<E\nx\\\nE\nE",
    ],
)
def test_what_shells_read_in_different_ways_is_unclear(line):
    assert split_line(line).unclear


@pytest.mark.parametrize("line", ["echo 'a", 'echo "a', "echo ${a", 'echo "${a"', "it's"])
def test_quotes_that_do_not_close_are_told(line):
    assert not split_line(line).closed


@pytest.mark.parametrize(
    ("line", "substitutes"),
    [
        ("echo $(id)", True),
        ('echo "`id`"', True),
        ("cat <<E\n$(id)\nE", True),
        ("echo '$(id)' # `id`", False),
        ("cat <<'E'\n$(id)\nE", False),
        ("cat <<E\n\\$(id)\nE", False),
        ("echo ${ id; }", True),
    ],
)
def test_a_line_tells_whether_the_output_of_a_command_is_put_into_it(line, substitutes):
    assert split_line(line).substitutes is substitutes


@given(st.text("ab '\"\\#$`{}()<>;&|E\n\t[]=", max_size=60), st.booleans())
def test_no_text_makes_splitting_fail(line, letters):
    assert all(token.text or isinstance(token, ShellWord) for token in split_line(line, letters).tokens)


@pytest.mark.parametrize("piece", ["'", '"', "${", '"${', "((", "a[ ", "<<E ", "<<E\n", "\\", "$'", "(", "{ ", "if ", "# "])
def test_no_line_takes_long_to_split(piece):
    began = time.process_time()
    split_line(piece * (10_000 // len(piece)))
    assert time.process_time() - began < 2
