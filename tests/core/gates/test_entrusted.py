"""Which act may have which secret: what the task means for it, what its values say, what a person wrote; any other use asks."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

import midcourse
from midcourse import Draft, Task, act, fact, skill
from midcourse.core.errors import TaskError
from midcourse.core.gates.entrusted import not_entrusted, origin_of
from midcourse.core.model import Parameter, Skill, Target
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Looked
from midcourse.testing import AnswersAll
from tests.support import story

LOGIN = Skill("login", parameters=(Parameter("user"), Parameter("password")))
POST = Skill("post", parameters=(Parameter("text"),))
FILL = Skill("fill", parameters=(Parameter("text"),))
FORM = Target("f1", "textbox", "Your password *")


def said(step, task: Task, *pages: str) -> str:
    facts = [fact("page", url) for url in pages]
    first = Looked(tuple(facts[:1]), targets=(FORM,))
    looks = [first, *(Looked((new,), (old,)) for old, new in pairwise(facts))]
    run = story(*looks, skills=(LOGIN, POST, FILL), done_when="")
    return not_entrusted(replace(run, setup=replace(run.setup, task=task)), step)


GIVE = Act("login", {"user": "me", "password": "secret:PW"}, id="s1")


@pytest.mark.parametrize(
    ("places", "asks"),
    [
        ((), True),
        (("login",), False),
        (("login.password",), False),
        (("login.user",), True),
        (("post",), True),
        (("log",), True),
        (("https://example.org",), True),
    ],
)
def test_a_secret_goes_where_the_task_means_it_to(places, asks):
    assert bool(said(GIVE, Task("x", secrets={"PW": places}))) is asks
    assert "the secret PW for login.password" in said(GIVE, Task("x", secrets={"OTHER": ("login",)}))


def test_a_secret_deep_in_an_argument_is_found():
    deep = Act("post", {"text": {"a": ["x", "secret:PW"]}}, id="s1")
    assert "PW" in said(deep, Task("x")) and not said(deep, Task("x", secrets={"PW": ("post.text",)}))


FILLS = Act("fill", {"text": "secret:PW"}, "f1", id="s1")
HOME, EVIL = "https://bank.example/in", "https://bank.example.evil.org/in"


@pytest.mark.parametrize(
    ("values", "pages", "asks"),
    [
        ({"Password": "secret:PW"}, [HOME], False),
        ({"Password": "secret:PW"}, [HOME, "https://bank.example:443/other"], False),
        ({"Password": "secret:PW"}, [HOME, EVIL], True),
        ({"Password": "secret:PW"}, [HOME, "http://bank.example/in"], True),
        ({"Comment": "secret:PW"}, [HOME], True),
        ({"Password": "secret:OTHER"}, [HOME], True),
        ({"Password": "secret:PW"}, [], False),
    ],
)
def test_a_secret_among_the_values_belongs_to_its_field_where_the_run_began(values, pages, asks):
    assert bool(said(FILLS, Task("x", values=values), *pages)) is asks


def test_a_secret_among_the_values_is_for_no_argument_that_only_bears_the_fields_name():
    assert said(Act("register", {"password": "secret:PW"}, id="s1"), Task("x", values={"Password": "secret:PW"}))


def test_an_origin_that_the_task_names_may_have_it_too():
    task = Task("x", secrets={"PW": ("https://sso.example",)}, values={"Password": "secret:PW"})
    assert not said(FILLS, task, HOME, "https://sso.example/login?x=1") and said(FILLS, task, HOME, EVIL)
    assert origin_of("https://user@bank.example/") == "" and origin_of("HTTPS://Bank.Example") == "https://bank.example:443"


@skill
def post(text: str) -> None:
    """Post a text for everybody to read."""
    POSTED.append(text)


POSTED: list[str] = []


class Sends:
    """A planner that sends a secret that nobody meant for it."""

    async def plan(self, request):
        return Draft((act("post", text="secret:PW"),))


@pytest.mark.parametrize(
    ("approver", "task", "got"),
    [(None, {}, []), (AnswersAll(), {}, ["hunter2-hunter2"]), (None, {"PW": ("post",)}, ["hunter2-hunter2"])],
)
def test_a_planner_gets_no_secret_without_the_task_or_a_person(approver, task, got, monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_PW", "hunter2-hunter2")
    POSTED.clear()
    midcourse.run(Task("post it", secrets=task), world=[post], planner=Sends(), approver=approver)
    assert got == POSTED


def test_what_a_person_wrote_into_the_plan_is_meant(monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_PW", "hunter2-hunter2")
    POSTED.clear()
    outcome = midcourse.run("post it", world=[post], planner=[act("post", text="secret:PW")])
    assert POSTED == ["hunter2-hunter2"] and outcome.verdict == "done_unproven"
    assert outcome.run.setup.task.secrets == {"PW": ("post.text",)}


@pytest.mark.parametrize(("place", "told"), [("pots", "post"), ("post.txt", "text")])
def test_a_place_that_is_not_there_is_an_error_that_names_the_nearest(place, told):
    with pytest.raises(TaskError, match=told):
        midcourse.run(Task("x", secrets={"PW": (place,)}), world=[post], planner=[act("post", text="a")])


def test_a_secret_of_a_page_is_not_for_a_frame_of_another_origin_in_it():
    task = Task("x", secrets={"PW": ("https://bank.example",)})
    look = Looked((fact("page", HOME), fact("foreign", "f1", "https://ads.example")), targets=(FORM,))
    run = story(look, skills=(FILL,), done_when="")
    assert "PW" in not_entrusted(replace(run, setup=replace(run.setup, task=task)), FILLS)
    assert not said(FILLS, task, HOME)
    allowed = replace(task, secrets={"PW": ("https://ads.example",)})
    assert not not_entrusted(replace(run, setup=replace(run.setup, task=allowed)), FILLS)
