"""The demonstration's own judge, its chart and its comparison: read from files, not from the run's opinion."""

import xml.etree.ElementTree as tree

import pytest
from msgspec.structs import replace

from midcourse.core.policy.endings import stop
from midcourse.core.run.events import Ended
from midcourse.demo.audit import TOTAL, audit
from midcourse.demo.chart import PALETTE, bars
from midcourse.demo.compare import CLASSES, WAYS, Row, compare, settings_for, total
from midcourse.demo.office import INVOICES, Office
from midcourse.demo.shown import Shown
from tests.support import LOOK, NOW, story, then

REPORT = f"Total: {TOTAL} EUR\nsigned with care\n"


@pytest.mark.parametrize(
    ("text", "filed", "file_away", "success"),
    [
        (REPORT, False, False, True),
        (REPORT, False, True, False),
        (REPORT, True, True, True),
        (REPORT * 2, True, False, False),
        (REPORT.partition("\n")[0] + "\n" + REPORT, True, False, False),
        (REPORT.replace("signed", "stamped"), True, False, False),
        (f"Total: {TOTAL + 1} EUR\nsigned with care\n", True, False, False),
        ("", True, False, False),
    ],
)
def test_only_one_report_that_is_right_and_signed_is_a_success(tmp_path, text, filed, file_away, success):
    office = Office(tmp_path / "office")
    for folder in ("outbox", "archive"):
        (office.folder / folder).mkdir(parents=True, exist_ok=True)
    if text:
        (office.folder / "outbox" / "sent.md").write_text(text)
    for name in INVOICES if filed else ():
        (office.folder / "archive" / f"{name}.txt").write_text("")
    office.effects[:] = [("send", False), ("send", True), ("scan", False)]
    found = audit(office, file_away)
    assert found.success is success and (found.sent, found.harmful_repeats, found.effects) == (2, 1, 3)


def test_the_longest_bar_is_as_wide_as_may_be_and_one_is_highlighted():
    drawing = bars("a < b", {"calls": [("ours", 2.0, "2"), ("theirs", 4.0, "4 & more")], "none": [("ours", 0.0, "0")]}, "ours")
    rects = [r for r in tree.fromstring(drawing) if r.tag.endswith("rect")][1:]
    assert [float(r.attrib["width"]) for r in rects] == [150.0, 300.0, 0.0]
    assert [r.attrib["fill"] == PALETTE[True] for r in rects] == [True, False, True]


def test_every_way_has_the_same_limits():
    assert len({replace(settings_for(way), replan="fixed") for way in WAYS}) == 1


def test_the_rows_of_one_way_add_up():
    rows = [Row("a", "x", 2, 1, planner_calls=5), Row("a", "y", 3, 3, planner_calls=1), Row("b", "x", 9, 9)]
    whole = total(rows, "a")
    assert (whole.runs, whole.successes, whole.planner_calls) == (5, 4, 6)
    assert whole.per_run(whole.planner_calls) == 1.2 and Row("c", "x").per_run(7) == 0.0


def test_days_are_spread_over_the_kinds_of_trouble():
    ticks = []
    rows = compare(2, ways=["validity"], tick=lambda: ticks.append(1))
    assert [row.trouble for row in rows] == list(CLASSES)[:2] and len(ticks) == 2
    assert rows[0].successes == rows[0].runs == 1 and rows[0].harmful_repeats == rows[0].false_successes == 0


def test_a_scene_claims_what_its_run_says_of_itself():
    run = story(LOOK)
    for success in (True, False):
        over = then(run, Ended(stop(run, NOW, "plan_complete", success=success).ending))
        assert Shown(over, [], []).claimed is success
    assert not Shown(run, [], []).claimed
