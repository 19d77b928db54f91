"""What passes over one connection of the browser, and what becomes of it when the server ends it without an answer.

A browser sends a request again by itself, also a form, when a connection that it kept open ends before an answer comes. The
server may have done what was asked. So the browser does not learn of such an end: a form is answered in the server's place, as
proxies do (RFC 9110, 502), and what cannot be read stays without an answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

CHUNK = 1 << 16
SENDING = (b"POST ", b"PUT ", b"PATCH ", b"DELETE ")
SEALED = b"\x16\x03"
"""How an encrypted connection begins (TLS, RFC 8446)."""
NO_ANSWER = b"HTTP/1.1 502 No Answer\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

Side = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Relay:
    """Carries one connection between the browser and a server; `note` is told all that is about to go out."""

    def __init__(self, browser: Side, server: Side, note: Callable[[bytes], object]) -> None:
        self._browser, self._server, self._note = browser, server, note
        self._open = b""
        """How that begins which the browser sent since the last answer."""
        self._sealed: bool | None = None
        self._over = False
        """The server has ended the connection."""

    async def carry(self) -> None:
        """Both ways, until both have ended."""
        out = asyncio.ensure_future(self._out())
        try:
            await self._back()
            await self._end(out)
        finally:
            out.cancel()

    async def _out(self) -> None:
        reader, writer = self._browser[0], self._server[1]
        while data := await reader.read(CHUNK):
            if self._over:
                return  # none of it reaches the server: the browser may well send it elsewhere
            if self._sealed is None:
                self._sealed = data.startswith(SEALED)
            self._note(data)  # before it is sent: what is noted may not have arrived, what arrived is noted
            self._open = self._open or data[:8]
            with suppress(OSError):  # the server has ended it: the way back tells
                writer.write(data)
                await writer.drain()
        with suppress(OSError):
            if writer.can_write_eof():
                writer.write_eof()  # it may still answer

    async def _back(self) -> None:
        reader, writer = self._server[0], self._browser[1]
        with suppress(ConnectionError):
            while data := await reader.read(CHUNK):
                self._open = b""
                writer.write(data)
                await writer.drain()
        self._over = True

    async def _end(self, out: asyncio.Future[None]) -> None:
        writer = self._browser[1]
        if self._open.startswith(SENDING):
            writer.write(NO_ANSWER)
            await writer.drain()
        elif self._open and self._sealed:
            await asyncio.wait({out})
        elif not out.done() and writer.can_write_eof():
            writer.write_eof()
