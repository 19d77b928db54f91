"""How the browser is to be: what the words after `web:ADDRESS`, a task's `browser` and Python say of it, checked."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, NamedTuple, get_args
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import msgspec

from ...core.errors import TaskError, choices
from ...core.model import SECRET
from .origins import holds_login

Evidence = Literal["trace", "video", "har"]
PROXIES = ("http", "https", "socks5")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_LOCALE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*")
_SIZE = re.compile(r"(\d{2,5})x(\d{2,5})")


class Login(NamedTuple):
    """A user, and the name of the secret that is the password."""

    user: str
    secret: str


class BrowserOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How the browser is to be. What is left out is as usual; TaskError for what cannot be."""

    viewport: tuple[int, int] | None = None
    """Width and height of the page in pixels."""
    device: str = ""
    """A device as Playwright calls it, such as `Pixel 7`: its screen, its touch and its user agent."""
    locale: str = ""
    """Such as `de-DE`: the language that pages are asked for, and how numbers and dates are written."""
    time_zone: str = ""
    """Such as `Europe/Berlin`."""
    downloads: Path | None = None
    """Where files that came are kept; without it, beside the browser's own files."""
    proxy: str = ""
    """`http://HOST:PORT`, `https://…` or `socks5://…`: every connection goes through it."""
    proxy_login: str = ""
    """`USER:secret:NAME`, for the proxy."""
    basic_auth: str = ""
    """`USER:secret:NAME`, for the origin of the first page and no other."""
    signed_in: str = ""
    """The name under which cookies and storage are kept from run to run."""
    attach: str = ""
    """The debugging address of a browser that runs, such as `http://127.0.0.1:9222`: a tab of our own is opened there."""
    evidence: tuple[Evidence, ...] = ()
    """What is kept beside the journal: `trace`, `video`, `har`."""

    def __post_init__(self) -> None:
        for check in (_check_looks, _check_ways, _check_kept, _check_attached):
            check(self)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The names of the secrets that the browser itself needs."""
        return tuple(login.secret for text in (self.proxy_login, self.basic_auth) if (login := login_of(text)))


def login_of(text: str) -> Login | None:
    """The parts of `USER:secret:NAME`; None where there is nothing."""
    user, _, rest = text.partition(":")
    name = rest.removeprefix(SECRET)
    if text and not (user and name and name != rest):
        raise TaskError(f"a login is USER:{SECRET}NAME, with the password in MIDCOURSE_SECRET_NAME; found one of another form")
    return Login(user, name) if text else None


def size_of(text: str) -> tuple[int, int]:
    """The parts of `1280x800`."""
    found = _SIZE.fullmatch(text)
    if found is None:
        raise TaskError(f"viewport {text!r}; write WIDTHxHEIGHT in pixels, such as 1280x800")
    return int(found[1]), int(found[2])


def _check_looks(options: BrowserOptions) -> None:
    if options.viewport is not None and options.device:
        raise TaskError("a device has a viewport of its own: give device or viewport, not both")
    if options.locale and not _LOCALE.fullmatch(options.locale):
        raise TaskError(f"locale {options.locale!r}; write a language and perhaps a country, such as de or de-DE")
    zones = available_timezones()
    if options.time_zone and options.time_zone not in zones:
        near = get_close_matches(options.time_zone, zones, 3) or ["Europe/Berlin", "America/New_York", "UTC"]
        raise TaskError(f"no time zone {options.time_zone!r}; write it as in {', '.join(near)}")


def _check_ways(options: BrowserOptions) -> None:
    login_of(options.basic_auth)
    if login_of(options.proxy_login) and not options.proxy:
        raise TaskError("proxy_login is for a proxy; give proxy=http://HOST:PORT too")
    if not options.proxy:
        return
    parts = urlsplit(options.proxy)
    if parts.username is not None or parts.password is not None:
        raise TaskError("the proxy's address holds a login; write it as proxy_login=USER:secret:NAME")
    if parts.scheme not in PROXIES or not parts.hostname or not _port(options.proxy) or parts.path.strip("/"):
        raise TaskError(f"proxy {options.proxy!r}; write http://HOST:PORT, https://HOST:PORT or socks5://HOST:PORT")


def _port(address: str) -> int | None:
    try:
        return urlsplit(address).port
    except ValueError:
        return None


def _check_kept(options: BrowserOptions) -> None:
    if options.signed_in and not _NAME.fullmatch(options.signed_in):
        valid = "up to 64 letters, digits, '_' and '-', beginning with a letter or a digit"
        raise TaskError(f"signed_in {options.signed_in[:80]!a}; valid: {valid}")
    for kind in options.evidence:
        if kind not in get_args(Evidence):
            raise TaskError(f"no evidence {kind!r}; {choices(kind, get_args(Evidence))}")


def _check_attached(options: BrowserOptions) -> None:
    if not options.attach:
        return
    if urlsplit(options.attach).scheme not in ("http", "https", "ws", "wss") or not urlsplit(options.attach).hostname:
        raise TaskError(f"attach {options.attach!r}; write the debugging address of a browser, such as http://127.0.0.1:9222")
    if holds_login(options.attach):
        raise TaskError("the address to attach to holds a login, which would be shown with it; leave that out")
    usual = BrowserOptions()
    given = [f for f in options.__struct_fields__ if f != "attach" and getattr(options, f) != getattr(usual, f)]
    if given:
        raise TaskError(f"a browser that is attached to stays as it is; leave out {', '.join(given)}")
