"""Facts that a planner invents are noted, and nothing hangs on them."""

from midcourse import Act, FactKind, ScriptedPlanner, run
from midcourse.core.model import Skill
from midcourse.core.plans.monitored import watchable
from midcourse.core.plans.plan import Achieve
from midcourse.core.run.events import Planned
from midcourse.testing import SymbolicWorld
from tests.support import the


def test_an_invented_fact_fails_no_step_and_is_noted():
    world = SymbolicWorld([Skill("a", makes="p", complete=True)])
    world.vocabulary = (FactKind("p"), FactKind("q"))
    planner = ScriptedPlanner([Act("a", expects="p and shiny(floor)", needs="not broken(arm)")])
    outcome = run("p", done_when="p", world=world, planner=planner)
    [plan] = [e.event.plan for e in outcome.entries if isinstance(e.event, Planned)]
    assert outcome.success and plan.unseen == ("not broken(arm)", "shiny(floor)") and the(plan.steps[0], Act).expects == "p"


def test_a_goal_on_the_way_keeps_what_can_be_seen_of_its_condition():
    assert watchable(Achieve("x", "q and mood(good)"), {"p", "q"}) == (Achieve("x", "q"), ("mood(good)",))


def test_a_world_that_names_no_kinds_is_taken_to_show_all():
    step = Act("a", expects="anything(at, all)")
    assert watchable(step, set()) == (step, ())
