"""The same for as long as you like: `python -m tests.fuzz --minutes 10 [--only journals]`. The first mistake of each kind is shown."""

from __future__ import annotations

import argparse
import time
import traceback
from collections import Counter
from typing import Any

from hypothesis import given, seed, settings

import tests.conftest  # noqa: F401  the profile of all tests
from tests.fuzz.targets import TARGETS, Target, try_out

ROUND = 400
"""Examples of one kind before the next one has its turn."""


def one_round(target: Target, number: int, tried: Counter[str], name: str) -> None:
    @seed(number)
    @settings(settings.get_profile("house"), max_examples=ROUND, database=None, derandomize=False)
    @given(value=target.given)
    def holds(value: Any) -> None:
        tried[name] += 1
        try_out(target, value)

    holds()


def main() -> int:
    """Try until the time is over; how many examples ran, and how many mistakes were found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--only", choices=sorted(TARGETS), action="append")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args()
    until, number = time.monotonic() + 60 * asked.minutes, asked.seed
    tried: Counter[str] = Counter()
    found: dict[str, str] = {}
    while time.monotonic() < until:
        for name in asked.only or TARGETS:
            try:
                one_round(TARGETS[name], number, tried, name)
            except Exception as error:
                where = traceback.extract_tb(error.__traceback__)[-1]
                key = f"{name}: {type(error).__name__} at {where.filename}:{where.lineno}"
                if key not in found:
                    found[key] = key
                    print(f"{key} (seed {number})\n{''.join(traceback.format_exception(error))[-3000:]}", flush=True)
            if time.monotonic() > until:
                break
        number += 1
    print(f"{sum(tried.values()):,} examples: {dict(tried)}; {len(found)} mistakes")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
