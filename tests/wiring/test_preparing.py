"""The one door to a run: what is given, what is named, what is left to the world."""

import asyncio
import time
from dataclasses import replace

import pytest

from midcourse import Limits, NothingToDo, RepairPlanner, Settings, Task, act, run, run_async
from midcourse.core.errors import MidcourseError, TaskError
from midcourse.core.model import Parameter, Skill
from midcourse.engine.memory import MemoryStore
from midcourse.planners.written import WrittenPlanner
from midcourse.wiring import preparing
from midcourse.wiring.preparing import prepare
from midcourse.worlds.desktop import DesktopWorld
from midcourse.worlds.symbolic import SymbolicWorld
from tests.patience import patient

LIGHT = Skill("light", makes="lit", complete=True)


def room(**offers):
    """A world, and what it offers beyond skills, looks and acts."""
    world = SymbolicWorld([LIGHT])
    for name, value in offers.items():
        setattr(world, name, value)
    return world


class Idle:
    """A planner with nothing to do."""

    async def plan(self, request):
        return NothingToDo("it is fine as it is")


def test_a_world_that_asks_fills_in_what_the_task_leaves_open():
    asks = room(task=Task("have light", "lit"))
    assert prepare("", world=asks, planner="search").task == Task("have light", "lit")
    assert prepare("see", world=asks, planner="search").task == Task("see", "lit")
    assert prepare(Task("see", "not lit"), world=asks, planner="search").task == Task("see", "not lit")


def test_a_task_that_is_none_of_ours_is_left_alone():
    assert prepare("see", world=room(task=len), planner="search").task == Task("see")


def test_a_worlds_own_planner_plans_where_nobody_else_is_named():
    own = Idle()
    assert prepare("see", world=room(planner=own)).parts.planner is own
    assert prepare("see", world=room(planner=own), planner=[act("light")]).parts.planner is not own
    assert isinstance(prepare("see", world=room(planner=own), plans=[[act("light")]]).parts.planner, WrittenPlanner)


def test_a_program_says_who_plans_and_the_command_line_need_not():
    with pytest.raises(TaskError, match="who plans"):
        prepare("see", world=room())
    usual = prepare("see", world=room(), planner="").parts.planner
    on_screen = prepare("see", world=room(has_screen=True), planner="").parts.planner
    assert isinstance(usual, RepairPlanner) and isinstance(on_screen, RepairPlanner)
    assert type(usual._planner).__name__ == "SearchPlanner" and type(on_screen._planner).__name__ == "WordsPlanner"


def test_what_looks_and_acts_and_has_no_skills_is_no_world_and_no_tools():
    class Half:
        async def observe(self): ...

        async def act(self, call): ...

    with pytest.raises(TaskError, match=r"Half has no skills\(\); a world has skills, observe and act"):
        prepare("see", world=Half(), planner="search")


LAMP = """
import asyncio
from midcourse.core.model import Parameter, Skill
from midcourse.worlds.symbolic import SymbolicWorld
from pathlib import Path


class Lamp(SymbolicWorld):
    def __init__(self):
        super().__init__([Skill("light", makes="lit", complete=True)])
        Path("opened").touch()

    async def close(self):
        await asyncio.sleep(0.01)
        Path("closed").touch()
"""


REFUSED = [
    ({"planner": "nobody"}, "no planner"),
    ({"planner": None}, "who plans"),
    ({"planner": "search", "done_when": "lit("}, "lit"),
    ({"planner": [act("sing")]}, "sing"),
]


@pytest.mark.parametrize(("given", "told"), REFUSED)
@pytest.mark.parametrize("start", [run, lambda *args, **given: asyncio.run(run_async(*args, **given))])
def test_a_world_that_was_opened_for_a_run_that_is_refused_is_closed(start, given, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lamp.py").write_text(LAMP)
    with pytest.raises(MidcourseError, match=told):
        start("have light", world="lamp.py:Lamp", **given)
    assert (tmp_path / "closed").exists() == (tmp_path / "opened").exists()


def test_the_library_takes_names_and_closes_what_it_opened(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lamp.py").write_text(LAMP)
    assert run("have light", done_when="lit", world="lamp.py:Lamp", planner="search").success
    assert (tmp_path / "closed").exists()


def test_a_world_that_was_given_stays_open():
    closed = []
    lamp = room(close=lambda: closed.append(True))
    assert run("have light", done_when="lit", world=lamp, planner="search").success
    assert not closed


def test_what_is_given_and_empty_is_still_what_was_given():
    class Shelf(MemoryStore):
        def __len__(self) -> int:
            return len(self._entries)

    shelf = Shelf()
    outcome = run("have light", done_when="lit", world=room(), planner=[], store=shelf)
    assert len(shelf) == 1 and outcome.run.setup.started_at
    assert isinstance(prepare("see", world=room(), planner=[], store=shelf).parts.planner, WrittenPlanner)


def test_a_world_that_does_not_close_does_not_hold_the_run(monkeypatch):
    async def clings():
        await asyncio.sleep(60)

    monkeypatch.setattr(preparing, "CLOSING", 0.05)
    world = room(close=clings)
    made = replace(prepare("see", world=world, planner="search"), made=world)
    began = time.monotonic()
    asyncio.run(made.release())
    assert time.monotonic() - began < patient(10)


def test_a_world_that_looks_by_a_model_is_lent_the_one_it_names_or_that_of_the_run(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-nobody")
    desk = DesktopWorld(wanted_model="")
    with pytest.raises(TaskError, match="vision needs a model"):
        prepare("look", world=desk, planner="search")
    made = prepare("look", world=desk, model="openai-chat:tiny price=1/2")
    assert desk.wanted_model is None and desk.most_each.money > 0 and made.model is not None
    own = DesktopWorld(wanted_model="openai-chat:other price=3/4")
    prepare("look", world=own, planner="search")
    assert own.most_each.money > desk.most_each.money


@pytest.mark.parametrize(
    ("settings", "most"),
    [
        (None, 500),
        ({"retries": 1}, 500),
        ({"max_steps": 5}, 5),
        ({"max_steps": 200}, 200),
        (Settings(limits=Limits(max_steps=9)), 9),
    ],
)
def test_a_list_is_carried_out_whole_unless_somebody_limits_the_acts(settings, most):
    made = prepare("count", world=room(), planner=[act("light")] * 250, settings=settings)
    assert made.settings.limits.max_steps == most
    assert prepare("count", world=room(), planner=[act("light")] * 3, settings=settings).settings.limits.max_steps in (200, most)


def test_a_list_of_250_steps_is_done_and_one_that_is_too_long_is_told_before_anything_is_done():
    done = []

    def count(i: int):
        done.append(i)

    outcome = run("count", world=[count], planner=[act(count, i=i) for i in range(250)])
    assert outcome.verdict == "done_unproven" and done == list(range(250))
    assert "and 230 more" in outcome.ending.final_detail and "and 230 more" in outcome.ending.next_safe_action
    with pytest.raises(TaskError, match="a plan of 1001 steps, and one plan has at most 1000; end it with a replan step"):
        run("count", world=[count], planner=[act(count, i=i) for i in range(1001)])
    assert len(done) == 250


@pytest.mark.parametrize(
    ("places", "target", "meant"),
    [
        (("https://bank.example",), "textbox Password", ("https://bank.example",)),
        (("https://bank.example",), "", ("https://bank.example", "fill.text")),
        (("login",), "textbox Password", ("login", "fill.text")),
        ((), "textbox Password", ("fill.text",)),
    ],
)
def test_a_written_plan_means_a_secret_for_a_field_of_the_origin_that_the_task_names(places, target, meant):
    task = Task("sign in", secrets={"BANK": places} if places else {})
    world = SymbolicWorld([Skill("fill", parameters=(Parameter("text"),)), Skill("login")])
    assert prepare(task, world=world, planner=[act("fill", target=target, text="secret:BANK")]).task.secrets == {"BANK": meant}
