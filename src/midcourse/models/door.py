"""Any provider through pydantic-ai, which is loaded when a door is made: `openai:gpt-…`, `anthropic:claude-…`, `ollama:…`.

Keys and addresses come from the environment, as each provider's own library reads them (OPENAI_API_KEY, OPENAI_BASE_URL …).
"""

# pyright: reportMissingImports=false, reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import asyncio
import json
import re
from importlib import import_module
from math import ceil
from typing import Any

from ..core.errors import PlannerUnreachable, TaskError
from ..core.language.prompts import Completion, Prompt
from ..core.model import Cost
from .size import cap

PER_TOKEN = 2.5
"""Characters; fewer than any tokenizer needs for prose, so that what is set aside is not too little."""
PICTURE = 1600
"""Tokens set aside for one picture."""
SECONDS = 120.0
_PRICE = re.compile(r"price=(\d+(?:\.\d+)?)/(\d+(?:\.\d+)?)")


class ModelDoor:
    """A model by `provider:name`. It asks once: when to ask again is the engine's to say. TaskError when there is no such model,
    or its key is missing.

    `typed` holds the service to the form of the answer, for those that can be: a small model then says no prose.
    `price` is in US dollars for a million tokens read and written; without it the price is the one that is published, if any.
    """

    def __init__(
        self,
        name: str,
        *,
        seconds: float = SECONDS,
        temperature: float | None = 0.0,
        typed: bool = False,
        price: tuple[float, float] | None = None,
    ) -> None:
        if ":" not in name or not all(name.split(":", 1)):
            raise TaskError(f"no model {name!r}; write provider:name, such as openai:gpt-5-mini or anthropic:claude-sonnet-5")
        self.name, self._seconds, self._temperature, self._typed = name, seconds, temperature, typed
        self._own_price = price
        self._model = _inferred(name)

    def most(self, ask: Prompt) -> Cost:
        """The most that an answer may cost: all that is read, and the longest that may be written."""
        form = len(json.dumps(ask.form)) if self._typed and ask.form else 0
        read = ceil((len(ask.system) + len(ask.prompt) + form) / PER_TOKEN) + PICTURE * len(ask.pictures)
        return self._cost(read, ask.most_tokens)

    async def ask(self, ask: Prompt) -> Completion:
        """Prompt once. PlannerUnreachable when the service cannot answer now."""
        messages, direct, errors = _library()
        content: list[Any] = [ask.prompt, *(messages.BinaryContent(data, media_type="image/png") for data in ask.pictures)]
        parts = [messages.SystemPromptPart(ask.system), messages.UserPromptPart(content)]
        settings: dict[str, Any] = {"max_tokens": ask.most_tokens, "timeout": self._seconds}
        if self._temperature is not None:
            settings["temperature"] = self._temperature
        try:
            async with asyncio.timeout(self._seconds):
                asked = [messages.ModelRequest(parts)]
                form = _form(ask) if self._typed and ask.form else None
                said = await direct.model_request(self._model, asked, model_settings=settings, model_request_parameters=form)
        except TimeoutError:
            raise PlannerUnreachable(f"{self.name} gave no answer within {self._seconds:g} seconds", asked=True) from None
        except errors.ModelHTTPError as error:
            raise PlannerUnreachable(f"{self.name} answered {error.status_code}: {self._told(error)}", _pause(error)) from None
        except errors.UnexpectedModelBehavior as error:
            raise PlannerUnreachable(f"{self.name} gave no answer that can be used: {self._told(error)}", asked=True) from None
        except (errors.ModelAPIError, OSError) as error:
            raise PlannerUnreachable(f"{self.name} cannot be reached: {self._told(error)}") from None
        read, written = said.usage.input_tokens, said.usage.output_tokens
        if read < 0 or written < 0 or not read + written:  # a service that does not count: the most that it may have been
            written = ask.most_tokens
            read = self.most(ask).tokens - written
        cost = self._cost(read, written)
        return Completion(said.text or "", self.name, read, written, cost.money, said.finish_reason == "length", cost.unpriced)

    def _told(self, error: BaseException) -> str:
        """What the service says went wrong, shortly: some give back the key that they were shown."""
        key: Any = getattr(getattr(self._model, "client", None), "api_key", "")
        said = " ".join(str(error).split())
        return (said.replace(key, "(the key)") if isinstance(key, str) and key else said)[:200]

    def _cost(self, read: int, written: int) -> Cost:
        money, tokens = self._price(read, written), read + written
        return Cost(tokens, unpriced=tokens) if money is None else Cost(tokens, money)

    def _price(self, read: int, written: int) -> float | None:
        """US dollars; None where nobody knows the price, as for a model of one's own."""
        if self._own_price is not None:
            return (self._own_price[0] * read + self._own_price[1] * written) / 1_000_000
        provider, _, model = self.name.partition(":")
        prices = import_module("genai_prices")
        try:
            usage = prices.Usage(input_tokens=read, output_tokens=written)
            return float(prices.calc_price(usage, model_ref=model, provider_id=provider).total_price)
        except LookupError:
            return None


def _library() -> tuple[Any, Any, Any]:
    messages, direct, errors = (import_module(f"pydantic_ai.{name}") for name in ("messages", "direct", "exceptions"))
    return messages, direct, errors


def _inferred(name: str) -> Any:
    """The model behind a name, with all that its first answer needs: to load that may take longer than an answer may."""
    try:
        _library()
        model = import_module("pydantic_ai.models").infer_model(name)
    except ImportError as error:
        raise TaskError(f"Language models need pydantic-ai: pip install 'midcourse[models]' ({error})") from None
    except Exception as error:
        raise TaskError(f"no model {name!r}: {error}") from None
    client: Any = getattr(model, "client", None)
    if hasattr(client, "max_retries"):
        client.max_retries = 0  # the engine backs off, and counts
    cap(getattr(client, "_client", None))
    return model


def open_door(spec: str) -> ModelDoor:
    """The door that `provider:name` names, perhaps with `price=IN/OUT` after it."""
    name, *more = spec.split() or [""]
    if not more:
        return ModelDoor(name)
    found = _PRICE.fullmatch(" ".join(more))
    if found is None:
        right = "price=IN/OUT, US dollars for a million tokens read and written, such as price=0.15/0.60"
        raise TaskError(f"{name}: cannot read {' '.join(more)!r}; after a model's name comes {right}")
    return ModelDoor(name, price=(float(found[1]), float(found[2])))


def _form(ask: Prompt) -> Any:
    models, output = import_module("pydantic_ai.models"), import_module("pydantic_ai.output")
    form = output.OutputObjectDefinition(ask.form, ask.purpose)
    return models.ModelRequestParameters(output_mode="native", output_object=form)


def _pause(error: Any) -> float | None:
    """How long the service asks to be left alone."""
    cause = getattr(error, "__cause__", None)
    headers = getattr(getattr(cause, "response", None), "headers", None)
    told = headers.get("retry-after") if headers is not None else None
    try:
        return float(told) if told else None
    except ValueError:
        return None
