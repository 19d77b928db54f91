"""One-time codes: made as RFC 6238 says, given when they are typed, and in no journal."""

import asyncio
import base64
import time

import pytest

from midcourse import Done, Observation, Skill, Task
from midcourse.core.errors import TaskError
from midcourse.core.model import Call
from midcourse.worlds.one_time import OneTime, read_one_time
from midcourse.worlds.secrets import WithSecrets
from tests.worlds.in_browser import ends, in_browser

SEED = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
ADDRESS = f"otpauth://totp/Ledger:clerk?secret={SEED}&issuer=Ledger"


def seed(letters):
    return base64.b32encode((b"1234567890" * 7)[:letters]).decode().rstrip("=")


@pytest.mark.parametrize(
    ("at", "way", "letters", "code"),
    [
        (59, "SHA1", 20, "94287082"),
        (59, "SHA256", 32, "46119246"),
        (59, "SHA512", 64, "90693936"),
        (1111111109, "SHA1", 20, "07081804"),
        (20000000000, "SHA512", 64, "47863826"),
    ],
)
def test_codes_are_those_of_the_standard(at, way, letters, code):
    made = read_one_time("X", f"otpauth://totp/x?secret={seed(letters)}&algorithm={way}&digits=8")
    assert made is not None and made.code(at) == code and made.left(at) == made.period - at % 30


@pytest.mark.parametrize(
    "value",
    [
        "otpauth://hotp/x?secret=JBSWY3DP&counter=1",
        "otpauth://totp/x",
        "otpauth://totp/x?secret=1!",
        "otpauth://totp/x?secret=JBSWY3DP&digits=99",
    ],
)
def test_a_wrong_key_address_is_told_without_what_it_holds(value):
    with pytest.raises(TaskError, match="the secret X is no key address") as told:
        read_one_time("X", value)
    assert value not in str(told.value)


def test_a_plain_secret_stands_for_itself():
    assert read_one_time("X", "sesame-street") is None


class Door:
    """A world that notes what was typed, and shows it."""

    def __init__(self):
        self.typed = []

    async def skills(self):
        return [Skill("type", parameters=())]

    async def observe(self):
        return Observation(frozenset(f"typed({text})" for text in self.typed))

    async def act(self, call):
        self.typed.append(call.args["text"])
        return Done(f"it is {call.args['text']}, seed {SEED}, of Ledger:clerk")


def test_a_code_is_made_when_it_is_typed_and_hidden_wherever_it_shows():
    async def story():
        door = Door()
        world = WithSecrets(door, {"CODE": ADDRESS})
        result = await world.act(Call("type", {"text": "secret:CODE"}))
        return door.typed, result, (await world.observe()).facts

    typed, result, facts = asyncio.run(story())
    now = time.time()
    assert typed[0] in {OneTime(SEED).code(at) for at in (now, now - 30)}
    assert result == Done("it is secret:CODE, seed secret:CODE, of Ledger:clerk") and facts == {"typed(secret:CODE)"}


def test_a_code_that_is_about_to_end_is_not_given(monkeypatch):
    clock = [100.0 * 30 - 2]

    async def sleep(seconds):
        clock[0] += seconds

    monkeypatch.setattr("midcourse.worlds.secrets.time", lambda: clock[0])
    monkeypatch.setattr("midcourse.worlds.secrets.asyncio.sleep", sleep)
    door = Door()
    asyncio.run(WithSecrets(door, {"CODE": ADDRESS}).act(Call("type", {"text": "secret:CODE"})))
    assert door.typed == [OneTime(SEED).code(100.0 * 30)]


SIGN_IN = """<title>Sign in</title><form action=/in method=post><label>User <input name=user></label>
<label>Password <input type=password name=password></label><label>Code <input name=code></label><button>Go on</button></form>"""


def test_a_sign_in_with_a_code_is_done_from_values_and_the_code_is_in_no_journal(monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_PW", "sesame-street")
    monkeypatch.setenv("MIDCOURSE_SECRET_CODE", ADDRESS)

    async def story(web, site):
        values = {"User": "clerk", "Password": "secret:PW", "Code": "secret:CODE"}
        outcome = await ends(web, Task("sign in", "title(Inside)", values=values), "")
        return outcome, site.posted

    outcome, posted = in_browser({"/": SIGN_IN, "/in": "<title>Inside</title>"}, story)
    code = posted[-1][1]["code"]
    now = time.time()
    assert outcome.success and code in {OneTime(SEED).code(at) for at in (now, now - 30)}
    assert code not in repr(outcome.entries) and SEED not in repr(outcome.entries)
