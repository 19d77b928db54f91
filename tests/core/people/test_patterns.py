"""What a pattern allows and what it forbids: a yes is never stretched, a no is never slipped past."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from midcourse.core.errors import TaskError
from midcourse.core.people.patterns import allows, fits, read_pattern


def allowed(pattern, value, **others):
    return allows(pattern.replace("{}", "x"), "do", {"x": value, **others}, "", {"more": None, "times": 1})


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        (
            "*@example.com",
            ["ann@example.com", "ann.b+c@EXAMPLE.com", "Ann B <ann@example.com>", ["a@example.com", "b@example.com"]],
            ["evil@evil.org,x@example.com", "x@example.com,evil@evil.org", "evil@evil.org;x@example.com", "a b@example.com",
             "a@evil.org\nx@example.com", "a@evil.org\tx@example.com", "a@evil.org\x00@example.com", "<a@evil.org>x@example.com",
             '"a@evil.org" x@example.com', "evil.org!a@example.com", "a%evil.org@example.com", "@evil.org:a@example.com",
             "a@evil.org x <b@example.com>", "a@evil.org, x <b@example.com>", "@example.com", "x@example.com.evil.org",
             "x@evil-example.com", "a＠evil.org@example.com", "a\u037a@example.com", ["a@example.com", "a@evil.org"],
             {"a@evil.org": "a@example.com"}, "mailto:a@example.com", "a@example.com?cc=a@evil.org", "-x@example.com"],
        ),
        ("ann@*.example.com", ["ann@a.example.com", "ann@a.b.example.com"], ["ann@example.com", "ann@.example.com", "ann@aexample.com"]),
        ("ann@example.com*", [], ["ann@example.com.evil.org", "ann@example.community"]),
        (
            "https://ok.org*",
            ["https://ok.org", "https://ok.org/", "https://OK.org:443/a/b", "HTTPS://ok.org/a.html"],
            ["https://ok.org.evil.com", "https://ok.org@evil.com", "https://ok.organic", "http://ok.org/", "https://ok.org:8443/",
             "https://ok.org\\@evil.com", "https://ok.org/../x", "https://ok.org/a//b", "https://ok.org/?next=https://evil.com",
             "https://ok.org/%2e%2e/x", "https://ok.org /x", "https:/ok.org/x", "//ok.org/x", "https://ok.org/a#b", "https://ok。org/",
             "https://user@ok.org/", "https://user:pw@ok.org/", "https://ok.org:443@evil.com/", "https://ok.org/a\nb"],
        ),
        ("https://ok.org/*", ["https://ok.org/a"], ["https://ok.org/a/b", "https://ok.org/..", "https://ok.org/a/../../b", "https://ok.org"]),
        ("https://ok.org/find?q=*", ["https://ok.org/find?q=a"], ["https://ok.org/find?q=a&to=evil", "https://ok.org/findxq=a"]),
        ("https://*.ok.org/**", ["https://a.ok.org/b/c", "https://a.ok.org/b/", "https://a.ok.org"], ["https://ok.org/b", "https://evil.com/.ok.org/", "https://evil.com#.ok.org/"]),
        ("http*://ok.org/a", ["http://ok.org/a", "https://ok.org:443/a"], ["javascript://ok.org/a", "https://ok.org.evil/a"]),
        (
            "/tmp/*",
            ["/tmp/a", "/tmp/a-b_1.txt"],
            ["/tmp/../etc/passwd", "/tmp/a/b", "/tmp/", "/tmp/.", "/tmp/..", "/tmp//a", "/tmp", "/tmp/a b", "/tmp/a,/etc/passwd",
             "/tmp/a\\..\\b", "/tmp/$HOME", "/tmp/a;rm", "/tmp/a\n", "/TMP/a", "/tmp/*", "/tmp/`id`", "/tmp/a\u200b", "~/tmp/a"],
        ),
        ("/tmp/**", ["/tmp/a/b/c"], ["/tmp/a/../b", "/tmp/a/", "/tmp/a/../../etc", "/tmp/a/..", "/tmp"]),
        ("/data[1]/*", ["/data[1]/a"], ["/data1/a"]),
        ("C:\\data\\**", ["C:\\data\\a\\b"], ["C:\\data\\..\\x", "C:\\data\\a/../x", "C:\\data\\a:b"]),
        ("me@ok.org:/srv/*", ["me@ok.org:/srv/a"], ["me@ok.org.evil.com:/srv/a", "you@ok.org:/srv/a", "me@ok.org:/srv/../a"]),
        ("a?c", ["abc", "a.c"], ["a/c", "ac", "a c", "a,c"]),
        ("*.txt", ["a.txt", "a.b.txt"], ["a/b.txt", "../b.txt", "-rf.txt", "a b.txt", "~.txt", "a=b.txt"]),
        ("*", ["a b, c", "", None, 3, {"a": ["b"]}, "blob:1"], []),
        ("5", [5, "5"], [5.5, 50, True, "blob:5"]),
    ],
)  # fmt: skip
def test_a_wildcard_that_allows_stops_at_all_that_separates(pattern, yes, no):
    pattern = f"do(x={pattern})"
    assert [value for value in yes if not allowed(pattern, value)] == []
    assert [value for value in no if allowed(pattern, value)] == []


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("4.0", [4, 4.0], [4.1, True, "40", 1e22]),
        ("4.50", [4.5], [4, "4.5"]),
        ("1.10", ["1.10", 1.1], ["1.1"]),
        ("4", [4, 4.0], [4.5]),
    ],
)
def test_a_number_is_allowed_however_it_is_written(pattern, yes, no):
    assert [value for value in yes if not allowed(f"do(x={pattern})", value)] == []
    assert [value for value in no if allowed(f"do(x={pattern})", value)] == []


def test_an_argument_that_a_yes_does_not_name_must_be_as_by_default():
    assert allowed("do(x=a)", "a") and allowed("do(x=a)", "a", times=1) and allowed("do(x=a)", "a", times=1.0, more=None)
    assert not allowed("do(x=a)", "a", times=2) and not allowed("do(x=a)", "a", more="b") and not allowed("do(x=a)", "a", bcc="b")
    assert not allowed("do(x=a)", "a", times=True)
    assert allowed("do(x=a, more=*)", "a", more="b") and not allowed("do(x=a, more=*)", "a", more="b", times=2)
    assert allowed("do(x=a, *)", "a", more="b", times=2) and allowed("do", "a", more="b") and allowed("do(*)", "a", more="b")
    assert not allowed("do()", "a") and allows("do()", "do", {}, "", {"times": 1})
    assert allowed("do(x=a, times=1)", "a") and not allowed("do(x=a, times=2)", "a"), "a default is what is done"
    assert not allows("do(x=a)", "do", {"x": "a"}, "button", {}) and allows(
        "do(x=a, target=but*)", "do", {"x": "a"}, "button", {}
    )


@pytest.mark.parametrize(
    ("pattern", "values"),
    [
        ("all", ["all", "all,bob", "bob, all", ["bob", "all"], {"all": 1}, "bob;all"]),
        (
            "*@evil.org",
            ["a@evil.org", "a@evil.org,b@ok.org", "A <a@EVIL.org>", "b@ok.org a@evil.org", "a@evil.org.", '"x" <a@evil.org>, b@ok.org'],
        ),
        ("*@exämple.org", ["a@xn--exmple-cua.org"]),
        (
            "https://evil.org/*",
            ["https://evil.org", "https://EVIL.org:443/x", "https://u:p@evil.org/x", "https:\\\\evil.org\\x", "https://evil.org./x",
             "https://evil.org/a/../x?y", "see https://evil.org/x", "ht\ntps://evil.org/x", "https://%65vil.org/x", "https:/evil.org/x"],
        ),
        ("http://127.0.0.1/*", ["http://127.0.0.1/", "http://2130706433/x", "http://0x7f.1/", "http://0177.0.0.1/x", "http://127.1"]),
        ("/etc/*", ["/etc/passwd", "/tmp/../etc/passwd", "//etc//passwd", "/etc/a/b", "x,/etc/passwd", "file:///etc/passwd",
             "--to=/etc/passwd", "/tmp/%2e%2e/etc/passwd", "\\etc\\passwd", "a /etc/passwd", "/ETC/passwd"]),
        ("docs/*", ["docs", "docs/", "./docs", "docs/a", "x, docs"]),
        ("/data[1]/*", ["/data[1]/a", "/data1/a"]),
        ("5", [5, 5.0, "5", "5.0", " 5 "]),
        ("*", [None, "", 1]),
    ],
)  # fmt: skip
def test_nothing_slips_past_a_pattern_that_forbids(pattern, values):
    assert [value for value in values if not fits(f"do(x={pattern})", "do", {"x": value, "y": 1}, "")] == []


@pytest.mark.parametrize(
    ("pattern", "value"),
    [("red", "red door 2"), ("a", "A"), ("5", "50"), ("*@evil.org", "a@evil.org.uk"), ("/etc/*", "/etcetera/x")],
)
def test_what_a_pattern_does_not_speak_of_is_not_forbidden(pattern, value):
    assert not fits(f"do(x={pattern})", "do", {"x": value}, "")


def test_a_pattern_is_a_skill_or_a_skill_with_arguments():
    assert read_pattern("send") == ("send", (), True) and read_pattern("send()") == ("send", (), False)
    assert read_pattern("send(to=a, *)") == ("send", (("to", "a"),), True)
    with pytest.raises(TaskError, match="expected argument=value"):
        read_pattern("send(to)")


PAGE = (Path(__file__).parents[3] / "docs" / "people.md").read_text(encoding="utf-8")
LINES = PAGE.split("## What a pattern fits")[1].split("## Commands")[0].splitlines()
ROWS = [re.findall(r"`([^`]+)`", line) for line in LINES if line.startswith("|")]
ROWS = [row for row in ROWS if len(row) in (2, 3) and all("(" in call for call in row[1:])]
USUAL = {"send": {"bcc": "", "times": 1}}


def called(text):
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    return call.func.id, {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_page_about_people_tells_what_patterns_fit(row):
    for place, text in enumerate(row[1:]):
        name, args = called(text)
        usual = USUAL.get(name, {})
        if len(row) == 2:
            assert fits(row[0], name, {**usual, **args}, "")
        else:
            assert allows(row[0], name, args, "", usual) is (place == 0)


def test_the_page_has_both_tables():
    assert sorted({len(row) for row in ROWS}) == [2, 3] and len(ROWS) == 20


# --- attacks ------------------------------------------------------------------------------------------------------------

noise = st.text(st.sampled_from("ab.@,;:/\\?#&%!'\"<>()[]{}|`$=~* \t\n\0\u200b\u2028＠．／é-+_"), max_size=12)
HOSTS = ("ok.org", "evil.com")


@given(noise, noise, noise)
def test_no_recipient_but_the_granted_kind_is_ever_allowed(front, middle, back):
    text = f"{front}@evil.com{middle}@ok.org{back}"
    assert not allowed("do(x=*@ok.org)", text)


@given(noise, noise)
def test_no_other_host_is_ever_allowed(front, back):
    for text in (f"https://{front}evil.com{back}", f"https://ok.org{front}evil.com{back}"):
        where = text.removeprefix("https://")
        assume(not where.startswith(("ok.org/", "ok.org:443/")))
        for pattern in ("https://ok.org*", "https://ok.org/**", "https://ok.org/*"):
            assert not allowed(f"do(x={pattern})", text)


@given(st.lists(st.sampled_from(["..", ".", "", "a", "etc", "b c", "%2e%2e", "..\\..", "$HOME", "~"]), min_size=1, max_size=6))
def test_no_path_leads_out_of_the_granted_folder(parts):
    text = "/tmp/" + "/".join(parts)
    plain = all(part in ("a", "etc") for part in parts)
    assert allowed("do(x=/tmp/**)", text) is plain
    assert allowed("do(x=/tmp/*)", text) is (plain and len(parts) == 1)


@given(st.dictionaries(st.sampled_from(["more", "times", "bcc", "to"]), st.none() | st.integers(0, 2) | st.booleans() | noise))
def test_no_unnamed_argument_is_ever_other_than_by_default(others):
    usual = {"more": None, "times": 1}
    as_usual = all(name in usual and value == usual[name] and not isinstance(value, bool) for name, value in others.items())
    assert allowed("do(x=a)", "a", **others) is as_usual


@given(noise, st.sampled_from([",", ";", ", ", "; ", "\n", " "]))
def test_no_separator_lets_a_recipient_slip_past_a_no(noisy, between):
    for text in (f"{noisy}{between}a@evil.com", f"a@evil.com{between}{noisy}"):
        assert fits("do(x=*@evil.com)", "do", {"x": text}, "")


@given(noise)
def test_any_text_can_be_held_against_any_pattern(text):
    for pattern in ("*@ok.org", "https://ok.org*", "/tmp/**", "[a", "a?"):
        assert allowed(f"do(x={pattern})", text) in (True, False)
        assert fits(f"do(x={pattern})", "do", {"x": text}, "") in (True, False)


@pytest.mark.parametrize(
    ("fit", "pattern", "args"),
    [
        (1, "s(to=*@evil.org)", {"to": "mailto:x@evil.org"}),
        (1, "s(to=ann@x.org)", {"to": "mailto:ann@x.org?cc=b"}),
        (1, "s(to=ann@x.org)", {"to": "mailto:bob@y.org?cc=ann@x.org"}),
        (1, "s(to=ann@x.org)", {"to": "MAILTO:ann%40x.org"}),
        (1, "s(url=https://evil.org/*)", {"url": "https://evil.org:0443/x"}),
        (1, "s(url=https://evil.org/*)", {"url": "https://evil.org:443/x"}),
        (1, "s(url=http://evil.org/*)", {"url": "http://evil.org:080/"}),
        (1, "s(to=all)", {"to": "ALL"}),
        (1, "s(to=All)", {"to": "all"}),
        (1, "s(url=http://127.0.0.1/*)", {"url": "http://[::ffff:127.0.0.1]/x"}),
        (1, "s(url=http://127.0.0.1/*)", {"url": "http://[::ffff:7f00:1]/x"}),
        (1, "s(url=http://127.0.0.1:8080/*)", {"url": "http://[::ffff:127.0.0.1]:8080/x"}),
        (1, "s(url=http://[::1]/*)", {"url": "http://[0:0:0:0:0:0:0:1]/x"}),
        (1, "s(url=http://[::1]:8080/*)", {"url": "http://[::1]:8080/x"}),
        (1, "s(host=127.0.0.1)", {"host": "::ffff:127.0.0.1"}),
        (1, "s(host=127.0.0.1)", {"host": "[::ffff:127.0.0.1]"}),
        (1, "s(host=127.0.0.1)", {"host": "2130706433"}),
        (1, "s(host=127.0.0.1)", {"host": "127.1"}),
        (1, "s(host=evil.org)", {"host": "EVIL.org."}),
        (1, "s(host=evil.org)", {"host": "evil.org:80"}),
        (1, "s(host=evil.org)", {"host": "ann@evil.org"}),
        (1, "s(host=evil.org)", {"host": "ok.org, ann@evil.org:/tmp"}),
        (1, "s(host=evil.org)", {"host": "https://evil.org/a"}),
        (1, "s(host=evil.org)", {"host": "//evil.org"}),
        (1, "s(host=evil.org)", {"host": "ev\u00adil.org"}),
        (1, "s(server=*.evil.org)", {"server": "a.evil.org:443"}),
        (1, "s(host=[::1])", {"host": "[0:0:0:0:0:0:0:1]:22"}),
        (0, "s(host=evil.org)", {"host": "evil.org@ok.org"}),
        (0, "s(host=evil.org)", {"host": "ok.org/evil.org"}),
        (0, "s(host=evil.org:80)", {"host": "evil.org:443"}),
        (1, "s(to=eve@evil.org)", {"to": '"eve"@evil.org'}),
        (1, "s(url=https://evil.org/*)", {"url": "evil.org/a"}),
        (1, "s(url=https://evil.org/*)", {"url": "//evil.org"}),
        (1, "s(url=*://*.evil.org/*)", {"url": "ok.org, www.EVIL.org:443/a"}),
        (1, "s(url=https://evil.org/*)", {"url": "view-source:https://evil.org/a"}),
        (0, "s(url=https://evil.org/*)", {"url": "ok.org/evil.org"}),
        (0, "s(url=https://evil.org/*)", {"url": "./evil.org/a"}),
        (0, "s(url=https://evil.org/*)", {"url": "evil.org.uk/a"}),
        (0, "s(url=https://*)", {"url": "notes.md"}),
        (1, "s(to=eve@evil.org)", {"to": "eve @ evil.org"}),
        (1, "s(path=/etc/*)", {"path": "/etc"}),
        (1, "s(path=/etc/**)", {"path": "/etc"}),
        (1, "s(path=/etc/*)", {"path": "/etc/"}),
        (1, "s(path=/etc/*)", {"path": "/./etc"}),
        (1, "s(to=ann)", {"to": "ａｎｎ"}),
        (1, "s(to=ａｎｎ)", {"to": "ann"}),
        (0, "s(to=all)", {"to": "allison"}),
        (0, "s(path=/etc/*)", {"path": "/srv"}),
        (0, "s(url=https://evil.org/*)", {"url": "https://evil.org:444/x"}),
    ],
    ids=str,
)
def test_a_no_fits_every_spelling_of_what_it_names(fit, pattern, args):
    assert fits(pattern, "s", args, "") is bool(fit)


@pytest.mark.parametrize(
    ("fit", "pattern", "args"),
    [
        (0, "s(host=ok.org*)", {"host": "ok.org.evil.com"}),
        (0, "s(host=ok.org*)", {"host": "ok.organic.com"}),
        (1, "s(host=*.ok.org)", {"host": "a.ok.org"}),
        (0, "s(host=*ok.org)", {"host": "notok.org"}),
        (1, "s(name=report*)", {"name": "report-1.txt"}),
        (1, "s(name=*.txt)", {"name": "a.txt"}),
        (0, "s(to=ann)", {"to": ["ann", []]}),
        (0, "s(to=ann)", {"to": ["ann", {}]}),
        (0, "s(to=ann)", {"to": []}),
        (0, "s(to=ann)", {"to": {"ann": []}}),
        (1, "s(to=ann)", {"to": ["ann"]}),
        (1, "s(url=*://ok.org)", {"url": "https://ok.org"}),
        (1, "s(url=*://ok.org)", {"url": "https://ok.org/"}),
        (1, "s(url=*://ok.org)", {"url": "http://ok.org"}),
        (0, "s(url=*://ok.org)", {"url": "https://ok.org:8443"}),
        (0, "s(url=*://ok.org)", {"url": "javascript://ok.org"}),
        (0, "s(url=*://ok.org/**)", {"url": "file://ok.org/x"}),
        (0, "s(to=*)", {}),
        (0, "s(to=ann*)", {"to": "ann\uff0cbob"}),
        (0, "s(to=ann*)", {"to": "ann\uff20evil.org"}),
        (0, "s(to=*@ok.org)", {"to": "ann@ｏｋ.org"}),
        (0, "s(to=a*)", {"to": "ａnn"}),
        (0, "s(to=ann*)", {"to": "annｅ"}),
        (0, "s(to=*@ok.org)", {"to": "ＡＮＮ@ok.org"}),
        (1, "s(to=*@ok.org)", {"to": "ann@ok.org"}),
        (1, "s(to=*)", {"to": "ünal"}),
        (1, "s(name=b*)", {"name": "büro"}),
    ],
    ids=str,
)
def test_a_yes_fits_what_it_names_and_nothing_that_looks_like_it(fit, pattern, args):
    assert allows(pattern, "s", args, "", {}) is bool(fit)
