"""The client that every way uses: two calls of urllib with a time-out, as anybody would write them, and the common settings."""

from __future__ import annotations

import inspect
import json
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

from midcourse import skill

CUSTOMERS = tuple(f"c{n:02}" for n in range(1, 21))
SUMMARY = "summary"
TIMEOUT = 0.3
BACKOFF = 0.05
RETRIES = 4
"""Tries after the first, and the pause before the first of them in seconds; it doubles."""

KEYED: dict[str, Any] = {"keyed": True} if "keyed" in inspect.signature(skill).parameters else {}
"""What says that a service honours keys, where this engine knows of it."""

_opener = build_opener(ProxyHandler({}))


class Api:
    """The service at an address. What goes wrong is what urllib raises: HTTPError, TimeoutError, URLError."""

    def __init__(self, address: str) -> None:
        self.address = address

    def post(self, thing: str, key: str = "") -> None:
        """Have a thing done: a customer moved, the summary posted."""
        headers = {"Idempotency-Key": key} if key else {}
        _opener.open(Request(f"{self.address}/{thing}", b"", headers, method="POST"), timeout=TIMEOUT).read()

    def done(self) -> list[str]:
        """The things that are done."""
        return json.loads(_opener.open(self.address, timeout=TIMEOUT).read())


def pause(error: Exception, retry: int) -> float:
    """Seconds before another try: the back-off, or what a 429 asks for if that is more."""
    headers = getattr(error, "headers", None) or {}
    return max(BACKOFF * 2**retry, float(headers.get("Retry-After", 0)))
