"""A model that answers in steps on zones plans on a real desktop: three segments, each from what is then on the screen."""

import json

from midcourse import Task
from midcourse.core.language.prompts import Completion, Prompt
from midcourse.core.model import Cost
from midcourse.planners.model import ModelPlanner
from tests.worlds.on_display import ends, on_display


def step(number, zone, action, parameters=None, about="", label=""):
    said = {"step_number": number, "zone_id": zone, "zone_label": label or zone, "action_type": action}
    return {**said, "parameters": parameters or {}, "expected_change": f"{about} shows", "description": about}


class Scripted:
    """A model that gives these answers one after the other, and keeps what it was told."""

    def __init__(self, *answers):
        self._answers, self.told = list(answers), []

    def most(self, ask: Prompt) -> Cost:
        return Cost(100)

    async def ask(self, ask: Prompt) -> Completion:
        self.told.append(str(ask))
        return Completion(json.dumps(self._answers.pop(0)), "scripted", 50, 50)


def test_steps_on_zones_run_end_to_end_and_what_is_done_is_told(tmp_path):
    note = tmp_path / "note.txt"
    again = step(9, "__replan__", "replan", about="look again")
    model = Scripted(
        [step(1, "__global__", "launch", {"program": "mousepad"}, "Start the editor"), again],
        [
            step(1, "textbox text", "click", about="Click in the editor"),
            step(2, "__global__", "type_text", {"text": "by zones"}, "Type the text"),
            step(3, "__global__", "hotkey", {"keys": "Ctrl+S"}, "Open the Save dialog"),
            again,
        ],
        [
            step(1, "textbox Name", "fill", {"text": str(note)}, "Enter the name"),
            step(2, "button Save", "click", about="Press Save"),
        ],
    )

    async def story(desk):
        task = Task("write a note and save it", "file(note.txt) and line(note.txt, by zones)")
        return await ends(desk, task, planner=ModelPlanner(model))

    outcome = on_display(story, folders=[tmp_path])
    assert outcome.success and note.read_bytes() == b"by zones", outcome.ending
    assert len(model.told) == 3 and "Start the editor" in model.told[1] and "Type the text" in model.told[2]
    assert "button Save" in model.told[2] and "textbox Name" in model.told[2] and "textbox Name" not in model.told[1]
