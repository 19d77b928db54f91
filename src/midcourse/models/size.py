"""An answer has a size: a service that never stops sending is cut off, before what it sends fills the memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import cache
from importlib import import_module
from typing import Any

MOST = 8 * 1024 * 1024
"""Bytes of one answer; the longest plan is far below."""
MOST_PACKED = 256 * 1024
"""Bytes of one answer that comes compressed: what is small on the wire may be a thousand times as large once it is unpacked."""


class TooLong(OSError):
    """A service sends more than any answer needs."""


def cap(client: Any) -> None:
    """Hold every answer to this HTTP client (httpx) to its size. Others are left as they are."""
    hooks: Any = getattr(client, "event_hooks", None)
    if isinstance(hooks, dict) and "response" in hooks:
        client.event_hooks = {**hooks, "response": [*hooks["response"], _cap]}


async def _cap(response: Any) -> None:
    most = MOST if response.headers.get("content-encoding", "identity") == "identity" else MOST_PACKED
    library = type(response).__module__.partition(".")[0]  # httpx, under whatever name the provider's client has it
    response.stream = _capped(library)(response.stream, most)


@cache
def _capped(library: str) -> type[_Capped]:
    """The kind of stream that this library takes for one of its own."""
    return type("_Capped", (_Capped, import_module(library).AsyncByteStream), {})


class _Capped:
    """The stream, up to its most."""

    def __init__(self, stream: Any, most: int) -> None:
        self._stream, self._most = stream, most

    async def __aiter__(self) -> AsyncIterator[bytes]:
        sent = 0
        async for chunk in self._stream:
            sent += len(chunk)
            if sent > self._most:
                raise TooLong(f"the answer is longer than {self._most:,} bytes")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()
