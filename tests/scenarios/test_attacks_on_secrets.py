"""Ways in which text from a world, a grant or an edit once turned into a secret, or a part got round what people are asked."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import midcourse
from midcourse import Answer, Draft, Grant, RulesApprover, Task, act, observer, skill
from midcourse.approval.critical import read_risks
from midcourse.core.errors import TaskError
from midcourse.core.gates.checks import check_skills
from midcourse.core.model import Skill
from midcourse.core.people.risk import judge, weigh
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.plan import Act
from midcourse.core.protocols import Verdict
from midcourse.core.run.entries import encode
from midcourse.interfaces.results import result_of
from tests.patience import HANGS, patient

VALUE = "hunter2-horse-battery"
NAME = "secret:BANK"
got: list[object] = []


@pytest.fixture(autouse=True)
def bank(monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_BANK", VALUE)
    got.clear()


@skill(risk="harmless")
def read_page() -> str:
    return NAME


@skill
def login(password: str, note: str = "") -> None:
    got.append((password, note))


@skill(risk="irreversible")
def send(to: str, body: str) -> None:
    got.append((to, body))


@skill
def post(text: str) -> None:
    got.append(text)


class Plans:
    def __init__(self, *drafts):
        self.drafts = list(drafts)

    async def plan(self, request):
        return Draft(self.drafts.pop(0) if len(self.drafts) > 1 else self.drafts[0])


class SaysYes:
    def __init__(self, **changed):
        self.questions, self.changed = [], changed

    async def allows(self, question):
        self.questions.append(question)
        return Answer(question.id, True, "me", args={**question.args, **self.changed} if self.changed else None)


def test_text_of_a_page_stays_text_beside_the_secret_that_it_names():
    steps = [act("read_page", id="p"), act("login", password=NAME, note="$p")]
    midcourse.run(Task("x", secrets={"BANK": ("login.password",)}), world=[read_page, login], planner=steps)
    assert got == [(VALUE, NAME)]


def test_a_secret_that_a_planner_a_judge_or_a_person_says_is_said_nowhere():
    class Restates:
        async def plan(self, request):
            step = Act("post", {"text": "hello"}, expects=f"told({VALUE})", description=f"sign in with {VALUE}")
            return Draft((step,), author=VALUE)

    class Blabs:
        async def assess(self, case):
            return Verdict(False, VALUE, f"it is {VALUE[:9]}")

    class Says:
        async def allows(self, question):
            return Answer(question.id, True, VALUE, f"since {VALUE.upper()}")

    journal: list[bytes] = []
    out = midcourse.run(
        Task("x"),
        world=[post],
        planner=Restates(),
        judge=Blabs(),
        approver=Says(),
        settings={"autonomy": 0},
        on_event=lambda entry, run: journal.append(encode(entry)),
    )
    kept = (*map(encode, out.entries), *journal, result_of(out.run), out.run)
    assert all(VALUE[:9].casefold() not in str(part).casefold() for part in kept)
    assert got == ["hello"] and "sign in with secret:BANK" in str(kept)


def test_text_in_a_large_output_stays_text_too():
    @skill(risk="harmless")
    def read_book() -> dict[str, object]:
        return {"id": 1, "pages": [NAME, "x" * 50_000]}

    @skill
    def keep(password: str, pages: list[str]) -> None:
        got.append((password, pages[0]))

    steps = [act("read_book", id="b"), act("keep", password=NAME, pages="$b.pages")]
    midcourse.run("x", world=[read_book, keep], planner=steps, settings={"autonomy": 4})
    assert got == [(VALUE, NAME)]


def test_a_yes_to_a_text_is_no_yes_to_the_secret_that_it_names():
    people = SaysYes()
    state = {"ready": True}

    @skill(risk="irreversible", needs="ready")
    def mail(to: str, body: str) -> None:
        got.append((to, body))

    @skill(makes="ready")
    def prepare() -> None:
        state["ready"] = True

    @observer("ready")
    def look():
        return ["ready"] if state["ready"] else []

    class Undoes(SaysYes):
        async def allows(self, question):
            state["ready"] = False
            return await super().allows(question)

    people = Undoes()
    first = (act("read_page", id="p"), act("mail", to="ann", body="$p"))
    then = (act("prepare"), act("mail", to="ann", body=NAME))
    midcourse.run("x", world=[read_page, mail, prepare, look], planner=Plans(first, then), approver=people)
    if (("ann", VALUE)) in got:
        assert any("the secret BANK" in question.text for question in people.questions)


def test_an_edit_of_one_argument_makes_no_secret_of_another():
    people = SaysYes(to="bob")
    steps = [act("read_page", id="p"), act("send", to="ann", body="$p")]
    midcourse.run("x", world=[read_page, send], planner=steps, approver=people)
    assert got == [("bob", NAME)]


@pytest.mark.parametrize("options", [{"grants": (Grant("post"),)}, {"grants": (Grant("post(text=*)"),)}, {}])
def test_who_allows_an_act_beforehand_allows_no_secret_in_it(options):
    task = Task("x", secrets={"BANK": ("login.password",)}, **options)
    rules = RulesApprover(allow=["post(text=*)", "post"], otherwise=False)
    midcourse.run(task, world=[post, login], planner=Plans((act("post", text=NAME),)), approver=rules)
    assert got == []


def test_an_origin_means_fields_on_its_pages_and_not_every_act_while_one_is_open():
    @observer("page(*)")
    def look():
        return ['page("https://bank.example/")']

    task = Task("x", secrets={"BANK": ("https://bank.example",)})
    midcourse.run(task, world=[post, look], planner=Plans((act("post", text=NAME),)))
    assert got == []


@pytest.mark.parametrize("argument", ["password_hint", "comment_never_your_password_here", "password"])
def test_a_value_is_for_its_field_and_for_no_argument_with_a_word_of_its_name(argument):
    from midcourse.core.gates.entrusted import not_entrusted
    from tests.support import story

    run = story(skills=(Skill("say"),), done_when="")
    from msgspec.structs import replace

    run = replace(run, setup=replace(run.setup, task=Task("x", values={"Password": NAME})))
    assert not_entrusted(run, Act("say", {argument: NAME}))


def odd_error(password: str):
    raise asyncio.CancelledError(f"server said: bad password {password}")


@pytest.mark.parametrize("echo", [odd_error, lambda p: float(p.encode().hex()[:2]), lambda p: {"n": p}])
def test_a_secret_does_not_come_back_by_way_of_a_cancellation_or_a_number(echo):
    @skill
    async def sign_in(password: str) -> object:
        return echo(password)

    outcome = midcourse.run("x", world=[sign_in], planner=[act("sign_in", password=NAME)])
    assert VALUE not in str(outcome.entries)


def test_numbers_that_hold_a_secret_are_hidden(monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_BANK", "123456789")

    @skill
    def tell(pin: str) -> list[object]:
        return [int(pin), float(pin), -int(pin), int(pin) * 10, 7]

    outcome = midcourse.run("x", world=[tell], planner=[act("tell", pin=NAME)])
    assert "1234567" not in str(outcome.outputs) and "7" in str(outcome.outputs)


def test_whoever_wants_to_end_the_program_ends_its_own_work_alone(tmp_path):
    (tmp_path / "w.py").write_text(
        "import sys\nfrom midcourse import *\n@skill(makes='did')\nasync def f(): sys.exit(0)\n@observer('did')\ndef look(): return []\n"
    )
    (tmp_path / "t.yaml").write_text("{goal: do it, done_when: did, world: w.py, plan: [{do: f}]}")
    (tmp_path / "quits.py").write_text("import sys\nsys.exit(0)\n")
    (tmp_path / "q.yaml").write_text("{goal: do it, world: quits.py, plan: [{do: f}]}")
    midcourse_ = Path(sys.executable).with_name("midcourse")
    env = {**os.environ, "MIDCOURSE_HOME": str(tmp_path / "home")}
    for task, codes in (("t.yaml", (1, 3)), ("q.yaml", (2,))):
        told = subprocess.run([midcourse_, "run", task], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=HANGS)
        assert told.returncode in codes and "Traceback" not in told.stderr, told.stdout + told.stderr


@pytest.mark.parametrize("blocks", [True, False])
def test_an_approver_that_hangs_holds_no_run(blocks):
    class Hangs:
        async def allows(self, question):
            if blocks:
                time.sleep(60)
            while True:
                try:
                    await asyncio.sleep(60)
                except asyncio.CancelledError:
                    continue

    began = time.monotonic()
    plan = [act("send", to="ann", body="x")]
    outcome = midcourse.run("x", world=[send], planner=plan, approver=Hangs(), settings={"question_seconds": 0.5})
    assert not outcome.success and got == [] and time.monotonic() - began < patient(30)


@pytest.mark.parametrize("seconds", [float("inf"), float("nan"), 0.0, -1.0])
def test_a_time_limit_is_a_number_of_seconds(seconds):
    with pytest.raises(TaskError, match="the timeout of skill f"):
        check_skills([Skill("f", timeout=seconds)])


def test_a_yes_for_one_number_is_none_for_the_next():
    from midcourse.core.model import Parameter

    pay = {"pay": Skill("pay", parameters=(Parameter("amount", "int"),))}
    digests = {act_digest("pay", {"amount": a}, "", pay) for a in (9007199254740992, "9007199254740993", "1_0", 10, "١", 1)}
    assert len(digests) == 6


@pytest.mark.parametrize(
    "command",
    [
        "rm -f /data/x",
        "{rm,-f,/data/x}",
        "/???/r? -f /data/x",
        "r\\\nm -f /data/x",
        "# it's\nrm -f /data/x",
        "until rm -f /data/x; do :; done",
        "if false; then :; elif rm -f /data/x; then :; fi",
        "coproc rm -f /data/x",
        "trap 'rm -f /data/x' EXIT",
        "env -S'rm -f /data/x'",
        "builtin eval 'rm -f /data/x'",
        "fakeroot rm -f /data/x",
        "tmux new -d 'rm -f /data/x'",
        "cp e2e.py /etc/probe # /tmp/x",
    ],
)
def test_a_command_that_deletes_or_writes_where_it_must_not_asks_however_it_is_written(command):
    weighed = weigh(Skill("run_command"), {"command": command}, "", read_risks())
    assert judge(weighed, 2, 0.5)[0] != "run", weighed


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("save_page", {"path": "/etc/probe", "html": "x"}),
        ("download_url", {"url": "https://x.org/", "path": "/etc/cron.d/job"}),
        ("api_write", {"path": "/etc/passwd"}),
        ("delete_files", {"pattern": "/etc/*"}),
        ("upload", {"query": "/etc/shadow"}),
    ],
)
def test_a_protected_path_asks_whatever_the_name_of_the_skill_speaks_of(name, args):
    assert judge(weigh(Skill(name), args, "", read_risks()), 2, 0.5)[0] != "run"
