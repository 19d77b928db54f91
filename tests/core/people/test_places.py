"""What a path really names, and what a command line really starts and touches."""

import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.people.command_lines import read_command
from midcourse.core.people.places import lies_within, place_of


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("/etc/passwd", ["/etc/passwd"]),
        (" /tmp/../etc//passwd ", ["/etc/passwd"]),
        ("../../../../etc/shadow", ["/etc/shadow"]),
        ("file:///etc/hosts", ["/etc/hosts"]),
        ("host:/etc/hosts", ["/etc/hosts"]),
        ("ssh://me@there/etc/hosts", ["/etc/hosts"]),
        ("C:\\Users\\ann", ["c:/users/ann"]),
        ("$HOME/.ssh/id", ["~/.ssh/id"]),
        ("${HOME}/.ssh/id", ["~/.ssh/id"]),
        ("~ann/.ssh/id", ["~/.ssh/id"]),
        ("/home/ann/.ssh/id", ["~/.ssh/id"]),
        ("/root/.bashrc", ["~/.bashrc"]),
        ("/homeless/x", ["/homeless/x"]),
        ("notes.TXT", ["notes.txt"]),
        ("a whole sentence", []),
        ("https://example.org/etc", []),
        ("two\nlines", []),
        ("", []),
        ("/" + "a" * 5000, []),
    ],
)
def test_a_value_stands_for_its_place_without_detours(text, place):
    assert place_of(text) == place


@given(st.lists(st.sampled_from(["..", ".", "a", "b", "etc"]), min_size=1, max_size=8))
def test_no_detour_is_left_in_a_place(parts):
    [place] = place_of("/" + "/".join(parts))
    assert ".." not in place.split("/") and place == posixpath.normpath(place)
    assert place_of(place) == [place]


@pytest.mark.parametrize(
    ("place", "pattern", "fits"),
    [
        ("/etc", "/etc/**", True),
        ("/etc/ssh/key", "/ETC/**", True),
        ("/etcetera", "/etc/**", False),
        ("/etc/hosts", "/etc/h*", True),
        ("/srv/app/.env", ".env", True),
        ("/srv/.env/readme", ".env", False),
        ("/srv/key.pem", "*.pem", True),
    ],
)
def test_a_place_lies_within_a_folder_with_all_in_it_and_a_bare_name_is_any_file_so_called(place, pattern, fits):
    assert lies_within(place, pattern) is fits


@pytest.mark.parametrize(
    ("line", "programs", "changes", "reads"),
    [
        ("ls /etc", ["ls"], [], ["/etc"]),
        ("/bin/RM -rf /srv", ["rm"], ["/srv", "/bin/rm"], []),
        ("cat /a/x | tee /b/y", ["cat", "tee"], ["/b/y"], ["/a/x"]),
        ("cp /a/x /b/y", ["cp"], ["/b/y"], ["/a/x"]),
        ("cp -t /b/y /a/x", ["cp"], ["/b/y", "/a/x"], []),
        ("echo hi > /etc/motd", ["echo"], ["/etc/motd"], []),
        ("echo hi 2> /dev/null", ["echo"], [], []),
        ("sort < /a/x", ["sort"], [], ["/a/x"]),
        ("sudo -n rm /x/y", ["sudo", "rm", "y"], ["/x/y"], []),
        ("find /srv -name x", ["find", "srv", "x"], [], ["/srv"]),
        ("find /srv -delete", ["find", "srv", "rm"], ["/srv"], []),
        ("X=1 make", ["make"], [], []),
        ("python3 -m pip", ["python3", "pip"], [], []),
        ("true; reboot", ["true", "reboot"], [], []),
        ("true\nreboot", ["true", "reboot"], [], []),
        ("git clone --to=/srv/x", ["git"], ["/srv/x"], []),
        ("echo 'unclosed /x/y", ["echo", "an unclear line with code"], [], ["/x/y"]),
    ],
)
def test_a_command_line_tells_what_it_starts_changes_and_reads(line, programs, changes, reads):
    assert read_command(line) == (programs, changes, reads)


def test_a_line_within_a_line_is_read_too():
    inner = read_command("bash -c 'sh -c \"rm -rf /srv/data\"'")
    assert "rm" in inner.programs and "/srv/data" in inner.changes


@given(st.text("ab rm/\\'\"|&;<>(){}$~.-=1\n", max_size=60))
def test_no_text_makes_reading_fail(text):
    started = read_command(text)
    assert all(program == program.lower() for program in started.programs)


@pytest.mark.parametrize(
    "path", ["~root/../etc/passwd", "~/../etc/passwd", "~-/../etc/passwd", "$OLDPWD/../etc/passwd", "$A/../../etc/passwd"]
)
def test_a_way_out_of_a_home_or_of_somewhere_unknown_may_lead_to_the_root(path):
    assert "/etc/passwd" in place_of(path)


@pytest.mark.parametrize(("path", "place"), [("~/notes/../a", ["~/a"]), ("~ann/a", ["~/a"]), ("docs/../a", ["a"])])
def test_a_way_that_stays_in_a_home_or_a_folder_stays_there(path, place):
    assert place_of(path) == place


@pytest.mark.parametrize(
    "line",
    [
        "psql -c 'DELETE\nFROM x'",
        'mysql -e "DROP\nTABLE x"',
        "psql <<E\nDELETE FROM x\nE",
        "psql <<< 'delete from x'",
        "echo 'delete from x' | sqlite3 a.db",
    ],
)
def test_a_query_takes_away_over_lines_and_from_a_pipe(line):
    assert {"sql delete", "sql drop"} & set(read_command(line).programs)


@pytest.mark.parametrize("line", ["psql -c 'select 1\nfrom x'", "echo 'select 1' | psql", "echo 'delete from x' | wc -l"])
def test_a_query_that_only_reads_takes_nothing_away(line):
    assert not any(program.startswith("sql ") for program in read_command(line).programs)


def test_half_a_quote_in_a_remark_hides_no_line_behind_it():
    assert "rm" in read_command("echo hi # it's\nrm -rf /srv # don't").programs
    assert "rm" in read_command("sh -c 'echo hi\nrm -rf /srv'").programs
