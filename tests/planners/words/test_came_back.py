"""A form that was sent and is there again: whether it is the same, and as it was sent."""

import pytest

from midcourse.core.plans.plan import Act
from midcourse.planners.words.came_back import as_sent, stands_as_sent
from midcourse.planners.words.fields import forms
from midcourse.planners.words.purposes import AT, SEND
from tests.planners.words.screens import screen

PAGE = "http://here/new"
SENT = Act("click", {}, "button Send", description=f"{SEND} Name{AT}{PAGE}")
FORM = ("textbox Name", "button Send")


def seen(shown: str, page: str = PAGE, answered: str = "here"):
    told = (f'value(textbox Name, "{shown}")', f"page({page})")
    return screen(*FORM, facts=told, done=[SENT], outputs=[{"answered": answered}], values={"Name": "Ann"})


@pytest.mark.parametrize(("page", "same"), [(PAGE, True), ("http://here/other", False)])
def test_a_form_is_the_one_that_was_sent_on_its_page_or_with_fields_that_we_filled_in(page, same):
    there = seen("", page=page)
    [form] = forms(there)
    assert (as_sent(there, 0, form) is form) is same and as_sent(there, 0, None) is None


@pytest.mark.parametrize(
    ("shown", "answered", "stands"), [("Ann", "elsewhere", True), ("", "elsewhere", False), ("Ann", "here", False)]
)
def test_a_form_stands_as_sent_where_the_server_led_back_to_it_with_all_values(shown, answered, stands):
    there = seen(shown, answered=answered)
    [form] = forms(there)
    assert stands_as_sent(there, 0, form, ["/list"]) is stands and not stands_as_sent(there, 0, form, [])
