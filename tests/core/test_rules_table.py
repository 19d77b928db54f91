"""A table: for each rule and each guard of the policy a small state in which it, and no rule before it, decides."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from msgspec.structs import replace

from midcourse.core import policy
from midcourse.core.history.situations import Situation
from midcourse.core.model import Cost, Done, Failed, Uncertain
from midcourse.core.people.messages import Cancel, ChangeGoal, Pause, Question, TakeOver
from midcourse.core.plans.edits import Insert
from midcourse.core.plans.plan import Act, Replan
from midcourse.core.policy import decide
from midcourse.core.policy.guards import GUARDS, GuardRow
from midcourse.core.policy.rules import DEFAULT, TABLES, Row
from midcourse.core.run.commands import Ask, Command, DoAct, MakePlan, Stop, label
from midcourse.core.run.events import (
    Asked,
    Assessed,
    Flagged,
    Heard,
    Looked,
    NotSeen,
    Objection,
    PlannerSaid,
    PlanRefused,
    Relented,
    Unaffordable,
    Waited,
)
from midcourse.core.run.records import Trial
from midcourse.core.run.state import Run, mark
from midcourse.core.run.strategies import When
from tests.support import FIRST, LOOK, NOW, plan, story, tried, under


def on_trial(run: Run, step: str) -> Run:
    """The run, with a fix on trial whose last step this is."""
    trial = Trial(Situation("b", "broken", "it broke", {}), Insert((Act("a"),)), "planner", (step,), 1)
    return replace(run, history=replace(run.history, trial=trial))


BOTH = plan(Act("a", id="s1"), Act("b", id="s2"))
DID_A = (*tried("s1", "a", Done()), Looked(added=("p",)))
DID_BOTH = (*DID_A, *tried("s2", "b", Done()))
WALL = Failed("unreachable", "a wall")
OPEN = Question("q1", "approve", "May it?", until=NOW + 1)


class Case(NamedTuple):
    """A state and what follows from it."""

    rule: str
    run: Run
    command: str

    @property
    def when(self) -> When:
        return self.run.setup.settings.replan


CASES = (
    Case("cancelled", story(LOOK, Heard(Cancel("enough"))), "stop cancelled"),
    Case("cancelled", story(LOOK, Heard(Pause()), Heard(Cancel())), "stop cancelled"),
    Case("paused or taken over", story(Heard(Pause())), "wait"),
    Case("paused or taken over", story(LOOK, *BOTH, Heard(TakeOver("me"))), "wait"),
    Case("waiting for an answer", story(LOOK, *BOTH, Asked(OPEN)), "wait"),
    Case("waiting for an answer", story(LOOK, *BOTH, Asked(replace(OPEN, until=NOW))), "note heard"),
    Case("waiting for an answer", story(LOOK, Asked(replace(OPEN, kind="replan", until=NOW))), "stop replan_exhausted"),
    Case("waiting for an answer", story(LOOK, Asked(replace(OPEN, kind="settle", until=NOW))), "stop environment"),
    Case("rest", story(LOOK, *BOTH, *tried("s1", "a", Failed("unavailable")), LOOK, Relented(("s1",), 500.0)), "wait"),
    Case("look", story(), "look"),
    Case("look", story(LOOK, *BOTH, *tried("s1", "a", Done())), "look"),
    Case("look", story(LOOK, Waited("back-off", 1.0)), "look"),
    Case("blind", story(*[NotSeen("dark")] * 4), "stop environment"),
    Case("blind", story(LOOK, *[NotSeen("dark")] * 12), "ask environment"),
    Case("in doubt", story(LOOK, *BOTH, *tried("s1", "a", Uncertain()), Looked(added=("p",))), "note settled"),
    Case("fix seen to work", on_trial(mark(story(LOOK, *BOTH, *DID_A), "s1", "confirmed"), "s1"), "learn"),
    Case("goal seen", story(Looked(added=("q",))), "stop already_done"),
    Case("goal seen", story(LOOK, *BOTH, *DID_BOTH, Looked(added=("q",))), "stop plan_complete"),
    Case("judged", story(LOOK, *BOTH, *DID_A, Assessed(True, "a judge"), done_when=""), "stop plan_complete"),
    Case("judged", story(LOOK, Assessed(None, "a judge"), done_when=""), "stop not_reached"),
    Case("unaffordable", story(LOOK, Unaffordable(Cost(money=9.0), Cost(money=1.0))), "stop budget_exhausted"),
    Case("planner's word", story(LOOK, FIRST, PlannerSaid("stuck"), LOOK), "stop at_a_loss"),
    Case("planner's word", story(LOOK, FIRST, PlannerSaid("impossible"), LOOK), "stop impossible"),
    Case("planner's word", story(LOOK, FIRST, PlannerSaid("done"), LOOK), "note plan refused"),
    Case("planner's word", story(LOOK, FIRST, PlannerSaid("unreachable", retry_after=900.0), LOOK), "wait"),
    Case("objection", story(LOOK, FIRST, PlanRefused(Objection("invalid", "no"), "d1")), "plan first"),
    Case(
        "objection",
        story(LOOK, FIRST, PlanRefused(Objection("repeats", "again", failed="structural"), "d1")),
        "stop structural",
    ),
    Case("stuck", story(LOOK, *plan(Replan(id="s1")), *plan(Replan(id="s2"), version=2)), "note flagged"),
    Case("outdated", story(LOOK, *BOTH, Heard(ChangeGoal("another", "r")), LOOK), "plan segment"),
    Case("outdated", story(LOOK, *BOTH, Flagged("cycle", "round and round")), "plan replan"),
    Case("failed", story(LOOK, *BOTH, *tried("s1", "a", WALL), LOOK), "plan replan"),
    Case("failed", story(LOOK, *BOTH, *tried("s1", "a", Failed("disk_full")), LOOK), "ask environment"),
    Case("no plan", story(LOOK), "plan first"),
    Case("plan not agreed to", story(LOOK, *BOTH, settings=under(approve_plans="all")), "ask plan"),
    Case("plan does not hold", story(LOOK, *BOTH, *DID_A, Looked(removed=("p",))), "note re-entered"),
    Case("plan does not hold", story(LOOK, *BOTH, Looked(added=("p",))), "note re-entered"),
    Case(
        "still unknown",
        story(
            Looked(covers=("q",)),
            *plan(Act("peek", id="s1"), Act("b", id="s2")),
            *tried("s1", "peek", Done()),
            Looked(covers=("q",)),
        ),
        "plan segment",
    ),
    Case("plan time-out", story(LOOK, *BOTH, settings=under(plan_seconds=10.0)), "plan replan"),
    Case("plan ended", story(LOOK, *plan(Act("a", id="s1")), *DID_A, done_when=""), "assess"),
    Case("plan ended", story(LOOK, *plan(Act("a", id="s1")), *DID_A, Assessed(False, "a judge"), done_when=""), "plan replan"),
    Case("next step", story(LOOK, *BOTH), "act s1"),
    Case("next step", story(LOOK, *BOTH, *DID_A), "act s2"),
    Case("failed", story(LOOK, *BOTH, *tried("s1", "a", WALL), LOOK, settings=under(replan="on-error")), "plan replan"),
    Case("every k steps", story(LOOK, *BOTH, *DID_A, settings=under(replan="every-k", every=1)), "plan segment"),
    Case("every k steps", story(LOOK, *BOTH, *DID_A, settings=under(replan="every-step")), "plan segment"),
    Case(
        "any change",
        story(LOOK, *BOTH, *tried("s1", "a", Done()), Looked(added=("p", "rain")), settings=under(replan="any-change")),
        "plan segment",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rule}: {case.command}")
def test_the_rule_that_the_table_names_decides(case):
    decision = decide(case.run, NOW)
    assert (decision.rule, label(decision.command)) == (case.rule, case.command)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rule}: {case.command}")
def test_without_its_rule_the_state_is_decided_otherwise(case, monkeypatch):
    rows = TABLES[case.when]
    monkeypatch.setitem(TABLES, case.when, tuple(row for row in rows if row.name != case.rule))
    try:
        decision = decide(case.run, NOW)
    except AssertionError:
        return  # nothing else has an answer
    assert (decision.rule, label(decision.command)) != (case.rule, case.command)


def _rule_of(case: Case) -> object:
    return next(row.rule for row in TABLES[case.when] if row.name == case.rule)


@pytest.mark.parametrize("row", DEFAULT, ids=lambda row: row.name)
def test_every_rule_of_the_default_is_in_the_table(row: Row):
    assert any(case.rule == row.name and case.when == "validity" for case in CASES), f"no state in which '{row.name}' decides"


def test_every_rule_of_the_other_loops_is_in_the_table():
    named = {_rule_of(case) for case in CASES}
    missing = {row.name for rows in TABLES.values() for row in rows if row.rule not in named}
    assert not missing


# --- guards ---------------------------------------------------------------------------------------------------------


class Guarded(NamedTuple):
    """A state in which a guard puts something else in the place of what a rule decided."""

    guard: str
    run: Run
    meant: type[Command]
    """What the rule decided."""
    rule: str
    """What the journal calls the decision."""
    command: str


UNSEEN = story(
    LOOK,
    *plan(Act("a", id="s1"), Act("b", id="s2"), Act("a", id="s3")),
    *tried("s1", "a", Done()),
    settings=under(replan="fixed", max_steps=1),
)
GOAL_THEN_WALL = story(LOOK, *BOTH, *DID_A, *tried("s2", "b", Failed("disk_full")), LOOK, done_when="p")
WALLED = story(LOOK, *BOTH, *tried("s1", "a", WALL), LOOK, settings=under(max_replans=0))
REACHED = on_trial(mark(story(LOOK, *BOTH, *DID_BOTH, Looked(added=("q",))), "s2", "assumed"), "s2")
DEAR_LOOKS = story(LOOK, *BOTH, *tried("s1", "a", Done()), settings=under(plan_seconds=10.0, look_cost=99.0))

GUARDED = (
    Guarded("after_the_goal", GOAL_THEN_WALL, Ask, "failed", "stop plan_complete"),
    Guarded("leave_to_plan", WALLED, MakePlan, "failed", "stop replan_exhausted"),
    Guarded(
        "within_budget", story(LOOK, *BOTH, settings=under(max_steps=0)), DoAct, "next step, but out of budget", "stop max_steps"
    ),
    Guarded(
        "within_budget",
        story(LOOK, settings=under(max_model_calls=0)),
        MakePlan,
        "no plan, but out of budget",
        "stop budget_exhausted",
    ),
    Guarded(
        "within_budget",
        story(LOOK, settings=under(max_seconds=50.0)),
        MakePlan,
        "no plan, but out of budget",
        "stop budget_exhausted",
    ),
    Guarded(
        "within_budget",
        story(LOOK, *BOTH, settings=under(autonomy=0, max_questions=0)),
        Ask,
        "next step, but out of budget",
        "stop denied",
    ),
    Guarded("look_before_the_end", UNSEEN, DoAct, "look before the end", "look"),
    Guarded("credit", REACHED, Stop, "what came of the fix", "learn"),
    Guarded("look_before_planning", DEAR_LOOKS, MakePlan, "look before planning", "look"),
)


@pytest.mark.parametrize("case", GUARDED, ids=lambda case: f"{case.guard}: {case.command}")
def test_the_guard_that_the_table_names_puts_something_else_in_the_place(case):
    decided = next(command for row in TABLES[case.run.setup.settings.replan] if (command := row.rule(case.run, NOW)) is not None)
    assert isinstance(decided, case.meant)
    decision = decide(case.run, NOW)
    assert (decision.rule, label(decision.command)) == (case.rule, case.command)


@pytest.mark.parametrize("case", GUARDED, ids=lambda case: f"{case.guard}: {case.command}")
def test_without_its_guard_the_command_is_another(case, monkeypatch):
    monkeypatch.setattr(policy, "GUARDS", tuple(row for row in GUARDS if row.guard.__name__ != case.guard))
    assert label(decide(case.run, NOW).command) != case.command


@pytest.mark.parametrize("row", GUARDS, ids=lambda row: row.guard.__name__)
def test_every_guard_is_in_the_table(row: GuardRow):
    assert any(case.guard == row.guard.__name__ for case in GUARDED), f"no state that '{row.guard.__name__}' guards"
