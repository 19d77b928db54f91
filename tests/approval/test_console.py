"""Who is asked what was meant."""

import asyncio
import os
import pty
import select
import signal
import subprocess
import sys
import time

import pytest

from midcourse.approval.console import ConsoleApprover
from midcourse.approval.rules import RulesApprover, refuse_all
from midcourse.core.errors import TaskError
from midcourse.core.people.messages import Answer, Question
from midcourse.interfaces.cli.common import check_said
from tests.patience import HANGS

MEANT = Question("q1", "clarify", "Which did you mean?")


def at_the_terminal(typed):
    told = []
    answer = asyncio.run(ConsoleApprover(lambda prompt: typed, told.append).allows(MEANT))
    return answer, told


def test_at_the_terminal_the_answer_is_what_is_typed_and_nothing_is_a_no():
    assert at_the_terminal(" the second one ") == (Answer("q1", True, "console", "the second one"), ["Which did you mean?"])
    assert at_the_terminal("")[0] == Answer("q1", False, "console", "")


@pytest.mark.parametrize(
    ("typed", "heard"),
    [(["yes"], True), (["n"], False), (["", "maybe", "no"], False), (["", "", ""], None), (["maybe", "y?", "nope", "y"], None)],
)
def test_whether_an_act_happened_takes_a_clear_word_since_after_a_no_it_is_done_once_more(typed, heard):
    words, question = iter(typed), Question("q1", "settle", "Did charge happen?", skill="charge")
    answer = asyncio.run(ConsoleApprover(lambda prompt: next(words), lambda line: None).allows(question))
    assert (answer.yes if answer is not None else None) is heard


@pytest.mark.parametrize("typed", ["", "maybe", "n"])
def test_anything_but_a_yes_to_an_act_is_a_no(typed):
    answer = asyncio.run(ConsoleApprover(lambda prompt: typed, lambda line: None).allows(Question("q1", "approve", "Send?")))
    assert answer is not None and not answer.yes


def test_rules_leave_it_to_people_unless_nobody_can_be_asked():
    assert asyncio.run(RulesApprover().allows(MEANT)) is None
    answer = asyncio.run(refuse_all().allows(MEANT))
    assert answer is not None and not answer.yes


def test_a_yes_must_say_what_was_meant():
    with pytest.raises(TaskError, match="say it: --reason"):
        check_said(MEANT, "")
    check_said(MEANT, "the second one")


ASKS = """
from midcourse import ConsoleApprover, act, run, skill
calls = []
@skill(risk="irreversible")
def send(to: str) -> None:
    calls.append(to)
plan = [act("send", to="ann"), act("send", to="bob")]
outcome = run("send", world=[send], planner=plan, approver=ConsoleApprover(), settings={"question_seconds": 2})
print("sent", calls, outcome.ending.final_reason)
"""


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (b"", "sent [] denied"),  # nobody says anything: the process ends all the same, and as it should
        (b"y\nn\n", "sent ['ann'] denied"),
        (b"y\ny", "sent ['ann'] denied"),  # a word that is not ended is not said
    ],
)
def test_a_pipe_is_a_terminal_too_and_keeps_no_process_from_ending(typed, said):
    with subprocess.Popen(
        [sys.executable, "-c", ASKS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as asks:
        assert asks.stdin is not None and asks.stdout is not None and asks.stderr is not None
        asks.stdin.write(typed)
        asks.stdin.flush()
        code = asks.wait(HANGS)
        assert (code, asks.stderr.read()) == (0, b"")
        assert said in asks.stdout.read().decode()


def test_keys_that_were_typed_before_a_question_is_shown_answer_nothing():
    child, keys = pty.fork()
    if not child:
        os.execv(sys.executable, [sys.executable, "-c", "import time; print('busy', flush=True); time.sleep(1.5)\n" + ASKS])
    shown, typed, until = b"", False, time.monotonic() + HANGS
    try:
        while not (b"sent [" in shown and shown.endswith(b"\n")) and time.monotonic() < until:
            if not select.select([keys], [], [], 0.2)[0]:
                continue
            shown += os.read(keys, 4096)
            if not typed and b"busy" in shown:
                os.write(keys, b"y\ny\n")
                typed = True
    except OSError:
        pass  # the other end is closed
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(keys)
    assert b"sent [] denied" in shown, shown
