"""Failures as data: in the plan, in the request, in the result, and for runs that come after."""

import asyncio

from midcourse.core.model import Failed, Skill
from midcourse.core.plans.plan import Act
from midcourse.interfaces.results import result_of
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.recovery.reflect import RulesReflector
from midcourse.testing import SymbolicWorld
from tests.support import lab, the, under


class Told(ScriptedPlanner):
    """Keeps what it was asked."""

    def __init__(self, *answers):
        super().__init__(*answers)
        self.requests = []

    async def plan(self, request):
        self.requests.append(request)
        return await super().plan(request)


SKILLS = [Skill("seal", makes="sealed"), Skill("file", needs="not sealed", makes="filed"), Skill("open", breaks="sealed")]


def broken(store=None, run_id="r1"):
    world = SymbolicWorld(SKILLS, ["sealed"], broken={"file": Failed("not_found", "no cabinet 7")})
    planner = Told([Act("file")], [Act("open"), Act("file")])
    made = lab(world, planner, "filed", settings=under(backoff=0.01, auto_replanning_min_interval_seconds=0.0, doubts=False))
    made.run_id = run_id
    if store is not None:
        made.store = store
    director = made.director()
    object.__setattr__(director.parts, "reflector", RulesReflector())
    run = asyncio.run(director.start(run_id, made.task, made.settings))
    return run, planner, made


def test_a_failure_is_told_as_data_to_plan_request_and_result():
    run, planner, _ = broken()
    asked = [r.insight.analysis for r in planner.requests if r.insight.analysis is not None]
    assert asked and asked[0].failure.startswith("file failed: not_found") and asked[0].category == "dependency"
    assert asked[0].root_cause and asked[0].who == "rules" and asked[0].severity == "high"
    result = result_of(run)
    told = the(result["analyses"], list)
    assert told and {"root_cause", "factors", "preventable", "similar", "fix", "kind", "severity"} <= told[0].keys()
    failed = [step for step in the(result["steps_in_full"], list) if "reason" in step]
    assert failed and failed[0]["type"] == "not_found" and failed[0]["category"] == "dependency"
    planned = [p for p in run.work.plans if p.analysis is not None]
    assert all(p.evidence == the(p.analysis).lines() for p in planned)
    assert result["root_cause"] and result["life"] == "failed"


def test_like_failures_of_earlier_runs_are_remembered_though_nothing_mended_them():
    first, _, made = broken()
    assert not the(first.ending).success and the(first.ending).afterword.met and not the(first.ending).afterword.met[0].mended
    _, planner, _ = broken(made.store, "r2")
    similar = [line for r in planner.requests if r.insight.analysis for line in r.insight.analysis.similar]
    assert any("no cabinet 7" in line and "nothing mended it" in line and "run r1" in line for line in similar), similar
