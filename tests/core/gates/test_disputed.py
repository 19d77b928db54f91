"""What of a contract is doubted: which literal, how the contract writes it, and what is left."""

from midcourse.core.gates.disputed import (
    UNMET,
    UNSEEN,
    effect_of,
    in_words,
    may_be_doubted,
    need_of,
    subject_of,
    without,
    wording,
)
from midcourse.core.logic.conditions import parse
from midcourse.core.model import Parameter, Skill
from midcourse.core.plans.plan import Achieve, Act, Cause
from midcourse.core.run.records import Record

GO = Skill("go", parameters=(Parameter("to", "str", default="home"),), needs="road({to}) and dry", makes="at({to})")
[ROAD] = parse("road(inn)")


def test_a_literal_is_found_as_the_contract_writes_it():
    assert wording(GO, "needs", Act("go", {"to": "inn"}), ROAD) == "road({to})"
    assert wording(GO, "needs", Act("go", {"to": "mill"}), ROAD) == ""
    assert wording(GO, "needs", Act("go"), parse("road(home)")[0]) == "road({to})", "an argument that is not given counts too"


def test_one_literal_less_leaves_the_rest_of_that_part_alone():
    assert without(GO, "needs", "road({to})").needs == "dry" and without(GO, "needs", "road({to})").makes == GO.makes
    bare = without(GO, "makes", "at({to})")
    assert bare.makes == "" and bare.needs == GO.needs


def test_a_planner_hears_of_the_skill_and_people_of_the_call():
    step = Act("go", {"to": "inn"})
    assert need_of(step, ROAD) == "go needs road(inn)" and in_words(step, ROAD).startswith("go(to=inn)")


def test_a_request_is_about_the_contract_that_its_cause_names():
    records = {"s1": Record(Act("go", {"to": "inn"}, id="s1")), "s2": Record(Achieve("be there", "at(inn)", id="s2"))}
    unmet = Cause(UNMET, in_words(records["s1"].step, ROAD), "s1")
    assert subject_of(unmet, records) == need_of(records["s1"].step, ROAD)
    assert subject_of(Cause(UNSEEN, "", "s1"), records) == effect_of("go")
    assert subject_of(Cause("failed", "", "s1"), records) == "" and subject_of(Cause(UNMET, "", "s2"), records) == ""


def test_the_contract_of_what_cannot_be_undone_is_never_doubted():
    assert may_be_doubted(GO) and not may_be_doubted(None)
    assert not may_be_doubted(Skill("pay", risk="irreversible"))
