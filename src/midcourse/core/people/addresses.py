"""Mail and web addresses as what they name: strictly for a yes, which must not be stretched, and widely for a no."""

from __future__ import annotations

import ipaddress
import re
from posixpath import normpath
from typing import NamedTuple
from urllib.parse import unquote

PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21, "ssh": 22}
"""Where a scheme is served if nothing is said."""
AROUND = "\"'`[]\u00ab\u00bb\u2018\u2019\u201a\u201c\u201d\u201e\u2039\u203a"
"""Quotation marks and brackets that may stand around a value, and are no part of it."""
LONGEST_MAIL = 1000
"""Characters of a mail address with all around it."""
_WEB = re.compile(r"([a-z*][a-z0-9+.*-]*)://([^/?#]*)([^?#]*)(.*)", re.IGNORECASE | re.DOTALL)
_PLACE = re.compile(r"(\[[0-9a-f:.]+\]|[\w.*-]+)(?::([0-9]*))?", re.IGNORECASE)
_SCHEMELESS = re.compile(
    r"(?://)?((?:[^/@?#\s]*@)?[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]+\.?(?::[0-9]+)?(?:[/?#].*)?)", re.IGNORECASE | re.DOTALL
)
_NAMED = re.compile(r"[\w .-]*<([^<>\s]+)>")
_SERVED = re.compile(r"(\[[^\]]*\]|[^:]*)(?::([0-9]*))?")
_LABELS = re.compile(r"[\w-]+(?:\.[\w-]+)*")


class WebAddress(NamedTuple):
    """A web address, or a pattern of some, in its parts."""

    scheme: str
    """In small letters."""
    host: str
    """In small letters, nothing decoded."""
    port: int | None
    """The usual one of the scheme where none is written; None where nobody knows it."""
    path: str
    """As written; `/` where there is none."""
    tail: str
    """What follows the path: `?` and the query, `#` and the fragment."""


def web_address(text: str) -> WebAddress | None:
    """The parts of a web address; None for other text, and for one that programs read differently: a name before the host,
    a backslash, a blank."""
    match = _WEB.fullmatch(text)
    if not match or "\\" in text or re.search(r"[\s\x00-\x20\x7f]", text):
        return None
    place = _PLACE.fullmatch(match[2])
    if not place:
        return None
    scheme = match[1].lower()
    port = int(place[2]) if place[2] else PORTS.get(scheme)
    return WebAddress(scheme, place[1].lower(), port, match[3] or "/", match[4])


def host_fits(host: str, pattern: str) -> bool:
    """Whether a host is the one named. `*` stands for any host, and in front, as in `*.example.org`, for one or more names."""
    host, pattern = host.lower(), pattern.lower()
    if pattern == "*":
        return _LABELS.fullmatch(host) is not None
    if pattern.startswith("*."):
        front = host.removesuffix(pattern[1:])
        return "*" not in pattern[1:] and front != host and _LABELS.fullmatch(front) is not None
    return "*" not in pattern and "?" not in pattern and host == pattern


def bare_mail(text: str) -> str:
    """A mail address without the name that is shown with it: `Ann <ann@example.org>`; any other text as it is."""
    match = _NAMED.fullmatch(text.strip())
    return match[1] if match and match[1].count("@") == 1 else text


def web_spellings(text: str) -> list[str]:
    """A web address as browsers would take it, with and without what may be left out; [] for other text. A backslash is a stroke
    to a browser, and part of a name to others."""
    cleaned = re.sub(r"[\x00-\x20\x7f]", "", text)
    ways = dict.fromkeys((cleaned.replace("\\", "/"), cleaned))
    return [form for way in ways for form in _web_forms(way)]


def _web_forms(cleaned: str) -> list[str]:
    cleaned = re.sub(r"^([a-z*][a-z0-9+.*-]*):/*", r"\1://", cleaned, flags=re.IGNORECASE) if "/" in cleaned else cleaned
    cleaned = re.sub(r"^(https?|wss?|ftp):(?!/)", r"\1://", cleaned, flags=re.IGNORECASE)  # browsers need no strokes
    match = _WEB.fullmatch(cleaned)
    if not match:
        return []
    scheme = match[1].lower()
    place = unquote(match[2]).rpartition("@")[2].lower()
    served = _SERVED.fullmatch(place)
    host, port = (served[1], int(served[2])) if served and served[2] else (served[1] if served else place, None)
    at = "" if port in (None, PORTS.get(scheme)) else f":{port}"
    path = unquote(match[3]) or "/"
    short = re.sub(r"^/+", "/", normpath(path)) + ("/" if path.endswith("/") and len(path) > 1 else "")
    return [
        f"{scheme}://{form}{at}{way}{end}"
        for form in host_spellings(host)
        for way in dict.fromkeys((path, short))
        for end in dict.fromkeys((match[4], ""))
    ]


def without_scheme(text: str) -> list[str]:
    """The web addresses that programs find in a text though it names no scheme: `example.org/a`."""
    parts = (re.sub(r"^view-source:(?:https?:)?", "", part, flags=re.IGNORECASE) for part in re.split(r"[\s,;]+", text))
    bare = [found[1] for part in parts if (found := _SCHEMELESS.fullmatch(part))]
    return [form for place in bare for scheme in ("https", "http") for form in web_spellings(f"{scheme}://{place}")]


def host_spellings(host: str) -> list[str]:
    """A host in small letters, in ASCII and in its own letters; a number as the IP address that it is."""
    host = host.lower().rstrip(".")
    found = [host]
    for turn in (
        lambda: host.encode("idna").decode(),
        lambda: host.encode().decode("idna"),
        lambda: _as_ip(host),
        lambda: _short_ip(host),
        lambda: _mapped_ip(host),
    ):
        try:
            found.append(turn())
        except ValueError:  # a label too long or empty, or no number: then it has no such spelling
            continue
    return list(dict.fromkeys(found))


def hosts_named(text: str) -> list[str]:
    """Every host in a text that is to be one, in all its spellings, without what may stand around it: a scheme, a user, a port,
    a path."""
    found: list[str] = []
    parts = [unquote(part) for part in re.split(r"[\s,;]+", text)]
    for part in dict.fromkeys((*(part.replace("\\", "/") for part in parts), *parts)):
        part = re.sub(r"^[A-Za-z][\w+.-]*:(?=[^:/\[\]]+:\d+$)", "", part)  # tcp:host:22
        place = re.split(r"[/?#]", re.sub(r"^(?:[\w+.-]+:)?/+", "", part), maxsplit=1)[0]
        place = place.rpartition("@")[2]
        named = re.match(r"\[[^\]]*\]|[^:]*", place) if place.startswith("[") or place.count(":") == 1 else None
        found += host_spellings(named[0] if named else place)
    return list(dict.fromkeys(host for host in found if host))


def mails_named(text: str) -> list[str]:
    """Every mail address in a text, as mail programs read it: without remarks, line ends, the name of a group and a way to go."""
    for _ in range(3):  # remarks within remarks
        text = re.sub(r"\([^()]*\)", "", text)
    parts = re.split(r"[,;<>\uff0c\uff1b\u3001]", re.sub(r"\s+", "", text))
    parts = [form for part in parts for form in dict.fromkeys((part, part.strip(AROUND)))]
    return [part.rpartition(":")[2] for part in parts if "@" in part and len(part) <= LONGEST_MAIL]


def mail_parts(text: str) -> list[str]:
    """Every address in `mailto:ann@example.org?cc=bob@example.org`; [] for other text."""
    if not text.lower().startswith("mailto:"):
        return []
    return [part for part in re.split(r"[?&=,;\s]", unquote(text[len("mailto:") :])) if part]


def _short_ip(host: str) -> str:
    """An IPv6 address as it is written most shortly, in brackets; ValueError for anything else."""
    return f"[{ipaddress.IPv6Address(host.strip('[]'))}]"


def _mapped_ip(host: str) -> str:
    """The IPv4 address that an IPv6 one stands for, `::ffff:127.0.0.1`; ValueError where it stands for none."""
    mapped = ipaddress.IPv6Address(host.strip("[]")).ipv4_mapped
    if mapped is None:
        raise ValueError(host)
    return str(mapped)


def _as_ip(host: str) -> str:
    """`0x7f.1` -> 127.0.0.1, as the C library reads it; ValueError for a name."""
    parts = [int(part, 16 if part[:2] == "0x" else 8 if part[:1] == "0" and len(part) > 1 else 10) for part in host.split(".")]
    if len(parts) > 4:
        raise ValueError(host)
    number = parts[-1]
    for i, part in enumerate(parts[:-1]):
        number += part << (24 - 8 * i)
    return str(ipaddress.IPv4Address(number))
