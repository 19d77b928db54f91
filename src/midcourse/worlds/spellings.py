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
MARKS = "-._, :/\u00b7\u2010\u2011\u2012\u2013\u2014\u2212"
"""What stands between such groups: strokes and dashes of any length, dots, blanks, colons."""
CODINGS = ("utf-8", "latin-1", "utf-16-le", "utf-16-be")
"""How programs turn letters into bytes."""
_ROW = re.compile(r"(?<!\w)(?:0x[0-9a-f]{1,3}|\d{1,3})(?:[\s,;]{1,9}(?:0x[0-9a-f]{1,3}|\d{1,3})){6,}(?!\w)", re.IGNORECASE)
"""Seven numbers or more in a row, as programs print bytes."""
_NUMBER = re.compile(r"\w+")
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
        self._rows: dict[bytes, str] = {}
        for value, name in secrets:
            whole: list[str] = []
            for form in sorted(forms(value), key=len, reverse=True):
                plain = _squeezed(form)[0]
                if len(plain) < RUN or len(value) < RUN:
                    whole.append(re.escape(form))
                else:
                    self._runs |= {plain[i : i + RUN]: name for i in range(len(plain) - RUN + 1)}
            if len(value) >= RUN:
                self._rows |= {data[i : i + RUN]: name for data in _coded(value) for i in range(len(data) - RUN + 1)}
            for groups in _in_groups(value):
                if len(value) < RUN:
                    whole.append(f"[{re.escape(MARKS)}]".join(map(re.escape, groups)))
                else:
                    spelt = (_squeezed(mark.join(groups))[0] for mark in MARKS)
                    self._runs |= {plain[i : i + RUN]: name for plain in spelt for i in range(len(plain) - RUN + 1)}
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
        text = _with_names(text, self._numbers(text)) if self._rows else text
        for word, name in self._words:
            text = word.sub(lambda _, name=name: name, text)
        if not self._runs or len(text) < RUN:
            return text
        text = _with_names(text, self._found(text))
        for run, name in self._odd:
            text = run.sub(lambda _, name=name: name, text)
        return text

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where secrets stand in the text, in no order."""
        words = [found.span() for word, _ in (*self._words, *self._odd) for found in word.finditer(text)]
        return [*words, *((start, end) for start, end, _ in (*self._found(text), *self._numbers(text)))]

    def _numbers(self, text: str) -> Iterator[Hidden]:
        """Stretches of seven numbers or more that are bytes of a secret."""
        for row in _ROW.finditer(text):
            found = [*_NUMBER.finditer(row[0])]
            data = bytes(min(int(number[0], 16 if number[0][1:2] in ("x", "X") else 10), 255) for number in found)
            at = 0
            while at <= len(data) - RUN:
                name = self._rows.get(data[at : at + RUN])
                if name is None:
                    at += 1
                    continue
                end = at + RUN
                while end < len(data) and data[end - RUN + 1 : end + 1] in self._rows:
                    end += 1
                yield Hidden(row.start() + found[at].start(), row.start() + found[end - 1].end(), name)
                at = end

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


def _with_names(text: str, found: Iterable[Hidden]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end, name in found:
        pieces += (text[at:start], name)
        at = end
    return "".join((*pieces, text[at:])) if pieces else text


def _coded(value: str) -> list[bytes]:
    """The bytes of a text in every coding that has all its letters."""
    found: list[bytes] = []
    for coding in CODINGS:
        try:
            found.append(value.encode(coding, "surrogatepass" if coding.startswith("utf") else "strict"))
        except UnicodeEncodeError:
            continue
    return list(dict.fromkeys(found))


def _in_groups(value: str) -> Iterator[list[str]]:
    for variant in _variants(value):
        for size in GROUPS:
            yield [variant[i : i + size] for i in range(0, len(variant), size)]


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
    return {form for variant in _variants(value) for form in _forms_of(variant)}


def _variants(value: str) -> tuple[str, ...]:
    """The same letters beyond ASCII in other ways."""
    if value.isascii():
        return (value,)
    turned = (value.upper(), value.casefold(), unicodedata.normalize("NFC", value), unicodedata.normalize("NFD", value))
    return tuple(dict.fromkeys((value, *turned)))


def _forms_of(value: str) -> set[str]:
    coded = _coded(value)
    misread = coded[0].decode("latin-1")
    shown = (form for data in coded for form in (*_printed(data), *_encoded(data)))
    return {form for form in (*_escaped(value), misread, *shown) if form}


def _escaped(value: str) -> Iterator[str]:
    """Letters that stay letters: in quotes, in pages."""
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
    yield "".join(f"\\u{ord(c):04x}" for c in value if ord(c) < 0x10000)
    if len(re.sub(r"[\W_]", "", value)) >= RUN:  # as names are made of it
        yield from (re.sub(r"[\W_]+", blank, value) for blank in " _-")


def _printed(data: bytes) -> Iterator[str]:
    """Bytes with plain letters as they are: in addresses, in mail, as Python shows them."""
    yield repr(data)[2:-1]
    for safe in ("", "/", "!'()*~-._", "*-._"):
        yield quote(data, safe=safe)
    yield quote_plus(data)
    yield quote(data, safe="*-._ ").replace(" ", "+").replace("~", "%7E")
    yield "".join(f"%{byte:02x}" for byte in data)
    yield "".join(f"={byte:02x}" for byte in data)
    yield quopri.encodestring(data).decode("ascii").replace("=\n", "")
    yield quote(quote(data, safe=""), safe="")  # an address in an address


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
