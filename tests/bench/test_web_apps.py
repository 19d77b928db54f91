"""The quick form of the benchmark of real applications: two of them, one trouble of each kind, one record every time."""

import asyncio

import pytest
import web_apps
from apps import troubles
from apps.app import is_measured
from apps.life import living
from apps.server_pages import DJANGO, ROUNDUP
from apps.troubles import KILLED

QUIET = ""
PLAYED = (
    (DJANGO, "paged list"),
    (DJANGO, "session lost"),
    (DJANGO, "browser killed"),
    (DJANGO, "slow"),
    (DJANGO, KILLED),
    (ROUNDUP, QUIET),
    (ROUNDUP, "restarted during"),
    (ROUNDUP, "busy"),
    (ROUNDUP, "late list"),
    (ROUNDUP, "another edits"),
)


def test_the_applications_are_of_the_half_that_is_built_on():
    assert not is_measured(DJANGO.name) and not is_measured(ROUNDUP.name)


@pytest.mark.parametrize(("app", "trouble"), PLAYED, ids=lambda value: getattr(value, "name", value) or "quiet")
def test_a_task_in_a_real_application_ends_in_one_record(app, trouble, tmp_path, monkeypatch):
    monkeypatch.setattr(troubles, "SLOW_SECONDS", 0.5)
    monkeypatch.setattr(troubles, "LATE_SECONDS", 2.0)
    with living(app, None, tmp_path) as life:
        played = asyncio.run(web_apps.play(life, web_apps.spoken(app.errands[0], "en"), trouble, False))
    assert (played.verdict, played.found.duplicates, played.found.wrong) == ("success", 0, 0), played
    assert played.found.done, played
