"""Things in a cloud of points of one colour."""

import numpy as np
import pytest

from midcourse.worlds.robot.solids import solids

SIZE = 0.05


def cube(x: float, y: float, foot: float = 0.0, turned: float = 0.0):
    """Points on the upper side and the four sides of a cube."""
    line = np.linspace(-SIZE / 2, SIZE / 2, 21)
    across, along = (a.ravel() for a in np.meshgrid(line, line))
    top = np.column_stack([across, along, np.full(across.size, SIZE / 2)])
    sides = [
        np.column_stack(p)
        for s in (-SIZE / 2, SIZE / 2)
        for p in ((np.full(across.size, s), across, along), (across, np.full(across.size, s), along))
    ]
    points = np.vstack([top, *sides])
    turn = np.array([[np.cos(turned), np.sin(turned)], [-np.sin(turned), np.cos(turned)]])
    points[:, :2] = points[:, :2] @ turn
    return points + np.array([x, y, foot + SIZE / 2])


def found(*cubes):
    return sorted((round(s.x, 2), round(s.y, 2), round(s.z, 3)) for s in solids(np.vstack(cubes), [SIZE]))


@pytest.mark.parametrize("turned", [0.0, 0.4])
def test_one_thing_is_found_where_it_stands_however_it_is_turned(turned):
    assert found(cube(0.1, 0.2, turned=turned)) == [(0.1, 0.2, 0.025)]


def test_two_things_apart_and_two_that_touch_are_two():
    assert found(cube(0.0, 0.0), cube(0.2, 0.0)) == [(0.0, 0.0, 0.025), (0.2, 0.0, 0.025)]
    assert len(found(cube(0.0, 0.0), cube(SIZE, 0.0))) == 2


def test_one_on_another_is_two_at_their_heights():
    assert found(cube(0.0, 0.0), cube(0.0, 0.0, foot=SIZE)) == [(0.0, 0.0, 0.025), (0.0, 0.0, 0.075)]


def test_a_few_points_are_no_thing():
    assert solids(cube(0.0, 0.0)[:15], [SIZE]) == []
