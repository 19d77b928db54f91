"""How the options are carried out: moves over the known map, looking after each one.

An option goes on while the way is free, finds another way when it is not, and ends with a reason when there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from ...core.model import Done, Failed, Result
from .facts import Picture
from .game import DROP, FORWARD, PICK_UP, TOGGLE, Game
from .memory import Memory, Pose, Thing, in_front, neighbours
from .mission import Description, Place
from .paths import Ways
from .sight import unseen, viewpoint

REROUTES = 8
"""Ways tried for one walk before it is given up."""


class Broken(Exception):
    """An option cannot go on. Becomes a `Failed` at the edge of this file."""

    def __init__(self, reason: str, detail: str) -> None:
        self.reason, self.detail = reason, detail
        super().__init__(f"{reason}: {detail}")


class Options:
    """Everything the agent can do, on one game and one memory."""

    def __init__(self, game: Game, memory: Memory, described: Iterable[Description]) -> None:
        self._game, self._memory, self._described = game, memory, tuple(described)
        self.look()

    def look(self) -> None:
        """Take in what is in sight."""
        self._memory.take_in(self._game.look(), self._game.moves)

    def picture(self) -> Picture:
        """What is known now."""
        return Picture(self._memory, self._described)

    def run(self, option: Callable[[], None]) -> Result:
        """Carry an option out to its result."""
        begun = self._game.moves
        try:
            option()
        except Broken as end:
            if not self._game.verdict:
                # What came up on the way may be gone the next time; what was so from the start is not.
                clean = self._game.moves == begun
                return Failed(end.reason, end.detail, "changed" if clean else "transient", clean=clean)
        return Done({"cells_seen": len(self._memory.cells)})

    # --- moves --------------------------------------------------------------------------------------------------

    def _move(self, action: int) -> None:
        self._game.move(action)
        self.look()
        if self._game.verdict:
            raise Broken("game_over", f"the game ended: {self._game.verdict}")

    def _walk(self, find: Callable[[Ways], Pose | None], why: str, until: Callable[[], bool] | None = None) -> None:
        """Go to the pose that `find` chooses; choose again whenever the way turns out not to be free."""
        for _ in range(REROUTES):
            ways = Ways(self._memory)
            goal = find(ways)
            if goal is None:
                raise Broken("not_reachable", f"no free way to {why}")
            if self._follow(ways.to(goal), until):
                return
        raise Broken("path_blocked", f"the way to {why} was closed again and again")

    def _follow(self, actions: list[int], until: Callable[[], bool] | None) -> bool:
        for action in actions:
            if until is not None and until():
                return True
            if action == FORWARD and not self._memory.is_free(self._memory.ahead):
                return False
            self._move(action)
        return True

    def _thing(self, name: str) -> Thing:
        standing = self.picture().standing(name)
        if standing is None:
            raise Broken("object_not_found", f"no {name} where one was last seen")
        if standing.blocked_by:
            raise Broken("not_reachable", f"{standing.blocked_by} is in the way to {name}")
        return standing.thing

    def _face(self, name: str) -> Thing:
        """Stand beside the thing that a name means, looking at it."""
        thing = self._thing(name)

        def beside(ways: Ways) -> Pose | None:
            if thing.at is None:
                raise Broken("object_not_found", f"{thing.name} is not where it was last seen")
            return ways.facing(thing.at)

        self._walk(beside, name, until=lambda: thing.at is None)
        if thing.at != self._memory.ahead:
            raise Broken("object_not_found", f"{thing.name} is not where it was last seen")
        return thing

    # --- options ------------------------------------------------------------------------------------------------

    def explore(self) -> None:
        """See something new."""
        picture = self.picture()
        goal = picture.viewpoint
        if goal is None:
            raise Broken("nothing_to_explore", "all ground in reach has been seen")
        wanted = picture.unseen
        self._follow(picture.ways.to(goal), until=lambda: any(p in self._memory.cells for p in wanted))

    def look_for(self, name: str, since: int) -> None:
        """Look again at every cell not seen since a moment, opening doors on the way, until something of that name is found."""
        while self.picture().is_wanting(name):
            self._stop_if_over()
            stale = {p for p, c in self._memory.cells.items() if c.is_clear and self._memory.seen_at[p] < since}
            if self._step_towards_sight(stale | unseen(self._memory)):
                continue
            door = self._shut_door(stale)
            if door is None:
                return  # not found is one of its outcomes
            self.open(door.name)

    def _stop_if_over(self) -> None:
        if self._game.verdict:
            raise Broken("game_over", f"the game ended: {self._game.verdict}")

    def _step_towards_sight(self, wanted: Collection[Place]) -> bool:
        ways = Ways(self._memory)
        goal = viewpoint(self._memory, ways, wanted)
        if goal is None:
            return False
        begun = self._game.moves
        fresh = self._memory.seen_at
        self._follow(ways.to(goal), until=lambda: any(fresh.get(p, -1) > begun for p in wanted))
        return self._game.moves > begun

    def _shut_door(self, stale: Collection[Place]) -> Thing | None:
        """A door to open for looking: one with something unseen or long unseen beside it."""
        picture = self.picture()
        shut = [d for d in self._memory.doors() if d.cell.state == "closed" and d.at is not None]
        free = [(s.distance, d) for d in shut if (s := picture.standing(d.name)) is not None and not s.blocked_by]
        hiding = [(n, d) for n, d in free if d.at and (picture.hides(d) or any(p in stale for p in neighbours(d.at)))]
        return min(hiding, key=lambda pair: (pair[0], pair[1].name))[1] if hiding else None

    def go_to(self, name: str) -> None:
        """Face it from beside it."""
        self._face(name)

    def pick_up(self, name: str) -> None:
        """Take it."""
        held = self._memory.carried
        if held is not None:
            raise Broken("hands_full", f"{held.name} is carried")
        thing = self._face(name)
        self._move(PICK_UP)
        if self._memory.carried is not thing:
            raise Broken("object_not_found", f"{thing.name} was not there to be picked up")

    def drop(self, name: str) -> None:
        """Put down what is carried where it closes no way."""
        carried = self._carried(name)

        def aside(ways: Ways) -> Pose | None:
            return ways.nearest(lambda p: self._is_spare(in_front(p))) or self._least_bad(ways)

        self._walk(aside, "a free cell to put it down")
        self._let_go(carried)

    def put_next(self, carried_name: str, name: str) -> None:
        """Put down what is carried beside something."""
        carried, thing = self._carried(carried_name), self._thing(name)

        def beside(ways: Ways) -> Pose | None:
            at = thing.at
            if at is None:
                raise Broken("object_not_found", f"{thing.name} is not where it was last seen")
            near = [p for p in ways.moves if in_front(p) in neighbours(at) and self._is_floor(in_front(p))]
            return next((p for p in near if self._is_spare(in_front(p))), near[0] if near else None)

        self._walk(beside, f"a free cell next to the {name}", until=lambda: thing.at is None)
        if thing.at is None or self._memory.ahead not in neighbours(thing.at):
            raise Broken("object_not_found", f"{thing.name} is not where it was last seen")
        self._let_go(carried)

    def put_aside(self, name: str) -> None:
        """Pick it up and put it down elsewhere."""
        self.pick_up(name)
        self.drop(name)

    def open(self, name: str) -> None:
        """Open a door; one that is open already is shut first, since only opening counts as opening."""
        door = self._face(name)
        if door.cell.state == "locked" and not self._has_key(door):
            raise Broken("door_locked", f"{door.name} is locked, and its key is not carried")
        if door.cell.state == "open":
            self._move(TOGGLE)
        self._move(TOGGLE)
        if door.cell.state != "open":
            raise Broken("door_stuck", f"{door.name} did not open")

    # --- cells --------------------------------------------------------------------------------------------------

    def _carried(self, name: str) -> Thing:
        carried = self._memory.carried
        if carried is None or not self.picture().carries(name):
            raise Broken("not_carried", f"{name} is not carried; {carried.name if carried else 'nothing'} is")
        return carried

    def _let_go(self, carried: Thing) -> None:
        self._move(DROP)
        if self._memory.carried is not None:
            raise Broken("path_blocked", f"there was no room to put {carried.name} down")

    def _has_key(self, door: Thing) -> bool:
        carried = self._memory.carried
        return carried is not None and carried.cell.kind == "key" and carried.colour == door.colour

    def _is_floor(self, place: Place) -> bool:
        cell = self._memory.cell(place)
        return cell is not None and cell.kind == "floor" and place != self._memory.at

    def _is_spare(self, place: Place) -> bool:
        """A floor cell that can be filled without closing a way: not by a door, and all else in reach stays in reach."""
        if not self._is_floor(place):
            return False
        if any((c := self._memory.cell(p)) is not None and c.kind == "door" for p in neighbours(place)):
            return False
        before, after = self._ground(), self._ground(without=place)
        if len(after) < len(before) - 1:
            return False
        # A thing in a corner must not lose the one cell from which it can be faced.
        beside = {p for cell in after for p in neighbours(cell)}
        lost = {p for p in neighbours(place) if self._memory.thing_at(p) is not None and p not in beside}
        return not lost

    def _least_bad(self, ways: Ways) -> Pose | None:
        """Where everything that is put down is in some way: the pose from which most stays in reach."""
        found = [pose for pose in ways.moves if self._is_floor(in_front(pose))]

        def kept(pose: Pose) -> int:
            ground = self._ground((pose[0], pose[1]), without=in_front(pose))
            beside = {p for cell in ground for p in neighbours(cell)}
            return len(ground) + 4 * sum(t.at in beside for t in self._memory.placed())

        return max(found, key=lambda pose: (kept(pose), -ways.moves[pose]), default=None)

    def _ground(self, start: Place | None = None, without: Place | None = None) -> set[Place]:
        """The cells that can be gone to from a cell, the agent's own unless another is given."""
        start = start or self._memory.at
        found, left = {start}, [start]
        while left:
            for place in neighbours(left.pop()):
                if place not in found and place != without and self._memory.is_free(place):
                    found.add(place)
                    left.append(place)
        return found
