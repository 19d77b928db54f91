"""Planners that are chosen by name take what they need, and say so where it is missing."""

import asyncio
from pathlib import Path

import pytest

from midcourse.core.errors import TaskError
from midcourse.core.model import Skill
from midcourse.core.plans.plan import Act, Draft
from midcourse.planners.given import Given
from midcourse.planners.model import by_name as model
from midcourse.planners.search import by_name as search
from midcourse.planners.words import by_name as words
from midcourse.planners.written import from_words as written
from tests.models.test_requests import Says
from tests.support import LOOK, request, story, the


def first_skill(planner, **otherwise) -> str:
    skills = (Skill("a", makes="q", complete=True), Skill("wait_for", risk="harmless"))
    draft = the(asyncio.run(planner.plan(request(story(LOOK, skills=skills), **otherwise))), Draft)
    return the(draft.steps[0], Act).skill


def test_what_is_not_given_is_nothing():
    assert Given() == ((), None, Path(), None)


def test_search_and_words_need_nothing():
    assert first_skill(search.from_words("", Given())) == "a"
    assert first_skill(words.from_words("", Given()), goal="wait 3 seconds", done_when="") == "wait_for"


def test_a_model_is_needed_by_the_planner_that_asks_one():
    with pytest.raises(TaskError, match="model:x:y needs its model"):
        model.from_words("x:y", Given())
    says = Says({"answer": "plan", "steps": [{"act": "a"}], "why": "so"})
    assert first_skill(model.from_words("x:y", Given(model=says))) == "a" and says.asked


def test_a_plan_is_needed_by_the_planner_that_follows_one():
    with pytest.raises(TaskError, match="needs a plan"):
        written("", Given())
    assert first_skill(written("", Given(plans=[[Act("a")]]))) == "a"
