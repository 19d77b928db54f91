"""A value that doing the opposite does not put back: whoever names options is asked for a way, and the look says what came of it."""

from __future__ import annotations

import json

import pytest
from werkzeug import Response

from midcourse import run
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Planned
from midcourse.models.door import ModelDoor
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.model import ModelProposer
from tests.models.test_model_planner import reply
from tests.planners.local import rooms
from tests.planners.local.rooms import Rooms
from tests.planners.local.test_local_planner import LIMITS, Script
from tests.support import the

ORDER = {"Main": ["menuitem Tools"], "Tools": ["button Settings"], "Settings": ["checkbox Wrap", "button Columns"]}
GOAL = "screen(Columns) and not checked(checkbox Wrap)"


class OneWay(Rooms):
    """Its toggle goes on and not off again; only Reset, behind a second click, takes it back."""

    def __init__(self) -> None:
        super().__init__()
        self.sure = False

    async def act(self, call):
        if call.target == "checkbox Wrap" and self.wrapped:
            self.did.append(call.target)
            return rooms.Done()
        if call.target in ("menuitem More", "menuitem Reset"):
            self.did.append(call.target)
            self.wrapped = self.wrapped and not (call.target == "menuitem Reset" and self.sure)
            self.sure = call.target == "menuitem More"
            return rooms.Done()
        return await super().act(call)


@pytest.fixture
def reset(monkeypatch):
    """The settings offer a way back that nobody but a model would see in it."""
    monkeypatch.setitem(rooms.SCREENS, "Settings", (*rooms.SCREENS["Settings"], "menuitem More", "menuitem Reset"))


def answered(httpserver, monkeypatch, undo):
    """A model that names options, and says how to take a thing back."""
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-nobody")
    asked: list[str] = []

    def handle(sent):
        system, prompt = (str(m["content"]) for m in sent.get_json()["messages"])
        if "take back" in system:
            asked.append(prompt)
            said = undo
        else:
            here = next(screen for screen in rooms.SCREENS if f"screen({screen})" in prompt.split("What is seen")[-1])
            said = {"options": [{"act": "click", "target": t} for t in ORDER.get(here, [])]}
        return Response(json.dumps(reply(said)), content_type="application/json")

    httpserver.expect_request("/v1/chat/completions").respond_with_handler(handle)
    return ModelProposer(ModelDoor("openai-chat:tiny", seconds=20)), asked


STEPS = [{"act": "click", "target": "menuitem More"}, {"act": "click", "target": "menuitem Reset"}]


def test_a_model_says_how_to_put_back_what_the_opposite_did_not(reset, httpserver, monkeypatch):
    proposer, asked = answered(httpserver, monkeypatch, {"answer": "plan", "why": "it resets", "steps": STEPS})
    world = OneWay()
    ended = run("get there", done_when=GOAL, world=world, planner=LocalPlanner(proposer), settings=LIMITS)
    assert ended.success and not world.wrapped, ended.ending
    at = world.did.index("menuitem More")
    assert world.did[at - 2 : at + 2] == ["checkbox Wrap", "checkbox Wrap", "menuitem More", "menuitem Reset"]
    [prompt] = asked
    assert "checkbox Wrap (was empty or off)" in prompt and "did not put it back" in prompt
    told = [e.event.plan for e in ended.entries if isinstance(e.event, Planned) and len(e.event.plan.steps) == 3]
    assert [the(step, Act).description for step in told[0].steps[:2]] == ["revert: 1.5 put back checkbox Wrap"] * 2


@pytest.mark.parametrize(
    "undo",
    [
        {"answer": "impossible", "why": "it cannot be"},
        {"answer": "plan", "steps": [{"act": "fly"}]},
        {"answer": "plan", "steps": [{"act": "click", "target": "button Gone"}]},
        "I would look around.",
    ],
)
def test_a_way_that_cannot_be_begun_is_not_begun_and_the_value_is_listed(undo, httpserver, monkeypatch):
    proposer, asked = answered(httpserver, monkeypatch, undo)
    world = OneWay()
    ended = run("get there", done_when=GOAL, world=world, planner=LocalPlanner(proposer), settings=LIMITS)
    assert asked and world.wrapped
    assert any("checkbox Wrap" in line for line in ended.ending.fates.owed), ended.ending


def test_whoever_knows_no_way_back_is_not_asked():
    world = OneWay()
    ended = run("get there", done_when=GOAL, world=world, planner=LocalPlanner(Script(**ORDER)), settings=LIMITS)
    assert ended.ended and world.did.count("checkbox Wrap") == 4, "once on, and three tries to put it back"
