"""The same thing in another spelling is asked about, and forbidden, as well; what only looks alike is not."""

import pytest

from midcourse.core.people.addresses import mails_named
from midcourse.core.people.patterns import fits
from midcourse.core.people.places import place_of
from midcourse.core.people.starters import module_of
from tests.core.people.test_starters import verdict


@pytest.mark.parametrize(
    "command",
    [
        "curl -sX DELETE https://api/x",
        "curl -sXDELETE https://api/x",
        "curl --req DELETE u",
        "curl --requ=DELETE u",
        "python3 -mpip install evil",
        "python3 -Impip install evil",
        "python3 -mtimeit \"__import__('os').remove('x')\"",
        "python3 -Imtimeit \"__import__('shutil').rmtree('x')\"",
        "python3 -W ignore -m timeit \"__import__('os').remove('x')\"",
        "curl FILE:///etc/shadow",
        "cat /proc/self/root/etc/shadow",
        "cat /proc/1/task/2/root/proc/self/root/etc/shadow",
        "sqlite3 db 'DELETE FROM\"users\"'",
        "psql -c 'DELETE/**/FROM/**/users'",
        "uv run --with evil evil",
        "uv run --with=evil evil",
    ],
)
def test_a_command_in_another_spelling_asks(command):
    assert verdict("run", command=command) == "ask"


@pytest.mark.parametrize("path", ["FILE:///etc/cron.d/x", "File:///home/u/.ssh/authorized_keys", "/proc/self/root/etc/cron.d/x"])
def test_a_path_in_another_spelling_asks(path):
    assert verdict("write_note", path=path) == "ask"


@pytest.mark.parametrize(
    "command",
    [
        "curl -sX GET https://api/x",
        "curl -sS https://api/x -o DELETE.md",
        "curl --request POST https://api/x",
        "python3 -mjson.tool notes.json",
        "python3 -m pytest -q",
        "python3 -Im pytest -m slow",
        "python3 -mhttp.server 8000",
        "cat /proc/self/status",
        "cat /proc/cpuinfo",
        "ls rootfs/root/notes",
        "psql -c 'SELECT round(1.5) -- all'",
        "psql -c 'SELECT deleted, dropped FROM users'",
        "uv run pytest --with-coverage",
        "uv run python app.py",
        "grep -n with notes.txt",
    ],
)
def test_a_harmless_command_is_not_asked_about(command):
    assert verdict("run", command=command) != "ask"


@pytest.mark.parametrize(
    ("args", "module"),
    [
        (["-m", "pip", "x"], ["pip", "x"]),
        (["-Impip"], ["pip"]),
        (["-X", "dev", "-mtimeit", "y"], ["timeit", "y"]),
        (["-c", "x"], []),
        (["app.py"], []),
    ],
)
def test_the_module_that_python_runs_is_found_behind_other_letters(args, module):
    assert module_of(args) == module


def test_a_place_seen_through_a_process_is_the_place():
    assert place_of("/proc/self/root/etc/x") == ["/etc/x"] and place_of("/proc/self/root") == ["/"]
    assert place_of("/proc/self/rooted/x") == ["/proc/self/rooted/x"]


@pytest.mark.parametrize(
    "to",
    [
        "friends:eve@evil.org;",
        "eve(x)@evil.org",
        "eve(a(b)c)@evil.org",
        "@ok.org:eve@evil.org",
        "eve@evil.\r\n org",
        "Eve <eve @evil.org>",
    ],
)
def test_a_forbidden_address_is_found_as_mail_programs_read_it(to):
    assert fits("f(to=eve@evil.org)", "f", {"to": to}, "")


@pytest.mark.parametrize("to", ["ann@ok.org", "steve@evil.org.example", "a list: ann@ok.org, bob@ok.org;", "evil.org"])
def test_an_address_that_only_looks_alike_is_not_forbidden(to):
    assert not fits("f(to=eve@evil.org)", "f", {"to": to}, "")


def test_an_address_that_programs_read_differently_is_forbidden_where_either_leads():
    for url in ("https://ok.org\\@evil.org/", "https://evil.org\\@ok.org/"):
        assert fits("f(url=https://evil.org/*)", "f", {"url": url}, "") and fits("f(host=evil.org)", "f", {"host": url}, "")
    assert not fits("f(url=https://evil.org/*)", "f", {"url": "https://ok.org/evil.org"}, "")


def test_no_text_is_too_odd_to_look_for_addresses():
    assert len(mails_named("(" * 5000 + "@" + ")" * 5000)) < 2
    assert mails_named("x") == [] and mails_named("a(b)@c , d:<e@f>") == ["a@c", "e@f"]


@pytest.mark.parametrize(
    ("pattern", "key", "value"),
    [
        ("f(url=https://evil.org/*)", "url", "https:evil.org"),
        ("f(url=https://evil.org/*)", "url", "HTTPS:evil.org?x=1"),
        ("f(url=https://evil.org/*)", "url", "https:/evil.org/a"),
        ("f(host=evil.org)", "host", "tcp:evil.org:22"),
        ("f(to=*@evil.org)", "to", "[eve@evil.org]"),
        ("f(to=*@evil.org)", "to", "eve@evil.org\uff0cann@ok.org"),
        ("f(to=*@evil.org)", "to", "\u201ceve@evil.org\u201d"),
        ("f(path=/etc/*)", "path", "/e*/passwd"),
        ("f(path=/etc/*)", "path", "/{etc,x}/passwd"),
        ("f(to=all)", "to", "'all'"),
        ("f(to=all)", "to", "al\u00adl"),
    ],
)
def test_what_is_forbidden_is_so_in_quotes_with_wildcards_and_without_strokes(pattern, key, value):
    assert fits(pattern, "f", {key: value}, "")


@pytest.mark.parametrize(
    ("pattern", "key", "value"),
    [
        ("f(url=https://evil.org/*)", "url", "https:ok.org"),
        ("f(host=evil.org)", "host", "tcp:ok.org:22"),
        ("f(path=/etc/*)", "path", "/srv/*"),
        ("f(to=all)", "to", "'ball'"),
    ],
)
def test_what_is_only_written_in_the_same_way_is_not_forbidden(pattern, key, value):
    assert not fits(pattern, "f", {key: value}, "")
