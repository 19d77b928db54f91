"""A file that nobody spoke of is given to no page without a question."""

import pytest
from msgspec.structs import replace

from midcourse import Draft, Task, act, fact
from midcourse.core.gates.given_files import unnamed_file
from midcourse.core.model import Observation, Parameter, Skill
from midcourse.core.plans.plan import Act, Cause, Plan
from midcourse.core.run.events import Looked
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import AnswersAll, SymbolicWorld
from tests.support import lab, story

UPLOAD = Skill("upload", parameters=(Parameter("file"),))
PAGE = fact("page", "https://shop.example/")


def said(file: str, task: Task, author: str = "model", facts: tuple[str, ...] = (PAGE,)) -> str:
    step = Act("upload", {"file": file}, "f1", id="s1")
    run = story(Looked(facts), skills=(UPLOAD,), done_when="")
    plan = Plan(1, (step,), cause=Cause("first"), author=author)
    return unnamed_file(replace(run, setup=replace(run.setup, task=task), course=replace(run.course, plan=plan)), step)


@pytest.mark.parametrize(
    ("file", "task", "asks"),
    [
        ("customers.db", Task("send the report"), True),
        ("report.pdf", Task("upload report.pdf."), False),
        ("./report.pdf", Task("upload 'report.pdf' to the shop"), False),
        ("report.pdf", Task("upload my-report.pdf"), True),
        ("report.pdf", Task("upload report.pdf.gpg"), True),
        ("/home/ann/report.pdf", Task("upload report.pdf"), True),
        ("../report.pdf", Task("upload report.pdf"), True),
        ("/srv/report.pdf", Task("send it", values={"Attachment": "/srv/report.pdf"}), False),
        ("$s1.file", Task("send on what you got"), False),
        ("$$s1.file", Task("send on what you got"), True),
        ("$5/customers.db", Task("send on what you got"), True),
    ],
)
def test_a_file_is_given_to_a_page_if_a_person_named_it(file, task, asks):
    assert bool(said(file, task)) is asks


def test_what_people_wrote_as_a_plan_and_what_goes_to_no_page_is_not_asked_about():
    task = Task("send the report")
    assert "nobody spoke of the file 'customers.db'" in said("customers.db", task)
    assert not said("customers.db", task, author="scripted") and not said("customers.db", task, facts=("title(x)",))


class Shop(SymbolicWorld):
    """A page with a field for files."""

    async def observe(self):
        seen = await super().observe()
        return Observation(seen.facts | {PAGE}, seen.covers)


def test_a_planner_that_gives_a_strange_file_away_is_asked_about_and_a_no_keeps_it_here():
    skill = Skill("upload", parameters=(Parameter("file"),), makes="sent({file})", risk="reversible", complete=True)
    for yes, held in ((False, False), (True, True)):
        asked = AnswersAll() if yes else AnswersAll(False)
        planner = ScriptedPlanner(Draft((act("upload", file="customers.db"),), author="model"))
        world = Shop([skill])
        run = lab(world, planner, "sent(*)", approver=asked).run()
        assert run.ending is not None and run.ending.success is held and run.spent.questions == 1
