"""What was learned of an interface serves the next run, and a file that cannot be used does no harm."""

from midcourse import run
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.maps import kept, load, read_map
from tests.planners.local.rooms import Rooms
from tests.planners.local.test_local_planner import LIMITS, SEEDED


class Counted:
    """The same proposer, counted."""

    def __init__(self):
        self.asked = 0

    async def options(self, request, without, told):
        self.asked += 1
        return await SEEDED.options(request, without, told)


def reach(path):
    proposer = Counted()
    world = Rooms()
    ended = run("get there", done_when="screen(Columns)", world=world, planner=LocalPlanner(proposer, map=path), settings=LIMITS)
    assert ended.success
    return proposer.asked, world.did


def test_a_second_run_goes_the_known_way_and_asks_nobody(tmp_path):
    first, detours = reach(tmp_path / "maps" / "rooms.json")
    second, way = reach(tmp_path / "maps" / "rooms.json")
    assert first > 0 and second == 0
    assert way == ["menuitem Tools", "button Settings", "button Columns"] and len(detours) > 3


def test_a_map_is_read_as_it_was_written(tmp_path):
    reach(tmp_path / "rooms.json")
    atlas, acts = load(tmp_path / "rooms.json")
    assert kept(*read_map(kept(atlas, acts))) == kept(atlas, acts)


def test_a_map_that_is_damaged_or_of_another_version_is_begun_anew(tmp_path):
    reach(tmp_path / "rooms.json")
    data = (tmp_path / "rooms.json").read_bytes()
    for wrong in (data[:-9], b"[]", data.replace(b'"v":1', b'"v":99'), data.replace(b'"led":[[0', b'"led":[[77')):
        (tmp_path / "rooms.json").write_bytes(wrong)
        assert reach(tmp_path / "rooms.json")[0] > 0
