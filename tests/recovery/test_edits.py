"""A fix learned from one case, used in another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.plans.edits import ArgumentChange, Forbid, Insert, Instead, Rewrite, apply, edit_between, say
from midcourse.core.plans.plan import Act, Replan
from tests.support import the


def act(skill, id="", **args):
    return Act(skill, args, id=id)


def test_what_was_done_first_is_done_first_for_another_thing():
    edit = edit_between(act("open", door="d1"), [act("enter", room="r1")], [act("unlock", door="d1"), act("open", door="d1")], [])
    assert edit == Insert((Act("unlock", {"door": "{door}"}),))
    mended = apply(the(edit), act("open", "s4", door="d9"), [act("enter", "s5", room="r2")], [])
    assert mended == (act("unlock", door="d9"), act("open", "s4", door="d9"), act("enter", "s5", room="r2"))
    assert say(the(edit)) == "first unlock(door={door}), then again"


def test_a_thing_that_a_fact_leads_to_is_found_again():
    facts = {"fits(k1, d1)", "fits(k2, d2)", "held(k9)"}
    edit = edit_between(act("open", door="d1"), [], [act("turn", key="k1"), act("open", door="d1")], facts)
    assert edit == Insert((Act("turn", {"key": "{fits(?, door)}"}),))
    assert the(apply(the(edit), act("open", door="d2"), [], facts))[0] == act("turn", key="k2")
    assert apply(the(edit), act("open", door="d3"), [], facts) is None, "no such fact"
    assert apply(the(edit), act("open", door="d1"), [], facts | {"fits(k7, d1)"}) is None, "two of them"


def test_of_two_arguments_that_hold_the_same_the_one_of_the_same_name_is_meant():
    edit = edit_between(act("pay", to="ann", source="ann"), [], [act("send", to="ann", source="ann")], [])
    assert the(apply(the(edit), act("pay", to="bob", source="eve"), [], [])) == (act("send", to="bob", source="eve"),)
    unnamed = edit_between(act("pay", to="ann", source="ann"), [], [act("send", whom="ann")], [])
    assert unnamed == Instead((Act("send", {"whom": "ann"}),)), "one case cannot tell which of them it is"
    facts = {"owns(ann, purse)", "owns(bob, hat)"}
    held = edit_between(act("pay", to="ann", source="ann"), [], [act("send", thing="purse")], facts)
    assert held == Instead((Act("send", {"thing": "purse"}),)), "nor whose it is"


@pytest.mark.parametrize(
    ("old", "new", "other", "then"),
    [
        ("Report.TXT", "report.txt", "Letter.TXT", "letter.txt"),
        (" a ", "a", " b ", "b"),
        ("/protected/a.txt", "/shared/a.txt", "/protected/b.txt", "/shared/b.txt"),
        ("x", "tmp/x", "y", "tmp/y"),
        ("x", "x.bak", "y", "y.bak"),
        ("cm", "mm", "inch", "mm"),
    ],
)
def test_how_a_value_was_changed_carries_over(old, new, other, then):
    edit = edit_between(act("save", path=old), [], [act("save", path=new)], [])
    assert isinstance(edit, Rewrite)
    assert the(the(apply(edit, act("save", path=other), [], []))[0], Act).args == {"path": then}


def test_a_value_that_stands_in_later_acts_too_is_changed_there_too():
    old = [act("write", name="a", folder="protected"), act("file", name="a", folder="protected")]
    new = [act("write", name="a", folder="shared"), act("file", name="a", folder="shared")]
    edit = edit_between(old[0], old[1:], new, [])
    assert edit == Rewrite({"folder": ArgumentChange("set", new="shared")}, throughout=True)
    mended = apply(the(edit), act("write", "s1", name="b", folder="closed"), [act("file", "s2", name="b", folder="closed")], [])
    assert mended == (act("write", name="b", folder="shared"), act("file", name="b", folder="shared"))


def test_other_acts_in_its_place_and_what_is_no_edit_at_all():
    rest = [act("close")]
    edit = edit_between(act("push", box="b"), rest, [act("lift", box="b"), act("carry", box="b"), act("close")], [])
    assert edit == Instead((Act("lift", {"box": "{box}"}), Act("carry", {"box": "{box}"})))
    assert the(apply(the(edit), act("push", box="c"), rest, []))[-1] == act("close")
    uses = Act("send", {"what": "$s1.text"}, id="s2")
    assert apply(the(edit), act("push", "s1", box="c"), [uses], []) is None, "something later uses what it was to give"
    assert edit_between(act("push"), rest, [act(f"x{i}") for i in range(9)], []) is None, "that is another plan"
    assert edit_between(act("push"), rest, [act("push"), act("close")], []) is None, "nothing is different"
    assert edit_between(act("push"), rest, [Replan()], []) is None
    assert apply(Forbid("push"), act("push"), rest, []) is None and say(Forbid("push")) == "never push"


names = st.sampled_from(["a", "b", "c1", "k9"])
acts = st.builds(lambda skill, x, y: act(skill, x=x, y=y), st.sampled_from(["p", "q", "r"]), names, names)


@given(acts, st.lists(acts, max_size=3), st.lists(acts, min_size=1, max_size=5))
def test_an_edit_gives_back_the_plan_it_was_learned_from(failed, rest, new):
    edit = edit_between(failed, rest, new, [])
    if edit is None:
        return
    mended = apply(edit, failed, rest, [])
    assert mended is not None
    brought = len(mended) - len(rest)  # what comes later may be another matter
    assert [(the(a, Act).skill, the(a, Act).args) for a in mended[:brought]] == [(a.skill, a.args) for a in new[:brought]]
