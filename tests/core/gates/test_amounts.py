"""What steps amount to: outputs of steps that are planned once more are what they were."""

from midcourse.core.gates.amounts import amounts
from midcourse.core.gates.deeds import amount
from midcourse.core.model import Done, Skill
from midcourse.core.plans.plan import Achieve, Act, Replan
from tests.support import plan, story, tried

SKILLS = (Skill("make"), Skill("use"))
MADE = story(*plan(Act("make", {"n": 1}, id="s1")), *tried("s1", "make", Done({"id": 7}), n=1), skills=SKILLS)


def test_an_output_of_a_step_that_is_planned_once_more_is_what_it_gave():
    again = (Act("make", {"n": 1}, id="s5"), Act("use", {"of": "$s5.id"}, id="s6"), Replan(id="s7"))
    assert amounts(MADE, again) == {"s5": amount(MADE, again[0]), "s6": amount(MADE, Act("use", {"of": 7}))}


def test_what_nobody_gave_yet_is_told_by_its_name():
    new = (Act("make", {"n": 2}, id="s5"), Act("use", {"of": "$s5.id"}, id="s6"))
    assert amounts(MADE, new)["s6"] == amount(MADE, new[1]) != amount(MADE, Act("use", {"of": 7}))


def test_a_subgoal_is_told_by_its_words():
    assert amount(MADE, Achieve("there", "at(a)")) == amount(MADE, Achieve("there", "at(a)", id="s9"))
