"""How the browser is to be, from words and from Python: what cannot be is told before anything starts."""

import asyncio
from pathlib import Path

import pytest

from midcourse.core.errors import TaskError
from midcourse.inputs.browser_words import with_browser
from midcourse.worlds.web import BrowserOptions, WebWorld, by_name
from midcourse.worlds.web.engine import Chromium
from midcourse.worlds.web.launching import Trust, cautions, looks, upstream
from midcourse.worlds.web.options import Login, login_of, size_of
from midcourse.worlds.web.signed_in import SignedIn
from midcourse.worlds.web.upstream import Upstream
from tests.support import the


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"viewport": (10, 10), "device": "Pixel 7"}, "device or viewport"),
        ({"locale": "German!"}, "such as de or de-DE"),
        ({"time_zone": "Europe/Berlni"}, "Europe/Berlin"),
        ({"proxy": "ftp://x:1"}, "http://HOST:PORT"),
        ({"proxy": "http://x"}, "http://HOST:PORT"),
        ({"proxy": "http://ada:pw@x:1"}, "proxy_login=USER:secret:NAME"),
        ({"proxy_login": "ada:secret:X"}, "give proxy="),
        ({"proxy": "http://x:1", "proxy_login": "ada:plain"}, "a login is USER:secret:NAME"),
        ({"basic_auth": "ada:plain"}, "a login is USER:secret:NAME"),
        ({"evidence": ("trace", "vidoe")}, "did you mean video"),
        ({"attach": "9222"}, "http://127.0.0.1:9222"),
        ({"attach": "http://ada:pw@127.0.0.1:9222"}, "holds a login"),
        ({"attach": "http://127.0.0.1:9222", "locale": "de", "signed_in": "x"}, "leave out locale, signed_in"),
    ],
)
def test_what_cannot_be_is_told_without_what_may_be_secret(given, said):
    with pytest.raises(TaskError, match=said) as told:
        BrowserOptions(**given)
    assert "plain" not in str(told.value) and "pw@" not in str(told.value)


def test_words_after_the_address_are_the_same_options(tmp_path):
    words = "http://x/ shown 'device=Pixel 7' downloads=came evidence=trace,har allow=https://a.org allow=https://b.org"
    web = the(by_name.from_words(words, tmp_path, tmp_path / "run"), WebWorld)
    refuses = web._tab.origins.refuses
    assert (
        web._tab.start == "http://x/"
        and not refuses("https://a.org/p")
        and not refuses("https://b.org/")
        and refuses("https://c.org/")
    )
    assert web._options == BrowserOptions(device="Pixel 7", downloads=tmp_path / "came", evidence=("trace", "har"))
    assert web._files.named == tmp_path / "run" / "browser" and not the(web._tab.browser, Chromium)._headless


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("http://x/ devise=y", "did you mean device"),
        ("http://x/ viewport=big", "WIDTHxHEIGHT"),
        ("http://x/ 'a", "closing quotation"),
    ],
)
def test_words_that_make_no_sense_are_told(words, said):
    with pytest.raises(TaskError, match=said):
        by_name.from_words(words, Path(), None)


def test_a_switch_in_a_task_is_yes_or_no():
    assert with_browser("web:http://x/", {"shown": True, "pictures": "no"}) == "web:http://x/ shown"
    with pytest.raises(TaskError, match="yes or no"):
        with_browser("web:http://x/", {"shown": "perhaps"})


def test_what_playwright_is_told_of_a_device_leaves_out_another_browser():
    devices = {"Pixel 7": {"viewport": {"width": 1, "height": 2}, "default_browser_type": "webkit"}}
    told = looks(BrowserOptions(device="Pixel 7"), devices, "http://x", Trust(), (3, 4))
    assert told == {"viewport": {"width": 1, "height": 2}}


def test_logins_are_read_from_secrets():
    assert login_of("ada:secret:X") == Login("ada", "X") and login_of("") is None and size_of("12x34") == (12, 34)
    options = BrowserOptions(proxy="http://x:1", proxy_login="ada:secret:X")
    assert upstream(options, Trust({"X": "word"})) == Upstream("http://x:1", ("ada", "word")) and options.secrets == ("X",)
    with pytest.raises(TaskError, match="set MIDCOURSE_SECRET_X"):
        cautions(options, Trust({"X": ""}))


def test_who_is_signed_in_is_kept_in_a_home():
    with pytest.raises(TaskError, match="in the home of a run"):
        SignedIn("clerk", None)


def socks(*answers):
    """A SOCKS proxy of one connection: what it was told, and what came of it."""

    async def story(login):
        told = []

        async def serve(reader, writer):
            for count, answer in answers:
                told.append(await reader.readexactly(count))
                writer.write(answer)
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            try:
                _, writer = await Upstream(f"socks5://127.0.0.1:{port}", login).open("a.org", 443)
                writer.close()
                return told, ""
            except OSError as error:
                return told, str(error)

    return story


OPEN = bytes((5, 0, 0, 1, 0, 0, 0, 0, 0, 0))


def test_a_socks_proxy_is_given_the_login_and_the_name():
    told, wrong = asyncio.run(socks((3, b"\x05\x02"), (10, b"\x01\x00"), (12, OPEN))(("ada", "word")))
    assert not wrong and told == [b"\x05\x01\x02", b"\x01\x03ada\x04word", b"\x05\x01\x00\x03\x05a.org\x01\xbb"]


@pytest.mark.parametrize(
    ("answers", "login", "said"),
    [
        ([(3, b"\x05\xff")], None, "it wants a login"),
        ([(3, b"\x05\x02"), (10, b"\x01\x01")], ("ada", "word"), "it refused the login"),
        ([(3, b"\x05\x00"), (12, bytes((5, 4)) + OPEN[2:])], None, "does not reach the host"),
        ([(3, b"")], None, "the proxy socks5"),
    ],
)
def test_what_a_socks_proxy_refuses_is_told(answers, login, said):
    _, wrong = asyncio.run(socks(*answers)(login))
    assert said in wrong and "word" not in wrong
