"""Time as the machine tells it."""

import asyncio
import time

from midcourse.engine.clock import SystemClock


def test_it_tells_seconds_since_the_epoch_and_moves_on_with_sleep():
    clock = SystemClock()
    before = clock.now()
    assert abs(before - time.time()) < 1.0
    asyncio.run(clock.sleep(0.02))
    assert 0.02 <= clock.now() - before < 5.0


def test_it_does_not_go_back_with_the_machines_clock(monkeypatch):
    clock = SystemClock()
    before = clock.now()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert clock.now() >= before
