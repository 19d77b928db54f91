"""Looking at the world and acting in it, with whatever goes wrong turned into events."""

from __future__ import annotations

import asyncio

import msgspec

from ..core.errors import JournalError, TaskError
from ..core.failing.failures import qualified, slug
from ..core.gates.checks import as_json, check_look, checked, sound
from ..core.gates.late_answers import AnswersLate
from ..core.gates.lookers import LooksAtAPrice
from ..core.gates.unplanned import may_call
from ..core.model import Call, Done, Failed, Json, Result, Target, Uncertain
from ..core.plans.outline import outline, put_back
from ..core.plans.plan import BLOB, Act, is_plain, secrets_in, transform
from ..core.plans.quoting import QUOTE, quoted, unquoted
from ..core.policy import Decision
from ..core.protocols import CallsUnplanned, World
from ..core.run.budget import affords_look, seconds_left
from ..core.run.events import Acted, Intended, Interrupted, Looked, NotSeen, Settled
from ..core.seeing.belief import compare, shorten
from . import consulting
from .limits import asked, within
from .logbook import Logbook
from .offering import offers
from .parts import Parts

LARGE = 32_768
"""Bytes of an output in the journal; the largest parts of a larger one are kept as blobs."""
LAST_LOOK = 5.0
"""Seconds that a look has also when the time of the run is over: how it ends is looked at."""
KEEPING = 30.0
"""Seconds that keeping something large may take."""
TARGETS = tuple[Target, ...]


def hold(world: World, log: Logbook) -> None:
    """Hold a world that does or spends more than it is asked to what the run allows."""
    if offers(world, CallsUnplanned):
        world.heed(lambda skill, args: may_call(log.run, skill, args))
    if offers(world, LooksAtAPrice):
        world.keep_within(lambda most: affords_look(log.run.spent, log.run.setup.settings, most))


async def look(parts: Parts, log: Logbook, why: Decision) -> None:
    """See how the world is; that it cannot be seen is a finding too."""
    clock, before, settings = parts.clock, log.run.seen.belief, log.run.setup.settings
    left = max(LAST_LOOK, settings.limits.max_seconds - log.run.elapsed(clock.now()))
    limit = min(settings.looking.look_seconds, max(1.0, settings.limits.max_seconds), left)
    try:
        seen = await within(limit, asked(parts.world.observe))
        check_look(seen)
        change = compare(before, seen)
        picture = await _put(parts, seen.picture) if seen.picture else ""
        targets = None if seen.targets == before.targets else checked(seen.targets, TARGETS, "targets")
    except JournalError:
        raise  # a picture that cannot be kept is no fault of the world
    except Exception as error:  # a world that cannot be seen is a finding, whatever it raised
        if isinstance(error, TaskError) and not before.looks:  # one that is wrongly made is an error, before anything is done
            log.record(Interrupted(str(error)))
            await log.save()
            raise
        told = str(error) or f"no look within {limit:g} seconds"
        log.record(NotSeen(f"{type(error).__name__}: {told}", clock.now() - why.at), why)
        return
    looked = Looked(
        change.added, shorten(change.removed), seen.covers, targets, picture, seen.source, seen.stale, clock.now() - why.at,
        seen.tier, seen.cost,
    )  # fmt: skip
    log.record(looked, why)
    await _hear_late(parts, log, limit)


async def _hear_late(parts: Parts, log: Logbook, limit: float) -> None:
    """An act in doubt that has answered since is in doubt no more."""
    doubt = log.run.acting.doubt
    if doubt is None or not offers(parts.world, AnswersLate):
        return
    try:
        result = await within(limit, _late_answer(parts.world, doubt.key))
    except Exception:  # it cannot say what it heard, or takes its time: the act stays in doubt
        return
    if isinstance(result, Done):
        kept, names = await _kept(parts, result.output)
        log.record(Settled(doubt.step, True, "answer", "it answered after its time limit", kept.output, names))
    elif isinstance(result, Failed) and result.clean:
        log.record(Settled(doubt.step, False, "answer", f"it answered after its time limit: {result.detail or result.reason}"))


async def act(parts: Parts, log: Logbook, intent: Intended, why: Decision) -> None:
    """Do one act, between its intent and its outcome in the journal."""
    log.record(intent, why)
    await log.save()  # what has no committed intent is never started
    await asyncio.sleep(0)  # other runs, and people, get their turn however quick this world is
    began = parts.clock.now()
    left = seconds_left(log.run.setup.settings, log.run.elapsed(began))
    limit = min(log.run.known.skills[intent.skill].timeout, max(1.0, left))
    result: Result
    try:
        result = await _come_of(parts, log, intent, limit)
    except TimeoutError as error:
        result = Uncertain("timeout", ": ".join(filter(None, (f"no answer in {limit:g} seconds", str(error)))))
    except asyncio.CancelledError as error:
        if (task := asyncio.current_task()) is None or task.cancelling():
            raise
        result = Failed("cancelled", str(error) or "the world gave up", clean=False)
    except Exception as error:
        result = Failed(slug(type(error).__name__), str(error), clean=False, error=qualified(error))
    finding = await consulting.classify(parts, log.run, intent.skill, result) if isinstance(result, Failed) else None
    names: tuple[str, ...] = ()
    if isinstance(result, Done) and result.output is not None:
        result, names = await _kept(parts, result.output)
    log.record(Acted(intent.step, result, blobs=names, took=parts.clock.now() - began, finding=finding), at=began)
    await log.save()


async def _come_of(parts: Parts, log: Logbook, intent: Intended, limit: float) -> Result:
    """What comes of the act. Where one of its arguments cannot be brought back, nothing was begun."""
    try:
        args = await _fetched(parts, log, intent.args)
    except JournalError as error:
        return Failed("missing_dependency", str(error))
    step = log.run.work.records[intent.step].step
    secrets = secrets_in(step.args) if isinstance(step, Act) else frozenset[str]()
    call = Call(intent.skill, args, intent.target, intent.key, limit, secrets)
    return await within(limit, _answer(parts, call))


async def _answer(parts: Parts, call: Call) -> Result:
    """What the world says to a call."""
    return _as_written(await parts.world.act(call))


async def _late_answer(world: AnswersLate, key: str) -> Result | None:
    """What the world has heard since; None for nothing."""
    result = world.late_answer(key)
    return None if result is None else _as_written(result)


def _as_written(result: Result) -> Result:
    """An answer with its output as a replay will read it: to write that down may take time too."""
    result = sound(result)
    if isinstance(result, Done) and result.output is not None:
        return Done(msgspec.json.decode(as_json(result.output)))
    return result


async def _put(parts: Parts, data: bytes) -> str:
    """The name under which something large is kept; JournalError where it cannot be, or nobody says that it is."""
    try:
        return await within(KEEPING, asked(parts.blobs.put, data))
    except TimeoutError:
        raise JournalError(f"what is too large for the journal was not kept within {KEEPING:g} seconds") from None


async def _got(parts: Parts, name: str) -> bytes:
    """What is kept under this name; JournalError where it cannot be had, or nobody brings it."""
    try:
        return await within(KEEPING, asked(parts.blobs.get, name))
    except TimeoutError:
        raise JournalError(f"blob {name} was not brought back within {KEEPING:g} seconds") from None


async def _kept(parts: Parts, output: Json) -> tuple[Done, tuple[str, ...]]:
    """The output as the journal holds it, and the names of the blobs that stand for its large parts."""
    kept, apart = outline(output, LARGE)
    names: list[str] = []
    for place, part in apart.items():
        names.append(await _put(parts, as_json(part)))
        kept = put_back(kept, place, BLOB + names[-1])
    return Done(kept), tuple(names)


async def _fetched(parts: Parts, log: Logbook, args: dict[str, Json]) -> dict[str, Json]:
    """The arguments as the world gets them: large values are brought back from where they are kept, and text is text."""
    if not log.run.work.blobs and is_plain(args):  # most are, and nothing in them stands for something else
        return args
    wanted: set[str] = set()
    transform(args, lambda leaf: wanted.add(leaf) if isinstance(leaf, str) else None)
    kept = [name for name in log.run.work.blobs if BLOB + name in wanted]
    values = {BLOB + name: _as_text(msgspec.json.decode(await _got(parts, name))) for name in kept}
    if not values and not any(text.startswith(QUOTE) for text in wanted):
        return args
    return transform(args, lambda leaf: values.get(leaf, unquoted(leaf)) if isinstance(leaf, str) else leaf)


def _as_text(value: Json) -> Json:
    """A value from a world, in which nothing is the name of a secret."""
    return transform(value, lambda leaf: unquoted(quoted(leaf)))
