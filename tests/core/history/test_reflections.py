"""A reflection in words."""

from midcourse.core.history.reflections import Reflection
from midcourse.core.plans.fixes import Instead
from midcourse.core.plans.plan import Act


def test_a_cause_with_a_fix_names_both_and_one_without_only_the_cause():
    assert Reflection("the door is locked").sentence() == "the door is locked"
    mended = Reflection("the door is locked", fix=Instead((Act("knock"),)))
    assert mended.sentence() == "the door is locked; to mend it: instead knock()"
