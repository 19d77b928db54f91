"""A service that misbehaves from a seed, on loopback, and the ledger of what it truly did.

Every call for one thing (a customer, the summary, the list) draws its fate from the seed, the thing and the number of the call,
so another order of calls changes nothing. No thing is treated badly more than three times in a row: four tries get through.
A service that honours keys does a key's work once and gives that answer again; its calls still misbehave like all others.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

WORKS, BEFORE, LIMITED, HANGS, AFTER = "works", "500", "429", "acts, then hangs", "acts, then 500"
WRITES = {WORKS: 60, BEFORE: 10, LIMITED: 10, HANGS: 10, AFTER: 10}
READS = {WORKS: 85, BEFORE: 5, LIMITED: 5, HANGS: 5}
IN_A_ROW = 3
"""The most misbehaviours one thing meets without a break."""
TRAVEL = 0.008
"""Seconds from the request to the effect, and from the effect to the answer."""
HANG = 1.0
"""Seconds before a hanging call is dropped without an answer."""
RETRY_AFTER = 0.2


class Made(NamedTuple):
    """One effect, and how many customers were moved when it came about."""

    thing: str
    moved: int


class Ledger:
    """What truly happened. Nobody but the service writes it."""

    def __init__(self, seed: int, honours_keys: bool, calm: bool = False) -> None:
        self.seed, self.honours_keys, self.calm = seed, honours_keys, calm
        self.effects: list[Made] = []
        self.fates: Counter[str] = Counter()
        self.hasty = 0
        """Calls that came sooner than a 429 had asked for."""
        self._kept: dict[str, str] = {}
        self._calls: Counter[str] = Counter()
        self._bad: Counter[str] = Counter()
        self._closed_until: dict[str, float] = {}
        self._lock = threading.Lock()

    @property
    def times(self) -> Counter[str]:
        """Thing -> how often it was done."""
        return Counter(made.thing for made in self.effects)

    def fate(self, thing: str, odds: dict[str, int]) -> str:
        """What becomes of this call."""
        with self._lock:
            self._calls[thing] += 1
            self.hasty += time.monotonic() < self._closed_until.pop(thing, 0.0)
            chance = random.Random(f"{self.seed}/{thing}/{self._calls[thing]}")
            fate = chance.choices(list(odds), list(odds.values()))[0] if self._may_fail(thing) else WORKS
            self._bad[thing] = 0 if fate == WORKS else self._bad[thing] + 1
            self.fates[fate] += 1
            if fate == LIMITED:
                self._closed_until[thing] = time.monotonic() + RETRY_AFTER
            return fate

    def _may_fail(self, thing: str) -> bool:
        return not self.calm and self._bad[thing] < IN_A_ROW

    def do(self, thing: str, key: str) -> str:
        """Bring the effect about; the answer."""
        with self._lock:
            if self.honours_keys and key in self._kept:
                return self._kept[key]
            moved = len({made.thing for made in self.effects if made.thing != "summary"})
            self.effects.append(Made(thing, moved))
            answer = json.dumps({"done": thing, "number": len(self.effects)})
            if key:
                self._kept[key] = answer
            return answer

    def listed(self) -> str:
        """What a reader is told: the things done."""
        with self._lock:
            return json.dumps(sorted(self.times))


class Handler(BaseHTTPRequestHandler):
    """POST /THING does it, GET / lists what is done."""

    server: Service

    def do_GET(self) -> None:
        self._serve(self.server.ledger.fate("the list", READS), self.server.ledger.listed)

    def do_POST(self) -> None:
        ledger, thing, key = self.server.ledger, self.path.strip("/"), self.headers.get("Idempotency-Key", "")
        self._serve(ledger.fate(thing, WRITES), lambda: ledger.do(thing, key))

    def _serve(self, fate: str, work: Any) -> None:
        time.sleep(TRAVEL)
        if fate == BEFORE:
            return self._answer(500, "sorry")
        if fate == LIMITED:
            return self._answer(429, "slower, please", {"Retry-After": str(RETRY_AFTER)})
        answer = work()
        time.sleep(HANG if fate == HANGS else TRAVEL)
        if fate == AFTER:
            return self._answer(500, "sorry")
        return self._answer(200, answer) if fate == WORKS else None

    def _answer(self, status: int, text: str, headers: dict[str, str] | None = None) -> None:
        try:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(text)), **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text.encode())
        except OSError:
            pass  # the client was killed or has given up

    def log_message(self, *_: object) -> None:
        """Quiet: the ledger is the log."""


class Service(ThreadingHTTPServer):
    """The service, in threads of this process, from `with` to its end."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, seed: int, honours_keys: bool, calm: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.ledger = Ledger(seed, honours_keys, calm)
        self.address = f"http://127.0.0.1:{self.server_port}"

    def __enter__(self) -> Service:
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, *_: object) -> None:
        """A client that was killed in the middle of its request is no news."""
