"""Secrets in every dress: however a secret is spelt, wrapped or cut where it comes back, seven characters of it are not seen."""

import asyncio
import base64
import html
import json
import quopri
import re
import textwrap
import time
import unicodedata
from html.entities import codepoint2name
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.errors import LookFailed, TaskError
from midcourse.core.model import Call, Done, Observation
from midcourse.worlds.secrets import WithSecrets, check_secrets
from midcourse.worlds.spellings import Spellings

SECRET = "Tr0ub4dor&3 <x>'\"/ü~"
SPELLINGS = {
    "plain": lambda s: s,
    "upper": str.upper,
    "basic auth": lambda s: "Basic " + base64.b64encode(f"clerk:{s}".encode()).decode(),
    "basic auth, another name": lambda s: base64.b64encode(f"ada:{s}".encode()).decode(),
    "basic auth, a third": lambda s: base64.b64encode(f"x:{s}".encode()).decode(),
    "url-safe base64": lambda s: base64.urlsafe_b64encode(f"a{s}".encode()).decode(),
    "base64 of wide letters": lambda s: base64.b64encode(s.encode("utf-16-le")).decode(),
    "hex": lambda s: s.encode().hex(),
    "hex with colons": lambda s: s.encode().hex(":").upper(),
    "hex in a dump": lambda s: s.encode().hex(" "),
    "hex in a string": lambda s: "".join(f"\\x{b:02x}" for b in s.encode()),
    "base32": lambda s: base64.b32encode(s.encode()).decode(),
    "base32 behind a name": lambda s: base64.b32encode(f"me:{s}".encode()).decode(),
    "base85": lambda s: base64.b85encode(s.encode()).decode(),
    "base85 behind a name": lambda s: base64.b85encode(f"me:{s}".encode()).decode(),
    "base85 behind another": lambda s: base64.a85encode(f"clerk:{s}".encode()).decode(),
    "numbers": lambda s: str(list(s.encode())),
    "numbers as a program prints them": lambda s: " ".join(str(b) for b in s.encode()),
    "hex numbers": lambda s: ", ".join(f"{b:#04x}" for b in s.encode()),
    "hex numbers, short": lambda s: ",".join(f"{b:#x}" for b in s.encode()),
    "seven numbers": lambda s: str(list(s.encode())[2:9]),
    "mail, every letter": lambda s: "".join(f"={b:02X}" for b in s.encode()),
    "html, long numbers": lambda s: "".join(f"&#{ord(c):04};" for c in s),
    "html, long hex numbers": lambda s: "".join(f"&#x{ord(c):04x};" for c in s),
    "misread": lambda s: s.encode().decode("latin-1"),
    "html": html.escape,
    "html, numbers": lambda s: "".join(f"&#{ord(c)};" for c in s),
    "html, hex numbers": lambda s: "".join(f"&#x{ord(c):X};" for c in s),
    "json": json.dumps,
    "python": repr,
    "unicode escapes": lambda s: "".join(f"\\u{ord(c):04X}" for c in s),
    "address": lambda s: quote(s, safe=""),
    "address, every letter": lambda s: "".join(f"%{b:02X}" for b in s.encode()),
    "address in an address": lambda s: quote(quote(s, safe=""), safe=""),
    "in groups": lambda s: "-".join(s[i : i + 4] for i in range(0, len(s), 4)),
    "in colours": lambda s: "\x1b[1m".join(s[i : i + 5] for i in range(0, len(s), 5)) + "\x1b[0m ",
    "mail": lambda s: quopri.encodestring(s.encode()).decode(),
    "in a name": lambda s: "_".join(re.findall(r"[^\W_]+", s)).lower(),
    "wrapped": lambda s: "\n    ".join(textwrap.wrap(s, 3, drop_whitespace=False)),
    "wrapped base64": lambda s: "\r\n".join(textwrap.wrap(base64.b64encode(s.encode()).decode(), 4)),
    "quoted in pieces": lambda s: '"' + '" "'.join(s) + '"',
    "no width": lambda s: "\u200b".join(s),
    "cut behind": lambda s: s[:9],
    "cut in front": lambda s: "…" + s[6:],
    "a piece of it": lambda s: s[4:12],
}


def leaks(text: str, shown: str) -> bool:
    """Whether seven characters in a row of what was written are still there."""
    return any(text[i : i + 7].strip() and text[i : i + 7] in shown for i in range(len(text) - 6))


@pytest.mark.parametrize("dress", SPELLINGS)
def test_a_secret_is_hidden_in_any_dress(dress):
    dressed = SPELLINGS[dress](SECRET)
    shown = Spellings([(SECRET, "secret:X")]).hide(f"before {dressed} after")
    assert "secret:X" in shown and shown.startswith("before ") and shown.endswith("after")
    core = dressed.removeprefix("Basic ")
    assert not leaks(core[6:-6] if "base" in dress or "Basic" in dressed else core, shown), shown


@pytest.mark.parametrize("coding", ["utf-8", "latin-1", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "spelt",
    [
        lambda data: "Basic " + base64.b64encode(b"u:" + data).decode(),
        lambda data: base64.b32encode(data).decode(),
        lambda data: quote(data, safe=""),
        lambda data: str(list(data)),
        lambda data: " ".join(f"{byte:#04x}" for byte in data[2:12]),
        lambda data: data.hex(),
        repr,
    ],
    ids=["base64", "base32", "address", "numbers", "hex numbers", "hex", "python"],
)
def test_letters_beyond_ascii_are_hidden_in_any_coding(coding, spelt):
    secret = "pässwört-ñ12"
    written = spelt(secret.encode(coding))
    shown = Spellings([(secret, "secret:X")]).hide(f"it is {written} there")
    assert "secret:X" in shown and not leaks(written[14:-6], shown), shown


@pytest.mark.parametrize("mark", ["-", ".", "_", ",", " ", ":", "/", "\u2011", "\u2013", "\u2014", "\u00b7"])
def test_a_secret_in_groups_is_hidden_whatever_stands_between_them(mark):
    for secret in ("4111222233334444", "360886", "Zx81-Qwer"):
        shown = mark.join(secret[i : i + 3] for i in range(0, len(secret), 3))
        assert Spellings([(secret, "secret:X")]).hide(f"it is {shown} today") == "it is secret:X today"


def test_numbers_that_are_no_bytes_of_a_secret_stay():
    text = "rows 1, 2, 3, 4, 5, 6, 7, 8, 300, 4000 and 0x10 0x20 0x30 0x40 0x50 0x60 0x70"
    hidden = Spellings([("pässwört-ñ12", "secret:X")])
    assert hidden.hide(text) == text and hidden.spans(text) == []


@pytest.mark.parametrize("shown", ["360 886", "360-886", "ref_360886", "360,886", "x360886y"])
def test_a_code_is_hidden_in_groups_and_in_names_but_not_in_another_number(shown):
    hidden = Spellings([("360886", "secret:CODE")]).hide
    assert "886" not in hidden(f"it is {shown} today")
    assert hidden("1360886 and 360-8861") == "1360886 and 360-8861"


@pytest.mark.parametrize("secret", ['ab"cd\'ef\\gh"ij', "ab\tcd efg hij", "a b c d e f g h"])
def test_seven_characters_count_with_the_marks_among_them(secret):
    hidden = Spellings([(secret, "secret:X")])
    for i in range(len(secret) - 6):
        piece = secret[i : i + 7]
        assert piece.strip() not in hidden.hide(f"<{piece}>"), piece
        assert hidden.spans(f"<{piece}>")
    assert hidden.hide(f"<{secret}>") == "<secret:X>"


printed = st.text(st.characters(min_codepoint=33, max_codepoint=0x2FF, exclude_categories=["C"]), min_size=9, max_size=30)


@given(printed, st.sampled_from(sorted(SPELLINGS)), st.text("abc é\n", max_size=9))
def test_whatever_the_secret_seven_of_its_characters_are_never_shown(secret, dress, around):
    dressed = SPELLINGS[dress](secret)
    shown = Spellings([(secret, "§")]).hide(around + dressed + around)
    assert not any(secret[i : i + 7] in shown for i in range(len(secret) - 6))


@given(st.text("abcdefgh ", max_size=60))
def test_other_text_stays_as_it_is(text):
    assert Spellings([("0123456789", "secret:X")]).hide(text) == text


@pytest.mark.parametrize("blank", [" ", "_", "-"])
def test_a_secret_is_hidden_where_a_name_was_made_of_it(blank):
    hidden = Spellings([("ab.cd.ef.gh", "secret:X"), ("!?*&%$#", "secret:Y")])
    assert hidden.hide(f"the field {blank.join(['ab', 'cd', 'ef', 'gh'])} here") == "the field secret:X here"
    assert hidden.hide("a - b _ c   d") == "a - b _ c   d"


def test_a_short_secret_is_hidden_as_a_word_and_said_to_be_short():
    spellings = Spellings([("4711", "secret:PIN")])
    assert spellings.hide("pin 4711, account 94711") == "pin secret:PIN, account 94711"
    assert "PIN" in check_secrets({"PIN": "4711", "LONG": "12345678"}) and "LONG" not in check_secrets({"LONG": "12345678"})
    with pytest.raises(TaskError, match="the secret PIN has 3 characters"):
        check_secrets({"PIN": "471"})
    assert check_secrets({"EMPTY": ""}) == ""


def test_of_two_secrets_each_stands_for_itself():
    spellings = Spellings([("sesame-street-42", "secret:A"), ("open-the-door-99", "secret:B")])
    assert spellings.hide("sesame-street-42 and open-the-door-99") == "secret:A and secret:B"


def test_megabytes_with_many_secrets_take_time_in_proportion():
    line = "GET /api?token=Hunter2-Zebra99 200, and more of a line as logs have them, of a hundred characters\n"
    hides = Spellings([("Hunter2-Zebra99", "secret:K")])
    began = time.process_time()
    hidden = hides.hide(line * 52_000)
    assert time.process_time() - began < 30 and "Zebra" not in hidden and hidden.count("secret:K") == 52_000


class Gives:
    """A world whose one skill returns or raises what it is told."""

    def __init__(self, output=None, error=None):
        self.output, self.error = output, error

    async def skills(self):
        raise OSError(self.error)

    async def observe(self):
        return Observation(frozenset())

    async def act(self, call):
        return Done(self.output)


@pytest.mark.parametrize(
    ("output", "kept"),
    [
        ({"type": "Buffer", "data": list(f"it is {SECRET}.".encode())}, {"type": "Buffer", "data": "it is secret:K."}),
        ([1, 2, 3, 250], [1, 2, 3, 250]),
        ([True, False] * 4, [True, False] * 4),
    ],
)
def test_a_secret_as_a_list_of_its_bytes_is_hidden(output, kept):
    result = asyncio.run(WithSecrets(Gives(output), {"K": SECRET}).act(Call("f", {})))
    assert result == Done(kept)


def given_back(output, secret):
    result = asyncio.run(WithSecrets(Gives(output), {"K": secret}).act(Call("f", {})))
    assert isinstance(result, Done)
    return result.output


@pytest.mark.parametrize("coding", ["utf-8", "latin-1", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("secret", ["Hunter2-Zebra99", "pöss-wört-grün-öl"])
def test_a_secret_is_hidden_in_bytes_of_any_usual_coding(coding, secret):
    assert "secret:K" in given_back(secret.encode(coding), secret)
    assert given_back(b"\x00\xff plain", secret) == b"\x00\xff plain"


def test_an_output_that_cannot_be_searched_is_left_out_and_the_act_is_done():
    endless: list[object] = []
    endless.append(endless)
    for output in (endless, 10**5000):
        assert "is left out" in given_back(output, "Hunter2-Zebra99")


def test_an_error_of_a_world_that_lists_its_skills_is_told_without_secrets():
    with pytest.raises(LookFailed, match="OSError: no login with secret:K") as raised:
        asyncio.run(WithSecrets(Gives(error="no login with Hunter2-Zebra99"), {"K": "Hunter2-Zebra99"}).skills())
    assert raised.value.__cause__ is None and raised.value.__suppress_context__


@pytest.mark.parametrize(
    "value",
    ["gro\u00df-Stra\u00dfe-77!", "Gr\u00fc\u00dfe aus K\u00f6ln", "\u043f\u0430\u0440\u043e\u043b\u044c-1", "\u0130stanbul-34"],
)
@pytest.mark.parametrize(
    "spelt",
    [
        str.upper,
        str.casefold,
        lambda s: s.encode("ascii", "xmlcharrefreplace").decode(),
        lambda s: "".join(c if c.isascii() else f"&#x{ord(c):X};" for c in s),
        lambda s: "".join(f"&{codepoint2name[ord(c)]};" if ord(c) > 127 and ord(c) in codepoint2name else c for c in s),
        ascii,
        lambda s: unicodedata.normalize("NFD", s),
    ],
    ids=["upper", "folded", "decimal", "hex", "named", "ascii", "apart"],
)
def test_letters_beyond_ascii_are_hidden_as_pages_and_programs_write_them(value, spelt):
    written = spelt(value)
    shown = Spellings([(value, "secret:X")]).hide(f"<input value={written}>")
    assert "secret:X" in shown and not any(written[i : i + 7] in shown for i in range(len(written) - 6))
