"""A wrapper that fills in secrets at the last moment, and takes them out of whatever comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..core.failures import slug
from ..core.model import SECRET, Call, Done, FactKind, Failed, Json, Observation, Result, Skill, Uncertain, secret_name
from ..core.plan import transform
from ..core.protocols import Spoken, World


class WithSecrets:
    """Any world, with `secret:NAME` resolved inside it. The engine, the journal and the planner see references only."""

    def __init__(self, world: World, secrets: Mapping[str, str]) -> None:
        self._world, self._known = world, secrets

    @property
    def vocabulary(self) -> Sequence[FactKind]:
        """That of the world inside."""
        return self._world.vocabulary if isinstance(self._world, Spoken) else ()

    async def skills(self) -> Sequence[Skill]:
        """Those of the world inside."""
        return await self._world.skills()

    async def observe(self) -> Observation:
        """What the world inside shows, without the secrets' text."""
        seen = await self._world.observe()
        if not self._known:
            return seen
        facts = frozenset(self._hide(f) for f in seen.facts)
        targets = tuple(msgspec.structs.replace(t, label=self._hide(t.label)) for t in seen.targets)
        return msgspec.structs.replace(seen, facts=facts, targets=targets, stale=self._hide(seen.stale))

    async def act(self, call: Call) -> Result:
        """Do it with the secrets filled in."""
        missing: list[str] = []

        def fill(leaf: Json) -> Json:
            name = secret_name(leaf)
            if name is None:
                return leaf
            if name not in self._known:
                missing.append(name)
            return self._known.get(name, leaf)

        args: dict[str, Any] = transform(call.args, fill)
        if missing:
            where = " and ".join(f"MIDCOURSE_SECRET_{name}" for name in missing)
            return Failed("missing_secret", f"no secret {', '.join(missing)}; set {where}", "environment")
        try:
            result = await self._world.act(msgspec.structs.replace(call, args=args))
        except Exception as error:
            return Failed(slug(type(error).__name__), self._hide(str(error)), clean=False)
        return self._clean(result)

    def _clean(self, result: Result) -> Result:
        match result:
            case Done(output=output):
                return Done(transform(output, self._hide_leaf))
            case Failed():
                return msgspec.structs.replace(result, detail=self._hide(result.detail))
            case Uncertain():
                return msgspec.structs.replace(result, detail=self._hide(result.detail))

    def _hide_leaf(self, leaf: Json) -> Json:
        return self._hide(leaf) if isinstance(leaf, str) else leaf

    def _hide(self, text: str) -> str:
        for name, value in self._known.items():
            if value and value in text:
                text = text.replace(value, SECRET + name)
        return text
