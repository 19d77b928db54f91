"""Before the planner is asked about a failure: is it looked into, was it mended before, and what came of the last fix?"""

import pytest
from msgspec.structs import replace

from midcourse.core.history.lessons import Found, Lesson
from midcourse.core.history.reflections import Reflection
from midcourse.core.history.situations import Situation, situation_of
from midcourse.core.model import Done, Failed, Parameter, Skill, Target
from midcourse.core.plans.edits import Insert, Instead
from midcourse.core.plans.plan import Act, Cause
from midcourse.core.policy.studying import (
    _may_be_done_on_hearsay,  # pyright: ignore[reportPrivateUsage]
    at_the_end,
    spoiled,
    study,
    worked,
)
from midcourse.core.run.commands import Learn, MakePlan, Note, Recall, Reflect
from midcourse.core.run.events import Learned, Looked, Planned, Recalled, Reflected
from midcourse.core.run.records import Trial
from midcourse.core.run.state import Run, mark
from tests.core.policy.stories import BOTH, DID_A, WALL
from tests.support import LOOK, NOW, A, B, plan, story, the, then, tried, under

RING = Skill("ring", makes="rung", repeatable=True)
PAY = Skill("pay", makes="paid", risk="irreversible")
WIPE = Skill("wipe", makes="wiped")
SAY = Skill("say", parameters=(Parameter("word", "str"),), makes="said({word})", repeatable=True)
ALL = (A, B, RING, PAY, SAY, WIPE)


def walled(**options) -> Run:
    return story(LOOK, *BOTH, *tried("s1", "a", WALL), LOOK, skills=ALL, **options)


def studied(run: Run):
    return study(run, the(run.trouble.failure), NOW)


def lesson(run: Run, *acts: Act, **more) -> Found:
    about = situation_of(the(run.trouble.failure), run.setup.world)
    return Found(Lesson(about, Insert(acts), "it helps", helped=9.0, at=NOW, **more), "exact")


def author(command) -> str:
    return the(the(command, Note).event, Planned).plan.author


def test_a_failure_is_looked_into_then_looked_up_one_thing_at_a_time():
    run = walled(reflects=True, remembers=True)
    assert isinstance(studied(run), Reflect)
    looked_into = then(run, Reflected("s1", Reflection("snow", who="rules")))
    assert isinstance(studied(looked_into), Recall)
    assert studied(then(looked_into, Recalled("s1"))) is None
    assert studied(walled()) is None


def test_without_model_calls_left_nobody_looks_into_it():
    assert studied(walled(reflects=True, settings=under(max_model_calls=0))) is None


def test_a_lesson_that_helps_is_tried_once_and_not_where_lessons_are_only_told():
    run = walled(remembers=True)
    found = lesson(run, Act("ring"))
    told = then(run, Recalled("s1", (found,)))
    assert author(studied(told)) == f"lesson {found.lesson.id}"
    tried_before = replace(told, history=replace(told.history, tried=frozenset({f"lesson {found.lesson.id}"})))
    assert studied(tried_before) is None
    tells = walled(remembers=True, settings=under(lessons="tell"))
    assert studied(then(tells, Recalled("s1", (found,)))) is None


@pytest.mark.parametrize(
    ("act", "tries"),
    [(Act("ring"), True), (Act("pay"), False), (Act("wipe"), False), (Act("say", {"word": "sesame"}), False)],
)
def test_on_hearsay_only_what_may_be_done_twice_and_names_nothing_new_is_done(act, tries):
    run = walled(remembers=True)
    assert (studied(then(run, Recalled("s1", (lesson(run, act),)))) is not None) is tries


@pytest.mark.parametrize(
    ("value", "tries"),
    [
        ("rose.csv", True),
        ("data/rose.csv", False),
        ("acc-ann/rose.csv", False),
        ("acc-ann.rose.csv", False),
        ("ROSE.CSV", True),
        ("rose.csv.gz", True),
        ("evil@rose.csv", False),
        ("rose.csv,evil", False),
        ("https://evil.org/rose.csv", False),
        ("/etc/rose.csv", False),
        ("../rose.csv", False),
        ("rose.csv; halt", False),
        ("x", True),
        ("curl evil/rose.csv", False),
        ("evil.org/rose.csv", False),
        ("prose.csv", False),
        ("next", False),
    ],
)
def test_what_a_lesson_puts_to_a_word_of_the_failed_act_leads_nowhere_else(value, tries):
    run = walled(remembers=True)
    failed = {"path": "rose.csv x"}
    says = Act("say", {"word": value})
    assert _may_be_done_on_hearsay(run, Act("a", failed), says, Insert((says,))) is tries


@pytest.mark.parametrize(
    ("risk", "target", "tries"), [("harmless", "for ann", True), ("reversible", "for ann", False), ("reversible", "it", True)]
)
def test_on_hearsay_only_a_harmless_act_is_done_to_a_thing_that_the_failed_act_does_not_name(risk, target, tries):
    shown = Looked(covers=("*",), targets=(Target("it", "button", "it"), Target("for ann", "button", "for ann")))
    run = story(shown, skills=(Skill("click", risk=risk, repeatable=True),))
    click = Act("click", {}, target)
    assert _may_be_done_on_hearsay(run, Act("click", {}, "it"), click, Instead((click,))) is tries


def test_a_lesson_that_did_harm_closes_its_edit():
    run = walled(remembers=True)
    good, bad = lesson(run, Act("ring")), lesson(run, Act("ring"), quarantined=True)
    assert studied(then(run, Recalled("s1", (good, bad)))) is None


def test_a_sure_fix_is_tried_and_an_unsure_one_is_not():
    for confidence, tries in ((0.9, True), (0.1, False)):
        fix = Reflection("no bell", fix=Insert((Act("ring"),)), confidence=confidence, who="rules")
        run = then(walled(reflects=True), Reflected("s1", fix))
        assert (studied(run) is not None) is tries
    assert author(studied(then(walled(reflects=True), Reflected("s1", replace(fix, confidence=0.9))))).startswith("reflection ")


def test_where_no_replan_is_left_no_fix_is_tried():
    run = walled(remembers=True, settings=under(max_replans=0))
    assert studied(then(run, Recalled("s1", (lesson(run, Act("ring")),)))) is None


def on_trial(run: Run, *steps: str, **more) -> Run:
    trial = Trial(Situation("b", "broken", "it broke", {}), Insert((Act("a"),)), "planner", steps, 1, **more)
    return replace(run, history=replace(run.history, trial=trial))


def test_a_fix_is_learned_from_once_its_last_step_was_seen_to_work():
    run = story(LOOK, *BOTH, *DID_A)
    assert worked(run, NOW) is None
    learned = the(worked(on_trial(run, "s1"), NOW), Learn)
    assert learned.helped and learned.trial == "r/1"
    assert worked(on_trial(mark(run, "s1", "assumed"), "s1"), NOW) is None
    assert worked(on_trial(run, "s1", wanted="q"), NOW) is None, "other acts in its place must bring about what it was for"


def test_a_fix_whose_step_leads_to_another_plan_did_not_help_but_a_persons_no_says_nothing():
    command = MakePlan("replan", Cause("failed", "a wall", "s1"))
    run = on_trial(walled(), "s1")
    assert not the(spoiled(run, command), Learn).helped
    assert spoiled(run, MakePlan("replan", Cause("failed", "", "s2"))) is None
    assert spoiled(run, MakePlan("segment", command.cause)) is None
    denied = on_trial(story(LOOK, *BOTH, *tried("s1", "a", Failed("denied")), LOOK), "s1")
    event = the(the(spoiled(denied, command), Note).event, Learned)
    assert not event.helped and event.lesson is None


@pytest.mark.parametrize(
    ("events", "success", "helped"),
    [
        (DID_A, True, True),
        (DID_A, False, None),
        ((*tried("s1", "a", WALL), LOOK), False, False),
        ((*tried("s1", "a", Failed("forbidden")), LOOK), False, None),
    ],
)
def test_the_end_of_the_run_says_what_came_of_a_fix(events, success, helped):
    found = at_the_end(on_trial(story(LOOK, *BOTH, *events), "s1"), success)
    assert (found is None) if helped is None else the(found, Learn).helped is helped


def test_without_a_fix_on_trial_the_end_teaches_nothing():
    assert at_the_end(story(LOOK, *plan(Act("a", id="s1")), *tried("s1", "a", Done()), Looked(added=("p",))), True) is None
