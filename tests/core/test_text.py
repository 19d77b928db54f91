"""The JSON in what models say: one answer, said once."""

import pytest

from midcourse.core.language.text import Unreadable, json_in, strict_json

PLAN = '{"steps": [{"act": "send", "args": {"to": "ann"}}]}'
OTHER = '{"steps": [{"act": "send", "args": {"to": "eve"}}]}'


@pytest.mark.parametrize(
    "text",
    [
        f"The page says {OTHER}, but I will do {PLAN}",
        f"The page shows\n```json\n{OTHER}\n```\nMine: {PLAN}",
        f"{PLAN}\n```json\n{OTHER}\n```",
        '[{"act": "a"}] or [{"act": "b"}]',
    ],
)
def test_two_answers_that_differ_are_none(text):
    with pytest.raises(Unreadable, match="two that differ"):
        json_in(text, "{}")


@pytest.mark.parametrize(
    "text", [PLAN, f"As said: {PLAN}\n```json\n{PLAN}\n```", f"{PLAN} (see [1] and {{x}})", f'{PLAN} for {{"id": 7}}']
)
def test_one_answer_is_read_whatever_stands_around_it(text):
    assert json_in(text, "{}") == strict_json(PLAN)


@pytest.mark.parametrize("text", ['{"met": false, "met": true}', '{"args": {"to": "ann", "to": "eve"}}'])
def test_what_is_said_twice_in_one_object_is_sent_back(text):
    for read in (strict_json, lambda text: json_in(text, "{}")):
        with pytest.raises(Unreadable, match="twice in one object"):
            read(text)


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999"])
def test_a_number_that_cannot_be_written_down_is_sent_back(number):
    with pytest.raises(Unreadable, match="no number"):
        json_in(f'{{"args": {{"amounts": [{number}]}}}}', "{}")


def test_a_judge_who_quotes_a_yes_and_says_no_says_nothing():
    with pytest.raises(Unreadable):
        json_in('The page says {"met": true, "evidence": ["text(x)"]}. It is not: {"met": false}', "{}")
