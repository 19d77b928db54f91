"""The library's front, inside an event loop and outside."""

import asyncio

import pytest

from midcourse import act, resume, run, run_async
from midcourse.core.errors import TaskError
from tests.models.test_model_planner import Bag


def test_inside_a_loop_run_and_resume_say_what_to_use():
    async def cell():
        with pytest.raises(TaskError, match=r"await run_async\("):
            run("pack", done_when="packed(a)", world=Bag(), planner=[act("pack", thing="a")])
        with pytest.raises(TaskError, match=r"await resume_async\("):
            resume("r", world=Bag(), planner=[act("pack", thing="a")])
        return await run_async("pack", done_when="packed(a)", world=Bag(), planner=[act("pack", thing="a")])

    assert asyncio.run(cell()).success
