"""What Playwright is told when it starts a browser, from how the browser is to be."""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from ...core.errors import TaskError
from .options import BrowserOptions, login_of
from .upstream import Upstream

FOREIGN = (
    "the browser is somebody's own: its sandbox, proxy and downloads are as they are there, web sockets and workers are not held"
    " to the allowed origins, and it cannot be told that an act sent nothing"
)


def is_root() -> bool:
    """Whether this is the one user under whom Chromium does not start with its sandbox."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


class Trust(NamedTuple):
    """What a run entrusts to its browser."""

    secrets: Mapping[str, str] = {}
    """Name -> value."""
    home: Path | None = None
    """Where that is kept which outlives runs."""

    def login(self, text: str) -> tuple[str, str] | None:
        """User and password of `USER:secret:NAME`. TaskError while nobody has set the secret."""
        login = login_of(text)
        if login is None:
            return None
        if not self.secrets.get(login.secret):
            raise TaskError(f"the browser needs the secret {login.secret}; set MIDCOURSE_SECRET_{login.secret}")
        return login.user, self.secrets[login.secret]


def looks(
    options: BrowserOptions, devices: Mapping[str, Mapping[str, Any]], origin: str, trust: Trust, size: tuple[int, int]
) -> dict[str, Any]:
    """How pages are shown and asked for."""
    told: dict[str, Any] = {"viewport": {"width": size[0], "height": size[1]}, **_device(options.device, devices)}
    if options.locale:
        told["locale"] = options.locale.replace("_", "-")
    if options.time_zone:
        told["timezone_id"] = options.time_zone
    if login := trust.login(options.basic_auth):
        told["http_credentials"] = {"username": login[0], "password": login[1], "origin": origin}
    return told


def _device(name: str, devices: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    if not name:
        return {}
    if name not in devices:
        by_letters = {each.casefold(): each for each in devices}
        near = [by_letters[n] for n in get_close_matches(name.casefold(), by_letters, 5, 0.5)]
        raise TaskError(f"no device {name!r}; the nearest are {', '.join(near or sorted(devices)[:5])}")
    return {key: value for key, value in devices[name].items() if key != "default_browser_type"}


def upstream(options: BrowserOptions, trust: Trust) -> Upstream | None:
    """The proxy that all goes through."""
    return Upstream(options.proxy, trust.login(options.proxy_login)) if options.proxy else None


def cautions(options: BrowserOptions, trust: Trust) -> str:
    """What people should know before the browser starts; TaskError for what it would need and does not have."""
    for login in (options.proxy_login, options.basic_auth):
        trust.login(login)
    if options.attach:
        return FOREIGN
    return "Chromium runs without its sandbox, because it does not start with one as root" if is_root() else ""
