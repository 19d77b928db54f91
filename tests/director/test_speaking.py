"""What people are asked, waited for and heard to say."""

import asyncio

from midcourse.core.people.messages import Answer, Pause, Question
from midcourse.core.run.commands import Ask, Wait
from midcourse.core.run.events import Asked, Heard, Waited
from midcourse.director import speaking
from midcourse.testing import AnswersAll, ScriptedPeople
from tests.director.writing import in_a_run, parts

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


def test_a_question_that_is_left_open_or_whose_approver_breaks_off_is_no_yes():
    class Breaks:
        async def allows(self, question):
            raise OSError("no line")

    class Mumbles:
        async def allows(self, question):
            return "yes"

    for approver in (ScriptedPeople([None]), Breaks(), Mumbles()):
        assert asking(approver) == [Asked(MAY)]


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
