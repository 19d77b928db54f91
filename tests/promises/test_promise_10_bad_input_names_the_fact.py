"""Promise 10: bad input gets a typed error that names the fact and the valid choices, and loses nothing."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from midcourse.core.errors import BadInput, ConditionError, JournalError, NewerJournal, TaskError
from midcourse.core.logic.conditions import parse, show
from midcourse.core.model import Parameter, Risk, Skill
from midcourse.core.plans.plan import Act, Draft
from midcourse.core.run.entries import FORMAT, encode
from midcourse.core.run.events import Planned, PlanRefused
from midcourse.core.run.settings import Settings
from midcourse.engine import jsonl
from midcourse.inputs.settings_text import override
from midcourse.inputs.taskfile import read_task
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import Mix, SymbolicWorld
from tests.support import Whimsy, disturbed, domains, lab, the, under

TASK = """goal: tidy up
done_when: exists(a) and not dirty(*)
world: world.py
plan:
  - do: write
    with: {name: a}
    expects: exists(a)
  - replan
settings: {max_replans: 2, replan: on-error}
grants: ["write(name=*)"]
"""


@given(st.text(alphabet='abnotd ()",*{}é\n', max_size=30))
def test_any_text_is_a_condition_or_a_condition_error_with_a_position(text):
    try:
        found = parse(text)
    except ConditionError as error:
        assert 0 <= error.position <= len(text) and "position" in str(error)
    else:
        assert parse(show(found)) == found


@given(st.integers(0, len(TASK) - 1), st.integers(0, 12), st.text(alphabet='ab:[]{}-"\n #*', max_size=4))
def test_a_damaged_task_file_is_one_error_with_its_place(tmp_path_factory, start, length, filler):
    path = tmp_path_factory.mktemp("task") / "task.yaml"
    path.write_text(TASK[:start] + filler + TASK[start + length :])
    try:
        read_task(path)
    except TaskError as error:
        assert str(path) in str(error) and "\n" not in str(error).strip()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("goal:", "gaol:"), r":1: unknown field 'gaol'; did you mean goal\?"),
        (("max_replans: 2", "max_replans: two"), r":9: settings.max_replans: Expected `int`"),
        (("on-error", "on-terror"), r":9: settings.replan: Invalid enum value 'on-terror'"),
        (("not dirty(*)", "not dirty(*"), r":2: done_when: expected ',' or '\)'"),
        (("- do: write", "- doo: write"), r":5: unknown field 'doo'; did you mean do\?"),
        (("- do: write", "- note: x"), r":5: unknown field 'note'"),
        (('"write(name=*)"', '"write(name)"'), r":10: grants\[0\]: cannot read 'name'"),
        (("expects: exists(a)", "expects: exists(a"), r":5: plan\[0\]: "),
        (('grants: ["write(name=*)"]', "only: []"), r":10: only: Expected `array` of length >= 1"),
    ],
)
def test_task_errors_say_where_what_and_what_would_be_right(tmp_path: Path, change, said):
    path = tmp_path / "task.yaml"
    path.write_text(TASK.replace(*change))
    with pytest.raises(TaskError, match=said):
        read_task(path)


def test_settings_given_as_text_name_the_choices():
    with pytest.raises(TaskError, match="did you mean max_replans"):
        override(Settings(), {"max_replan": "1"})
    with pytest.raises(TaskError, match="valid: on, off"):
        override(Settings(), {"stop_early": "perhaps"})
    with pytest.raises(TaskError, match="valid: validity, fixed"):
        override(Settings(), {"replan": "never"})
    with pytest.raises(TaskError, match="max_steps"):
        override(Settings(), {"max_steps": "-1"})


def journal() -> bytes:
    made = lab(SymbolicWorld([Skill("a", makes="p")]), ScriptedPlanner([Act("a")]), "p")
    made.run()
    return b"".join(jsonl.export(made.entries))


@given(st.data())
def test_a_journal_cut_anywhere_is_read_up_to_its_last_whole_event_and_says_so(data):
    whole = journal()
    cut = data.draw(st.integers(0, len(whole)))
    lines = whole[:cut].split(b"\n")
    complete = whole[:cut].count(b"\n")
    try:
        found = jsonl.load([line for line in lines if line])
    except JournalError as error:
        assert complete == 0 and ("not an event" in str(error) or "is empty" in str(error))
    else:
        assert len(found.entries) in (complete, complete + 1)
        assert bool(found.note) == (len(found.entries) == complete and bool(lines[-1]))


def test_an_event_of_a_newer_version_is_refused_with_both_versions():
    made = lab(SymbolicWorld([Skill("a", makes="p")]), ScriptedPlanner([Act("a")]), "p")
    made.run()
    later = encode(replace(made.entries[1], v=FORMAT + 6))
    with pytest.raises(NewerJournal, match=rf"format {FORMAT + 6}; this release reads formats up to {FORMAT}"):
        jsonl.load([encode(made.entries[0]), later])


@given(domains(), st.integers(0, 9999))
def test_no_answer_of_a_planner_loses_the_present_plan(domain, seed):
    made = disturbed(domain, Mix(fail=0.2, undo=0.3), seed, "whimsy", settings=under(backoff=0.01))
    made.planner = Whimsy(seed)
    made.run()
    from midcourse.interfaces.render import history

    plan = None
    for entry, run in history(made.entries):
        if isinstance(entry.event, Planned):
            plan = run.course.plan
        elif isinstance(entry.event, PlanRefused):
            assert run.course.plan == plan
            assert entry.event.objection.text


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([], "a plan needs a step"),
        ([Act("wrte")], "no skill 'wrte'; did you mean write"),
        ([Act("write")], "the argument 'name' is missing; the call is write"),
        ([Act("write", {"name": 3})], "name=3 is int, not str"),
        ([Act("write", {"nam": "a"})], "no argument 'nam'; did you mean name"),
        ([Act("write", {"name": "$nothing.there"})], "depends on step 'nothing'"),
        ([Act("write", {"name": "a"}, expects="exists(")], "expected an argument"),
        ([Act("write", {"name": "a"}, id="x"), Act("write", {"name": "b"}, id="x")], "two steps have the id 'x'"),
    ],
)
def test_a_bad_plan_goes_back_with_one_precise_objection(steps, said):
    world = SymbolicWorld([Skill("write", parameters=(Parameter("name", "str"),), makes="exists({name})", complete=True)])
    made = lab(world, ScriptedPlanner(Draft(tuple(steps))), "exists(a)")
    run = made.run()
    refusals = [e.event.objection.text for e in made.entries if isinstance(e.event, PlanRefused)]
    assert said in refusals[0]
    assert len(refusals) == (2 if steps else 3)  # insisting on a plan is enough
    assert the(run.ending).final_reason == "planner_failed"
    assert not world.calls


def test_a_need_that_is_seen_false_is_objected_to_once_and_never_overridden_for_what_cannot_be_undone():
    risks: list[tuple[Risk, int, int]] = [("reversible", 1, 1), ("irreversible", 0, 2)]
    for risk, calls, refusals in risks:
        skill = Skill("write", parameters=(Parameter("name", "str"),), makes="exists({name})", complete=True, risk=risk)
        made = lab(world := SymbolicWorld([skill]), ScriptedPlanner([Act("write", {"name": "a"}, needs="ready")]), "exists(a)")
        made.run()
        told = [e.event.objection.text for e in made.entries if isinstance(e.event, PlanRefused)]
        assert "needs ready, which is false, and it is the first step" in told[0]
        assert (len(world.calls), len(told)) == (calls, refusals), risk


def test_every_error_of_ours_is_bad_input_or_says_whether_trying_again_helps():
    assert issubclass(TaskError, BadInput) and issubclass(NewerJournal, BadInput)
