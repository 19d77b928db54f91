"""A wrapper that fills in secrets at the last moment, and takes them out of whatever comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from time import time
from traceback import format_exception
from typing import Any, cast

import msgspec

from ..core.errors import LookFailed, TaskError
from ..core.failing.failures import qualified, slug
from ..core.gates.checks import as_plain
from ..core.gates.late_answers import AnswersLate
from ..core.gates.lookers import Affords, LooksAtAPrice
from ..core.gates.unplanned import MayCall
from ..core.model import (
    SECRET,
    Call,
    Cost,
    Done,
    FactKind,
    Failed,
    Json,
    Observation,
    Result,
    Skill,
    Target,
    Uncertain,
    Verbatim,
    secret_name,
)
from ..core.plans.plan import secrets_in, transform
from ..core.protocols import CallsUnplanned, Spoken, World
from .one_time import read_one_time
from .spellings import CODINGS, RUN, SHORTEST, Spellings

ENDING = 5.0
"""Seconds: a code that is good for less would not arrive in time."""


class WithSecrets:
    """Any world, with `secret:NAME` resolved inside it. The engine, the journal and the planner see references only.

    Text is cleaned wherever it comes out: facts, targets, outputs, reasons, exceptions. Pictures are the world's own affair.
    """

    def __init__(self, world: World, secrets: Mapping[str, str]) -> None:
        self._world, self._known = world, {name: value for name, value in secrets.items() if value}
        self._names = {SECRET + name for name in self._known}
        self._codes = {name: made for name, value in self._known.items() if (made := read_one_time(name, value))}
        """Secrets that stand for codes, each good for a while."""
        self._now: dict[str, str] = {}
        self._given: dict[str, str] = {}
        """Each code that was given so far, with its name."""
        self._spellings = self._spelt()

    def _spelt(self) -> Spellings:
        """All that is to be hidden. Of a key address that is the seed, not the rest, which names whoever wants the codes."""
        hidden = {self._codes[name].seed if name in self._codes else value: name for name, value in self._known.items()}
        # The longest first: one that begins with another must not leave its tail behind.
        known = sorted((hidden | self._given).items(), key=lambda pair: -len(pair[0]))
        return Spellings((value, SECRET + name) for value, name in known)

    @property
    def vocabulary(self) -> Sequence[FactKind]:
        """That of the world inside."""
        return self._world.vocabulary if isinstance(self._world, Spoken) else ()

    def heed(self, may: MayCall) -> None:
        """The world inside does; whom it asks sees references only."""
        if isinstance(self._world, CallsUnplanned):
            named = {value: SECRET + name for name, value in self._known.items()}
            self._world.heed(lambda skill, args: may(skill, transform(args, lambda leaf: _named(leaf, named))))

    @property
    def most_each(self) -> Cost:
        """What a look of the world inside may cost."""
        return self._world.most_each if isinstance(self._world, LooksAtAPrice) else Cost()

    def keep_within(self, affords: Affords) -> None:
        """The world inside does."""
        if isinstance(self._world, LooksAtAPrice):
            self._world.keep_within(affords)

    def late_answer(self, key: str) -> Result | None:
        """What the world inside has heard since, without the secrets' text."""
        result = self._world.late_answer(key) if isinstance(self._world, AnswersLate) else None
        return self._clean(result) if result is not None and self._spellings else result

    async def skills(self) -> Sequence[Skill]:
        """Those of the world inside, without the secrets' text."""
        if not self._spellings:
            return await self._world.skills()
        try:
            skills = await self._world.skills()
        except Exception as error:
            raise LookFailed(self.hide(f"{type(error).__name__}: {error}")) from None
        return [msgspec.convert(self._without(msgspec.to_builtins(skill)), Skill) for skill in skills]

    async def observe(self) -> Observation:
        """What the world inside shows, without the secrets' text."""
        try:
            seen = await self._world.observe()
        except TaskError as error:
            raise TaskError(self.hide(str(error))) from None
        except Exception as error:
            raise LookFailed(self.hide(f"{type(error).__name__}: {error}")) from None
        if not self._spellings:
            return seen
        return msgspec.structs.replace(
            seen,
            facts=frozenset(self.hide(f) for f in seen.facts),
            covers=tuple(self.hide(c) for c in seen.covers),
            targets=tuple(self._cleaned(t) for t in seen.targets),
            source=self.hide(seen.source),
            stale=self.hide(seen.stale),
        )

    async def act(self, call: Call) -> Result:
        """Do it with the secrets filled in."""
        missing: list[str] = []

        def fill(leaf: Json) -> Json:
            if isinstance(leaf, Verbatim):
                return str(leaf)
            name = secret_name(leaf)
            if name is None or (call.secrets is not None and name not in call.secrets):
                return leaf
            if name not in self._known:
                missing.append(name)
            return self._now.get(name) or self._known.get(name, leaf)

        await self._give_codes(call)
        args: dict[str, Any] = transform(call.args, fill)
        if missing:
            where = " and ".join(f"MIDCOURSE_SECRET_{name}" for name in missing)
            return Failed("missing_secret", f"no secret {', '.join(missing)}; set {where}", "environment")
        try:
            result = await self._world.act(msgspec.structs.replace(call, args=args))
        except asyncio.CancelledError as error:
            raise asyncio.CancelledError(*map(self.hide, map(str, error.args))) from None
        except TimeoutError as error:
            return Uncertain("timeout", self.hide(str(error)))
        except Exception as error:
            return Failed(slug(type(error).__name__), self.hide(str(error)), clean=False, error=self.hide(qualified(error)))
        except BaseException as error:
            if self.hide(told := "".join(format_exception(error))) == told:
                raise
            ends = error.code if isinstance(error, SystemExit) and isinstance(error.code, int) else self.hide(str(error))
            raise (type(error) if type(error) in (KeyboardInterrupt, GeneratorExit) else SystemExit)(ends) from None
        return self._clean(result) if self._spellings else result

    async def _give_codes(self, call: Call) -> None:
        """The codes that this act needs. One that is about to end is not given: the next one is waited for."""
        self._now = {}
        for name in secrets_in(call.args) & self._codes.keys():
            made = self._codes[name]
            if made.left(time()) < ENDING:
                await asyncio.sleep(made.left(time()))
            self._now[name] = made.code(time())
            self._given[self._now[name]] = name
        if self._now:
            self._spellings = self._spelt()

    def _clean(self, result: Result) -> Result:
        match result:
            case Done(output=output):
                try:
                    return Done(self._without(msgspec.to_builtins(output, enc_hook=as_plain, builtin_types=(bytes,))))
                except Exception:  # it is done all the same
                    return Done(f"<{type(output).__name__} that is left out: it cannot be searched for secrets>")
            case Failed() | Uncertain():
                told = msgspec.structs.asdict(result)
                return msgspec.structs.replace(result, **{k: self.hide(v) for k, v in told.items() if isinstance(v, str)})

    def _cleaned(self, target: Target) -> Target:
        state = tuple(self.hide(s) for s in target.state)
        return Target(self.hide(target.id), self.hide(target.role), self.hide(target.label), state, target.box)

    def _without(self, value: Json) -> Json:
        """A JSON value without the secrets, keys and numbers included."""
        if isinstance(value, Mapping):
            return {self.hide(str(k)): self._without(v) for k, v in cast("Mapping[str, Json]", value).items()}
        if isinstance(value, list | tuple):
            parts = cast("Sequence[Json]", value)
            if len(parts) >= SHORTEST and all(isinstance(part, int) and 0 <= part < 256 for part in parts):
                data = bytes(parts)  # as some programs write them
                return hidden if (hidden := self._without(data)) != data else list(parts)
            return [self._without(v) for v in parts]
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, bytes):
            texts = (value.decode(coding, "replace") for coding in CODINGS)
            return next((hidden for text in texts if (hidden := self.hide(text)) != text), value)
        hidden = self.hide(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else ""
        return value if hidden == str(value) or not hidden else hidden

    def hide(self, text: str) -> str:
        """The text without the secrets."""
        return self._spellings.hide(text)


def _named(leaf: Json, named: Mapping[str, str]) -> Json:
    return named.get(leaf, leaf) if isinstance(leaf, str) else leaf


def check_secrets(secrets: Mapping[str, str]) -> str:
    """What is to be said of these secrets, or ''. TaskError for one that is too short to be hidden."""
    for name, value in secrets.items():
        read_one_time(name, value)
        if 0 < len(value) < SHORTEST:
            raise TaskError(f"the secret {name} has {len(value)} characters; one of fewer than {SHORTEST} cannot be hidden")
    short = [name for name, value in secrets.items() if 0 < len(value) < RUN]
    if not short:
        return ""
    named = ", ".join(sorted(short))
    return f"secrets of fewer than {RUN} characters are hidden only where they stand as words of their own: {named}"
