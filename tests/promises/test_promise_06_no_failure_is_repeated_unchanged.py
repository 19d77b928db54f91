"""Promise 6: a failed act is not run again unchanged while the facts it rests on are unchanged."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.failing.failures import PASSING, kind_of, tries_allowed
from midcourse.core.logic.conditions import parse
from midcourse.core.model import Failed, Skill
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Acted, Intended, Looked, PlanRefused, Relented
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import SymbolicWorld
from tests.support import disturbed, domains, lab, mixes, the, under


def rests(skill: Skill, facts: set[str]) -> tuple:
    """Written anew here, so that the engine's own reckoning is not the judge of itself. An act of which nobody says what it
    needs rests on everything."""
    named = sorted({lit.fact for lit in (*parse(skill.needs), *parse(skill.makes))} | (set() if skill.needs else facts))
    return tuple((f, f in facts) for f in named)


@given(domains(), mixes, st.integers(0, 999), st.sampled_from(["menu", "whimsy"]))
def test_no_act_is_tried_more_often_than_its_kind_of_failure_allows(domain, mix, seed, planner):
    settings = under(backoff=0.01, max_replans=8, retries=2)
    made = disturbed(domain, mix, seed, planner, settings=settings)
    made.run()
    skills = {s.name: s for s in domain[0]}
    facts: set[str] = set()
    failed: Counter = Counter()
    for entry in made.entries:
        match entry.event:
            case Looked(added=added, removed=removed):
                facts = facts - set(removed) | set(added)
                for key in [k for k in failed if all(dict(k[1]).get(f) for f in makes_of(skills[k[0]]))]:
                    del failed[key]
                for name in [k[0] for k in failed]:
                    if all(f in facts for f in makes_of(skills[name])):
                        failed = Counter({k: v for k, v in failed.items() if k[0] != name})
            case Relented():
                failed = Counter({k: v for k, v in failed.items() if k[2] not in PASSING})
            case Intended(skill=name):
                here = rests(skills[name], facts)
                for (other, world, kind), times in failed.items():
                    if (other, world) == (name, here):
                        assert times < tries_allowed(kind, settings.patience.retries), (
                            f"{name} is tried again after {times} x {kind}"
                        )
            case Acted(step=_, result=Failed(reason=reason, kind=said)):
                failed[(name, rests(skills[name], facts), kind_of(reason, said))] += 1
            case _:
                pass


def makes_of(skill: Skill) -> list[str]:
    return [lit.fact for lit in parse(skill.makes)]


def test_a_stubborn_planner_is_stopped_with_the_root_cause():
    world = SymbolicWorld(
        [Skill("pick", makes="held", complete=True)], broken={"pick": Failed("unreachable", "0.39 m beyond reach")}
    )
    made = lab(world, ScriptedPlanner([Act("pick")]), "held")
    run = made.run()
    assert len(world.calls) == 1
    assert the(run.ending).final_reason == "structural"
    assert "0.39 m beyond reach" in the(run.ending).root_cause
    assert the(the(run.ending).certificate).bans == ("pick failed: unreachable — 0.39 m beyond reach",)
    assert any(isinstance(e.event, PlanRefused) for e in made.entries)


def test_the_old_loop_tries_three_times_and_is_exhausted():
    world = SymbolicWorld([Skill("pick", makes="held", complete=True)], broken={"pick": Failed("unreachable", "far")})
    settings = under(replan="on-error", stop_early=False, max_replans=2)
    run = lab(world, ScriptedPlanner([Act("pick")]), "held", settings=settings).run()
    assert (len(world.calls), the(run.ending).replans, the(run.ending).steps) == (3, 2, 3)
    assert the(run.ending).final_reason == "replan_exhausted"


def test_the_same_act_may_be_tried_again_once_what_it_rests_on_has_changed():
    class Opens(SymbolicWorld):
        async def act(self, call):
            if call.skill == "enter" and "open" not in self.truth:
                self.truth.add("open")  # somebody opens just after we failed
                self.calls.append(call)
                return Failed("file_not_found", "the door is shut")
            return await super().act(call)

    world = Opens([Skill("enter", needs="there", makes="inside", complete=True)], ["there"])
    skills = list(world._skills.values())
    world._skills["enter"] = Skill("enter", needs="there and not shut", makes="inside", complete=True)
    run = lab(world, ScriptedPlanner([Act("enter")]), "inside").run()
    assert skills and run.ending is not None
    assert len(world.calls) == 1, "'open' is not what this act rests on, so the ban stands"

    world = Opens([Skill("enter", needs="there", makes="inside", complete=True)], ["there"])
    run = lab(world, ScriptedPlanner([Act("enter", expects="inside and open")]), "inside").run()
    assert the(run.ending).success and len(world.calls) == 2
