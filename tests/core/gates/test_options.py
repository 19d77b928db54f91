"""Options given by keyword: a misspelt one is told with the one that was meant."""

from inspect import signature

import pytest

from midcourse import run
from midcourse.core.errors import TaskError
from midcourse.core.gates.options import check_options, spelt


@spelt
def brew(leaf: str, *, minutes: int = 3, milk: bool = False) -> str:
    """Tea."""
    return f"{leaf} {minutes} {milk}"


def test_known_options_reach_the_function_and_its_name_stays():
    assert brew("mint", minutes=5) == "mint 5 False" and brew.__name__ == "brew" and brew.__doc__ == "Tea."


def test_a_misspelt_option_names_the_nearest_and_what_there_is():
    with pytest.raises(TaskError, match=r"brew\(\) has no option 'minuts'; did you mean minutes"):
        brew("mint", minuts=5)  # type: ignore[call-arg]


def test_the_first_unknown_option_is_told_and_none_where_all_are_known():
    shown = signature(brew)
    check_options("tea", shown, 1, iter(["milk", "minutes"]))
    with pytest.raises(TaskError, match="'x'"):
        check_options("tea", shown, 1, ["milk", "x", "y"])


def test_more_values_than_places_are_told_with_what_goes_by_name():
    with pytest.raises(TaskError, match=r"brew\(\) takes leaf and then options by name, but 2 values .*; valid: minutes, milk"):
        brew("mint", 5)  # type: ignore[call-arg]
    with pytest.raises(
        TaskError, match=r"run\(\) takes task and then options by name, but 2 values .*; valid: world, .*done_when"
    ):
        run("tea", "brewed(mint)", world=[])  # type: ignore[call-arg]


def test_as_many_values_as_a_function_takes_are_given_without_a_name():
    @spelt
    def pour(cup: str, /, *more: str, full: bool = True) -> list[object]:
        return [cup, *more, full]

    assert pour("a", "b", "c", full=False) == ["a", "b", "c", False]


def test_a_constructor_is_called_by_the_name_of_its_class():
    class Pot:
        @spelt
        def __init__(self, *, size: int = 1) -> None:
            self.size = size

    with pytest.raises(TaskError, match=r"Pot\(\) has no option 'sise'"):
        Pot(sise=2)  # type: ignore[call-arg]
