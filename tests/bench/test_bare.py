"""The faults and the ledger of the benchmark with tools of others, on a box of our own."""

import copy

import pytest
from bare.box import Call, Task, facts_of, is_error
from bare.faults import FAULTS, FOR_GOOD, Fault, Stage, choose, know
from bare.report import wilson
from bare.ways import LEVELS, WAYS, Helps

from tests.support import the


class Shelf:
    """Counts what is put on it."""

    def __init__(self) -> None:
        self.held = {"books": 0}
        self.tools = {"put": self.put, "count": self.count}

    def put(self, times: float) -> dict[str, float]:
        """Put some books on it."""
        self.held["books"] += int(times)
        return {"put": times}

    def count(self) -> int:
        """How many there are."""
        return self.held["books"]

    def state(self) -> frozenset[str]:
        return frozenset(facts_of(self.held, "shelf"))

    def keep(self) -> dict[str, int]:
        return copy.deepcopy(self.held)

    def put_back(self, kept: dict[str, int]) -> None:
        self.held = copy.deepcopy(kept)


TASK = Task("own", "shelf", Shelf, (Call("count", {}), Call("put", {"times": 2}), Call("count", {})))


def struck(kind: str, answers: bool = True) -> Stage:
    return Stage(TASK, Fault(kind, TASK.calls[1], answers))


def test_the_struck_call_is_one_that_changes_something_and_the_same_for_every_kind():
    known = know(TASK)
    assert known is not None and known.end == {"at(shelf.books, 2)"}
    assert {the(choose(TASK, known, kind, 7)).call.tool for kind in FAULTS[1:]} == {"put"}
    assert choose(TASK, known, "none", 7) is None


@pytest.mark.parametrize("kind", ["503 twice", "error value twice"])
def test_a_passing_fault_does_nothing_twice_and_then_works(kind):
    stage = struck(kind)
    for _ in range(2):
        try:
            assert is_error(stage.call("put", {"times": 2}))
        except Exception as error:
            assert "503" in str(error)
    assert not stage.effects
    stage.call("put", {"times": 2.0})  # the same number, as an engine may write it
    assert sum(stage.effects.values()) == 1


@pytest.mark.parametrize("answers", [True, False])
def test_a_silent_no_op_does_nothing_once(answers):
    stage = struck("silent no-op", answers)
    assert stage.call("put", {"times": 2}) == ({"put": 2} if answers else None)
    assert not stage.effects and stage.box.state() == {"at(shelf.books, 0)"}
    stage.call("put", {"times": 2})
    assert stage.box.state() == {"at(shelf.books, 2)"}


def test_a_tool_that_is_gone_for_good_has_a_mirror():
    stage = struck("for good, other way")
    with pytest.raises(NotImplementedError, match=FOR_GOOD):
        stage.call("put", {"times": 2})
    stage.call("put_mirror", {"times": 2})
    assert stage.box.state() == {"at(shelf.books, 2)"} and stage.doubled(the(know(TASK))) == 0


def test_what_acted_before_a_time_out_counts_and_comes_out_doubled_when_made_again():
    stage = struck("time-out after acting")
    with pytest.raises(TimeoutError):
        stage.call("put", {"times": 2})
    assert stage.doubled(the(know(TASK))) == 0
    stage.call("put", {"times": 2})
    assert stage.doubled(the(know(TASK))) == 1


def test_what_another_undid_may_be_made_once_more():
    stage = struck("undone by another")
    stage.call("put", {"times": 2})
    assert stage.box.state() == {"at(shelf.books, 0)"}
    stage.call("put", {"times": 2})
    assert stage.doubled(the(know(TASK))) == 0
    stage.call("put", {"times": 2})
    assert stage.doubled(the(know(TASK))) == 1


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_way_does_the_whole_list_when_nothing_is_disturbed(way, level):
    stage, known = Stage(TASK), know(TASK)
    WAYS[way](stage, TASK, the(known), Helps(level))
    assert stage.box.state() == the(known).end and stage.doubled(the(known)) == 0


def test_the_interval_holds_the_share_and_is_never_of_no_width():
    assert wilson(0, 30)[0] == 0 and 0.1 < wilson(0, 30)[1] < 0.12
    low, high = wilson(15, 30)
    assert low < 0.5 < high
