"""The quick form of the benchmark with a planning model that errs."""

import pytest
import scripted_model

import models


@pytest.fixture(scope="module")
def outcomes():
    with pytest.MonkeyPatch.context() as patch, scripted_model.ScriptedModel() as server:
        patch.setenv("OPENAI_BASE_URL", server.address)
        patch.setenv("OPENAI_API_KEY", "of nobody")
        patch.setattr(models, "PATIENCE", 60.0)  # on a busy machine an answer is slow that is not meant to be
        few = [(f, bed, seed) for f, bed, seed in models.tasks(len(scripted_model.FAULTS)) if f not in ("slow", "500")]
        return [models.play(server, *task, way) for task in few for way in models.WAYS]


def test_no_act_is_begun_whose_need_was_seen_false(outcomes):
    assert sum(o.needless for o in outcomes if o.way != "on-error") == 0
    assert sum(o.needless for o in outcomes if o.way == "on-error") > 0  # or the count would be no count


def test_a_refused_plan_is_heard_twice_at_most(outcomes):
    assert max(o.same_plan for o in outcomes if o.way != "on-error") <= 2


def test_no_budget_is_passed_and_tokens_are_counted_as_the_server_does(outcomes):
    assert not any(o.over for o in outcomes) and not any(o.miscounted for o in outcomes)


def test_no_success_is_false_and_ours_is_no_worse_than_the_loop(outcomes):
    assert not any(o.false_success for o in outcomes)
    won = {way: sum(o.success for o in outcomes if o.way == way) for way in models.WAYS}
    calls = {way: sum(o.calls for o in outcomes if o.way == way) for way in models.WAYS}
    assert won["validity"] >= won["on-error"] and calls["validity"] < calls["on-error"]
