"""A large output without its large parts: small fields stay, and what was taken out can be put back."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import midcourse
from midcourse import act, skill
from midcourse.core.plans.outline import outline, put_back

BIG = "x" * 500
leaves = st.integers() | st.text("abc", max_size=5) | st.just(BIG) | st.lists(st.just(BIG), max_size=3)
values = st.recursive(leaves, lambda inner: st.dictionaries(st.text("abcdef", min_size=1, max_size=4), inner, max_size=5))


@given(values, st.integers(200, 3000))
def test_what_is_left_fits_and_all_of_it_can_be_put_back(value, room):
    kept, apart = outline(value, room)
    named, whole = kept, kept
    for place, part in apart.items():
        named = put_back(named, place, "blob:" + "0" * 64)
        whole = put_back(whole, place, part)
    assert whole == value
    assert len(msgspec.json.encode(named)) <= max(room, 80)


def test_small_fields_stay_and_only_the_large_ones_go():
    kept, apart = outline({"id": 7, "body": BIG, "by": {"name": "Ann", "photo": BIG}}, 600)
    assert kept == {"id": 7, "body": None, "by": {"name": "Ann", "photo": None}}
    assert apart == {("body",): BIG, ("by", "photo"): BIG}


@pytest.mark.parametrize("value", ["x" * 1000, ["x"] * 1000, {str(i): i for i in range(1000)}])
def test_what_has_no_small_fields_goes_whole(value):
    assert outline(value, 400) == (None, {(): value})


def test_a_field_of_a_large_output_is_used_by_a_later_step_and_so_is_the_whole():
    got: list[object] = []

    @skill
    def fetch() -> dict[str, object]:
        return {"id": 4711, "body": "y" * 100_000, "by": {"name": "Ann", "photo": "z" * 50_000}}

    @skill
    def close(number: int, name: str) -> None:
        got.append((number, name))

    @skill
    def store(issue: dict[str, object], body: str) -> None:
        got.append((issue, body))

    steps = [act("fetch", id="a"), act("close", number="$a.id", name="$a.by.name"), act("store", issue="$a", body="$a.body")]
    outcome = midcourse.run("close it", world=[fetch, close, store], planner=steps, settings={"autonomy": 4})
    assert outcome.verdict == "done_unproven", outcome.ending
    whole = {"id": 4711, "body": "y" * 100_000, "by": {"name": "Ann", "photo": "z" * 50_000}}
    assert got == [(4711, "Ann"), (whole, "y" * 100_000)]
    assert sum(len(msgspec.json.encode(entry)) for entry in outcome.entries) < 60_000
