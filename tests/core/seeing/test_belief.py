"""What is held to be so: looks laid over each other, and what went between them."""

from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.logic.conditions import parse
from midcourse.core.model import Observation, Target
from midcourse.core.seeing.belief import LONG, Belief, Change, compare, lengthen, shorten, update

facts = st.frozensets(st.sampled_from(["a", "b(1)", "b(2)", "clock(1)", "clock(2)"]))


def looked(belief: Belief, *seen: str, covers: tuple[str, ...] = ("*",), targets: tuple[Target, ...] = (), **more) -> Belief:
    change = compare(belief, Observation(frozenset(seen), covers, targets))
    return update(belief, change, covers, targets, 1.0, "", frozenset({"clock"}), frozenset({"a"}), **more)


@given(st.lists(facts, min_size=1, max_size=5))
def test_after_looks_at_everything_the_last_one_is_believed_and_its_print_tells_the_world(looks):
    belief = Belief()
    for seen in looks:
        belief = looked(belief, *seen)
    alone = looked(Belief(), *looks[-1])
    assert belief.facts == looks[-1] and belief.looks == len(looks)
    assert (belief.print, belief.core, belief.fingerprint) == (alone.print, alone.core, alone.fingerprint)


def test_what_changes_by_itself_is_in_no_print_and_what_nobody_speaks_of_only_in_the_whole():
    one, two = looked(Belief(), "a", "clock(1)"), looked(Belief(), "a", "clock(2)")
    more = looked(Belief(), "a", "b(1)")
    assert one.print == two.print and more.print != one.print and more.core == one.core


def test_a_look_that_covers_less_keeps_the_rest_and_does_not_show_it_freshly():
    belief = looked(looked(Belief(), "a", "b(1)"), covers=("a",))
    assert belief.facts == {"b(1)"}
    assert belief.holds(parse("b(1)")) is True and belief.holds_freshly(parse("b(1)")) is None
    assert belief.holds(parse("a")) is belief.holds_freshly(parse("a")) is False


def test_after_an_act_that_may_do_more_only_the_last_look_is_sure():
    whole = looked(Belief(), "a")
    assert looked(whole, covers=("a",)).holds(parse("b(1)")) is False
    shaken = looked(whole, covers=("a",), shaken=True)
    assert shaken.holds(parse("b(1)")) is None and shaken.covers == ("*", "a") and shaken.sure == ("a",)


def test_a_fact_in_another_spelling_neither_comes_nor_goes():
    belief = looked(Belief(), "on(a, b)")
    assert compare(belief, Observation(frozenset({"on(a,b)"}))) == Change()


def test_things_that_can_be_acted_on_are_facts_that_come_and_go():
    door, box = Target("d1", "door"), Target("b1", "box")
    belief = looked(Belief(), covers=("a",), targets=(door, box))
    assert belief.facts == {"target(b1)", "target(d1)"} and belief.fresh == ("a", "target(*)")
    later = looked(belief, covers=("a",), targets=(door,))
    assert later.facts == {"target(d1)"} and later.target("d1") is door and later.target("b1") is None


def test_what_is_no_unicode_is_believed_in_a_form_that_can_be_written():
    [only] = looked(Belief(), "file(\udcff)").facts
    assert only.encode() and "udcff" in only


@given(st.lists(st.integers(LONG - 5, LONG + 5), unique=True))
def test_long_facts_that_went_are_named_by_hash_and_meant_all_the_same(lengths):
    belief = looked(Belief(), *(f"t({'x' * n})" for n in lengths))
    gone = tuple(sorted(belief.facts))
    names = shorten(gone)
    assert all(len(name) <= LONG for name in names) and lengthen(names, belief) == gone
    assert [n for n in names if n in gone] == [f for f in gone if len(f) <= LONG]


def test_a_name_that_means_nothing_known_stays_as_it_is():
    assert lengthen(("#00", "a"), Belief()) == ("#00", "a")
