"""The library's front, inside an event loop and outside."""

import asyncio
from inspect import signature

import pytest

from midcourse import Session, act, resume, resume_async, run, run_async, skill
from midcourse.core.errors import TaskError
from midcourse.engine.memory import MemoryStore
from tests.models.test_model_planner import Bag


def test_inside_a_loop_run_and_resume_say_what_to_use():
    async def cell():
        with pytest.raises(TaskError, match=r"await run_async\("):
            run("pack", done_when="packed(a)", world=Bag(), planner=[act("pack", thing="a")])
        with pytest.raises(TaskError, match=r"await resume_async\("):
            resume("r", world=Bag(), planner=[act("pack", thing="a")], store=MemoryStore())
        return await run_async("pack", done_when="packed(a)", world=Bag(), planner=[act("pack", thing="a")])

    assert asyncio.run(cell()).success


@pytest.mark.parametrize("front", [run, run_async, Session])
def test_a_misspelt_option_names_the_nearest_and_what_is_valid(front):
    with pytest.raises(TaskError) as told:
        front("pack", wrld=Bag(), planner=[act("pack", thing="a")])
    said = str(told.value)
    assert said.startswith(f"{front.__name__}() has no option 'wrld'; did you mean world? valid: approver, blobs, ")
    assert all(name in said for name in signature(Session).parameters if name != "task")


@pytest.mark.parametrize("front", [resume, resume_async])
def test_what_is_kept_with_a_run_cannot_be_given_again(front):
    with pytest.raises(TaskError, match=rf"{front.__name__}\(\) has no option 'settings'; valid: approver, .*store, world"):
        front("r", world=Bag(), store=None, settings=None)


def test_a_misspelt_word_of_a_contract_names_the_nearest():
    with pytest.raises(TaskError, match=r"skill\(\) has no option 'make'; did you mean makes\?"):
        skill(make="packed")  # pyright: ignore[reportCallIssue]  # the mistake is the test


def test_help_shows_the_options_of_run_and_resume():
    assert signature(run).parameters == signature(run_async).parameters == signature(Session).parameters
    assert signature(resume).parameters == signature(resume_async).parameters
    assert signature(run).return_annotation == "Outcome"
