"""The stuck detector on labelled journals: misses and false alarms are both counted."""

from bench.stuck import SCENES, evaluate, journal

from midcourse.core.settings import Settings


def test_it_sees_circles_and_lets_work_go_on():
    # Seeds from another range than those in bench/stuck.py, which were looked at while it was tuned.
    journals = [journal(seed) for seed in range(130_000, 130_000 + 8 * len(SCENES))]
    recall, false_alarms, wrong = evaluate(journals, Settings().stuck_after)
    assert recall >= 0.95, wrong
    assert false_alarms <= 0.01, wrong
