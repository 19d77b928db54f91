"""Python itself: the language, asyncio, concurrent.futures."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .common import Case, suite
from .labels import (
    BAD_INDEX,
    BAD_INPUT,
    BAD_SYNTAX,
    BAD_TYPE,
    BAD_VALUE,
    BUG,
    BUG_ATTRIBUTE,
    BUG_TYPE,
    CONFLICT,
    EXHAUSTED,
    LOST,
    MISSING_KEY,
    NO_ANSWER_IN_TIME,
    NOT_CONNECTED_IN_TIME,
    NOT_INSTALLED,
    REFUSED,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_NAME,
    UNSUPPORTED,
    Labels,
)
from .servers import answers, full_port, refused_port, resets, tcp


@suite("python")
def python_cases(tmp: Path) -> Iterator[Case]:
    for labels, code in (
        (MISSING_KEY, "{'a': 1}['name']"),
        (MISSING_KEY, "set().pop()"),
        (MISSING_KEY, "import os; os.environ['NOT_SET_ANYWHERE']"),
        (BAD_INDEX, "[1, 2][9]"),
        (BAD_INDEX, "[].pop()"),
        (BAD_INDEX, "''[0]"),
        (BUG_ATTRIBUTE, "None.strip()"),
        (UNKNOWN_ATTRIBUTE, "[].push(1)"),
        (BUG_TYPE, "None[0]"),
        (BUG_TYPE, "for x in None: pass"),
        (BUG_TYPE, "None()"),
        (BAD_TYPE, "1 + 'a'"),
        (BAD_TYPE, "'a' + 1"),
        (BAD_TYPE, "len(3)"),
        (BAD_TYPE, "int([])"),
        (BAD_TYPE, "def move(x, y): pass\nmove(1)"),
        (BAD_TYPE, "def move(x): pass\nmove(1, speed=3)"),
        (BAD_TYPE, "{[]: 1}"),
        (BAD_VALUE, "int('abc')"),
        (BAD_VALUE, "float('x1')"),
        (BAD_VALUE, "[1].remove(2)"),
        (BAD_VALUE, "a, b = 1, 2, 3"),
        (BAD_VALUE, "import math; math.sqrt(-1)"),
        (BAD_VALUE, "1 / 0"),
        (BAD_VALUE, "b'\\xff'.decode()"),
        (BAD_VALUE, "'\\u20ac'.encode('ascii')"),
        (BAD_VALUE, "import datetime; datetime.date.fromisoformat('yesterday')"),
        (BAD_SYNTAX, "if True print(1)"),
        (BAD_SYNTAX, "def f():\npass"),
        (BAD_SYNTAX, "print('a"),
        (UNKNOWN_NAME, "frobnicate()"),
        (NOT_INSTALLED, "import frobnicate"),
        (NOT_INSTALLED, "from json import frobnicate"),
        (BUG, "def f(): f()\nf()"),
        (BUG, "assert False"),
        (BUG, "raise RuntimeError"),
        (UNSUPPORTED, "import io; io.StringIO().fileno()"),
        (EXHAUSTED, "x = bytearray(1 << 60)"),
        (CONFLICT, "d = {1: 1}\nfor k in d: d[2] = 1"),
        (CONFLICT, "f = open('/dev/null'); f.close(); f.read()"),
    ):
        yield "run_code", labels, partial(exec, code, {})


@suite("asyncio")
def asyncio_cases(tmp: Path) -> Iterator[Case]:
    async def connect(port: int) -> Any:
        return await asyncio.open_connection("127.0.0.1", port)

    async def read(port: int) -> Any:
        reader, writer = await connect(port)
        writer.write(b"x")
        return await reader.readexactly(10)

    async def cancelled() -> None:
        task = asyncio.create_task(asyncio.sleep(5))
        await asyncio.sleep(0)
        task.cancel()
        await task

    async def limits() -> None:
        reader = asyncio.StreamReader(limit=5)
        reader.feed_data(b"x" * 50)
        await reader.readline()

    async def twice() -> None:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        future.set_result(1)
        future.set_result(2)

    yield "connect", REFUSED, lambda: asyncio.run(connect(refused_port()))
    yield "connect", NOT_CONNECTED_IN_TIME, lambda: asyncio.run(asyncio.wait_for(connect(full_port()), 0.2))
    yield "read", LOST, lambda: asyncio.run(read(tcp(answers(b"abc"))))
    yield "read", LOST, lambda: asyncio.run(read(tcp(resets)))
    yield "wait", Labels("unexpected", "unknown", "other"), lambda: asyncio.run(cancelled())
    yield "read", BAD_INPUT, lambda: asyncio.run(limits())
    yield "write", CONFLICT, lambda: asyncio.run(twice())
    yield "run", BAD_TYPE, lambda: asyncio.run(3)  # type: ignore[arg-type]
    yield "run", BUG, asyncio.get_running_loop
    yield "run_command", NOT_INSTALLED, lambda: asyncio.run(start("no-such-program"))


async def start(program: str) -> Any:
    return await asyncio.create_subprocess_exec(program)


@suite("concurrent.futures")
def futures_cases(tmp: Path) -> Iterator[Case]:
    from concurrent import futures

    pool = futures.ThreadPoolExecutor(1)
    yield "wait", NO_ANSWER_IN_TIME, lambda: list(futures.as_completed([pool.submit(time.sleep, 1)], timeout=0.1))
    yield "run", LOST._replace(type="other"), lambda: futures.ProcessPoolExecutor(1).submit(os._exit, 3).result()
    yield "run", BAD_TYPE, lambda: futures.ProcessPoolExecutor(1).submit(len, (x for x in ())).result()  # pyright: ignore[reportArgumentType]  # the mistake is the case
    yield "run", BAD_VALUE, lambda: futures.ThreadPoolExecutor(0)
    pool.shutdown(wait=False)
    yield "run", CONFLICT, lambda: pool.submit(time.sleep, 1)
