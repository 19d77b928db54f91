"""Language-model providers' clients: openai, anthropic."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .common import Case, suite
from .labels import BAD_TYPE, BAD_VALUE, CONFLICT, DENIED, LOST, NO_ANSWER_IN_TIME, REFUSED, STATUS, UNKNOWN_ATTRIBUTE
from .servers import PROVIDER_ERRORS, http_server, transport_base


def provider_cases(library: str, make: Callable[..., Any], ask: Callable[..., Any], extra: tuple[int, ...]) -> Iterator[Case]:
    """The failures of a language-model provider's client, against a local server that answers as the provider would."""
    at = transport_base()
    base = at["base"]

    def call(url: str, **options: Any) -> Any:
        return ask(make(base_url=url, max_retries=0, timeout=0.5), **options)

    for status in (*PROVIDER_ERRORS[library], *extra):
        yield "complete", STATUS[status], partial(call, f"{base}/{library}/{status}/")
    yield "complete", REFUSED, partial(call, at["refused"])
    yield "complete", NO_ANSWER_IN_TIME, partial(call, f"{base}/slow")
    yield "complete", LOST, lambda: ask(make(base_url=f"{base}/truncated", max_retries=0, timeout=0.5))
    yield "complete", BAD_TYPE, partial(call, base, colour="red")
    yield "complete", BAD_TYPE, partial(call, base, messages=None, model=object())


@suite("openai", "openai")
def openai_cases(tmp: Path) -> Iterator[Case]:
    import openai

    def ask(client: Any, **options: Any) -> Any:
        return client.chat.completions.create(**{"model": "m", "messages": [{"role": "user", "content": "hi"}]} | options)

    os.environ.pop("OPENAI_API_KEY", None)
    yield from provider_cases("openai", partial(openai.OpenAI, api_key="sk-test"), ask, (402, 502, 504))
    yield "complete", DENIED, lambda: openai.OpenAI()
    client = openai.OpenAI(api_key="k", base_url=http_server())
    yield "complete", BAD_TYPE, lambda: client.chat.completions.create(model="m")  # pyright: ignore[reportCallIssue]  # the mistake is the case
    yield "retrieve", BAD_VALUE, lambda: client.files.retrieve("")
    yield "complete", UNKNOWN_ATTRIBUTE, lambda: client.chat.frob()  # pyright: ignore[reportAttributeAccessIssue]  # the mistake is the case
    client.close()
    yield "complete", CONFLICT, lambda: ask(client)


@suite("anthropic", "anthropic")
def anthropic_cases(tmp: Path) -> Iterator[Case]:
    import anthropic

    def ask(client: Any, **options: Any) -> Any:
        message = {"role": "user", "content": "hi"}
        return client.messages.create(**{"model": "m", "max_tokens": 9, "messages": [message]} | options)

    os.environ.pop("ANTHROPIC_API_KEY", None)
    yield from provider_cases("anthropic", partial(anthropic.Anthropic, api_key="k"), ask, (405, 502))
    client = anthropic.Anthropic(api_key="k", base_url=http_server())
    yield "complete", DENIED, lambda: ask(anthropic.Anthropic(api_key=None, base_url=http_server()))
    yield "complete", BAD_TYPE, lambda: client.messages.create(model="m", messages=[])  # pyright: ignore[reportCallIssue]  # the mistake is the case
    yield "complete", BAD_VALUE, lambda: ask(client, max_tokens=999999)
    yield "complete", UNKNOWN_ATTRIBUTE, lambda: client.messages.frob()  # pyright: ignore[reportAttributeAccessIssue]  # the mistake is the case
    client.close()
    yield "complete", CONFLICT, lambda: ask(client)
