"""What a judge is shown of the steps."""

from midcourse import Act
from midcourse.core.gates.judging import CHANGED, HALF_TOLD, states_of_steps
from midcourse.core.model import Parameter, Skill, Uncertain
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.worlds.symbolic import SymbolicWorld
from tests.support import lab, the


def states(makes: str, complete: bool = False) -> list[str]:
    """Of one act whose effect is there before it begins."""
    skill = Skill("write", parameters=(Parameter("name"), Parameter("text")), makes=makes, complete=complete)
    made = lab(
        SymbolicWorld([skill], ["written(note, hello)", "named(note)"]),
        ScriptedPlanner([Act("write", {"name": "note", "text": "hello"})]),
        "",
    )
    return [state for _, state in states_of_steps(made.run())]


def test_a_step_that_was_left_out_is_half_told_where_its_effect_says_less_than_the_step():
    assert states("named({name})") == [HALF_TOLD]


def test_a_step_that_was_left_out_is_told_where_its_effect_says_all_of_it_or_is_said_to():
    assert states("written({name}, {text})") == ["skipped"] and states("named({name})", complete=True) == ["skipped"]


def test_a_step_without_an_effect_that_a_look_tells_of_is_told_by_a_change():
    class Silent(SymbolicWorld):
        async def act(self, call):
            await super().act(call)
            return Uncertain("timeout", "no answer")

    world = Silent([Skill("write", makes="written")], declared=[Skill("write")])
    made = lab(world, ScriptedPlanner([Act("write")]), "")
    run = made.run()
    assert [state for _, state in states_of_steps(run)] == [CHANGED]
    detail = the(run.ending).final_detail
    assert "but s1, which a look shows" in detail and "nothing shows the effect of s1" not in detail
