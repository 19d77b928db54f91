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
    with pytest.raises(
        TaskError, match=rf"{front.__name__}\(\) has no option 'settings'; valid: answer, approver, .*store, world"
    ):
        front("r", world=Bag(), store=None, settings=None)


def test_a_misspelt_word_of_a_contract_names_the_nearest():
    with pytest.raises(TaskError, match=r"skill\(\) has no option 'make'; did you mean makes\?"):
        skill(make="packed")  # pyright: ignore[reportCallIssue]  # the mistake is the test


def test_help_shows_the_options_of_run_and_resume():
    assert signature(run).parameters == signature(run_async).parameters == signature(Session).parameters
    assert signature(resume).parameters == signature(resume_async).parameters
    assert signature(run).return_annotation == "Outcome"


def pay_desk(paid):
    """A payment whose answer gets lost."""

    def pay(order: str):
        paid.append(order)
        raise TimeoutError("no answer")

    def ship(order: str):
        return f"{order} is on its way"

    return [pay, ship]


@pytest.mark.parametrize(("yes", "paid_in_the_end"), [(True, 1), (False, 2)])
def test_a_question_is_answered_where_the_run_is_resumed(yes, paid_in_the_end):
    paid, store = [], MemoryStore()
    world, plan = pay_desk(paid), [act("pay", order="A1"), act("ship", order="A1")]
    waiting = run("send", world=world, planner=plan, store=store, run_id="r", settings={"settle_seconds": 0.0})
    asked = waiting.waiting_for
    assert asked is not None and asked.risk == skills_risk(waiting, "pay")
    outcome = resume("r", world=world, planner=plan, store=store, answer=yes)
    assert len(paid) == paid_in_the_end and outcome.ended == yes, "after a no it is done once more, and its answer is lost again"
    if yes:
        assert outcome.ending.final_detail.startswith("every step answered well but s1, which happened by a person's word")
    else:
        outcome = resume("r", world=world, planner=plan, store=store, answer=True)
    assert outcome.verdict == "done_unproven" and len(paid) == paid_in_the_end


def skills_risk(outcome, name):
    return outcome.run.known.skills[name].risk


def test_an_answer_to_a_run_that_asks_nothing_is_refused():
    store = MemoryStore()
    run("pack", done_when="packed(a)", world=Bag(), planner=[act("pack", thing="a")], store=store, run_id="r")
    with pytest.raises(TaskError, match="run r asks nothing now"):
        resume("r", world=Bag(), planner=[act("pack", thing="a")], store=store, answer=True)


@pytest.mark.parametrize(
    ("option", "given", "said"),
    [
        ("store", "runs.db", r"store='runs\.db' cannot be used as store; give open_store\(path\)"),
        ("approver", "console", r"approver='console' cannot be used as approver; give ConsoleApprover\(\)"),
        ("approver", MemoryStore, "cannot be used as approver"),
        ("memory", 5, r"give open_lessons\(path\)"),
        ("world", {"pack": print}, r"\(dict\) is no world; give functions"),
        ("world", [5], r"5 \(int\) is no world"),
    ],
)
def test_a_part_that_cannot_be_one_is_told_where_one_comes_from(option, given, said):
    with pytest.raises(TaskError, match=said):
        run("pack", **{"world": Bag(), "planner": [act("pack", thing="a")], option: given})
