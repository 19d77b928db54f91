"""One-time codes (TOTP, RFC 6238) from a secret that is a key address: `otpauth://totp/NAME?secret=SEED`."""

from __future__ import annotations

import base64
import binascii
import hmac
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from ..core.errors import TaskError

SCHEME = "otpauth://"
WAYS = ("SHA1", "SHA256", "SHA512")


class OneTime(NamedTuple):
    """How codes are made from a seed."""

    seed: str
    """In base 32, without blanks."""
    way: str = "SHA1"
    digits: int = 6
    period: int = 30
    """Seconds for which a code is good."""

    def code(self, at: float) -> str:
        """The code that is good at a moment, in seconds since the epoch."""
        mac = hmac.digest(_key(self.seed), int(at // self.period).to_bytes(8, "big"), self.way)
        start = mac[-1] & 15
        number = int.from_bytes(mac[start : start + 4], "big") & 0x7FFFFFFF
        return str(number % 10**self.digits).zfill(self.digits)

    def left(self, at: float) -> float:
        """Seconds for which the code of this moment is still good."""
        return self.period - at % self.period


def read_one_time(name: str, value: str) -> OneTime | None:
    """How the codes of a secret are made; None for one that is no key address. TaskError, without the secret, for a wrong one."""
    if not value.startswith(SCHEME):
        return None
    try:
        given = {key: values[-1] for key, values in parse_qs(urlsplit(value).query).items()}
        made = OneTime(
            "".join(given["secret"].split()).rstrip("="),
            given.get("algorithm", "SHA1").upper(),
            int(given.get("digits", "6")),
            int(given.get("period", "30")),
        )
        sound = _key(made.seed) and made.way in WAYS and 6 <= made.digits <= 8 and made.period > 0
        if sound and urlsplit(value).netloc == "totp":
            return made
    except (KeyError, ValueError, binascii.Error):
        pass
    raise TaskError(
        f"the secret {name} is no key address for codes: write otpauth://totp/NAME?secret=SEED, with the seed in base 32,"
        f" and perhaps &algorithm={'|'.join(WAYS)}, &digits=6|7|8, &period=SECONDS"
    ) from None


def _key(seed: str) -> bytes:
    return base64.b32decode(seed + "=" * (-len(seed) % 8), casefold=True)
