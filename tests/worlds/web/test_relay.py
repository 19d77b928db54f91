"""The relay between the browser and a server: what ends without an answer is not sent again by the browser."""

import asyncio
import gc

import pytest

from midcourse.worlds.web.engine import BrowserError
from midcourse.worlds.web.gate import Gate
from midcourse.worlds.web.gestures import unless_boxed
from midcourse.worlds.web.origins import Origins
from midcourse.worlds.web.relay import NO_ANSWER, SEALED


def through_the_gate(says, story):
    """A connection through the gate to a server that does `says` with what it first hears."""

    async def tell():
        async def come(reader, writer):
            said = await reader.read(1000)
            writer.write(says(said))
            writer.close()

        server = await asyncio.start_server(come, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        gate = Gate(Origins(f"http://127.0.0.1:{port}/"))
        door = int((await gate.start()).rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", door)
        writer.write(b"\x05\x01\x00\x05\x01\x00\x01\x7f\x00\x00\x01" + port.to_bytes(2, "big"))
        await reader.readexactly(12)
        try:
            return await story(reader, writer), gate.passed
        finally:
            writer.close()
            await gate.end()
            server.close()

    return asyncio.run(tell())


def test_a_form_that_gets_no_answer_is_answered_in_the_servers_place():
    async def story(reader, writer):
        writer.write(b"POST /add HTTP/1.1\r\n\r\n")
        return await reader.read()

    assert through_the_gate(lambda said: b"", story) == (NO_ANSWER, 22)
    answered, _ = through_the_gate(lambda said: b"HTTP/1.1 200 OK\r\n\r\n", story)
    assert answered == b"HTTP/1.1 200 OK\r\n\r\n"


def test_what_is_only_asked_for_may_be_asked_for_again():
    async def story(reader, writer):
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        return await reader.read()

    assert through_the_gate(lambda said: b"", story)[0] == b""


def test_what_cannot_be_read_stays_without_an_answer_until_something_else_is_sent():
    async def story(reader, writer):
        writer.write(SEALED + b"\x01hello")
        waiting = asyncio.ensure_future(reader.read())
        done, _ = await asyncio.wait({waiting}, timeout=0.3)
        writer.write(b"more")
        return bool(done), await waiting

    (ended, heard), passed = through_the_gate(lambda said: b"", story)
    assert not ended and heard == b"" and passed == 8


def test_a_gate_that_ends_in_the_midst_of_an_answer_complains_to_nobody():
    complaints = []

    async def story():
        asyncio.get_running_loop().set_exception_handler(lambda _, told: complaints.append(told))

        async def trickle(reader, writer):
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n<p>")
            await reader.read()
            writer.close()

        server = await asyncio.start_server(trickle, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        gate = Gate(Origins(f"http://127.0.0.1:{port}/"))
        door = int((await gate.start()).rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", door)
        writer.write(b"\x05\x01\x00\x05\x01\x00\x01\x7f\x00\x00\x01" + port.to_bytes(2, "big"))
        await reader.readuntil(b"<p>")
        await gate.end()
        await asyncio.sleep(0.05)
        writer.close()
        server.close()

    asyncio.run(story())
    assert complaints == []


def test_an_act_that_was_given_up_and_fails_later_complains_to_nobody():
    complaints = []

    async def story():
        asyncio.get_running_loop().set_exception_handler(lambda _, told: complaints.append(told))
        ended = asyncio.Event()

        async def click():
            await ended.wait()
            raise BrowserError("the browser has been closed")

        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await unless_boxed(click(), asyncio.Event())
        ended.set()
        await asyncio.sleep(0.01)
        gc.collect()

    asyncio.run(story())
    assert complaints == []
