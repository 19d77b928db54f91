"""What a person is shown is what will be done: arguments that the plan leaves to the skill's defaults too."""

import asyncio

from midcourse import ScriptedPlanner, act, run, skill
from midcourse.approval.console import ConsoleApprover
from midcourse.core.people.messages import Question


class Bank:
    @skill(risk="irreversible")
    def pay(self, amount: int, to: str = "the landlord", note: str | None = None) -> None:
        """Pay."""


def test_a_default_that_would_be_used_is_shown_before_the_yes():
    told: list[str] = []
    approver = ConsoleApprover(lambda prompt: "n", told.append)
    run("pay the rent", world=Bank(), planner=ScriptedPlanner([act("pay", amount=5)]), approver=approver)
    assert any('to="the landlord"' in line for line in told), told


def test_what_the_act_gives_itself_is_not_told_as_a_default():
    told: list[str] = []
    question = Question(
        "q1", "approve", "May pay run?", skill="pay", args={"to": "me"}, usual={"to": "the landlord", "note": None}
    )
    asyncio.run(ConsoleApprover(lambda prompt: "n", told.append).allows(question))
    assert question.in_full == () and not any("landlord" in line for line in told)
