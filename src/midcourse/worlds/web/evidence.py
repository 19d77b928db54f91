"""What is kept of a browser's life beside the journal, for people to look at: a trace, a video, a HAR file without secrets.

Trace and video show all that was on the pages. They are for tasks without secrets, and are refused for others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import msgspec

from ...core.errors import TaskError
from ...private import private_folder, write_private
from ..one_time import SCHEME
from ..spellings import Spellings
from .launching import Trust
from .options import BrowserOptions

FOLDER = "evidence"
OPEN = ("trace", "video")
"""Kinds that show all there is."""
LOGINS = re.compile(r"cookie|auth(?!ority)|token|api-?key|session|secret|csrf|xsrf|passw", re.IGNORECASE)
"""Words in the names of headers, and of parts of an address, by which somebody is signed in."""
LEFT_OUT = ("postData", "cookies")
"""Parts of a HAR file that are never kept: what was entered, and who was signed in."""


def check_evidence(options: BrowserOptions, trust: Trust, used: Iterable[str]) -> None:
    """TaskError for evidence that would show a secret of the task or of the browser."""
    signed_in = {f"of signed_in {options.signed_in}"} if options.signed_in else set[str]()
    names = sorted({*used, *options.secrets} | signed_in)
    wrong = [kind for kind in options.evidence if kind in OPEN] if names else []
    codes = [name for name in names if trust.secrets.get(name, "").startswith(SCHEME)]
    if wrong:
        raise TaskError(f"{' and '.join(wrong)} would show the secret {', '.join(names)}; keep har only, which is cleaned")
    if codes and options.evidence:
        raise TaskError(f"no evidence is kept of one-time codes ({', '.join(codes)}); leave evidence out")


class Evidence:
    """What is kept of one browser, from its start to its end."""

    def __init__(self, kinds: Sequence[str], raw: Path, folder: Path, trust: Trust) -> None:
        self._kinds, self._raw, self._folder, self._trust = kinds, raw, folder, trust
        self._number = 0
        """How often the browser was started."""

    def asked(self) -> dict[str, Any]:
        """What Playwright is told when it starts the browser."""
        self._number += 1
        private_folder(self._raw)
        told: dict[str, Any] = {}
        if "video" in self._kinds:
            told["record_video_dir"] = str(self._raw / "video")
        if "har" in self._kinds:
            told |= {"record_har_path": str(self._raw / f"{self._number}.har"), "record_har_content": "omit"}
        return told

    async def begin(self, context: Any) -> None:
        """The browser is there."""
        if "trace" in self._kinds:
            await context.tracing.start(screenshots=True, snapshots=True)

    async def end(self, context: Any) -> None:
        """The browser is about to be closed."""
        if "trace" in self._kinds:
            await context.tracing.stop(path=str(self._raw / f"{self._number}.zip"))

    def keep(self) -> None:
        """The browser is closed, and what it wrote is whole: keep it for this user alone."""
        for path in sorted(self._raw.glob("video/*.webm")):
            self._put(f"{path.stem}.webm", path.read_bytes())
        for path in sorted(self._raw.glob("*.zip")):
            self._put(f"trace-{path.stem}.zip", path.read_bytes())
        for path in sorted(self._raw.glob("*.har")):
            with suppress(ValueError):  # it was cut off: what cannot be read cannot be cleaned
                self._put(f"network-{path.stem}.har", cleaned(path.read_bytes(), self._trust))

    def _put(self, name: str, data: bytes) -> None:
        write_private(self._folder / name, data)


def cleaned(har: bytes, trust: Trust) -> bytes:
    """A HAR file without what was entered, without logins, and without the secrets wherever they stand."""
    hidden = Spellings((value, f"secret:{name}") for name, value in trust.secrets.items() if value)
    return msgspec.json.format(msgspec.json.encode(_without(msgspec.json.decode(har), hidden)))


def _without(value: Any, hidden: Spellings) -> Any:
    if isinstance(value, dict):
        parts = cast("dict[str, Any]", value)
        return {hidden.hide(key): _without(part, hidden) for key, part in parts.items() if key not in LEFT_OUT}
    if isinstance(value, list):
        return [_without(part, hidden) for part in cast("list[Any]", value) if not _is_login(part)]
    return hidden.hide(value) if isinstance(value, str) else value


def _is_login(part: object) -> bool:
    named = cast("dict[str, Any]", part) if isinstance(part, dict) else {}
    return LOGINS.search(str(named.get("name", ""))) is not None and "value" in named
