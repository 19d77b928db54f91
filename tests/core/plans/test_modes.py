"""How a step acts, and how many there are of each kind."""

from midcourse.core.plans.modes import count_modes, mode_of
from midcourse.core.plans.plan import Achieve, Replan
from midcourse.core.plans.shorthand import act


def test_an_act_on_a_target_is_visual_one_without_is_a_command_and_the_rest_plans_again():
    steps = [act("click", target="button Save"), act("hotkey", keys="Ctrl+S"), Achieve("saved"), Replan()]
    assert [mode_of(step) for step in steps] == ["visual", "command", "replan", "replan"]
    assert count_modes(steps) == {"visual": 1, "command": 1, "replan": 2}
    assert count_modes([]) == {"visual": 0, "command": 0, "replan": 0}
