"""Each rule for those who are asked fails on an adapter that breaks just it; those that are shipped keep them all."""

import time
from typing import Any, cast

import msgspec
import pytest

from midcourse import Answer, AtALoss, Draft, act
from midcourse.approval.console import ConsoleApprover
from midcourse.approval.inbox import InboxApprover
from midcourse.approval.rules import RulesApprover
from midcourse.core.model import Cost
from midcourse.core.people.messages import Question
from midcourse.core.plans.plan import Act
from midcourse.core.protocols import Verdict
from midcourse.judges.facts import FactsJudge
from midcourse.planners.cascade import CascadePlanner
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.planners.written import WrittenPlanner
from midcourse.testing import (
    AnswersAll,
    ScriptedPeople,
    check_approver,
    check_judge,
    check_planner,
)
from midcourse.testing.contracts import approver, judge, planner
from midcourse.testing.contracts.turns import seconds_without_a_core
from tests.testing.breaking import broken


class Fine:
    """A planner that keeps every rule."""

    def most(self, request):
        return Cost(10, 0.1)

    async def plan(self, request):
        if "shout" in request.bounds.forbids or "wrapped" in request.facts:
            return AtALoss("no")
        return Draft((Act("fetch"), Act("wrap")), cost=Cost(5, 0.05))


def planner_that(**methods):
    return type("Broken", (Fine,), methods)


async def _words(self, request):
    return "just wrap it"


async def _empty(self, request):
    return Draft(())


async def _invents(self, request):
    return Draft((Act("teleport"),))


async def _loud(self, request):
    return Draft((Act("shout"),)) if request.bounds.forbids else await Fine.plan(self, request)


async def _again(self, request):
    return Draft((Act("fetch"), Act("wrap"))) if not request.bounds.forbids else AtALoss()


async def _blocks(self, request):
    time.sleep(0.3)
    return AtALoss("hm")


async def _dear(self, request):
    reply = await Fine.plan(self, request)
    return msgspec.structs.replace(reply, cost=Cost(99, 9.0))


@pytest.mark.parametrize(
    ("plan", "rule"),
    [
        (_words, planner.it_gives_one_of_the_four_answers),
        (_empty, planner.a_plan_has_steps),
        (_invents, planner.it_names_only_skills_that_are_there_with_arguments_that_fit),
        (_loud, planner.it_does_not_propose_what_people_forbade),
        (_again, planner.it_does_not_start_over_when_the_goal_holds),
        (_blocks, planner.it_lets_others_have_their_turn),
        (_dear, planner.it_costs_no_more_than_it_said),
    ],
)
def test_a_planner_that_breaks_a_rule_is_caught_by_it(plan, rule):
    broken(check_planner, planner_that(plan=plan), rule.__name__.replace("_", " "))


def test_planners_that_are_shipped_keep_the_contract():
    check_planner(Fine)
    check_planner(SearchPlanner)
    check_planner(lambda: CascadePlanner(ScriptedPlanner(AtALoss("no idea")), SearchPlanner()))
    check_planner(lambda: WrittenPlanner([act("fetch"), act("wrap")]))


def test_a_plan_written_for_another_world_must_be_told_before_the_run():
    check_planner(lambda: WrittenPlanner([act("teleport")]))
    silent = type("Silent", (WrittenPlanner,), {"check": lambda self, skills, vocabulary: None})
    rule = planner.it_names_only_skills_that_are_there_with_arguments_that_fit
    broken(check_planner, lambda: silent([act("teleport")]), rule.__name__.replace("_", " "))


def judge_that(verdict):
    class Judge:
        async def assess(self, case):
            return verdict(case) if callable(verdict) else verdict

    return Judge


@pytest.mark.parametrize(
    ("verdict", "rule"),
    [
        ("looks fine", judge.it_gives_a_verdict),
        (Verdict(None, "", "cannot tell"), judge.it_says_who_speaks),
        (Verdict(True, "me"), judge.nothing_done_is_not_met),
        (lambda case: Verdict(bool(case.steps), "me"), judge.a_failed_step_is_not_met),
        (Verdict(None, "me"), judge.not_knowing_is_said_with_a_reason),
    ],
)
def test_a_judge_that_breaks_a_rule_is_caught_by_it(verdict, rule):
    broken(check_judge, judge_that(verdict), rule.__name__.replace("_", " "))


def test_judges_that_are_shipped_keep_the_contract():
    check_judge(FactsJudge)


def approver_that(answer):
    class Approver:
        async def allows(self, question: Question):
            return answer(question)

    return Approver


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        (lambda q: Answer("q0", True, "me"), approver.it_answers_the_question_it_was_asked),
        (lambda q: Answer(q.id, True, ""), approver.it_says_who_answers),
        (lambda q: Answer(q.id, cast("Any", "perhaps"), "me"), approver.it_answers_yes_or_no_or_nothing),
        (lambda q: Answer(q.id, True, "rules"), approver.it_does_not_invent_what_happened),
    ],
)
def test_an_approver_that_breaks_a_rule_is_caught_by_it(answer, rule):
    broken(check_approver, approver_that(answer), rule.__name__.replace("_", " "))


def test_approvers_that_are_shipped_keep_the_contract():
    check_approver(InboxApprover)
    check_approver(AnswersAll)
    check_approver(lambda: ScriptedPeople([True, None]))
    check_approver(lambda: RulesApprover(allow=["send"], refuse=["delete"], otherwise=False))
    check_approver(lambda: ConsoleApprover(read=lambda prompt: "y", write=lambda text: None))


def test_what_a_busy_machine_takes_is_not_laid_on_a_planner():
    began, without = time.monotonic(), seconds_without_a_core()
    while time.monotonic() - began < 0.2:
        pass
    assert 0.0 <= seconds_without_a_core() - without < time.monotonic() - began
