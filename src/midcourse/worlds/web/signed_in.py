"""Cookies and storage of a browser, kept by name from run to run, in a file for this user alone outside of every run's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ...core.errors import TaskError
from ...private import private_folder, write_private

FOLDER = "signed_in"


class _State(msgspec.Struct):
    """What Playwright calls the storage state."""

    cookies: list[dict[str, Any]] = []
    origins: list[dict[str, Any]] = []


class SignedIn:
    """Who a browser is signed in as, under one name."""

    def __init__(self, name: str, home: Path | None) -> None:
        if home is None:
            raise TaskError(f"signed_in {name} is kept in the home of a run; give this browser to a run, or call entrust first")
        self._path = home / FOLDER / f"{name}.json"
        self._last: _State | None = None
        """What was brought or kept last; None before."""

    async def bring(self, context: Any) -> None:
        """Put what was kept into a browser. One that was started again has it, but for cookies that end with a browser."""
        if not hasattr(context, "set_storage_state"):
            raise TaskError("signed_in needs a newer playwright: pip install --upgrade playwright")
        if self._last is None:
            self._last = self._read()
            if self._last != _State():
                await context.set_storage_state(msgspec.to_builtins(self._last))
            return
        there = {_key(cookie) for cookie in await context.cookies()}
        if lost := [cookie for cookie in self._last.cookies if _key(cookie) not in there]:
            await context.add_cookies(lost)

    async def keep(self, context: Any) -> None:
        """Keep what the browser has now, if it is something else."""
        now = _sorted(msgspec.convert(await context.storage_state(indexed_db=True), _State))
        if now != self._last:
            private_folder(self._path.parent).chmod(0o700)
            write_private(self._path, msgspec.json.encode(now))
            self._last = now

    def _read(self) -> _State:
        try:
            return _sorted(msgspec.json.decode(self._path.read_bytes(), type=_State))
        except FileNotFoundError:
            return _State()
        except (OSError, msgspec.MsgspecError, ValueError, RecursionError) as error:
            what = type(error).__name__  # its text may hold what is in the file
            raise TaskError(f"{self._path} cannot be read ({what}); remove it and sign in once more") from None


def _sorted(state: _State) -> _State:
    """The same in one order, so that two can be compared."""
    return _State(sorted(state.cookies, key=_key), sorted(state.origins, key=lambda origin: str(origin.get("origin"))))


def _key(cookie: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(cookie.get(part)) for part in ("domain", "path", "name"))
