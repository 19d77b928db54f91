"""Exchanges kept and played again: a run with a model, without the model."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import msgspec

from ..core.errors import PlannerUnreachable, TaskError
from ..core.language.prompts import Completion, Prompt
from ..core.model import Cost
from ..core.protocols import Model
from ..plain_files import open_plain
from ..private import private_file


class Kept(msgspec.Struct):
    """One exchange as it stands in the file."""

    ask: str
    """The digest of what was asked."""
    purpose: str
    told: Completion


def digest_of(ask: Prompt) -> str:
    """A short name for what is asked; how many seconds are left, or went by, makes no other question of it."""
    timeless = msgspec.structs.replace(ask, prompt=re.sub(r"\b\d+ s\b", "some s", ask.prompt))
    return hashlib.sha256(msgspec.json.encode(timeless)).hexdigest()[:24]


class Recorder:
    """A model whose every exchange is appended to a file. Secrets are not in it: no prompt holds one."""

    def __init__(self, model: Model, path: Path) -> None:
        self._model, self._path = model, path

    def most(self, ask: Prompt) -> Cost:
        """What the model may cost."""
        return self._model.most(ask)

    async def ask(self, ask: Prompt) -> Completion:
        """Prompt, and keep the answer before it is used."""
        told = await self._model.ask(ask)
        line = msgspec.json.encode(Kept(digest_of(ask), ask.purpose, told)) + b"\n"
        private_file(self._path)
        with self._path.open("ab") as file:
            file.write(line)
        return told


class Replayer:
    """The answers of a file, to the same questions in the same order; no network, no cost."""

    def __init__(self, path: Path) -> None:
        self._left: list[Kept] = []
        with open_plain(path) as file:
            lines = file.read().splitlines()
        for number, line in enumerate(lines, 1):
            try:
                self._left += [msgspec.json.decode(line, type=Kept)] if line.strip() else []
            except (msgspec.MsgspecError, ValueError, RecursionError) as error:
                raise TaskError(f"{path}:{number}: no exchange with a model: {error}") from None

    def most(self, ask: Prompt) -> Cost:
        """Nothing."""
        return Cost()

    async def ask(self, ask: Prompt) -> Completion:
        """The answer that was given to this. PlannerUnreachable when none was kept."""
        wanted = digest_of(ask)
        for i, kept in enumerate(self._left):
            if kept.ask == wanted:
                return self._left.pop(i).told
        raise PlannerUnreachable(f"no answer to this {ask.purpose} was kept")
