"""A proxy of the task's, which every connection of the browser goes on through (HTTP CONNECT, RFC 9110; SOCKS 5, RFC 1928)."""

from __future__ import annotations

import asyncio
import base64
import ssl
from typing import NamedTuple
from urllib.parse import urlsplit

PATIENCE = 30.0
"""Seconds that a proxy may take to open a way."""
LONGEST = 1 << 14
"""Bytes of an answer that are read."""
VERSION, NO_LOGIN, BY_NAME, LOGIN_VERSION = 5, 0, 2, 1
CONNECT, NAME = 1, 3
REFUSALS = {
    1: "failed",
    2: "does not allow it",
    3: "does not reach the network",
    4: "does not reach the host",
    5: "was refused",
}

Side = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Upstream(NamedTuple):
    """One proxy, and who we are there."""

    address: str
    login: tuple[str, str] | None = None

    async def open(self, host: str, port: int) -> Side:
        """A connection to a host through it. OSError, with what it said, where it opens none."""
        parts = urlsplit(self.address)
        secure = ssl.create_default_context() if parts.scheme == "https" else None
        writer: asyncio.StreamWriter | None = None
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection(parts.hostname, parts.port, ssl=secure)
                opens = self._socks if parts.scheme == "socks5" else self._http
                await opens((reader, writer), host, port)
                return reader, writer
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            if writer is not None:
                writer.close()
            raise OSError(f"the proxy {self.address}: {str(error) or 'no answer'}") from None

    async def _http(self, side: Side, host: str, port: int) -> None:
        reader, writer = side
        where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        lines = [f"CONNECT {where} HTTP/1.1", f"Host: {where}"]
        if self.login is not None:
            known = base64.b64encode(":".join(self.login).encode()).decode()
            lines.append(f"Proxy-Authorization: Basic {known}")
        writer.write("\r\n".join([*lines, "", ""]).encode())
        status = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n", 1)[0].decode("latin-1").split(" ", 2)
        if len(status) < 2 or not status[1].startswith("2"):
            raise OSError(f"it answered {' '.join(status[1:])[:80]}")

    async def _socks(self, side: Side, host: str, port: int) -> None:
        reader, writer = side
        way = NO_LOGIN if self.login is None else BY_NAME
        writer.write(bytes((VERSION, 1, way)))
        _, chosen = await reader.readexactly(2)
        if chosen != way:
            raise OSError("it wants a login" if self.login is None else "it takes no login by name and password")
        if self.login is not None:
            user, password = (text.encode() for text in self.login)
            writer.write(bytes((LOGIN_VERSION, len(user))) + user + bytes((len(password),)) + password)
            _, refused = await reader.readexactly(2)
            if refused:
                raise OSError("it refused the login")
        name = host.encode("idna")
        writer.write(bytes((VERSION, CONNECT, 0, NAME, len(name))) + name + port.to_bytes(2, "big"))
        _, status, _, kind = await reader.readexactly(4)
        length = {1: 4, 4: 16}.get(kind) or (await reader.readexactly(1))[0]
        await reader.readexactly(length + 2)
        if status:
            raise OSError(f"it {REFUSALS.get(status, 'opened no way')}")
