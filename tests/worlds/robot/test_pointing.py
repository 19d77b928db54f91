"""A model over real HTTP points at things on the table: whatever it says, only what the depth confirms is found."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import time

import numpy as np
import pytest
from PIL import Image
from pytest_httpserver import HTTPServer
from werkzeug import Response

from midcourse import Act, run
from midcourse.core.gates.lookers import LooksAtAPrice
from midcourse.core.model import Call, Cost, Done, Failed
from midcourse.models.door import ModelDoor
from midcourse.wiring.preparing import LooksByModel
from midcourse.worlds.robot import RobotWorld, Scene, Thing
from midcourse.worlds.robot.by_name import from_words
from midcourse.worlds.robot.pointing import Pointer
from tests.support import the

SCENE = Scene({"first": Thing("red", (0.5, -0.1)), "second": Thing("blue", (0.5, 0.12))})
COLOURS = {"red": 0, "blue": 2}


def box_of(colour: str, picture) -> list[int]:
    """Where a colour is in the picture that the model was sent."""
    channel = COLOURS[colour]
    others = [i for i in range(3) if i != channel]
    rows, columns = np.nonzero((picture[..., channel] > 90) & (picture[..., others].max(axis=-1) < picture[..., channel] / 2))
    left, top = int(columns.min()), int(rows.min())
    return [left, top, int(columns.max()) - left + 1, int(rows.max()) - top + 1]


def points(*boxes):
    return json.dumps({"zones": [{"label": "a thing", "box": box} for box in boxes]})


def both(picture) -> list[int]:
    one, other = box_of("red", picture), box_of("blue", picture)
    left, top = min(one[0], other[0]), min(one[1], other[1])
    return [left, top, max(one[0] + one[2], other[0] + other[2]) - left, max(one[1] + one[3], other[1] + other[3]) - top]


def hidden_by(world, name):
    """A look that misses one thing."""
    return lambda: [thing for thing in world.hands.look() if thing.name != name]


@pytest.fixture
def seen(monkeypatch):
    """A table that a model looks at, which answers so about each picture."""
    with HTTPServer(host="127.0.0.1", threaded=True) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url_for("/v1"))
        monkeypatch.setenv("OPENAI_API_KEY", "key-of-nobody")
        worlds: list[RobotWorld] = []

        def see(answer, scene=SCENE):
            asked: list[str] = []

            def handle(sent):
                told = sent.get_json()["messages"][-1]["content"]
                shown = next(part["image_url"]["url"] for part in told if part["type"] == "image_url")
                asked.append(next(part["text"] for part in told if part["type"] == "text"))
                said = answer(
                    np.array(Image.open(io.BytesIO(base64.b64decode(shown.partition(",")[2]))).convert("RGB"), dtype=int)
                )
                if isinstance(said, int):
                    return Response(json.dumps({"error": {"message": "busy"}}), said, content_type="application/json")
                choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said}}
                usage = {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050}
                whole = {
                    "id": "x",
                    "object": "chat.completion",
                    "created": 1,
                    "model": "eye",
                    "choices": [choice],
                    "usage": usage,
                }
                return Response(json.dumps(whole), content_type="application/json")

            server.clear()
            server.expect_request("/v1/chat/completions").respond_with_handler(handle)
            world = RobotWorld(scene, wanted_model="")
            world.lend(ModelDoor("openai-chat:eye", price=(1.0, 2.0)))
            worlds.append(world)
            return world, asked

        yield see
        for world in worlds:
            world.close()


def find(world, what="the red one"):
    return asyncio.run(world.act(Call("find", {"what": what})))


def test_what_the_model_points_at_is_found_and_picked_up(seen):
    world, asked = seen(lambda picture: points(box_of("red", picture)))
    plan = [Act("find", {"what": "the red one"}, id="f"), Act("pick", {"object": "$f.thing"})]
    ended = run("lift the red one", done_when="holding(first)", world=world, planner=plan)
    assert ended.success and asked == ["Where is this: the red one"]
    assert {"thing": "first"} in ended.outputs.values() and ended.ending.cost.tokens == 1050
    look = asyncio.run(world.observe())
    assert "found(the red one, first)" in look.facts and look.cost == Cost()


@pytest.mark.parametrize(
    ("answer", "reason", "says"),
    [
        (lambda picture: points([20, 20, 40, 40]), "object_not_found", "bare place of the table"),
        (lambda picture: points(), "object_not_found", "sees nothing on the table"),
        (lambda picture: points(box_of("red", picture), box_of("blue", picture)), "unavailable", "points at 2 places"),
        (lambda picture: points([600, 400, 300, 300]), "unavailable", "outside the picture"),
        (lambda picture: "It is on the left.", "unavailable", "did not say where"),
        (lambda picture: points(box_of("red", picture))[:20], "unavailable", "did not say where"),
        (lambda picture: 503, "unavailable", "did not say where"),
    ],
    ids=["bare", "none", "two", "outside", "prose", "cut", "down"],
)
def test_whatever_else_it_says_nothing_is_found(answer, reason, says, seen):
    world, _ = seen(answer)
    failed = the(find(world), Failed)
    assert failed.reason == reason and says in failed.detail
    assert not any(f.startswith("found(") for f in asyncio.run(world.observe()).facts)


def test_a_box_around_two_things_is_not_confirmed(seen):
    world, _ = seen(lambda picture: points(both(picture)))
    assert the(find(world), Failed).reason == "object_not_found", "in its middle is neither"
    close, _ = seen(
        lambda picture: points(both(picture)),
        Scene({"first": Thing("red", (0.6, -0.25)), "second": Thing("blue", (0.6, -0.205))}),
    )
    failed = the(find(close), Failed)
    assert failed.reason == "ambiguous_object" and "first, second" in failed.detail


def test_what_stands_there_and_is_not_seen_is_not_taken_for_another(seen):
    world, _ = seen(lambda picture: points(box_of("blue", picture)))
    with pytest.raises(Exception, match="none of the things seen"):
        asyncio.run(world._pointer.find("the blue one", world.data, world.studio, hidden_by(world, "second")))


def test_a_slow_model_is_not_waited_for_and_no_more_is_asked_than_the_budget_has(seen):
    world, asked = seen(lambda picture: time.sleep(3) or points(box_of("red", picture)))
    world._pointer.seconds = 0.5
    assert "within 0.5 seconds" in the(find(world), Failed).detail
    world.keep_within(lambda most: False)
    before = len(asked)
    assert "budget does not have" in the(find(world), Failed).detail and len(asked) == before


def test_it_is_named_in_a_task_and_is_lent_a_model(tmp_path):
    (tmp_path / "scene.yaml").write_text("objects: {red_cube: {colour: red, at: [0.5, 0.0]}}")
    world = from_words("scene.yaml camera vision=openai-chat:eye", tmp_path, None)
    assert isinstance(world, LooksByModel) and isinstance(world, LooksAtAPrice) and world.wanted_model == "openai-chat:eye"
    assert "find" in {skill.name for skill in asyncio.run(world.skills())}
    plain = from_words("scene.yaml", tmp_path, None)
    assert isinstance(plain, RobotWorld) and plain.wanted_model is None
    assert "find" not in {skill.name for skill in asyncio.run(plain.skills())}


def test_without_a_model_nothing_is_found():
    world = RobotWorld(SCENE, wanted_model="")
    assert the(find(world), Failed).reason == "unavailable" and isinstance(asyncio.run(world.act(Call("wait", {}))), Done)
    assert Pointer.__doc__
