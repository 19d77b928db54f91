"""Grid games: the agent knows what it has seen, the options do what they say, and the game is the judge."""

from __future__ import annotations

import asyncio
import random
import sys

import pytest

import midcourse
from midcourse.core.errors import TaskError
from midcourse.core.logic.conditions import coverage, evaluate, parse
from midcourse.core.model import Call, Done, Failed, Observation
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Intended, Planned
from midcourse.planners.repair import RepairPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.testing.contracts import check_world
from midcourse.worlds.grid import Disturbances, GridWorld
from midcourse.worlds.grid.paths import Ways
from midcourse.worlds.grid.sight import would_see
from tests.support import the, under

SETTINGS = under(max_steps=300, max_replans=60, max_segments=200, max_planner_calls=300, backoff=0.0, max_seconds=30)


def look(world: GridWorld) -> Observation:
    return asyncio.run(world.observe())


def do(world: GridWorld, skill: str, **args: str):
    return asyncio.run(world.act(Call(skill, dict(args))))


def holds(world: GridWorld, condition: str) -> bool | None:
    seen = look(world)
    return evaluate(parse(condition), seen.facts, coverage(seen.covers))


def play(world: GridWorld):
    return midcourse.run(world.task, world=world, planner=RepairPlanner(SearchPlanner()), settings=SETTINGS)


def truth(world: GridWorld):
    """The level itself, hidden cells included: for tests alone."""
    return world.game._inner


def explore_all(world: GridWorld) -> None:
    while holds(world, "playing and unexplored"):
        assert isinstance(do(world, "explore"), Done)


def place_of(world: GridWorld, kind: str) -> tuple[int, int]:
    grid = truth(world).grid
    return next((x, y) for x in range(grid.width) for y in range(grid.height) if (c := grid.get(x, y)) and c.type == kind)


# --- knowing ------------------------------------------------------------------------------------------------------


def test_it_keeps_the_contract_of_worlds():
    part = GridWorld("PutNextLocal", 1).game.mission.parts[0]
    assert part.beside is not None
    thing, beside = {"thing": part.thing.name}, {"thing": part.thing.name, "beside": part.beside.name}
    acts = [Act("explore"), Act("explore"), Act("go_to", thing), Act("pick_up", thing), Act("drop", thing), Act("pick_up", thing)]
    check_world(lambda: GridWorld("PutNextLocal", 1), [*acts, Act("part_1", beside)])


@pytest.mark.parametrize("seed", range(4))
def test_memory_is_the_sum_of_the_views_and_nothing_else(seed):
    world = GridWorld("GoTo", seed)
    views = [world.game.look()]
    look_once = world.game.look
    world.game.look = lambda: views.append(look_once()) or views[-1]
    assert len(world.memory.cells) <= 49
    for _ in range(6):
        do(world, "explore")
    seen = {place: cell for view in views for place, cell in view.cells.items()}
    stood = {view.at for view in views}
    assert set(world.memory.cells) == set(seen) | stood
    assert {p: c for p, c in world.memory.cells.items() if p not in stood} == {p: c for p, c in seen.items() if p not in stood}
    inner = truth(world)
    assert len(world.memory.cells) < inner.width * inner.height


def test_what_is_hidden_changes_nothing_that_is_shown():
    one, other = GridWorld("GoTo", 5), GridWorld("GoTo", 5)
    grid = truth(other).grid
    for x in range(grid.width):
        for y in range(grid.height):
            cell = grid.get(x, y)
            if (x, y) not in other.memory.cells and cell is not None and cell.type in ("ball", "box", "key"):
                grid.set(x, y, None)
    assert look(one) == look(other)


def test_a_thing_not_seen_yet_is_unknown_and_not_false():
    world = GridWorld("GoToRedBall", next(s for s in range(30) if holds(GridWorld("GoToRedBall", s), "known(red ball)") is None))
    assert holds(world, "thing(red ball)"), "it may be spoken of before it is seen"
    explore_all(world)
    assert holds(world, "known(red ball)") is True


def test_once_everything_is_seen_what_is_not_there_is_false():
    world = GridWorld("GoToRedBall", next(s for s in range(30) if holds(GridWorld("GoToRedBall", s), "known(red ball)") is None))
    grid = truth(world).grid
    for x in range(grid.width):
        for y in range(grid.height):
            if (cell := grid.get(x, y)) is not None and (cell.type, cell.color) == ("ball", "red"):
                grid.set(x, y, None)
    explore_all(world)
    assert holds(world, "known(red ball)") is False
    assert holds(world, "missing(red ball)") is True


@pytest.mark.parametrize("seed", range(3))
def test_a_place_shows_what_was_foreseen(seed):
    shown_more = 0
    for n in range(1, 6):
        world = GridWorld("GoTo", seed)
        ways = Ways(world.memory)
        pose = list(ways.moves)[n * (len(ways.moves) - 1) // 5]
        foreseen = would_see(world.memory, pose) - {pose[:2]}
        shown_more += not foreseen <= set(world.memory.cells)
        for action in ways.to(pose):
            world.game.move(action)
        assert foreseen <= set(world.game.look().cells)
    assert shown_more


def test_the_carried_thing_leaves_the_map_and_comes_back():
    world = GridWorld("PutNextLocal", 0)
    explore_all(world)
    thing = world.game.mission.parts[0].thing.name
    assert do(world, "pick_up", thing=thing) == Done({"cells_seen": len(world.memory.cells)})
    assert holds(world, f"carrying({thing}) and not hands_free and not at({thing}, *)")
    assert isinstance(do(world, "drop", thing=thing), Done)
    assert holds(world, f"hands_free and not carrying(*) and at({thing}, *)")


# --- options ------------------------------------------------------------------------------------------------------


def test_going_to_a_thing_ends_beside_it_and_facing_it():
    world = GridWorld("PutNextLocal", 2)
    explore_all(world)
    thing = world.game.mission.parts[0].thing.name
    assert isinstance(do(world, "go_to", thing=thing), Done)
    inner = truth(world)
    ahead = inner.grid.get(*inner.front_pos)
    assert f"{ahead.color} {ahead.type}" == thing
    assert holds(world, f"beside({thing})")


def test_opening_a_door_opens_it_and_shows_what_is_behind():
    world = GridWorld("GoTo", 1)
    explore_all(world)
    door = next(d.name for d in world.memory.doors() if holds(world, f"closed({d.name}) and not blocked({d.name}, *)"))
    before = len(world.memory.cells)
    assert isinstance(do(world, "open", door=door), Done)
    assert holds(world, f"open({door})") and len(world.memory.cells) > before


def test_a_locked_door_opens_with_its_key_and_not_without():
    world = GridWorld("UnlockLocal", 0)
    explore_all(world)
    door = next(d for d in world.memory.doors() if d.cell.state == "locked")
    result = do(world, "unlock", door=door.name, key="")
    assert isinstance(result, Failed) and result.reason == "door_locked"
    key = f"{door.colour} key"
    assert isinstance(do(world, "pick_up", thing=key), Done)
    assert isinstance(do(world, "unlock", door=door.name, key=key), Done)
    assert holds(world, f"open({door.name})") and world.won


def test_put_next_puts_it_next_to_the_other():
    world = GridWorld("PutNextLocal", 4)
    explore_all(world)
    part = world.game.mission.parts[0]
    assert part.beside is not None
    do(world, "pick_up", thing=part.thing.name)
    assert holds(world, f"next_to({part.thing.name}, {part.beside.name})") is False
    assert isinstance(do(world, "part_1", thing=part.thing.name, beside=part.beside.name), Done)
    assert holds(world, f"next_to({part.thing.name}, {part.beside.name}) and done(1) and mission_done")


def test_a_thing_moved_on_the_way_is_a_failure_and_the_look_tells_the_truth():
    world = GridWorld("GoToObj", next(s for s in range(40) if _far_and_seen(s)))
    thing = world.game.mission.parts[0].thing.name
    kind = thing.split()[1]
    moved: list[tuple[int, int]] = []
    assert holds(world, f"known({thing})")

    def snatch(env, moves):
        if not moved:
            moved.append(place_of(world, kind))
            env.unwrapped.grid.set(*moved[0], None)

    world.game._after_move = snatch
    result = do(world, "go_to", thing=thing)
    assert isinstance(result, Failed) and result.reason == "object_not_found" and not result.clean
    assert holds(world, f"known({thing})") is False and not world.won


def _far_and_seen(seed: int) -> bool:
    world = GridWorld("GoToObj", seed)
    thing = world.game.mission.parts[0].thing.name
    return any(f.startswith(f"distance({thing}, ") and int(f[:-1].split(", ")[1]) >= 4 for f in look(world).facts)


def test_a_call_that_cannot_be_is_a_failure_with_the_choices():
    world = GridWorld("GoToObj", 0)
    unknown, absent = do(world, "fly"), do(world, "go_to", thing="purple elephant")
    assert isinstance(unknown, Failed) and unknown.reason == "unknown_skill" and "explore" in unknown.detail
    assert isinstance(absent, Failed) and absent.reason == "object_not_found"
    wrong = do(world, "drop", thing="red ball")
    assert isinstance(wrong, Failed) and wrong.reason == "not_carried"
    assert world.game.moves == 0


# --- missions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "seeds"),
    [
        ("GoToRedBall", range(6)),
        ("GoToLocal", range(6)),
        ("GoTo", range(2)),
        ("PickupLoc", range(6)),
        ("UnblockPickup", range(2)),
        ("OpenDoor", range(4)),
        ("UnlockLocal", range(4)),
        ("PutNextLocal", range(6)),
        ("KeyCorridorS3R3", range(3)),
        ("BlockedUnlockPickup", range(4)),
        ("GoToSeqS5R2", range(4)),
        ("MiniBossLevel", range(6)),
    ],
)
def test_missions_are_done_with_no_model(level, seeds):
    for seed in seeds:
        world = GridWorld(level, seed)
        outcome = play(world)
        assert world.won and outcome.success, f"{level} {seed}: {outcome.ending}"


def test_parts_are_planned_in_the_order_asked():
    world = GridWorld("GoToSeqS5R2", next(s for s in range(60) if " after you " in GridWorld("GoToSeqS5R2", s).task.goal))
    later = [p for p in world.game.mission.parts if p.after]
    first = {n for p in later for n in p.after}
    assert later and first and min(p.number for p in later) < min(first)
    outcome = play(world)
    plans = [
        [the(step, Act).skill for step in the(e.event, Planned).plan.steps]
        for e in outcome.entries
        if type(e.event).__name__ == "Planned"
    ]
    shown: dict[int, int] = {}
    for i, entry in enumerate(outcome.entries):
        shown |= {int(f[5:-1]): i for f in getattr(entry.event, "added", ()) if f.startswith("done(")}
    assert outcome.success
    for part in later:
        for number in part.after:
            assert shown[number] <= shown[part.number]
            both = [p for p in plans if f"part_{number}" in p and f"part_{part.number}" in p]
            assert all(p.index(f"part_{number}") < p.index(f"part_{part.number}") for p in both)


def test_success_is_what_the_game_says():
    world = GridWorld("GoToRedBall", 0)
    truth(world).instrs.verify = lambda action: "continue"  # a game that never says yes
    outcome = play(world)
    assert not outcome.success and not world.won
    assert outcome.ending is not None


def test_time_ends_the_game_and_the_run():
    world = GridWorld("GoTo", 0)
    truth(world).max_steps = 5
    outcome = play(world)
    assert world.game.verdict == "time_up" and world.game.moves == 5
    assert not outcome.success and not holds(world, "playing")


# --- disturbances -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["move", "lock", "close"])
def test_a_changing_level_is_still_solved(kind):
    done = 0
    for seed in range(6):
        disturbances = Disturbances(kind, seed)
        world = GridWorld("PutNextLocal" if kind == "move" else "BlockedUnlockPickup", seed, disturbances)
        assert play(world).success and world.won
        done += len(disturbances.done)
    assert done >= 3


def test_a_key_left_behind_its_own_door_is_looked_for_elsewhere():
    disturbances = Disturbances("lock", 1)
    world = GridWorld("KeyCorridor", 1, disturbances)
    outcome = play(world)
    assert outcome.success and world.won and len(disturbances.done) >= 3
    assert "look_for" in {the(e.event, Intended).skill for e in outcome.entries if type(e.event).__name__ == "Intended"}


def test_a_thing_that_was_moved_out_of_sight_is_found_again():
    solved = 0
    for seed in range(20):
        world = GridWorld("GoToLocal", seed)
        thing = world.game.mission.parts[0].thing.name
        explore_all(world)
        if world.won or holds(world, f"known({thing})") is not True:
            continue
        before = world.memory.cells.copy()
        chance = random.Random(seed)
        while not (moved := world.disturb("move", chance)).startswith(f"the {thing} "):
            pass
        assert world.memory.cells == before, "nobody tells the agent"
        assert play(world).success and world.won, moved
        solved += 1
    assert solved >= 8


def test_the_same_seeds_make_the_same_run():
    def run() -> tuple[list[tuple[str, str]], int, list[str]]:
        disturbances = Disturbances("move", 4)
        world = GridWorld("MiniBossLevel", 4, disturbances)
        acts = [
            (the(e.event, Intended).step, the(e.event, Intended).digest)
            for e in play(world).entries
            if type(e.event).__name__ == "Intended"
        ]
        return acts, world.game.moves, disturbances.done

    assert run() == run()


# --- edges --------------------------------------------------------------------------------------------------------


def test_an_unknown_level_is_named():
    with pytest.raises(TaskError, match="no level 'NoSuchLevel'"):
        GridWorld("NoSuchLevel", 0)


def test_without_minigrid_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "minigrid", None)
    with pytest.raises(TaskError, match="Grid games need minigrid: pip install 'midcourse\\[games\\]'"):
        GridWorld("GoToRedBall", 0)
