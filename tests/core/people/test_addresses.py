"""Mail and web addresses are what they name, whatever their spelling."""

import pytest

from midcourse.core.people.addresses import WebAddress, bare_mail, host_fits, host_spellings, web_address, web_spellings


def test_a_web_address_has_parts_and_the_usual_port():
    assert web_address("HTTPS://Ok.org/a?b#c") == WebAddress("https", "ok.org", 443, "/a", "?b#c")
    assert web_address("http://ok.org:8080") == WebAddress("http", "ok.org", 8080, "/", "")
    assert web_address("http://[::1]:80/") == WebAddress("http", "[::1]", 80, "/", "")


@pytest.mark.parametrize(
    "text", ["https://a@ok.org/", "https://ok.org\\x", "https://ok.org/a b", "https://", "ok.org", "https://a:b/"]
)
def test_what_programs_read_differently_is_no_address(text):
    assert web_address(text) is None


@pytest.mark.parametrize(
    ("host", "pattern", "fit"),
    [
        ("OK.org", "ok.org", True),
        ("a.b.ok.org", "*.ok.org", True),
        ("ok.org", "*.ok.org", False),
        ("ok.org.evil.com", "ok.org*", False),
        ("ok.organic", "ok.org*", False),
        ("evil.com", "*", True),
        ("a/b", "*", False),
        ("", "*", False),
    ],
)
def test_a_wildcard_stands_only_in_front_of_a_host(host, pattern, fit):
    assert host_fits(host, pattern) is fit


def test_a_mail_address_is_told_from_the_name_shown_with_it():
    assert bare_mail("Ann B. <ann@ok.org>") == "ann@ok.org" and bare_mail("ann@ok.org") == "ann@ok.org"
    for text in ("a@evil.org <ann@ok.org>", "<a@evil.org> <ann@ok.org>", '"a, b" <ann@ok.org>', "Ann <a@b@ok.org>"):
        assert bare_mail(text) == text


def test_all_spellings_of_a_host_and_an_address_are_known():
    assert "127.0.0.1" in host_spellings("0x7f.1") and "xn--exmple-cua.org" in host_spellings("EXÄMPLE.org.")
    assert "exämple.org" in host_spellings("xn--exmple-cua.org") and host_spellings("a..b")[0] == "a..b"
    assert "https://evil.org/b" in web_spellings("https:\\\\u@EVIL.org:443\\a\\..\\%62?c") and web_spellings("evil.org") == []
