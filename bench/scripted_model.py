"""A language model that is none: a server that speaks the protocol of chat completions, with a search planner for a mind.

What it plans is sound until its fault sets in. Faults are drawn from a seed and the number of the question, so that every way of
running it meets the same ones. It counts the tokens of what it is sent and of what it answers.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from midcourse.core.gates.request import NothingToDo, NoWay, PlanRequest, Reply
from midcourse.core.model import Cost
from midcourse.core.plans.plan import Act, Draft, Step
from midcourse.core.protocols import Planner
from midcourse.core.run.groups import changed
from midcourse.planners.model import ModelPlanner
from midcourse.planners.search import SearchPlanner, breathing
from midcourse.planners.search.asked import problem_of

SHARES = (5, 15, 30)
STEPS = ("dropped", "replaced", "swapped")
OTHERS = ("invented target", "truncated", "prose", "stubborn", "forgetful", "429", "500", "slow", "empty")
FAULTS = ("sound", *(f"{what} {share} %" for what in STEPS for share in SHARES), *OTHERS, "all of these")
OFTEN = 0.5
"""How often a fault of a whole answer sets in."""
SLOW = 2.5
"""Seconds, longer than the client waits."""
PATIENCE = 2.0

Answer = tuple[int, str]
"""A status and a text."""


class Mind:
    """Plans, with one fault."""

    def __init__(self, fault: str, seed: int) -> None:
        if fault not in FAULTS:
            raise ValueError(f"no fault {fault!r}; there are {', '.join(FAULTS)}")
        self._fault, self._seed = fault, seed
        self._search = SearchPlanner(nodes=4000, seconds=5.0)
        self._asked = 0
        self._first: list[Any] = []

    def answer(self, request: PlanRequest) -> Answer:
        """What it says to a request."""
        self._asked += 1
        chance = random.Random(f"{self._seed}/{self._fault}/{self._asked}")
        fault = self._fault if self._fault != "all of these" else chance.choice([f for f in FAULTS[1:-1] if f != "stubborn"])
        struck = chance.random() < OFTEN
        if fault in ("429", "500") and struck:
            return int(fault), "busy"
        if fault == "slow" and struck:
            time.sleep(SLOW)
        if fault == "empty" and struck:
            return 200, ""
        if fault == "prose" and struck:
            return 200, "First I would look around, then do what is needed, and I am confident that it will work out."
        if fault == "forgetful":
            request = changed(request, {"attempts": (), "refused": frozenset(), "done": (), "undone": (), "objections": ()})
        reply = asyncio.run(self._search.plan(request))
        text = json.dumps(self._written(request, reply, fault, chance, struck))
        if fault == "truncated" and struck:
            text = text[: chance.randrange(1, len(text))]
        return 200, text

    def _written(self, request: PlanRequest, reply: Reply, fault: str, chance: random.Random, struck: bool) -> dict[str, Any]:
        if isinstance(reply, NothingToDo):
            return {"answer": "done", "why": reply.why}
        if not isinstance(reply, Draft):
            return {"answer": "impossible" if isinstance(reply, NoWay) else "stuck", "why": reply.why}
        acts = [step for step in reply.steps if isinstance(step, Act)]
        kind, _, share = fault.partition(" ")
        if kind in STEPS:
            acts = _spoiled(acts, kind, int(share.split()[0]) / 100, chance, lambda: self._menu(request))
        steps = [_step(act) for act in acts]
        if fault == "invented target" and struck and steps:
            chance.choice(steps)["target"] = "the shiny button in the corner"
        if fault == "stubborn":
            self._first = steps = self._first or steps
        return {"answer": "plan", "steps": steps}

    def _menu(self, request: PlanRequest) -> Sequence[Act]:
        """Everything that could be called, sensible or not."""
        problem = asyncio.run(breathing(problem_of(request, None, ())))
        return [op.act for op in problem.ops]


def _spoiled(acts: list[Act], kind: str, share: float, chance: random.Random, menu: Callable[[], Sequence[Act]]) -> list[Act]:
    """The acts with a share of them dropped, replaced by any other, or in the wrong order."""
    struck = [chance.random() < share for _ in acts]
    if kind == "dropped":
        return [act for act, hit in zip(acts, struck, strict=True) if not hit]
    if kind == "replaced":
        others = menu() if any(struck) else ()
        return [chance.choice(others) if hit else act for act, hit in zip(acts, struck, strict=True)]
    spoiled = list(acts)
    for i, hit in enumerate(struck[:-1]):
        if hit:
            spoiled[i], spoiled[i + 1] = spoiled[i + 1], spoiled[i]
    return spoiled


def _step(step: Step) -> dict[str, Any]:
    assert isinstance(step, Act)
    return {"act": step.skill, "args": step.args, **({"target": step.target} if step.target else {})}


class ScriptedModel:
    """The server. Its mind is handed each request as it is; what is sent over the wire is what a model would be sent."""

    def __init__(self) -> None:
        self._server = HTTPServer(host="127.0.0.1", threaded=True)
        self._server.expect_request("/v1/chat/completions").respond_with_handler(self._handle)
        self.mind = Mind("sound", 0)
        self.request: PlanRequest | None = None
        self.calls = self.tokens = 0
        """Questions that came, and the tokens of those that were answered."""

    def __enter__(self) -> ScriptedModel:
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop()

    @property
    def address(self) -> str:
        """For OPENAI_BASE_URL."""
        return self._server.url_for("/v1")

    def begin(self, fault: str, seed: int) -> None:
        """Another run."""
        self.mind, self.calls, self.tokens = Mind(fault, seed), 0, 0

    def _handle(self, sent: Request) -> Response:
        assert self.request is not None
        mind = self.mind
        self.calls += 1
        status, text = mind.answer(self.request)
        if status != 200:
            error = {"error": {"message": text, "type": "server_error"}}
            return Response(json.dumps(error), status, {"Retry-After": "1"}, content_type="application/json")
        words = " ".join(str(message["content"]) for message in sent.get_json()["messages"])
        read, written = len(words) // 4, len(text) // 4
        if mind is self.mind:
            self.tokens += read + written
        return Response(json.dumps(completion(text, read, written)), 200, content_type="application/json")


def completion(text: str, read: int, written: int) -> dict[str, Any]:
    """An answer in the protocol of OpenAI's chat completions."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    usage = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
    return {"id": "x", "object": "chat.completion", "created": 1, "model": "scripted", "choices": [choice], "usage": usage}


class Whispered:
    """A planner by model; what it is asked is whispered to the server's mind."""

    def __init__(self, inner: ModelPlanner, server: ScriptedModel) -> None:
        self._inner, self._server = inner, server

    def most(self, request: PlanRequest) -> Cost:
        """What the answer may cost."""
        return self._inner.most(request)

    async def plan(self, request: PlanRequest) -> Reply:
        """The model's answer."""
        self._server.request = request
        return await self._inner.plan(request)


def planner_at(server: ScriptedModel, model: Any) -> Planner:
    """A planner that asks this server."""
    return Whispered(ModelPlanner(model), server)
