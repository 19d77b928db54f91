"""The engine with bare functions that pass its key on to a service that honours keys."""

from typing import Any

from midcourse import AutoReplanning, MidcourseError, Patience, Settings, act, current_call, open_store, resume, run, skill

from .client import BACKOFF, CUSTOMERS, KEYED, RETRIES, SUMMARY


def work(api, folder):
    """Begin the run, or go on with it."""

    @skill(**KEYED)
    def move(customer: str):
        api.post(customer, key=current_call().key)

    @skill(**KEYED)
    def summarise():
        api.post(SUMMARY, key=current_call().key)

    parts: dict[str, Any] = {
        "world": [move, summarise],
        "planner": [*(act("move", customer=c) for c in CUSTOMERS), act("summarise")],
        "store": open_store(folder / "journal.db"),
    }
    try:
        return resume("the-move", **parts)
    except MidcourseError:  # not begun yet
        settings = Settings(
            patience=Patience(backoff=BACKOFF, retries=RETRIES), auto=AutoReplanning(min_interval_seconds=BACKOFF)
        )
        return run("move all customers", run_id="the-move", settings=settings, **parts)
