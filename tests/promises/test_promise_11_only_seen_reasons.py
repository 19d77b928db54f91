"""Promise 11, reasons: unknown is not false, only what was seen counts, and there are three verdicts."""

import pytest

import midcourse
from midcourse import act, fact, observer, run, skill
from midcourse.core.gates.request import NothingToDo
from midcourse.core.model import Done, Failed, Parameter, Skill
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.core.run.events import (
    Doubted,
    Missed,
    Reentered,
)
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import AnswersAll, FrozenClock, SymbolicWorld
from tests.support import events, lab, the, under


def test_a_need_that_nobody_can_see_is_hoped_for():
    world = SymbolicWorld(
        [Skill("go", makes="there"), Skill("send", needs="form_open", makes="sent")], ["form_open"], covers=("there", "sent")
    )
    run = lab(world, ScriptedPlanner([Act("go"), Act("send")]), "sent").run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1 and len(world.done) == 2


def test_a_need_that_was_unknown_and_is_first_seen_false_may_still_come():
    class Page(SymbolicWorld):
        async def observe(self):
            self._covers = ("*",) if "there" in self.truth else ("there",)
            return await super().observe()

    skills = [Skill("go", makes="there"), Skill("open"), Skill("send", needs="form_open", makes="sent")]
    world = Page(skills, hidden={"open": "form_open"})
    run = lab(world, ScriptedPlanner([Act("go"), Act("open"), Act("send")]), "sent").run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1 and len(world.done) == 3


def test_a_need_seen_false_is_told_once_then_tried_and_the_contract_doubted():
    skills = [Skill("send", needs="moon", makes="sent")]
    world = SymbolicWorld([Skill("send", makes="sent")], declared=skills)
    made = lab(world, ScriptedPlanner([Act("send")]), "sent")
    run = made.run()
    assert (
        the(run.ending).success and the(run.ending).planner_calls == 2 and [d.literal for d in events(made, Doubted)] == ["moon"]
    )


def test_a_planned_replan_is_never_an_error():
    world = SymbolicWorld([Skill("page", makes="", risk="reversible")], covers=())

    class Pages:
        async def plan(self, request):
            turned = len(request.progress.done)
            return Draft((Act("page"), Replan("the next page"))) if turned < 4 else NothingToDo("read")

    run = lab(world, Pages(), "", settings=under(max_replans=0)).run()
    assert len(world.done) == 4 and the(run.ending).replans == 0 and the(run.ending).verdict == "done_unproven"


def test_the_backup_is_made_though_the_goal_does_not_name_it():
    skills = [Skill("backup", makes="saved", complete=True), Skill("migrate", makes="migrated", complete=True)]
    world = SymbolicWorld(skills)
    run = lab(world, ScriptedPlanner([Act("backup"), Act("migrate")]), "migrated").run()
    assert [c.skill for c in world.done] == ["backup", "migrate"] and the(run.ending).success


def test_a_whole_plan_goes_on_after_the_goal_and_what_fails_then_does_not_unmake_it():
    skills = [Skill("migrate", makes="migrated", complete=True), Skill("tidy"), Skill("mail")]
    world = SymbolicWorld(skills, broken={"mail": Failed("unreachable", "no line")})
    run = lab(world, ScriptedPlanner([Act("migrate"), Act("tidy"), Act("mail")]), "migrated").run()
    assert [c.skill for c in world.done] == ["migrate", "tidy"] and the(run.ending).success
    assert "after the goal was seen" in the(run.ending).final_detail and "mail" in the(run.ending).final_detail


def test_what_is_seen_to_be_so_is_left_out_with_the_fact_even_if_its_need_is_false_now():
    world = SymbolicWorld(
        [Skill("make", needs="not made", makes="made", complete=True), Skill("use", makes="used", complete=True)], ["made"]
    )
    made = lab(world, ScriptedPlanner([Act("make"), Act("use")]), "used")
    run = made.run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1 and [c.skill for c in world.done] == ["use"]
    assert events(made, Reentered)[0].because == "what it makes is already so: made"


def test_an_effect_that_is_seen_to_be_missing_is_dealt_with_though_the_goal_does_not_name_it():
    class Stuck(SymbolicWorld):
        tries = 0

        async def act(self, call):
            if call.skill == "go" and not self.tries:
                self.tries += 1
                return Done()
            return await super().act(call)

    world = Stuck([Skill("go", makes="in_b", repeatable=True), Skill("note", makes="noted")])
    made = lab(world, ScriptedPlanner([Act("go"), Act("note")]), "noted")
    run = made.run()
    assert the(run.ending).success and "in_b" in world.truth and events(made, Missed)[0].reason == "no_effect"


def test_each_part_of_a_goal_may_be_seen_in_its_own_look():
    views = {"a": "milk", "b": "bread"}

    class Aisles(SymbolicWorld):
        async def observe(self):
            here = next(f[3:-1] for f in self.truth if f.startswith("at("))
            self._covers = (views[here], "at(*)")
            return await super().observe()

    go = Skill("go", parameters=(Parameter("to", "str"),), makes="at({to})", breaks="at(*)")
    world = Aisles([go, Skill("milk", makes="milk"), Skill("bread", makes="bread")], ["at(a)"])
    plan = [Act("milk"), Act("go", {"to": "b"}), Act("bread")]
    run = lab(world, ScriptedPlanner(plan), "milk and bread").run()
    assert the(run.ending).success and "milk as seen in look" in the(run.ending).said_by


def test_bare_functions_are_done_and_not_proven_and_their_outputs_are_there():
    def add(a: int, b: int) -> int:
        return a + b

    outcome = midcourse.run("add", world=[add], planner=[act("add", a=1, b=2)])
    assert outcome.verdict == "done_unproven" and not outcome.success and outcome.outputs == {"s1": 3}
    assert "every step answered well" in outcome.ending.final_detail


@pytest.mark.parametrize("refused", [True, False])
def test_an_ending_tells_of_a_step_that_failed_or_was_refused_and_that_the_planner_left_out(refused):
    def pay() -> None:
        raise PermissionError("the account is closed")

    def note() -> None:
        return None

    plans = ScriptedPlanner([act("note"), act("pay")], [act("note", again=True)])
    world = [skill(risk="irreversible" if refused else "reversible")(pay), note]
    outcome = midcourse.run("pay the bill", world=world, planner=plans, approver=AnswersAll(not refused))
    told = outcome.ending.final_detail
    assert outcome.verdict == "done_unproven" and "every step answered well" not in told
    assert told.startswith("every step of the last plan answered well; before that, pay failed: " + ("denied" if refused else ""))
    assert "nothing shows the effect of s1, s3;" in told, "what was never done has no effect to be seen"


def test_a_waiting_run_has_a_summary_that_reads_like_an_ending():
    def ring() -> None:
        raise TimeoutError("no answer")

    outcome = midcourse.run("ring", world=[ring], planner=[act("ring")])
    assert (
        not outcome.ended and outcome.ending.final_reason == "waiting" and "Did ring (s1) happen?" in outcome.ending.final_detail
    )


@pytest.mark.parametrize("error", [ValueError("odd"), ConnectionRefusedError("refused")], ids=str)
@pytest.mark.parametrize("is_function", [True, False])
def test_a_step_that_fails_for_good_after_the_goal_was_seen_does_not_unmake_the_success(error, is_function):
    tickets = set()

    @skill(makes="open({host})")
    def open_ticket(host: str):
        tickets.add(fact("open", host))
        return "T"

    def comment(ticket: str):
        raise error

    @observer("open(*)")
    def look():
        return tickets

    plan = [act("open_ticket", host="web", id="t"), act("comment", ticket="$t")]
    planner = (lambda request: plan) if is_function else plan
    world = [open_ticket, comment, look]
    outcome = run("comment", done_when="open(web)", world=world, planner=planner, clock=FrozenClock())
    assert outcome.success and "after the goal was seen" in outcome.ending.final_detail
