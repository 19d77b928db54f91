"""Whether a page is the one that an address names: by its path, and by what follows `#/` where a script draws pages there."""

from __future__ import annotations

from urllib.parse import urlsplit


def is_at(page: str, address: str) -> bool:
    """Whether a page is at an address; one without a route names all pages that a script draws at its path."""
    wanted = route_of(address)
    return urlsplit(page).path == urlsplit(address).path and wanted in ("", route_of(page))


def route_of(address: str) -> str:
    """What follows `#` and names a page that a script draws; '' where it names a place on a page."""
    fragment = urlsplit(address).fragment
    return fragment.partition("?")[0] if fragment.startswith(("/", "!/")) else ""
