"""The only way out of the browser: each connection it makes, of whatever kind, passes here or is not made.

Requests of a page are judged one by one where the browser tells of them. It does not tell of all: web sockets, shared workers and
what is fetched ahead go unseen, and a name may stand for a private address. So the browser is given a proxy (SOCKS 5, RFC 1928)
that looks up each name itself, once, and connects to nothing private that was not allowed by name.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from contextlib import suppress

from .origins import Origins, is_private
from .relay import Relay, Side
from .upstream import Upstream

HELLO, CONNECT = b"\x05\x00", 1
OPEN, REFUSED, UNREACHABLE, UNKNOWN = 0, 2, 4, 7
IPV4, NAME, IPV6 = 1, 3, 4


class Gate:
    """Listens on loopback as long as the browser runs."""

    def __init__(self, origins: Origins, sealed: bool = False) -> None:
        """`sealed`: nothing passes to a host that is not allowed, whether it is public and whatever part of a page wants it."""
        self._origins, self._sealed = origins, sealed
        self._server: asyncio.Server | None = None
        self._passing: set[asyncio.Task[None]] = set()
        self.passed = 0
        """Bytes that went out so far."""
        self.upstream: Upstream | None = None
        """The proxy that all goes on through, if there is one."""
        self.trouble = ""
        """What that proxy said when it last opened no way."""

    async def start(self) -> str:
        """The address to give to the browser."""
        if self._server is None:
            self._server = await asyncio.start_server(self._come, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return f"socks5://127.0.0.1:{port}"

    async def end(self) -> None:
        """Nothing passes any more."""
        if self._server is not None:
            self._server.close()
        for task in tuple(self._passing):
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)
        self._server = None

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._passing.add(task)
        task.add_done_callback(self._passing.discard)
        # A connection that breaks off, on either side, or with the gate, is over; the browser tells the page.
        with suppress(OSError, asyncio.IncompleteReadError, UnicodeError, asyncio.CancelledError):
            try:
                await self._let_pass(reader, writer)
            finally:
                writer.close()

    async def _let_pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, ways = await reader.readexactly(2)
        await reader.readexactly(ways)
        writer.write(HELLO)
        _, command, _, kind = await reader.readexactly(4)
        host = await _read_host(reader, kind)
        port = int.from_bytes(await reader.readexactly(2), "big")
        if command != CONNECT:
            writer.write(_reply(UNKNOWN))
            return
        try:
            there = await self._through(self.upstream, host, port) if self.upstream else await self._straight(host, port)
        except OSError:
            writer.write(_reply(UNREACHABLE))
            return
        if there is None:
            writer.write(_reply(REFUSED))
            return
        writer.write(_reply(OPEN))
        try:
            await Relay((reader, writer), there, self._count).carry()
        finally:
            there[1].close()

    async def _straight(self, host: str, port: int) -> Side | None:
        addresses = await self._addresses(host, port)
        return await _connected(addresses, port) if addresses else None

    async def _through(self, upstream: Upstream, host: str, port: int) -> Side | None:
        """By way of the proxy, which looks up names itself: one that is private here, or that only it knows, must be allowed."""
        try:
            allowed = bool(await self._addresses(host, port))
        except socket.gaierror:
            allowed = self._origins.admits(host, port) or not is_private(f"http://{host}")
        try:
            return await upstream.open(host, port) if allowed else None
        except OSError as error:
            self.trouble = str(error)
            raise

    def _count(self, data: bytes) -> None:
        self.passed += len(data)

    async def _addresses(self, host: str, port: int) -> list[str]:
        """Where a name leads that may be gone to: what is looked up is what is connected to, so that it cannot change between."""
        if self._sealed and not self._origins.lists(host, port):
            return []
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        if self._origins.admits(host, port):
            return addresses
        return [address for address in addresses if is_public(address)]


def is_public(address: str) -> bool:
    """Whether an address is neither of this machine nor of a private network."""
    return ipaddress.ip_address(address.partition("%")[0]).is_global


async def _read_host(reader: asyncio.StreamReader, kind: int) -> str:
    if kind == NAME:
        (length,) = await reader.readexactly(1)
        return (await reader.readexactly(length)).decode("idna")
    return str(ipaddress.ip_address(await reader.readexactly(4 if kind == IPV4 else 16)))


async def _connected(addresses: list[str], port: int) -> Side:
    problem: OSError | None = None
    for address in addresses:
        try:
            return await asyncio.open_connection(address, port)
        except OSError as error:
            problem = error
    assert problem is not None
    raise problem


def _reply(status: int) -> bytes:
    return bytes((5, status, 0, IPV4, 0, 0, 0, 0, 0, 0))
