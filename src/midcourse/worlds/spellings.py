"""The ways in which a secret may be written where it comes back: plain, quoted, escaped, encoded, wrapped, cut.

What cannot be found by looking: a secret that is encrypted, hashed, reversed, compressed, spelt with other letters, drawn, or
given out in pieces of fewer than seven characters.
"""

from __future__ import annotations

import base64
import html
import json
import quopri
import re
import unicodedata
from collections.abc import Iterable, Iterator
from html.entities import codepoint2name
from typing import NamedTuple
from urllib.parse import quote, quote_plus

SHORTEST = 4
"""Characters: what is shorter cannot be hidden without hiding everything."""
RUN = 7
"""Characters: so much of a longer secret, from wherever in it, is hidden as well; a shorter secret only as a word of its own."""
GROUPS = (3, 4, 5, 6)
"""Characters of a secret between two marks, where it is shown in groups, as cards, keys and codes are."""
_BETWEEN = re.compile(r"""(?:\\[nrt]|\x1b\[[0-9;]*m|=\r?\n|[\s"'`\\\x00\u00ad\u200b-\u200d\u2060\ufeff])+""")
"""What may stand inside a secret that was wrapped or quoted: line ends, blanks, quotation marks, marks of no width,
colours, zeros."""


class Hidden(NamedTuple):
    """Where something secret stands in a text, and what stands for it."""

    start: int
    end: int
    name: str


class Spellings:
    """All that is to be hidden, made ready once."""

    def __init__(self, secrets: Iterable[tuple[str, str]]) -> None:
        """`secrets`: (value, what stands for it)."""
        self._words: list[tuple[re.Pattern[str], str]] = []
        self._odd: list[tuple[re.Pattern[str], str]] = []
        self._runs: dict[str, str] = {}
        for value, name in secrets:
            whole: list[str] = []
            for form in sorted(forms(value), key=len, reverse=True):
                plain = _squeezed(form)[0]
                if len(plain) < RUN or len(value) < RUN:
                    whole.append(re.escape(form))
                else:
                    self._runs |= {plain[i : i + RUN]: name for i in range(len(plain) - RUN + 1)}
            if len(value) >= RUN:
                self._words.append((_listed(value.encode(errors="surrogatepass")), name))
            if _BETWEEN.search(value):  # without what is squeezed out, seven of its characters are fewer
                runs = (re.escape(value[i : i + RUN]) for i in range(len(value) - RUN + 1))
                self._odd.append((re.compile("|".join((re.escape(value), *runs)), re.IGNORECASE), name))
            if whole:
                sign = r"\d" if value.isdigit() else r"\w"  # a number may stand in a name
                self._words.append((re.compile(rf"(?<!{sign})(?:{'|'.join(whole)})(?!{sign})", re.IGNORECASE), name))

    def __bool__(self) -> bool:
        return bool(self._words or self._runs)

    def hide(self, text: str) -> str:
        """The text with every secret in it replaced by what stands for it."""
        for word, name in self._words:
            text = word.sub(lambda _, name=name: name, text)
        if not self._runs or len(text) < RUN:
            return text
        pieces: list[str] = []
        at = 0
        for start, end, name in self._found(text):
            pieces += (text[at:start], name)
            at = end
        text = "".join((*pieces, text[at:])) if pieces else text
        for run, name in self._odd:
            text = run.sub(lambda _, name=name: name, text)
        return text

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where secrets stand in the text, in no order."""
        words = [found.span() for word, _ in (*self._words, *self._odd) for found in word.finditer(text)]
        return [*words, *((start, end) for start, end, _ in self._found(text))]

    def _found(self, text: str) -> Iterator[Hidden]:
        """Stretches of the text that are made of runs of a secret, widest first, left to right."""
        plain, places = _squeezed(text)
        at, last = 0, len(plain) - RUN
        while at <= last:
            name = self._runs.get(plain[at : at + RUN])
            if name is None:
                at += 1
                continue
            end = at + RUN
            while end < len(plain) and plain[end - RUN + 1 : end + 1] in self._runs:
                end += 1
            yield Hidden(places[at], places[end - 1] + 1, name)
            at = end


def _listed(data: bytes) -> re.Pattern[str]:
    """Bytes as numbers in a row, as programs print them: all, or seven of them."""
    ways = ([str(byte) for byte in data], [f"0x0?{byte:x}" for byte in data])
    blank = r"[\s,;]{1,9}"
    rows = (blank.join(way[i:end]) for way in ways for i, end in _stretches(len(way)))
    return re.compile(rf"(?<!\w)(?:{'|'.join(rows)})(?!\w)", re.IGNORECASE)


def _stretches(length: int) -> Iterator[tuple[int, int]]:
    """The whole, then whatever seven in a row."""
    yield 0, length
    yield from ((i, i + RUN) for i in range(length - RUN + 1))


def _squeezed(text: str) -> tuple[str, list[int]]:
    """The text in small letters without what may stand inside a secret, and where each character stood."""
    gaps = [match.span() for match in _BETWEEN.finditer(text)]
    if not gaps:
        return _small(text), list(range(len(text)))
    kept: list[str] = []
    places: list[int] = []
    at = 0
    for start, end in (*gaps, (len(text), len(text))):
        kept.append(text[at:start])
        places.extend(range(at, start))
        at = end
    return _small("".join(kept)), places


def _small(text: str) -> str:
    """In small letters, each in the place where it was."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def forms(value: str) -> set[str]:
    """The usual spellings of a secret, each as it may stand in a text."""
    if value.isascii():
        return _forms_of(value)
    turned = (value.upper(), value.casefold(), unicodedata.normalize("NFC", value), unicodedata.normalize("NFD", value))
    return {form for variant in dict.fromkeys((value, *turned)) for form in _forms_of(variant)}


def _forms_of(value: str) -> set[str]:
    data = value.encode(errors="surrogatepass")
    wide = value.encode("utf-16-le", "surrogatepass")
    misread = data.decode("latin-1")
    return {form for form in (*_escaped(value, data), misread, *_encoded(data), *_encoded(wide)) if form}


def _escaped(value: str, data: bytes) -> Iterator[str]:
    """Letters that stay letters: in quotes, in addresses, in pages, in mail."""
    yield value
    yield json.dumps(value)[1:-1]
    yield json.dumps(value, ensure_ascii=False)[1:-1]
    yield repr(value)[1:-1]
    yield html.escape(value)
    yield html.escape(value).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
    yield ascii(value)[1:-1]
    for plain in (value, html.escape(value)):  # only the letters beyond ASCII
        yield "".join(c if c.isascii() else f"&#{ord(c)};" for c in plain)
        yield "".join(c if c.isascii() else f"&#x{ord(c):x};" for c in plain)
        yield "".join(f"&{codepoint2name[ord(c)]};" if not c.isascii() and ord(c) in codepoint2name else c for c in plain)
        yield plain.encode("ascii", "namereplace").decode()
    for width in range(1, 8):
        yield "".join(f"&#{ord(c):0{width}};" for c in value)
        yield "".join(f"&#x{ord(c):0{width}x};" for c in value)
    for safe in ("", "/", "!'()*~-._", "*-._"):
        yield quote(data, safe=safe)
    yield quote_plus(data)
    yield quote(data, safe="*-._ ").replace(" ", "+").replace("~", "%7E")
    yield "".join(f"%{byte:02x}" for byte in data)
    yield "".join(f"={byte:02x}" for byte in data)
    yield quopri.encodestring(data).decode("ascii").replace("=\n", "")
    yield "".join(f"\\u{ord(c):04x}" for c in value if ord(c) < 0x10000)
    if len(re.sub(r"[\W_]", "", value)) >= RUN:  # as names are made of it
        yield from (re.sub(r"[\W_]+", blank, value) for blank in " _-")
    yield quote(quote(data, safe=""), safe="")  # an address in an address
    for size in GROUPS:
        groups = [value[i : i + size] for i in range(0, len(value), size)]
        yield from (mark.join(groups) for mark in "-._, ")


def _encoded(data: bytes) -> Iterator[str]:
    """Bytes as text. What comes before the secret, as the user's name in a login, shifts it: every shift is a form."""
    for mark in ("", ":", "-", " ", "\\x"):
        yield mark.join(f"{byte:02x}" for byte in data)
    for shift in range(3):
        coded = base64.b64encode(bytes(shift) + data).decode()
        known = coded[{0: 0, 1: 2, 2: 3}[shift] : len(coded) - {0: 0, 1: 3, 2: 2}[(shift + len(data)) % 3]]
        yield known
        yield known.translate(str.maketrans("+/", "-_"))
    for shift in range(5):
        coded = base64.b32encode(bytes(shift) + data).decode().rstrip("=")
        yield coded[(8 * shift + 4) // 5 : 8 * (shift + len(data)) // 5]
    for shift in range(4):
        blocks = data[shift : len(data) - (len(data) - shift) % 4]
        yield from (base64.b85encode(blocks).decode(), base64.a85encode(blocks).decode())
    yield from (base64.b85encode(data).decode(), base64.a85encode(data).decode())
