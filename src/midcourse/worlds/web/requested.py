"""What a browser asks a server for: a page, what becomes of an act, what its answer is waited for."""

from __future__ import annotations

from typing import Any

from .engine import BrowserError
from .origins import origin_of

SLOW = 10.0
"""Seconds: what a page's script asked for and did not get since is taken for a line that is kept open, not for an answer."""


def is_awaited(request: Any, age: float) -> bool:
    """A page, and what was sent, until it is answered; what is only asked for, for a while."""
    return age < SLOW or request.resource_type == "document" or request.method != "GET"


def method_of(request: Any) -> str:
    """How the first of a chain of redirects was sent: a form that was taken may lead on to a page that fails."""
    while request.redirected_from is not None:
        request = request.redirected_from
    return str(request.method)


def matters(request: Any) -> bool:
    """Whether what becomes of a request is what becomes of the act: a page, or what the page sends to its own server."""
    if is_page(request):
        return True
    try:
        sent = request.method != "GET" and request.resource_type in ("xhr", "fetch")
        return sent and origin_of(request.url) == origin_of(request.frame.page.url)
    except BrowserError:
        return False


def place_of(url: str) -> str:
    return url.partition("#")[0].partition("?")[0]


def is_page(request: Any) -> bool:
    try:
        return bool(request.is_navigation_request()) and request.frame.parent_frame is None
    except BrowserError:
        return False
