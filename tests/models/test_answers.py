"""What models say: plans in three forms, and every way of saying none."""

import pytest

from midcourse.core.gates.request import AtALoss, NothingToDo, NoWay
from midcourse.core.model import Skill
from midcourse.core.plans.plan import Achieve, Act, Draft, Replan
from midcourse.planners.model.answers import Unreadable, read_answer
from midcourse.testing.contracts.planner import request
from tests.support import the

OURS = '{"answer": "plan", "why": "because", "steps": [{"act": "pick", "args": {"object": "cube"}, "expects": "holding(cube)"}, {"replan": "look"}]}'


def test_our_own_form_is_read():
    reply = read_answer(OURS)
    assert isinstance(reply, Draft) and reply.why == "because"
    assert reply.steps == (Act("pick", {"object": "cube"}, expects="holding(cube)"), Replan("look"))


@pytest.mark.parametrize(
    "around", ["{}", "```json\n{}\n```", "Sure! Here is the plan:\n\n{}\n\nLet me know.", "```\n{}\n```", "I think [sic] so:\n{}"]
)
def test_fences_and_prose_do_no_harm(around):
    assert read_answer(around.format(OURS)) == read_answer(OURS)


def test_steps_on_zones_are_read():
    text = """[{"step_number": 1, "zone_id": "btn_save", "zone_label": "Save", "action_type": "click", "parameters": {}, "expected_change": "saved"},
    {"step_number": 2, "zone_id": "__global__", "action_type": "press", "parameters": {"keys": "Enter"}},
    {"step_number": 3, "zone_id": "__replan__", "action_type": "replan", "parameters": {}, "description": "look again"}]"""
    reply = read_answer(text)
    click, press, replan = the(reply, Draft).steps
    assert (the(click, Act).skill, the(click, Act).target) == ("click", "btn_save") and press == Act("press", {"keys": "Enter"})
    assert replan == Replan("look again")


@pytest.mark.parametrize(
    "text",
    [
        '[{"skill": "pick", "args": {"object": "cube"}}]',
        '{"name": "pick", "arguments": "{\\"object\\": \\"cube\\"}"}',
        '{"steps": [{"name": "pick", "arguments": {"object": "cube"}}]}',
        '{"plan": [{"skill": "pick", "args": {"object": "cube"}}]}',
    ],
)
def test_skill_calls_are_read(text):
    assert the(read_answer(text), Draft).steps == (Act("pick", {"object": "cube"}),)


def test_goals_on_the_way_are_read():
    assert the(read_answer('{"steps": [{"achieve": "be home", "until": "at(home)"}]}'), Draft).steps == (
        Achieve("be home", "at(home)"),
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"answer": "done", "why": "x"}', NothingToDo),
        ('{"answer": "impossible"}', NoWay),
        ('{"answer": "stuck"}', AtALoss),
        ('[{"skill": "done"}]', NothingToDo),
        ('{"steps": [{"name": "done", "arguments": {}}]}', NothingToDo),
        ("done", NothingToDo),
        ('"Done."', NothingToDo),
        ('["done"]', NothingToDo),
        ("done []", NothingToDo),
        ("```json\n[]\n```\nDone!", NothingToDo),
        ('{"done": true}', NothingToDo),
        ('[{"done": true, "why": "x"}]', NothingToDo),
        ('{"steps": [], "done": true}', NothingToDo),
        ('{"status": "done", "steps": []}', NothingToDo),
        ('[{"answer": "done"}]', NothingToDo),
        ('{"impossible": "there is no key"}', NoWay),
        ('{"stuck": true}', AtALoss),
        ("impossible", NoWay),
    ],
)
def test_the_other_answers(text, kind):
    assert isinstance(read_answer(text), kind)


@pytest.mark.parametrize(
    "text",
    [
        '[{"act": "pick"}, {"act": "done"}]',
        '[{"act": "pick"}, "done"]',
        '{"steps": [{"act": "pick"}, {"done": true}]}',
        '{"done": false, "steps": [{"act": "pick"}]}',
        '{"done": "the cube was found", "steps": [{"act": "pick"}]}',
        '{"answer": [{"act": "pick"}]}',
        '{"name": "my plan", "steps": [{"act": "pick"}]}',
    ],
)
def test_done_beside_steps_does_not_hide_them(text):
    assert the(read_answer(text), Draft).steps == (Act("pick"),)


def test_a_skill_called_done_is_called():
    asked = request(skills=(Skill("done"),))
    assert the(read_answer('[{"act": "done"}]', request=asked), Draft).steps == (Act("done"),)
    with pytest.raises(Unreadable):
        read_answer("done", request=asked)


def test_a_models_own_words_about_a_step_are_kept():
    text = '[{"act": "pick", "description": "take it", "expected_change": "the hand is full"}, {"achieve": "be home", "description": "to rest"}]'
    pick, home = the(read_answer(text), Draft).steps
    assert (the(pick, Act).description, the(pick, Act).expected_change, the(pick, Act).expects) == (
        "take it",
        "the hand is full",
        "",
    )
    assert the(home, Achieve).description == "to rest"


@pytest.mark.parametrize(
    ("text", "objection"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        ("I would pick up the cube.", "prose"),
        (OURS[:60], "breaks off"),
        ('{"answer": "plan", "steps": []}', "no step"),
        ("[]", "no step"),
        ('{"steps": [], "why": "all is packed"}', "no step"),
        ('{"done": true, "steps": [{"act": "pick"}]}', "says done and gives steps"),
        ('{"done": true, "stuck": true}', "says done and stuck"),
        ("Done: first pack the map.", "prose"),
        ('{"answer": "maybe"}', "no answer 'maybe'"),
        ('{"answer": "plan", "steps": "pick"}', "no list"),
        ('{"steps": [{"target": "x"}]}', "step 1 names no skill"),
        ('{"steps": [{"act": "pick", "args": ["cube"]}]}', "step 1: args is list"),
        ('{"steps": [3]}', "step 1 is int"),
        ('{"name": "pick", "arguments": "{oops"}', "arguments are no JSON"),
        ('{"answer": "plan" "steps": 1} and more', "no JSON"),
    ],
)
def test_what_is_no_plan_gets_one_precise_objection(text, objection):
    with pytest.raises(Unreadable, match=objection):
        read_answer(text)
