"""What people are asked, waited for and heard to say."""

import asyncio

import pytest

from midcourse.core.evolve import replay
from midcourse.core.model import Skill, Task
from midcourse.core.people.messages import LONGEST_REASON, Answer, Cancel, Pause, Question
from midcourse.core.plans.shorthand import act
from midcourse.core.policy.endings import standing
from midcourse.core.run.commands import Ask, Wait
from midcourse.core.run.events import Asked, Heard, Intended, Waited
from midcourse.director import speaking
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import AnswersAll, ScriptedPeople, SymbolicWorld
from tests.director.writing import in_a_run, parts
from tests.support import Lab, the

MAY = Question("q1", "environment", "Is it mended?", until=2_000_000.0)


def events(made, do):
    async def tell(log, why):
        await do(log, why)
        await log.save()
        return [e.event for e in await made.journal.read("r")][1:]

    return in_a_run(made, tell)


def asking(approver):
    made = parts(approver=approver)
    return events(made, lambda log, why: speaking.ask(made, log, Ask(MAY), why))


def test_a_question_and_its_answer_are_kept_with_the_time_between():
    asked, waited, heard = asking(AnswersAll())
    assert asked == Asked(MAY) and isinstance(waited, Waited) and waited.why == "people"
    assert heard == Heard(Answer("q1", True, "test person"))


class Breaks:
    """An approver that raises."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    async def allows(self, question):
        raise self.error


class Mumbles:
    """An approver whose answer is none."""

    async def allows(self, question):
        return "yes"


def test_a_question_that_is_left_open_is_no_yes():
    assert asking(ScriptedPeople([None])) == [Asked(MAY)]


@pytest.mark.parametrize(
    ("approver", "told"),
    [
        (Breaks(OSError("no line")), "the approver broke off: OSError: no line"),
        (Breaks(TimeoutError("gateway")), "the approver broke off: TimeoutError: gateway"),
        (Breaks(asyncio.CancelledError()), "the approver broke off: RuntimeError: something that it waited for was cancelled"),
        (Mumbles(), "the approver broke off: PlanError: expected an Answer, got str"),
    ],
)
def test_an_approver_that_breaks_off_is_no_yes_and_is_told(approver, told):
    asked, waited = asking(approver)
    assert asked == Asked(MAY) and isinstance(waited, Waited) and waited.unheard.startswith(told)


@pytest.mark.parametrize("patient", [False, True])
def test_what_was_asked_of_a_broken_approver_is_not_done_and_the_question_and_the_ending_say_why(patient):
    sends = Skill("send", makes="sent", risk="irreversible")
    planner, approver = ScriptedPlanner([act("send")]), Breaks(OSError("no line"))
    lab = Lab(SymbolicWorld([sends]), planner, Task("send it", "sent"), approver=approver, patient=patient)
    run = lab.run()
    ending = run.ending or standing(run)
    assert "the approver broke off: OSError: no line" in ending.final_detail
    assert not any(isinstance(e.event, Intended) for e in lab.entries)
    if not patient:
        assert "the approver broke off: OSError: no line" in the(run.people.question).in_full
    assert replay(lab.entries) == run


def test_an_answer_through_the_inbox_ends_the_asking(monkeypatch):
    monkeypatch.setattr(speaking, "POLL", 0.01)

    class Deaf:
        stopped = False

        async def allows(self, question):
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                self.stopped = True
                raise

    deaf = Deaf()
    made = parts(approver=deaf)

    async def do(log, why):
        asking = asyncio.ensure_future(speaking.put(made, log, MAY))
        await asyncio.sleep(0.02)
        await made.inbox.send("r", Answer("q1", True, "another terminal"))  # type: ignore[attr-defined]
        await asking
        await asyncio.sleep(0)
        assert deaf.stopped
        await speaking.hear(made, log)

    [heard] = events(made, do)
    assert isinstance(heard, Heard) and isinstance(heard.message, Answer) and heard.message.by == "another terminal"


def test_time_passes_until_it_is_over_or_somebody_speaks():
    made = parts()

    async def wait(log, why):
        await speaking.wait(made, log, Wait("back-off", why.at + 5.0), why)

    [waited] = events(made, wait)
    assert isinstance(waited, Waited) and round(waited.took, 3) == 5.0 and waited.why == "back-off"

    made = parts()

    async def wait_for_people(log, why):
        await made.inbox.send("r", Pause())  # type: ignore[attr-defined]
        await speaking.wait(made, log, Wait("people"), why)

    [waited] = events(made, wait_for_people)
    assert isinstance(waited, Waited) and waited.took == 0.0


def test_what_was_said_is_heard_once():
    made = parts()

    async def do(log, why):
        await made.inbox.send("r", Pause())  # type: ignore[attr-defined]
        await speaking.hear(made, log)
        await speaking.hear(made, log)

    [heard] = events(made, do)
    assert isinstance(heard, Heard) and heard.message == Pause() and heard.id


def test_of_a_reason_without_end_the_beginning_is_kept_whoever_gives_it():
    endless = "no " * 100_000

    class Talks:
        async def allows(self, question):
            return Answer("q1", False, "me", endless)

    made = parts()

    async def do(log, why):
        await made.inbox.send("r", Cancel(endless))  # type: ignore[attr-defined]
        await speaking.hear(made, log)

    answered, cancelled = (the(told[-1], Heard).message for told in (asking(Talks()), events(made, do)))
    cut = f"{endless[:LONGEST_REASON]} (and more)"
    assert the(answered, Answer).reason == cut == the(cancelled, Cancel).why
