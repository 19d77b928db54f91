"""Why an act failed, told from the journal, the ledger and the contracts."""

import asyncio

import pytest

from midcourse import act, fact, observer, run, skill
from midcourse.core.model import Failed, Parameter, Skill
from midcourse.core.plans.edits import ArgumentChange, Forbid, Insert, Rewrite
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Acted, Planned, Reflected
from midcourse.director.parts import Parts
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.recovery.reflect import RulesReflector
from midcourse.testing import FrozenClock, SymbolicWorld
from tests.support import Lab, lab, the

FOLDER = Parameter("folder", "str")


class Reflecting(Lab):
    def director(self):
        made = super().director()
        old = made.parts
        made.parts = Parts(
            old.world,
            old.planner,
            old.judge,
            old.approver,
            old.journal,
            old.inbox,
            old.blobs,
            old.clock,
            reflector=RulesReflector(),
        )
        return made


def reflected(world, planner, goal, **options):
    plain = lab(world, planner, goal, **options)
    made = Reflecting(plain.world, plain.planner, plain.task, plain.settings)
    run = made.run()
    found = [e.event.reflection for e in made.entries if isinstance(e.event, Reflected)]
    return found[0] if found else None, run, made


def test_the_folder_is_read_only_since_step_two_took_the_right_away():
    skills = [
        Skill("pack", parameters=(FOLDER,), makes="packed({folder})", complete=True),
        Skill("seal", parameters=(FOLDER,), makes="sealed({folder})", undo="unseal"),
        Skill("unseal", parameters=(FOLDER,), makes="not sealed({folder})"),
        Skill("write", parameters=(FOLDER,), makes="written({folder})", complete=True),
    ]

    class Sealing(SymbolicWorld):
        async def act(self, call):
            if call.skill == "write" and "sealed(docs)" in self.truth:
                return Failed("permission_denied", "docs is read-only")
            return await super().act(call)

    plan = [Act(s, {"folder": "docs"}) for s in ("pack", "seal", "write")]
    told, run, made = reflected(Sealing(skills), ScriptedPlanner(plan), "written(docs) and packed(docs)")
    assert the(told).root_cause == "sealed(docs) holds since s2 seal(folder=docs)"
    assert the(told).preventable and "docs is read-only" in the(told).factors[0]
    assert the(told).fix == Insert((Act("unseal", {"folder": "docs"}),))
    assert the(run.ending).success and the(run.ending).planner_calls == 1, "the fix was sure: the planner was not asked again"
    mended = [e.event.plan for e in made.entries if isinstance(e.event, Planned)][1]
    assert mended.author.startswith("reflection") and mended.parent == 1 and "sealed(docs)" in " ".join(mended.evidence)


def test_a_need_that_is_gone_names_who_took_it_away_and_what_brings_it_back():
    skills = [
        Skill("drop", makes="dropped", breaks="held", complete=True),
        Skill("hold", makes="held", complete=True),
        Skill("use", needs="held", makes="used"),
    ]

    class Undeclared(SymbolicWorld):
        async def act(self, call):
            if call.skill == "use" and "held" not in self.truth:
                return Failed("object_not_found", "nothing in hand")
            return await super().act(call)

    world = Undeclared(skills, ["held"], declared=[Skill("drop", makes="dropped"), *skills[1:]])
    told, run, _ = reflected(world, ScriptedPlanner([Act("drop"), Act("use")], [Act("hold"), Act("use")]), "used and dropped")
    if told is not None:
        assert "held" in told.root_cause
    assert the(run.ending).success


class Picky(SymbolicWorld):
    """Takes one colour, and says which."""

    async def act(self, call):
        if call.args["colour"] != "blue":
            self.calls.append(call)
            return Failed("bad_arguments", f"colour='{call.args['colour']}' is not known; did you mean blue?")
        return await super().act(call)


PAINT = Skill("paint", parameters=(Parameter("colour", "str"),), makes="painted", complete=True)


@pytest.mark.parametrize(
    ("written", "facts", "goal"),
    [("bleu", ["in_stock(blue)"], "painted"), ("Blue", [], "painted"), ("bleu", [], "painted and not in_stock(blue)")],
)
def test_wrong_arguments_are_corrected_by_what_the_message_suggests_and_others_know(written, facts, goal):
    told, run, _ = reflected(Picky([PAINT], facts), ScriptedPlanner([Act("paint", {"colour": written})]), goal)
    assert the(told).fix == Rewrite({"colour": ArgumentChange("set", new="blue")}) and the(told).preventable
    assert the(run.ending).success and the(run.ending).planner_calls == 1


def test_a_value_that_only_a_message_names_is_told_and_not_tried():
    world = Picky([PAINT])
    told, run, _ = reflected(world, ScriptedPlanner([Act("paint", {"colour": "bleu"})]), "painted")
    assert the(told).fix == Rewrite({"colour": ArgumentChange("set", new="blue")}), "the planner may want it"
    assert not the(run.ending).success and {call.args["colour"] for call in world.calls} == {"bleu"}


def test_what_is_not_allowed_becomes_a_constraint_and_what_passes_is_nobody_s_fault():
    world = SymbolicWorld([Skill("go", makes="there", complete=True)], broken={"go": Failed("permission_denied", "not you")})
    told, run, _ = reflected(world, ScriptedPlanner([Act("go")]), "there")
    assert the(told).fix == Forbid("go") and "not you" in the(told).root_cause and not the(run.ending).success

    world = SymbolicWorld([Skill("go", makes="there", complete=True)], broken={"go": Failed("busy", "line 7")})
    told, _, _ = reflected(world, ScriptedPlanner([Act("go")]), "there")
    assert the(told).preventable is False and "did not answer" in the(told).root_cause
    assert any("3 times before" in factor for factor in the(told).factors)


def test_the_same_failure_with_other_arguments_is_not_the_arguments():
    skill = Skill("call", parameters=(Parameter("n", "int"),), makes="there", complete=True)
    world = SymbolicWorld([skill], broken={"call": Failed("object_not_found", "line 7")})
    _, _, made = reflected(world, ScriptedPlanner(*([Act("call", {"n": i})] for i in range(4))), "there")
    told = [e.event.reflection for e in made.entries if isinstance(e.event, Reflected)]
    assert "with 1 other argument" in " ".join(told[1].factors) and "with 2 other arguments" in " ".join(told[2].factors)


def test_a_reflector_that_breaks_off_costs_nothing():
    class Broken:
        async def reflect(self, run, failure, entries):
            raise RuntimeError("no idea")

    class Hurt(Reflecting):
        def director(self):
            made = Lab.director(self)
            old = made.parts
            made.parts = Parts(
                old.world, old.planner, old.judge, old.approver, old.journal, old.inbox, old.blobs, old.clock, reflector=Broken()
            )
            return made

    world = SymbolicWorld([Skill("a", makes="x"), Skill("b", makes="there", complete=True)], broken={"a": Failed("not_found")})
    plain = lab(world, ScriptedPlanner([Act("a")], [Act("b")]), "there")
    made = Hurt(plain.world, plain.planner, plain.task, plain.settings)
    assert the(made.run().ending).success
    assert asyncio.run(made.store.read("r1"))
    assert any(isinstance(e.event, Acted) for e in made.entries)


def test_what_our_own_act_was_to_bring_about_is_no_root_cause_and_what_did_not_answer_says_nothing_of_it():
    skills = [
        Skill("pack", parameters=(FOLDER,), makes="packed({folder})"),
        Skill("post", parameters=(FOLDER,), makes="posted({folder})"),
    ]

    class Refusing(SymbolicWorld):
        kind = "changed"

        async def act(self, call):
            return Failed("refused", "no stamp", self.kind) if call.skill == "post" else await super().act(call)

    plan = [Act(s, {"folder": "docs"}) for s in ("pack", "post")]
    told, _, _ = reflected(Refusing(skills), ScriptedPlanner(plan), "posted(docs) and packed(docs)")
    assert the(told).root_cause == "the world is not as the plan assumed: post(folder=docs) failed: refused — no stamp"
    assert the(told).factors[0] == "packed(docs) holds since s1 pack(folder=docs)"
    down = Refusing(skills)
    down.kind = "transient"
    told, _, _ = reflected(down, ScriptedPlanner(plan), "posted(docs) and packed(docs)")
    assert the(told).root_cause.startswith("what it depends on did not answer")
    assert not any("packed(docs)" in factor for factor in the(told).factors)


def test_what_our_own_act_changed_before_its_answer_got_lost_is_not_put_down_to_the_world():
    rows = ["bolt", "nut"]

    @skill(makes="rows({sheet}, +=1)", settles=0)
    def append(sheet: str, text: str) -> int:
        rows.append(text)
        raise TimeoutError("no answer")

    @skill(makes="rows({sheet}, -=1)", settles=0)
    def delete(sheet: str, row: int) -> None:
        del rows[row]

    @observer("rows(*)")
    def look():
        return [fact("rows", "stock", len(rows))]

    plan = [act("append", id="new", sheet="stock", text="cog"), act("delete", sheet="stock", row="$new")]
    outcome = run("a cog, and not", world=[append, delete, look], planner=plan, clock=FrozenClock())
    found = next(e.event.reflection for e in outcome.entries if isinstance(e.event, Reflected))

    assert rows == ["bolt", "nut", "cog"]
    assert "the world changed" not in found.root_cause
    assert "gave no output" in found.root_cause
    assert "rows(stock, 2) no longer holds since s1 append(sheet=stock, text=cog)" in found.factors
