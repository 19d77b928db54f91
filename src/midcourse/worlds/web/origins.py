"""Where the browser may go: the first page's origin, and what the task allows beside it."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from ...core.errors import TaskError
from ...core.people.addresses import host_fits, web_address

INNER = ("about:blank", "data:", "blob:")
STANDARD = {"http": 80, "https": 443}


class Origins:
    """An allow-list of origins. `https://*.example.org` allows what is under it; a private address must be named in full."""

    def __init__(self, first: str, allowed: Iterable[str] = ()) -> None:
        if holds_login(first):
            raise TaskError("the address of the first page holds a login; write it as basic_auth=USER:secret:NAME")
        self.allowed = tuple(dict.fromkeys((origin_of(first), *map(_listed, allowed))))

    def refuses(self, url: str) -> str:
        """Why an address may not be opened; '' if it may."""
        if url.startswith(INNER):
            return ""
        origin = origin_of(url)
        scheme = origin.partition(":")[0]
        if origin in self.allowed and scheme in STANDARD:
            return ""
        listed = f"the allowed origins are {', '.join(self.allowed)}"
        if scheme not in STANDARD:
            return f"{url} is no web address; {listed}"
        if is_private(url):
            return f"{origin} is a private address, and is not allowed; {listed}"
        if any("*" in pattern and _fits(origin, pattern) for pattern in self.allowed):
            return ""
        return f"{origin} is not allowed; {listed}"

    def lists(self, host: str, port: int) -> bool:
        """Whether a host and port are allowed, by name or by a pattern."""
        return self.admits(host, port) or any(not self.refuses(f"{scheme}://{_bracketed(host)}:{port}/") for scheme in STANDARD)

    def admits(self, host: str, port: int) -> bool:
        """Whether a host and port are allowed by name, private or not."""
        return any(_named(origin) == (host.lower(), port) for origin in self.allowed)


def _fits(origin: str, pattern: str) -> bool:
    """Whether an origin is under the pattern's host: same scheme, same port."""
    found, wanted = web_address(origin), web_address(pattern)
    if found is None or wanted is None:
        return False
    return (found.scheme, found.port) == (wanted.scheme, wanted.port) and host_fits(found.host, wanted.host)


def _listed(word: str) -> str:
    """An origin as the task lists it, in the spelling of `origin_of`; a pattern, or one with a path, as it is."""
    word = word.rstrip("/")
    return word if "*" in word or "/" in word.partition("://")[2] else origin_of(word)


def _bracketed(host: str) -> str:
    """A host as it stands in an address: an IPv6 one most shortly and in brackets."""
    try:
        return f"[{ipaddress.IPv6Address(host)}]"
    except ValueError:
        return host


def _named(origin: str) -> tuple[str, int | None]:
    """The host and port of an origin in the list."""
    parts = urlsplit(origin)
    try:
        return (parts.hostname or "").lower(), parts.port or STANDARD.get(parts.scheme)
    except ValueError:
        return "", None


def origin_of(url: str) -> str:
    """Scheme, host and port."""
    try:
        parts = urlsplit(url)
    except ValueError:  # brackets that hold no address
        return f"no address {url}"
    try:
        port = parts.port
    except ValueError:
        port = None
    standard = STANDARD.get(parts.scheme)
    host = _bracketed((parts.hostname or "").lower())
    return f"{parts.scheme}://{host}{f':{port}' if port and port != standard else ''}"


def holds_login(url: str) -> bool:
    """Whether a name or a password stands before the host: it would be shown with the address wherever that is."""
    return "@" in url.partition("://")[2].replace("\\", "/").partition("/")[0].partition("?")[0].partition("#")[0]


def is_private(url: str) -> bool:
    """Whether an address is of this machine or of a private network."""
    host = (urlsplit(url).hostname or "").lower().rstrip(".")
    if host in ("", "localhost") or host.endswith((".localhost", ".local", ".internal")) or ("." not in host and ":" not in host):
        try:
            ipaddress.ip_address(host)
        except ValueError:
            # A bare name is one of a private network; a bare number is an address in disguise.
            return True
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return host.replace(".", "").replace("0x", "").isdigit()
