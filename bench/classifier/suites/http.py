"""HTTP clients: curl, wget, httpx, requests, urllib3, urllib, aiohttp."""

# Each context below can fail by itself:
# ruff: noqa: SIM117

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .common import KEPT, Case, python_without_dns, run, suite, without_dns
from .labels import (
    BAD_INPUT,
    BAD_TYPE,
    BAD_VALUE,
    BUSY,
    CONFLICT,
    DENIED,
    EXHAUSTED,
    GARBAGE,
    LOST,
    MISSING,
    NO_ANSWER_IN_TIME,
    NO_SUCH_HOST,
    NOT_CONNECTED_IN_TIME,
    REFUSED,
    STATUS,
    UNKNOWN_ATTRIBUTE,
    UNSUPPORTED,
)
from .servers import transport_cases


@suite("curl", "cmd:curl", "cryptography")
def curl_cases(tmp: Path) -> Iterator[Case]:
    at = transport_cases(tmp)
    base = at["base"]
    for status in (400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 501, 502, 503, 504):
        yield "fetch", STATUS[status], partial(run, "curl", "-sSf", f"{base}/status/{status}")
    for labels, arguments in (
        (REFUSED, (at["refused"],)),
        (NOT_CONNECTED_IN_TIME, ("--connect-timeout", "0.3", at["full"])),
        (NO_ANSWER_IN_TIME, ("-m", "0.3", f"{base}/slow")),
        (LOST, (f"{base}/drop",)),
        (LOST, (at["reset"],)),
        (LOST, (f"{base}/truncated",)),
        (LOST, (at["chunked"],)),
        (GARBAGE, (f"{base}/garbage",)),
        (NO_SUCH_HOST, (at["no_host"],)),
        (DENIED, (at["self_signed"],)),
        (GARBAGE, (at["tls_to_plain"],)),
        (BAD_INPUT, ("gopherx://127.0.0.1/",)),
        (BAD_INPUT, ("http://[bad/",)),
        (BAD_INPUT, ("--no-such-option", base)),
        (BAD_INPUT, ("-m", "soon", base)),
        (BAD_INPUT, ()),
        (UNSUPPORTED, ("-L", "--max-redirs", "3", f"{base}/loop")),
        (MISSING, ("file:///no/such/file",)),
        (MISSING, ("-T", "gone.txt", base)),
        (MISSING, ("-o", "no/such/dir/x", f"{base}/ok")),
        (EXHAUSTED, ("-o", "/dev/full", f"{base}/ok")),
        (BAD_INPUT, ("--cacert", "/no/ca.pem", at["self_signed"])),
        (REFUSED, ("-x", at["refused"], "http://example.test/")),
    ):
        yield "fetch", labels, partial(run, "curl", "-sS", *arguments, cwd=tmp)
    yield "fetch", REFUSED, partial(without_dns, tmp, "curl", "-sS", "http://example.test/")


@suite("wget", "cmd:wget", "cryptography")
def wget_cases(tmp: Path) -> Iterator[Case]:
    at = transport_cases(tmp)
    base = at["base"]
    for status in (400, 401, 403, 404, 410, 429, 500, 502, 503):
        yield "download", STATUS[status], partial(run, "wget", "-nv", "-t1", f"{base}/status/{status}", cwd=tmp)
    for labels, arguments in (
        (REFUSED, (at["refused"],)),
        (NO_ANSWER_IN_TIME, ("-T", "0.3", f"{base}/slow")),
        (LOST, (f"{base}/drop",)),
        (NO_SUCH_HOST, (at["no_host"],)),
        (DENIED, (at["self_signed"],)),
        (BAD_INPUT, ("gopherx://127.0.0.1/",)),
        (BAD_INPUT, ("--no-such-option", base)),
        (BAD_INPUT, ()),
        (UNSUPPORTED, ("--max-redirect=2", f"{base}/loop")),
        (EXHAUSTED, ("-O", "/dev/full", f"{base}/ok")),
        (MISSING, ("-O", "no/dir/x", f"{base}/ok")),
    ):
        yield "download", labels, partial(run, "wget", "-nv", "-t1", *arguments, cwd=tmp)


@suite("httpx", "httpx", "cryptography")
def httpx_cases(tmp: Path) -> Iterator[Case]:
    import httpx

    at = transport_cases(tmp)
    base = at["base"]

    def get(url: str, **options: Any) -> Any:
        return httpx.get(url, **{"timeout": 0.4} | options).raise_for_status()

    for status in (400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 423, 429, 500, 501, 502, 503, 504, 507):
        yield "fetch", STATUS[status], partial(get, f"{base}/status/{status}")
    yield "fetch", REFUSED, partial(get, at["refused"])
    yield "fetch", NOT_CONNECTED_IN_TIME, partial(get, at["full"])
    yield "fetch", NO_ANSWER_IN_TIME, partial(get, f"{base}/slow")
    yield "post", LOST, lambda: httpx.post(f"{base}/drop", json={"a": 1})
    yield "post", LOST, lambda: httpx.post(at["reset"], json={"a": 1})
    yield "fetch", LOST, partial(get, f"{base}/truncated")
    yield "fetch", LOST, partial(get, at["chunked"])
    yield "fetch", GARBAGE, partial(get, at["garbage"])
    yield "fetch", GARBAGE, partial(get, f"{base}/gzip")
    yield "fetch", NO_SUCH_HOST, partial(get, at["no_host"])
    yield "fetch", DENIED, partial(get, at["self_signed"])
    yield "fetch", GARBAGE, partial(get, at["tls_to_plain"])
    yield "fetch", UNSUPPORTED, partial(get, f"{base}/loop", follow_redirects=True)
    yield "fetch", BAD_INPUT, partial(get, "ftp://127.0.0.1/x")
    yield "fetch", BAD_INPUT, partial(get, "/relative")
    yield "fetch", BAD_INPUT, partial(get, "http://[bad")
    closed = httpx.Client()
    closed.close()
    yield "fetch", CONFLICT, lambda: closed.get(base)
    tight = httpx.Client(limits=httpx.Limits(max_connections=1), timeout=httpx.Timeout(5, pool=0.1))
    held = tight.stream("GET", f"{base}/ok")
    held.__enter__()
    yield "fetch", NOT_CONNECTED_IN_TIME, lambda: tight.get(f"{base}/ok")
    yield "fetch", UNKNOWN_ATTRIBUTE, lambda: httpx.get(base, params=3)  # type: ignore[arg-type]


@suite("requests", "requests", "cryptography")
def requests_cases(tmp: Path) -> Iterator[Case]:
    import requests

    at = transport_cases(tmp)
    base = at["base"]

    def get(url: str, **options: Any) -> Any:
        given: dict[str, Any] = {"timeout": 0.4} | options
        answer = requests.get(url, **given)
        answer.raise_for_status()
        return answer

    for status in (400, 401, 403, 404, 405, 408, 409, 410, 413, 422, 429, 451, 500, 502, 503, 504):
        yield "fetch", STATUS[status], partial(get, f"{base}/status/{status}")
    yield "fetch", REFUSED, partial(get, at["refused"])
    yield "fetch", NOT_CONNECTED_IN_TIME, partial(get, at["full"])
    yield "fetch", NO_ANSWER_IN_TIME, partial(get, f"{base}/slow")
    yield "post", LOST, lambda: requests.post(f"{base}/drop", json={"a": 1})
    yield "post", LOST, lambda: requests.post(at["reset"], json={"a": 1})
    yield "fetch", LOST, partial(get, f"{base}/truncated")
    yield "fetch", LOST, partial(get, at["chunked"])
    yield "fetch", GARBAGE, partial(get, at["garbage"])
    yield "fetch", GARBAGE, partial(get, f"{base}/gzip")
    yield "fetch", NO_SUCH_HOST, partial(get, at["no_host"])
    yield "fetch", DENIED, partial(get, at["self_signed"])
    yield "fetch", DENIED, partial(get, at["wrong_name"])
    yield "fetch", GARBAGE, partial(get, at["tls_to_plain"])
    yield "fetch", UNSUPPORTED, partial(get, f"{base}/loop")
    yield "fetch", BAD_INPUT, partial(get, "nowhere")
    yield "fetch", BAD_INPUT, partial(get, "frob://127.0.0.1/x")
    yield "fetch", BAD_INPUT, partial(get, "http://")
    yield "fetch", REFUSED, partial(get, "http://example.test/", proxies={"http": at["refused"]})
    yield "fetch", BAD_INPUT, partial(get, base, headers={"a": "b\nc"})
    yield "fetch", BAD_INPUT, partial(get, at["self_signed"], verify="/no/such/ca.pem")


@suite("urllib3", "urllib3", "cryptography")
def urllib3_cases(tmp: Path) -> Iterator[Case]:
    import urllib3

    at = transport_cases(tmp)
    base = at["base"]
    pool = urllib3.PoolManager(retries=False, timeout=0.4)
    get = partial(pool.request, "GET")
    yield "fetch", REFUSED, partial(get, at["refused"])
    yield "fetch", NOT_CONNECTED_IN_TIME, partial(get, at["full"])
    yield "fetch", NO_ANSWER_IN_TIME, partial(get, f"{base}/slow")
    yield "fetch", LOST, partial(get, f"{base}/drop")
    yield "fetch", LOST, partial(get, at["reset"])
    yield "fetch", LOST, partial(get, f"{base}/truncated")
    yield "fetch", LOST, partial(get, at["chunked"])
    yield "fetch", GARBAGE, partial(get, f"{base}/gzip")
    yield "fetch", NO_SUCH_HOST, partial(get, at["no_host"])
    yield "fetch", DENIED, partial(get, at["self_signed"])
    yield "fetch", DENIED, partial(get, at["expired"])
    yield "fetch", BAD_INPUT, partial(get, "frob://x")
    yield "fetch", BAD_INPUT, partial(get, "http://[bad")
    yield "fetch", BAD_INPUT, partial(get, "http://127.0.0.1:99999/")
    yield "fetch", REFUSED, partial(get, at["refused"], retries=1)
    yield "fetch", REFUSED, partial(get, f"{base}/status/503", retries=urllib3.Retry(1, status_forcelist=[503]))
    yield "fetch", BUSY, partial(get, f"{base}/status/429", retries=urllib3.Retry(1, status_forcelist=[429]))
    yield "fetch", UNSUPPORTED, partial(get, f"{base}/loop", retries=urllib3.Retry(2, redirect=2))
    single = urllib3.HTTPConnectionPool("127.0.0.1", int(base.rsplit(":", 1)[1]), maxsize=1, block=True)
    KEPT.append(single.request("GET", "/ok", preload_content=False))
    yield "fetch", NOT_CONNECTED_IN_TIME, lambda: single.urlopen("GET", "/ok", pool_timeout=0.1)  # pyright: ignore[reportArgumentType]  # its stub wants whole seconds, it takes any
    single.close()
    yield "fetch", CONFLICT, lambda: single.request("GET", "/ok")


@suite("urllib", "cryptography")
def urllib_cases(tmp: Path) -> Iterator[Case]:
    from urllib.request import Request, urlopen

    at = transport_cases(tmp)
    base = at["base"]
    get = partial(urlopen, timeout=0.4)
    for status in (400, 401, 403, 404, 405, 406, 409, 410, 414, 416, 422, 429, 431, 500, 501, 502, 503, 504, 505):
        yield "fetch", STATUS[status], partial(get, f"{base}/status/{status}")
    yield "fetch", REFUSED, partial(get, at["refused"])
    yield "fetch", NOT_CONNECTED_IN_TIME, partial(get, at["full"])
    yield "fetch", NO_ANSWER_IN_TIME, partial(get, f"{base}/slow")
    yield "fetch", LOST, partial(get, f"{base}/drop")
    yield "fetch", LOST, partial(get, at["reset"])
    yield "fetch", LOST, lambda: get(f"{base}/truncated").read()
    yield "fetch", LOST, lambda: get(at["chunked"]).read()
    yield "fetch", GARBAGE, partial(get, at["garbage"])
    yield "fetch", NO_SUCH_HOST, partial(get, at["no_host"])
    yield "fetch", DENIED, partial(get, at["self_signed"])
    yield "fetch", DENIED, partial(get, at["expired"])
    yield "fetch", BAD_VALUE, partial(get, "nowhere")
    yield "fetch", BAD_INPUT, partial(get, "frob://x")
    yield "fetch", BAD_INPUT, partial(get, "http://a b/")
    yield "fetch", MISSING, partial(get, "file:///no/such/file")
    yield "fetch", UNSUPPORTED, partial(get, f"{base}/loop")
    yield "post", BAD_TYPE, lambda: get(Request(base, data="text"))  # type: ignore[arg-type]
    code = "import urllib.request as u; u.urlopen('http://example.test/')"
    yield "fetch", REFUSED, partial(python_without_dns, tmp, code)


@suite("aiohttp", "aiohttp", "cryptography")
def aiohttp_cases(tmp: Path) -> Iterator[Case]:
    import aiohttp

    at = transport_cases(tmp)
    base = at["base"]

    def get(url: str, method: str = "GET", **options: Any) -> Any:
        async def request() -> Any:
            waits = aiohttp.ClientTimeout(total=options.pop("total", 3), sock_connect=0.3, sock_read=0.3)
            async with aiohttp.ClientSession(timeout=waits, raise_for_status=True) as session:
                async with session.request(method, url, **options) as answer:
                    return await answer.read()

        return asyncio.run(request())

    for status in (400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 502, 503, 504):
        yield "fetch", STATUS[status], partial(get, f"{base}/status/{status}")
    yield "fetch", REFUSED, partial(get, at["refused"])
    yield "fetch", NOT_CONNECTED_IN_TIME, partial(get, at["full"])
    yield "fetch", NO_ANSWER_IN_TIME, partial(get, f"{base}/slow")
    yield "fetch", NO_ANSWER_IN_TIME, partial(get, f"{base}/slow", total=0.1)
    yield "post", LOST, partial(get, f"{base}/drop", "POST", json={"a": 1})
    yield "post", LOST, partial(get, at["reset"], "POST", json={"a": 1})
    yield "fetch", LOST, partial(get, f"{base}/truncated")
    yield "fetch", LOST, partial(get, at["chunked"])
    yield "fetch", GARBAGE, partial(get, at["garbage"])
    yield "fetch", GARBAGE, partial(get, f"{base}/gzip")
    yield "fetch", NO_SUCH_HOST, partial(get, at["no_host"])
    yield "fetch", DENIED, partial(get, at["self_signed"])
    yield "fetch", UNSUPPORTED, partial(get, f"{base}/loop")
    yield "fetch", BAD_INPUT, partial(get, "nowhere")
    yield "fetch", BAD_INPUT, partial(get, "ftp://127.0.0.1")
    yield "fetch", BAD_VALUE, partial(get, base, data=b"x", json={})
    yield "fetch", BAD_TYPE, partial(get, base, params={"a": object()})
