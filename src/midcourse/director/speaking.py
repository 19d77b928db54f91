"""What people are asked, waited for and heard to say."""

from __future__ import annotations

import asyncio

from ..core.evolve import PEOPLE
from ..core.gates.checks import checked
from ..core.people.messages import Answer, Question, in_bounds
from ..core.policy import Decision
from ..core.run.commands import Ask, Wait
from ..core.run.events import Asked, Heard, Waited
from .limits import asked, within
from .logbook import Logbook
from .parts import Parts

POLL = 0.1
"""Seconds between two looks into the inbox while waiting."""


async def ask(parts: Parts, log: Logbook, command: Ask, why: Decision) -> None:
    """Put a question to people; it is kept before anybody sees it."""
    log.record(Asked(command.question), why)
    await log.save()  # what cannot be stored cannot be answered, and the act does not run
    await put(parts, log, command.question)


async def put(parts: Parts, log: Logbook, question: Question) -> None:
    """Put a question to the approver; an answer through the inbox is as good, and ends the asking."""
    began = parts.clock.now()

    async def allows() -> Answer | None:
        return await within(max(0.0, question.until - began), asked(parts.approver.allows, question))

    asking = asyncio.ensure_future(allows())
    try:
        while not asking.done() and not await parts.inbox.receive(log.run.id, log.run.people.messages):
            if parts.clock.now() >= question.until:
                break  # nobody has answered, and the policy says what that means
            await asyncio.wait([asking], timeout=POLL)
        said = _said(asking) if asking.done() else None
    finally:
        asking.cancel()
    if said is None or (isinstance(said, str) and parts.clock.now() >= question.until):
        return
    unheard = said if isinstance(said, str) else ""
    log.record(Waited(PEOPLE, parts.clock.now() - began, unheard), at=began)
    if isinstance(said, Answer):
        log.record(Heard(in_bounds(said)))
    await log.save()


def _said(asking: asyncio.Future[Answer | None]) -> Answer | str | None:
    """What the approver answered; in words, why it broke off: that is no yes."""
    try:
        return checked(asking.result(), Answer | None, "an Answer")
    except (Exception, asyncio.CancelledError) as error:
        return ": ".join(filter(None, ("the approver broke off", type(error).__name__, str(error))))


async def wait(parts: Parts, log: Logbook, command: Wait, why: Decision) -> None:
    """Let time pass, until it is over or somebody says something."""
    await log.save()
    clock = parts.clock
    while command.until is None or clock.now() < command.until:
        if await parts.inbox.receive(log.run.id, log.run.people.messages):
            break
        await clock.sleep(POLL if command.until is None else min(POLL, max(0.0, command.until - clock.now())))
    log.record(Waited(command.why, clock.now() - why.at), why)


async def hear(parts: Parts, log: Logbook) -> None:
    """Take up what people have said meanwhile."""
    run = log.run
    heard = await parts.inbox.receive(run.id, run.people.messages)
    if heard:
        for id, message in heard:
            log.record(Heard(in_bounds(message), id))
        await log.save()
