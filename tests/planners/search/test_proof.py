"""Why there is no way: what nothing can make, or the fewest bans that would open one."""

from midcourse.core.gates.request import NoWay
from midcourse.core.model import Failed, Skill
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.plan import Act
from midcourse.planners.search.proof import no_way
from tests.planners.search.searching import ran
from tests.support import LOOK, A, B, plan, request, story, the, tried

WALL = Failed("unreachable", "a wall")


def answer(run, **otherwise):
    return the(ran(no_way(request(run, **otherwise), None)), NoWay)


def test_what_nothing_can_make_is_missing():
    found = answer(story(LOOK, skills=(A, B)), done_when="q and moon")
    assert the(found.certificate).missing == ("moon",) and "moon" in found.why


def test_only_the_ban_that_stands_in_the_way_is_named():
    idle = Skill("idle", makes="idled")
    run = story(
        LOOK,
        *plan(Act("idle", id="s1"), Act("a", id="s2")),
        *tried("s1", "idle", WALL),
        *tried("s2", "a", WALL),
        skills=(A, B, idle),
    )
    assert the(answer(run).certificate).bans == ("a failed: unreachable — a wall",)


def test_what_people_forbid_or_refused_is_a_ban_too():
    run = story(LOOK, skills=(A, B))
    assert the(answer(run, forbids=("a",)).certificate).bans == ("a is forbidden",)
    refused = answer(run, refused=frozenset({act_digest("b", {}, "", {})}))
    assert the(refused.certificate).bans == ("a person refused it",)


def test_where_nothing_is_banned_every_state_was_looked_at():
    found = answer(story(LOOK, skills=(Skill("swap", needs="p", makes="q", breaks="p"), A)), done_when="q")
    assert the(found.certificate).bans == () and "every state" in found.why
