"""Promise 10, before the first act: what people wrote is checked against the world, and nothing is done if it does not fit."""

import sys
from pathlib import Path

import pytest

from midcourse import Achieve, Settings, Task, act, fact, observer, run, skill
from midcourse.core.errors import TaskError
from midcourse.core.plans.plan import Act
from midcourse.inputs.taskfile import read_task
from tests.commands import command
from tests.support import the

MIDCOURSE = Path(sys.executable).with_name("midcourse")

WORLD = """
from pathlib import Path
from typing import Literal
from midcourse import fact, observer, skill

BOOK = Path(__file__).parent / "book"

@skill(makes="packed({thing})", complete=True)
def pack(thing: str, times: int = 1, gently: bool = False, state: Literal["on", "off"] = "on", note=None) -> dict:
    with BOOK.open("a") as file:
        file.write(repr((thing, times, gently, state, note)) + "\\n")
    return {"thing": thing}

@skill(makes="signed({thing})")
def sign(thing: str) -> None:
    pass

@observer("packed(*)")
def look():
    return [fact("packed", eval(line)[0]) for line in BOOK.read_text().splitlines()] if BOOK.exists() else []
"""

GOOD = """goal: pack
done_when: packed(map)
world: world.py
plan:
  - do: pack
    with:
      thing: map
    as: first
    expects: packed(map)
"""


@pytest.fixture
def desk(tmp_path):
    (tmp_path / "world.py").write_text(WORLD)

    def go(text, *more):
        (tmp_path / "task.yaml").write_text(text)
        return command("run", "task.yaml", *more, cwd=tmp_path)

    go.book = tmp_path / "book"
    return go


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("do: pack", "do: pakc"), "task.yaml:5: step 1, pakc(thing=map): no skill 'pakc'; did you mean pack?"),
        (("thing: map", "thng: map"), "task.yaml:6: step 1, pack(thng=map): no argument 'thng'; did you mean thing?"),
        (("thing: map", "times: 2"), "task.yaml:6: step 1, pack(times=2): the argument 'thing' is missing"),
        (("thing: map", "thing: 3"), "task.yaml:6: step 1, pack(thing=3): thing=3 is int, not str"),
        (("thing: map", "thing: $frist.thing"), "it depends on step 'frist', and no step is called so; did you mean first?"),
        (("thing: map", "thing: $first.thing"), "task.yaml:6: step 1, pack(thing=$first.thing): it depends on step 'first'"),
        (("as: first", "after: [later]"), "task.yaml:8: step 1, pack(thing=map): it depends on step 'later'"),
        (("expects: packed", "expects: pakced"), "task.yaml:9: step 1, pack(thing=map): nothing in this world shows or makes 'pakced'"),
        (("expects: packed(map)", "needs: ready"), "task.yaml:9: step 1, pack(thing=map): nothing in this world shows or makes 'ready'"),
        (("done_when: packed", "done_when: pakced"), "task.yaml:2: done_when: nothing in this world shows or makes 'pakced'; did you mean packed?"),
        (("packed(map)", "packed(*map*)"), "task.yaml:2: done_when: '*map*' is no pattern: '*' stands for a whole argument"),
        (("plan:", "grants: [pakc]\nplan:"), "task.yaml:4: the pattern 'pakc' speaks of no skill"),
        (("plan:", "plans:\n  - [{do: sign, with: {thing: map}}]\n  - [{do: pakc}]\nplann:"), "unknown field 'plann'"),
    ],
)  # fmt: skip
def test_a_task_file_that_does_not_fit_its_world_is_refused_with_its_line(desk, change, said):
    done = desk(GOOD.replace(*change))
    assert done.returncode == 2 and said in done.stderr, done.stderr
    assert not desk.book.exists()


def test_a_task_file_that_fits_runs(desk):
    done = desk(GOOD.replace("done_when: packed(map)", "done_when: packed(map)\nsettings: {stop_early: off}"))
    assert done.returncode == 0 and desk.book.read_text() == "('map', 1, False, 'on', None)\n"


def test_a_later_plan_is_checked_too_and_a_dry_run_checks(desk):
    text = "goal: pack\nworld: world.py\nplans:\n  - [{do: pack, with: {thing: a}}]\n  - [{do: pakc}]\n"
    for more in ((), ("--dry-run",)):
        done = desk(text, *more)
        assert done.returncode == 2 and "task.yaml:5: step 1 of plan 2, pakc(): no skill 'pakc'" in done.stderr
    assert not desk.book.exists()


def test_a_goal_that_only_a_contract_speaks_of_is_fine(desk):
    done = desk(GOOD.replace("done_when: packed(map)", "done_when: signed(map)"), "--set", "max_planner_calls=1")
    assert done.returncode == 0 and "DONE, NOT PROVEN" in done.stdout and desk.book.exists()
    strict = desk(GOOD.replace("done_when: packed(map)", "done_when: signed(map)"), "--strict")
    assert strict.returncode == 1, "nothing shows it, and proof is asked for"


def test_an_option_in_place_of_a_line_does_not_name_the_line(desk):
    done = desk(GOOD, "--done-when", "pakced(map)")
    assert done.returncode == 2 and done.stderr.startswith("midcourse: done_when: nothing in this world")


# --- on, off, yes and no --------------------------------------------------------------------------------------------


def test_words_that_yaml_takes_for_yes_and_no_arrive_as_the_skill_takes_them(desk):
    words = "{thing: yes, gently: yes, state: off, note: no}"
    text = GOOD.replace("with:\n      thing: map", f"with: {words}").replace("packed(map)", "packed(yes)")
    done = desk(text)
    assert done.returncode == 0, done.stdout + done.stderr
    assert desk.book.read_text() == "('yes', 1, True, 'off', False)\n"


def test_on_is_a_key_of_a_step_and_of_arguments(tmp_path):
    path = tmp_path / "task.yaml"
    path.write_text(
        "goal: no\nplan:\n  - do: press\n    on: button Save\n    with: {on: 1, Yes: 2, more: {off: 3}}\n  - {do: go, on: yes}\n"
    )
    file = read_task(path)
    [[press, go]] = file.scripts()
    assert (
        file.goal == "no"
        and the(press, Act).target == "button Save"
        and the(press, Act).args == {"on": 1, "Yes": 2, "more": {"off": 3}}
    )
    assert the(go, Act).target == "yes"


def test_a_switch_among_the_settings_is_yes_or_no_where_it_must_be(tmp_path):
    path = tmp_path / "task.yaml"
    path.write_text("goal: x\nsettings: {stop_early: off, lessons: off, doubts: true, enable_auto_replanning: No}\n")
    settings = read_task(path).over(Settings())
    assert (settings.stop_early, settings.learning.lessons, settings.doubts, settings.auto.enabled) == (
        False,
        "off",
        True,
        False,
    )


# --- in Python ------------------------------------------------------------------------------------------------------


class Bag:
    """A bag into which things are packed."""

    def __init__(self):
        self.things = []

    @skill(makes="packed({thing})", complete=True)
    def pack(self, thing: str) -> str:
        self.things.append(thing)
        return thing

    @observer("packed(*)")
    def look(self):
        return [fact("packed", thing) for thing in self.things]


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([act("pack", thing="a"), act("pakc", thing="b")], "step 2, pakc.thing=b.: no skill 'pakc'; did you mean pack"),
        ([act("pack", thing="a"), act("pack", thing=3)], "step 2.*thing=3 is int, not str"),
        ([act("pack", thing="$b"), act("pack", thing="b", id="b")], "step 1.*'b', which does not come before it"),
        ([act("pack", thing="a", id="x"), act("pack", thing="b", id="x")], "step 2.*two steps are called 'x'"),
        (
            [act("pack", thing="a"), Achieve("all", "packt(b)")],
            "step 2, achieve: all: nothing in this world shows or makes 'packt'",
        ),
        ([act("pack", thing="a"), Act("pack", {"thing": "b"}, after=("c",))], "step 2.*'c', and no step is called so"),
        ([act("pack", thing="a", expects="packed(")], "step 1.*expected"),
    ],
)
def test_a_list_of_steps_that_does_not_fit_is_refused_before_anything_is_done(steps, said):
    bag = Bag()
    with pytest.raises(TaskError, match=said):
        run("pack", done_when="packed(a)", world=bag, planner=steps)
    assert not bag.things


def test_steps_may_be_spoken_of_by_the_names_that_the_run_gives_them():
    bag = Bag()
    steps = [act("pack", thing="a"), Act("pack", {"thing": "$s1"}, after=("s1",))]
    assert run("pack", done_when="packed(a)", world=bag, planner=steps).success


def test_a_goal_of_a_kind_that_nothing_shows_or_makes_is_refused():
    with pytest.raises(TaskError, match="done_when: nothing in this world shows or makes 'full'; valid: packed, target"):
        run(Task("pack", "full"), world=Bag(), planner=[act("pack", thing="a")])


def test_a_world_that_does_not_say_what_it_can_show_is_not_refused():
    bag = Bag()

    @observer()
    def anything():
        return ["full"] if bag.things else []

    for world in ([bag.pack], [bag.pack, bag.look, anything]):
        bag.things.clear()
        run("pack", done_when="full", world=world, planner=[act("pack", thing="a", expects="heavy")])
        assert bag.things


def test_values_are_what_was_written_and_stand_in_goal_and_end_by_their_names(tmp_path):
    text = 'goal: add {Title}\ndone_when: listed(/x, "{Title}")\nvalues: {A: yes, B: 2026-12-01, C: 007, D: 1.50, Title: \'say "hi"\'}\n'
    (tmp_path / "task.yaml").write_text(text)
    file = read_task(tmp_path / "task.yaml")
    task = file.task()
    assert task.values == {"A": "yes", "B": "2026-12-01", "C": "007", "D": "1.50", "Title": 'say "hi"'}
    assert task.done_when == 'listed(/x, "say \\"hi\\"")'


def test_another_value_takes_the_place_of_the_tasks_own(desk):
    task = GOOD.replace("goal: pack", "goal: pack {Thing}\nvalues: {Thing: map}").replace("packed(map)", "packed({Thing})")
    done = desk(task, "--set-value", "Thing=map")
    assert done.returncode == 0, done.stderr
    wrong = desk(task, "--set-value", "Think=map")
    assert wrong.returncode == 2 and "did you mean Thing?" in wrong.stderr
