"""Commands about questions and who may do what: the inbox of everything that waits for a person."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
import typer

from ...approval.accepting import RULES, accept_rules
from ...approval.critical import read_risks, shipped_text
from ...core.errors import TaskError, choices
from ...core.evolve import replay
from ...core.language.depth import DEEPEST, is_deep
from ...core.model import Grant
from ...core.people.messages import AddGrant, Answer, Message, Question, TakeOver
from ...core.people.patterns import read_pattern
from ...core.plans.calls import wrong_arguments
from ...core.run.state import Run
from ...inputs import config
from ...recovery.accepting import FAILURES, accept_failures
from .common import AsJson, ask, check_said, entries_of, say, say_lines, still_open

Which = Annotated[str, typer.Argument(help="RUN or RUN/QUESTION, as 'midcourse approvals' lists them; 'last' is the newest run")]
By = Annotated[str, typer.Option(help="who answers")]
Reason = Annotated[str, typer.Option(help="the reason; the planner reads it")]

app = typer.Typer(
    add_completion=False,
    invoke_without_command=True,
    help="List the questions that wait for a person, and answer them.",
)
LAST = 253_000_000_000.0
"""Seconds since the epoch: the last moment that is written as a date."""


class Waiting(NamedTuple):
    """An open question and its run."""

    run: Run
    question: Question

    @property
    def name(self) -> str:
        """How people call it."""
        return f"{self.run.id}/{self.question.id}"


@app.callback()
def listed(context: typer.Context, json: AsJson = False) -> None:
    """List the open questions of all runs, the oldest first."""
    if context.invoked_subcommand is not None:
        return
    waiting = _all()
    if json:
        say(msgspec.json.encode([{"run": w.run.id, "question": w.question} for w in waiting]).decode())
        return
    for item in waiting:
        say(f"{item.name}  {item.question.kind:<11} until {_when(item.question.until)}  {item.question.text}")
    if not waiting:
        say("nothing waits for a person")


@app.command()
def show(which: Which) -> None:
    """Show a question: the act, its risk, the plan behind it."""
    run, question = _the(which)
    say(f"{run.id}/{question.id} ({question.kind}): {question.text}")
    say(f"  goal:     {run.setup.task.goal}")
    if question.skill:
        say(f"  act:      {question.skill} {msgspec.json.encode(question.args).decode()} {question.target}".rstrip())
        say(f"  digest:   {question.digest}")
        say(
            f"  risk:     {question.risk}, {question.score:.1f} of 1"
            + (f"; {', '.join(question.groups)}" if question.groups else "")
        )
        skill = run.known.skills.get(question.skill)
        if skill is not None:
            say(f"  skill:    {skill.signature()}  {' '.join(skill.doc.split())}".rstrip())
            say(f"  makes:    {skill.makes or 'nothing that it declares'}" + (f"; breaks {skill.breaks}" if skill.breaks else ""))
    for line in question.in_full:
        say(f"            {line}")
    if run.course.plan is not None:
        cause = run.course.plan.cause
        say(
            f"  plan:     version {run.course.plan.version}, because {cause.rule}" + (f": {cause.detail}" if cause.detail else "")
        )
        for line in run.course.plan.evidence:
            say(f"            {line}")
    say(f"  trust:    {run.setup.past.trust:.2f} in agent {run.setup.task.agent}; autonomy {run.setup.settings.consent.autonomy}")
    say(f"  until:    {_when(question.until)}; after that it counts as no")


@app.command()
def approve(which: Which, reason: Reason = "", by: By = "operator") -> None:
    """Say yes to this act, with exactly these arguments, once. To a question about what was meant, --reason is the answer."""
    run, question = _the(which)
    check_said(question, reason)
    _send(run.id, Answer(question.id, True, by, reason), f"yes to {question.text}")


@app.command()
def refuse(which: Which, reason: Reason = "", by: By = "operator") -> None:
    """Say no. No later plan can ignore it."""
    run, question = _the(which)
    _send(run.id, Answer(question.id, False, by, reason), f"no to {question.text}")


@app.command()
def edit(
    which: Which,
    set_: Annotated[list[str], typer.Option("--set", help="the new value of an argument: --set path=/tmp/x")],
    reason: Reason = "",
    by: By = "operator",
) -> None:
    """Say yes to the act with other arguments. The act in the question does not run."""
    run, question = _the(which)
    if question.kind != "approve":
        raise TaskError(
            f"{run.id}/{question.id} is a question about {question.kind}, not about an act; answer it with approve or refuse"
        )
    skill = run.known.skills.get(question.skill)
    if skill is None:
        raise TaskError(f"no skill {question.skill!r}; {choices(question.skill, run.known.skills)}")
    texts = {p.name for p in skill.parameters if p.type == "str"}
    args = {**question.args, **_arguments(set_, texts)}
    problem = wrong_arguments(skill, args)
    if problem:
        raise TaskError(problem)
    _send(
        run.id, Answer(question.id, True, by, reason, args), f"yes to {question.skill} with {msgspec.json.encode(args).decode()}"
    )


@app.command("take-over")
def take_over(which: Which, by: By = "operator") -> None:
    """Act yourself. The run waits for 'midcourse tell RUN hand-back', then looks again."""
    run = _the(which).run
    _send(run.id, TakeOver(by), f"{by} takes over")
    say(f"when you are finished: midcourse tell {run.id} hand-back")


@app.command()
def grant(
    run_id: Annotated[str, typer.Argument(help="the run")],
    pattern: Annotated[str, typer.Argument(help="what may run: send(to=*@example.com)")],
    times: Annotated[int, typer.Option(min=1, help="how often")] = 1,
    hours: Annotated[float, typer.Option(min=0.0, help="for how long; 0: as long as the run")] = 0.0,
    by: By = "operator",
) -> None:
    """Say yes beforehand to acts that fit a pattern: to one act, or to as many as --times says."""
    read_pattern(pattern)
    id = still_open(run_id)
    until = datetime.now().timestamp() + hours * 3600 if hours else None
    _send(id, AddGrant(Grant(pattern, times, until, by)), f"{pattern} is allowed {times} times")


@app.command()
def rules(
    path: Annotated[bool, typer.Option("--path", help="print the path of the file for your own rules")] = False,
) -> None:
    """Print the rules that weigh risk: your own, or the shipped ones."""
    own = config.home() / RULES
    if path:
        say(str(own))
    elif own.is_file():
        read_risks(own)
        say_lines(own.read_text(encoding="utf-8").rstrip("\n"))
    else:
        sys.stdout.write(shipped_text())


@app.command("accept-rules")
def accept(
    path: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="a rules file (.midcourse/approval.yaml or failures.yaml), .env or midcourse.toml"),
    ],
) -> None:
    """Accept the present content of a file that makes the engine ask fewer questions, or try failed acts again: a rules file,
    `.env` or `midcourse.toml`."""
    if path.name in (config.DOTENV, config.FILE):
        say(config.accept_settings(path))
    else:
        say((accept_failures if path.name == FAILURES else accept_rules)(path, config.own_folder()))


def _all() -> list[Waiting]:
    waiting: list[Waiting] = []
    for summary in ask(lambda store: store.runs()):
        if summary.state in ("ended", "imported", "damaged"):
            continue
        run = replay(entries_of(summary.id))
        if run.people.question is not None and run.ending is None:
            waiting.append(Waiting(run, run.people.question))
    return waiting[::-1]


def _the(which: str) -> Waiting:
    """The question meant: by its run, with or without its own name."""
    run_id, _, name = which.partition("/")
    waiting = _all()
    known = [summary.id for summary in ask(lambda store: store.runs())]
    run_id = known[0] if run_id == "last" and known else run_id
    exact = run_id in known  # a yes to one run is none to its namesake
    meant = [w for w in waiting if run_id and (w.run.id == run_id if exact else w.run.id.startswith(run_id))]
    found = [w for w in meant if name in ("", w.question.id)]
    if len(found) != 1:
        what = "nothing waits under" if not found else f"{len(found)} questions wait under"
        raise TaskError(f"{what} {which!r}; waiting: {', '.join(w.name for w in waiting) or 'none'}")
    return found[0]


def _arguments(given: list[str], texts: set[str]) -> dict[str, Any]:
    """`name=value`, where the value may be JSON, unless text is wanted."""
    found: dict[str, Any] = {}
    for item in given:
        name, sign, text = item.partition("=")
        if not sign:
            raise TaskError(f"--set {item}: expected argument=value")
        if any("\ud800" <= letter <= "\udfff" for letter in text):  # bytes of the command line that are no text
            raise TaskError(f"--set {name.strip()}: expected UTF-8 text")
        if name.strip() not in texts and is_deep(text):
            raise TaskError(f"--set {name.strip()}: nested deeper than {DEEPEST} brackets")
        try:
            found[name.strip()] = text if name.strip() in texts else msgspec.json.decode(text)
        except msgspec.DecodeError:
            found[name.strip()] = text
    return found


def _send(run_id: str, message: Message, told: str) -> None:
    ask(lambda store: store.send(run_id, message))
    say(told)
    say(f"if no process runs it now: midcourse resume {run_id}")


def _when(at: float) -> str:
    return datetime.fromtimestamp(min(max(at, 0.0), LAST)).strftime("%Y-%m-%d %H:%M")
