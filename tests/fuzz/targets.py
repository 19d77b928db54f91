"""Who is given it: each reads one kind of input and follows it as far as it goes. What they raise must be ours."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st

from midcourse.core.errors import MidcourseError
from midcourse.core.evolve import replay
from midcourse.core.gates.written import fitted
from midcourse.core.language.printable import printable
from midcourse.core.logic.conditions import coverage, evaluate, fill, parse, show
from midcourse.core.model import Parameter, Skill, Task
from midcourse.core.people.messages import Question
from midcourse.core.plans.plan import Act, difference
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Asked, Ended, Planned, Started
from midcourse.core.run.settings import Settings
from midcourse.core.run.state import Run
from midcourse.core.whatif import first_difference
from midcourse.engine import jsonl, tables
from midcourse.engine.memory import MemoryStore
from midcourse.engine.record import past_of
from midcourse.engine.summary import summarize
from midcourse.inputs.taskfile import read_task
from midcourse.interfaces.prices import spent_by_purpose
from midcourse.interfaces.render import history, plan_lines, sentence, why
from midcourse.interfaces.results import result_of
from midcourse.planners.model.answers import read_answer
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.testing import FrozenClock, SymbolicWorld
from tests.fuzz.material import ANSWERS, MESSAGES, TASK, edited, journals, noise, texts
from tests.support import LOOK, Lab, lab, plan, request, story, under

LONGEST = 10.0
"""Seconds that one example may take; a busy machine is slow, a hang is slower."""
WRITE = Skill("write", parameters=(Parameter("name", "str"),), makes="exists({name})", complete=True)


class Target(NamedTuple):
    """What is given, and who reads it."""

    given: st.SearchStrategy[Any]
    read: Callable[[Any], object]


def try_out(target: Target, value: Any) -> None:
    """It is read, or refused in one line that can be shown; at once in either case."""
    began = time.process_time()
    try:
        target.read(value)
    except MidcourseError as error:
        shown = printable(str(error))
        assert shown and "\n" not in str(error) and len(shown) < 20_000, shown
        shown.encode()
    assert time.process_time() - began < LONGEST


def read_journal(lines: list[bytes]) -> None:
    """Everything that is said of a journal."""
    entries, run, _ = jsonl.load(lines)
    assert replay(entries) == run
    for entry, then in history(entries):
        sentence(entry, then)
        plan_lines(then)
    for step in [*run.work.records][:4]:
        why(entries, step)
    plans = [entry.event.plan for entry in entries if isinstance(entry.event, Planned)]
    difference(plans[0], plans[-1]) if plans else None
    spent_by_purpose(entries)
    summarize(entries, False)
    msgspec.json.encode(result_of(run))
    past_of([entries], "", "agent", 1e9)
    first = entries[0].event
    assert isinstance(first, Started)
    for settings in (None, Settings()):
        first_difference(entries, settings)


def resume_journal(lines: list[bytes]) -> None:
    """The run goes on from there, in a world that is as its journal tells."""
    entries = jsonl.load(lines).entries
    entries = [entry for entry in entries if not isinstance(entry.event, Ended)]
    run = replay(entries)
    made = Lab(SymbolicWorld(run.known.skills.values(), run.seen.belief.facts), SearchPlanner(), run.setup.task)
    made.clock = FrozenClock(run.at)
    asyncio.run(_go_on(made, made.store, entries, run))


async def _go_on(made: Lab, store: MemoryStore, entries: list[Entry], run: Run) -> None:
    opened = await store.open(run.id, new=True)
    await store.append(run.id, opened.epoch, entries)
    await store.close(run.id, opened.epoch)
    await made.director().resume(run.id)


def read_store(lines: list[bytes]) -> None:
    """The rows of a store are what somebody left there."""
    db = sqlite3.connect(":memory:")
    db.executescript(tables.TABLES)
    db.execute("INSERT INTO runs VALUES ('r1', 1, '', 0)")
    db.executemany("INSERT INTO events VALUES ('r1', ?, ?)", enumerate(lines, 1))
    try:
        tables.summaries(db)
        tables.past(db, "", "agent", 1e9)
        replay(tables.read(db, "r1"))
    finally:
        db.close()


def read_task_text(text: str) -> None:
    """A task file, as far as it can be read without its world."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "task.yaml"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        file = read_task(path)
        msgspec.json.encode((file.task(), fitted([step for plan in file.scripts() for step in plan], []), file.over(Settings())))
        assert list(Path(folder).iterdir()) == [path]


def read_condition(text: str) -> None:
    """A condition: it says the same once more, and is true, false or unknown."""
    found = parse(text)
    assert parse(show(found)) == found
    evaluate(fill(found, {"a": "x"}), frozenset({"p", "exists(a)"}), coverage(("p", "exists(*)")))


def read_model_answer(text: str) -> None:
    """What a model says: a reply, which a run then takes or sends back."""
    reply = read_answer(text, request=request(story(LOOK, skills=[WRITE])))
    run = lab(SymbolicWorld([WRITE]), ScriptedPlanner(reply), "exists(a)", settings=under(backoff=0.01)).run()
    assert run.ending is not None


def read_plan(steps: Any) -> None:
    """A plan that a planner gives as values, of whatever kind they are."""
    made = [_as_step(each) for each in steps] if isinstance(steps, list) else steps
    run = lab(SymbolicWorld([WRITE]), ScriptedPlanner(made), "exists(a)", settings=under(backoff=0.01)).run()
    assert run.ending is not None


def _as_step(given: Any) -> Any:
    fields = {"skill": "write", **given} if isinstance(given, dict) else {}
    return Act(**{name: fields[name] for name in Act.__struct_fields__ if name in fields}) if fields else given


def hear_message(said: Any) -> None:
    """A message as an inbox keeps it, heard by a run that waits for an answer."""
    message = tables.message_of(1, json.dumps(said).encode())
    question = Question("q1", "approve", "May it?", step="s1", digest="d", skill="write", args={"name": "a"}, until=1e9)
    run = story(LOOK, *plan(Act("write", {"name": "a"}, id="s1")), Asked(question), skills=[WRITE])
    first = Started(run.id, Task("x", "exists(a)"), under(backoff=0.01), (WRITE,))
    events = [first, LOOK, *plan(Act("write", {"name": "a"}, id="s1")), Asked(question)]
    made = Lab(SymbolicWorld([WRITE]), SearchPlanner(), first.task)

    async def go() -> None:
        await made.store.send(run.id, message)
        await _go_on(made, made.store, [Entry(i, 100.0, event) for i, event in enumerate(events, 1)], run)

    asyncio.run(go())


STEPS = [{"skill": "write", "args": {"name": "a"}, "expects": "exists(a)", "needs": "", "after": (), "id": ""}]
CONDITIONS = ["exists(a) and not dirty(*)", 'p("a b", {a}) and fuel(car, >=2)', "p"]
TARGETS: dict[str, Target] = {
    "journals": Target(journals(), read_journal),
    "resumed journals": Target(journals(), resume_journal),
    "stores": Target(journals(), read_store),
    "task files": Target(texts(st.just(TASK)), read_task_text),
    "conditions": Target(st.one_of(texts(st.sampled_from(CONDITIONS)), noise), read_condition),
    "model answers": Target(st.one_of(texts(st.sampled_from(ANSWERS)), noise), read_model_answer),
    "model answers in JSON": Target(
        edited(st.sampled_from([json.loads(a) for a in ANSWERS if a[0] in "[{"])).map(json.dumps), read_model_answer
    ),
    "plans": Target(edited(st.just(STEPS)), read_plan),
    "messages": Target(edited(st.sampled_from(MESSAGES)), hear_message),
}
