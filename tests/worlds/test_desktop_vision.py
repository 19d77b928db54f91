"""A window that tells nothing about itself, read by a model over real HTTP: whatever the model says, the verdict is true, what it
cost is told and within the budget, and nothing is clicked that was not confirmed."""

import base64
import io
import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageColor
from pytest_httpserver import HTTPServer
from werkzeug import Response

from midcourse import Task, act
from midcourse.core.gates.lookers import LooksAtAPrice
from midcourse.core.model import Cost, Done, Failed
from midcourse.interfaces.prices import spent_by_purpose
from midcourse.interfaces.results import result_of
from midcourse.models.door import ModelDoor
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.wiring.names import planner_named
from midcourse.wiring.preparing import LooksByModel
from midcourse.worlds.desktop import DesktopWorld
from midcourse.worlds.desktop.vision import Vision
from tests.worlds.mute_program import SIZE, TITLE, ZONES
from tests.worlds.on_display import does, ends, on_display

PROGRAM = Path(__file__).with_name("mute_program.py")


def swapped(label: str) -> str:
    return {"Accept": "Later", "Later": "Accept"}.get(label, label)


def zones(box_of):
    return [{"label": label, "role": role, "box": list(box_of(label))} for label, (role, _, _) in ZONES.items()]


SLOW = 4.0
"""Seconds that an answer takes which comes too late."""
RIGHT = zones(lambda label: ZONES[label][1])
WRONG = zones(lambda label: ZONES[swapped(label)][1])
BESIDE = zones(lambda label: (20, 140, 100, 30))


class Eye:
    """A model that gives these answers about windows in turn, the last for ever, and says of a small part what is really there."""

    def __init__(self, *answers):
        self.answers, self.windows, self.parts = list(answers), 0, 0

    def __call__(self, asked):
        told = asked.get_json()["messages"][-1]["content"]
        shown = next(part["image_url"]["url"] for part in told if part["type"] == "image_url")
        picture = Image.open(io.BytesIO(base64.b64decode(shown.partition(",")[2]))).convert("RGB")
        if picture.size != SIZE:
            self.parts += 1
            return completion(json.dumps({"label": named(picture)}))
        self.windows += 1
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, float):
            time.sleep(answer)
            answer = RIGHT
        if isinstance(answer, int):
            return Response(json.dumps({"error": {"message": "busy", "type": "x"}}), answer, content_type="application/json")
        return completion(answer if isinstance(answer, str) else json.dumps({"zones": answer}))


def named(picture):
    """What is in a part of the window, by its colours; in the red frame, if there is one."""
    red = [(x, y) for x in range(picture.width) for y in range(picture.height) if picture.getpixel((x, y)) == (255, 0, 0)]
    if red:
        xs, ys = [x for x, _ in red], [y for _, y in red]
        picture = picture.crop((min(xs) + 2, min(ys) + 2, max(xs) - 1, max(ys) - 1))
    colours = {colour: count for count, colour in picture.getcolors(100_000)}
    whole = picture.width * picture.height
    there = [n for n, (_, _, colour) in ZONES.items() if colours.get(ImageColor.getrgb(colour), 0) > whole / 2]
    return there[0] if len(there) == 1 else ""


def completion(text):
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    usage = {"prompt_tokens": 1000, "completion_tokens": 200, "total_tokens": 1200}
    said = {"id": "x", "object": "chat.completion", "created": 1, "model": "eye", "choices": [choice], "usage": usage}
    return Response(json.dumps(said), 200, content_type="application/json")


@pytest.fixture
def server():
    """One for each test, that answers the next question while it is slow with one."""
    with HTTPServer(host="127.0.0.1", threaded=True) as serving:
        yield serving


@pytest.fixture
def sees(server, monkeypatch, tmp_path):
    """Tell a story on a display with the mute program, seen by a model that answers so."""
    monkeypatch.setenv("OPENAI_BASE_URL", server.url_for("/v1"))
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-nobody")

    def tell(story, *answers, seconds=60.0):
        eye = Eye(*answers)
        server.expect_request("/v1/chat/completions").respond_with_handler(eye)
        model = Vision(ModelDoor("openai-chat:eye", price=(1.0, 2.0)), seconds)
        command = f"{sys.executable} {PROGRAM} {tmp_path / 'clicked.txt'}"
        told = on_display(story, program=command, folders=[tmp_path], readers=[model])
        return told, eye, (tmp_path / "clicked.txt").read_text() if (tmp_path / "clicked.txt").exists() else ""

    return tell


async def accept(desk, planner=None, **settings):
    task = Task("click Accept", 'line(clicked.txt, "click Accept")')
    planner = planner or ScriptedPlanner([act("click", target="button Accept")])
    return await ends(desk, task, planner=planner, retries=2, look_retries=1, **settings)


def test_right_targets_are_confirmed_clicked_and_paid_for(sees):
    outcome, eye, clicked = sees(lambda desk: accept(desk, planner_named("words")), RIGHT)
    assert outcome.success and clicked == "click Accept\n", outcome.ending
    assert eye.parts == 1, "the one thing that was clicked was read a second time"
    run = outcome.run
    assert run.spent.tiers["vision"] >= 1 and run.spent.looking == Cost(1200 * (eye.windows + eye.parts), run.spent.looking.money)
    told: Any = result_of(run)["cost"]
    assert told["looking"]["tokens"] == told["tokens"] == run.spent.cost.tokens and told["tiers"] == run.spent.tiers
    assert told["money"] == pytest.approx(0.0014 * (eye.windows + eye.parts))
    rows = {row.purpose: row for row in spent_by_purpose(outcome.entries) if row.purpose.startswith("looking: ")}
    assert rows["looking: vision"].tokens and sum(row.tokens for row in rows.values()) == told["tokens"]
    assert {purpose.removeprefix("looking: "): row.asked for purpose, row in rows.items()} == told["tiers"]
    texts = [entry.event.source for entry in outcome.entries if getattr(entry.event, "tier", "") == "vision"]
    assert texts and all(f"vision read 4 targets in '{TITLE}'" in text for text in texts)


@pytest.mark.parametrize("boxes", [WRONG, BESIDE], ids=["of another button", "of nothing"])
def test_wrong_boxes_lead_to_no_click_and_no_false_success(sees, boxes):
    outcome, eye, clicked = sees(accept, boxes)
    assert not outcome.success and clicked == "", outcome.ending
    assert eye.parts >= 1 and any("was not found where vision saw it" in a.detail for a in outcome.run.history.attempts)


def test_a_model_that_is_wrong_once_is_asked_again(sees):
    outcome, eye, clicked = sees(accept, WRONG, RIGHT)
    assert outcome.success and clicked == "click Accept\n" and eye.windows >= 2, outcome.ending


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        ("I see a window with two buttons.", "prose"),
        (json.dumps({"zones": RIGHT})[:-60], "breaks off"),
        ([], "0 zones"),
        ([{**RIGHT[0], "box": [0, 0, 9000, 9000]}], "outside the picture"),
        (500, "answered 500"),
        (SLOW, "no answer within 1 seconds"),
    ],
    ids=["prose", "truncated", "no targets", "outside", "down", "slow"],
)
def test_an_answer_that_cannot_be_used_leads_to_nothing_done_and_is_told(sees, answer, cause):
    outcome, eye, clicked = sees(accept, answer, seconds=1.0 if answer == SLOW else 30.0)
    assert not outcome.success and clicked == "" and 1 <= eye.windows <= 3, outcome.ending
    stale = [entry.event.stale for entry in outcome.entries if getattr(entry.event, "stale", "")]
    assert stale and all(cause in text and f"the window '{TITLE}' could not be read" in text for text in stale)
    assert outcome.run.spent.cost.tokens == (0 if answer == 500 else outcome.run.spent.looking.tokens)


@pytest.mark.parametrize("trouble", ["prose", 500, [], SLOW], ids=["prose", "error", "no targets", "slow"])
def test_the_old_look_is_kept_with_its_age_and_cause_until_the_window_can_be_read(sees, trouble):
    async def story(desk):
        first = await desk.observe()
        assert not first.stale and "visible(button Accept)" in first.facts and first.cost.tokens == 1200
        assert isinstance(await does(desk, "click", "button Later"), Done)
        kept = await desk.observe()
        again = await desk.observe()
        return first, kept, again

    (first, kept, again), _, clicked = sees(story, RIGHT, trouble, RIGHT, seconds=1.0 if trouble == SLOW else 30.0)
    assert clicked == "click Later\n"
    assert kept.targets == first.targets and f"the window '{TITLE}' could not be read" in kept.stale and "s old" in kept.stale
    assert "visible(button Accept)" in kept.facts and "visible(*)" not in kept.covers and "window(*)" in kept.covers
    assert not again.stale and again.tier == "vision" and "visible(*)" in again.covers


def test_a_model_that_the_budget_does_not_have_is_not_asked(sees):
    outcome, eye, clicked = sees(lambda desk: accept(desk, max_tokens=1000), RIGHT)
    assert not outcome.success and clicked == "" and eye.windows == 0 and outcome.run.spent.cost == Cost()
    assert any("the budget does not have" in getattr(entry.event, "stale", "") for entry in outcome.entries)


def test_looks_ask_a_model_no_more_often_than_the_run_may(sees):
    outcome, eye, clicked = sees(lambda desk: accept(desk, max_model_calls=1), RIGHT)
    assert not outcome.success and clicked == "" and (eye.windows, eye.parts) == (1, 0)
    assert outcome.run.spent.model_calls == 1


def test_a_field_that_was_read_is_typed_into_once_it_is_confirmed(sees):
    async def story(desk):
        await desk.observe()
        return await does(desk, "fill", "textbox Name", text="ada"), await does(desk, "check", "button Accept")

    (filled, ticked), eye, clicked = sees(story, RIGHT)
    assert isinstance(filled, Done) and clicked == "click Name\n" and eye.parts == 1
    assert isinstance(ticked, Failed) and ticked.reason == "unsupported"


def test_the_world_says_what_a_look_may_cost_and_takes_the_model_that_it_is_lent(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-nobody")
    desk = DesktopWorld(wanted_model="")
    assert isinstance(desk, LooksAtAPrice) and isinstance(desk, LooksByModel) and desk.most_each == Cost()
    desk.lend(ModelDoor("openai-chat:eye", price=(1.0, 2.0)))
    assert desk.wanted_model is None and desk.most_each.tokens > 4000
