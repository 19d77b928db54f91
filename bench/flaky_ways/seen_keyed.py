"""The engine with named effects, an observer, and keys that are passed on."""

from typing import Any

from midcourse import (
    AutoReplanning,
    MidcourseError,
    Patience,
    Settings,
    act,
    current_call,
    fact,
    observer,
    open_store,
    resume,
    run,
    skill,
)

from .client import BACKOFF, CUSTOMERS, KEYED, RETRIES, SUMMARY


def work(api, folder):
    """Begin the run, or go on with it."""

    @skill(makes="moved({customer})", settles=0.2, **KEYED)
    def move(customer: str):
        api.post(customer, key=current_call().key)

    @skill(makes="summarised", settles=0.2, **KEYED)
    def summarise():
        api.post(SUMMARY, key=current_call().key)

    @observer("moved(*)", "summarised")
    def look():
        return ["summarised" if thing == SUMMARY else fact("moved", thing) for thing in api.done()]

    parts: dict[str, Any] = {
        "world": [move, summarise, look],
        "planner": [*(act("move", customer=c) for c in CUSTOMERS), act("summarise")],
        "store": open_store(folder / "journal.db"),
    }
    try:
        return resume("the-move", **parts)
    except MidcourseError:  # not begun yet
        settings = Settings(
            patience=Patience(backoff=BACKOFF, retries=RETRIES), auto=AutoReplanning(min_interval_seconds=BACKOFF)
        )
        goal = " and ".join([*(f"moved({c})" for c in CUSTOMERS), "summarised"])
        return run("move all customers", done_when=goal, run_id="the-move", settings=settings, **parts)
