"""Promise 3: a plan is made from a look taken after the last act; a planner that gets an old look is told so."""

from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.run.events import Acted, Ended, Looked, NotSeen, PlanRequested, Settled
from midcourse.testing import Mix
from tests.support import disturbed, domains, mixes, the, under


class Witness:
    """Around a planner: compares what it is shown with the truth at that moment."""

    def __init__(self, inner, made):
        self._inner, self._made, self.shown = inner, made, 0

    async def plan(self, request):
        self.shown += 1
        facts = {f for f in request.facts if not f.startswith("tick(")}
        assert request.view.stale or facts == self._made.inner.truth, "shown what is no longer so, without being told"
        return await self._inner.plan(request)


@given(domains(), mixes, st.integers(0, 999), st.sampled_from(["menu", "whimsy"]))
def test_every_request_shows_the_world_as_it_is_or_says_that_it_is_old(domain, mix, seed, planner):
    made = disturbed(domain, mix, seed, planner, settings=under(backoff=0.01, max_replans=8))
    made.planner = Witness(made.planner, made)
    made.run()
    looked_since_act = True
    for entry in made.entries:
        match entry.event:
            case Acted():
                looked_since_act = False
            case Looked() | NotSeen() | Settled():
                looked_since_act = True
            case PlanRequested():
                assert looked_since_act
            case _:
                pass
    assert made.planner.shown > 0 or the(made.entries[-1].event, Ended).ending.final_reason == "already_done"


@given(domains(), st.integers(0, 999))
def test_a_failed_look_keeps_the_old_one_and_is_told(domain, seed):
    stale = []

    class Ear:
        async def plan(self, request):
            stale.append((request.view.stale, request.view.age))
            return await inner.plan(request)

    made = disturbed(domain, Mix(blind=1.0, fail=0.5), seed, "menu", settings=under(look_retries=0, backoff=0.01))
    inner, made.planner = made.planner, Ear()
    made.clock._tick = 0.01
    made.run()
    blind_before_a_plan = False
    asked = 0
    for entry in made.entries:
        if isinstance(entry.event, NotSeen | Looked):
            blind_before_a_plan = isinstance(entry.event, NotSeen)
        if isinstance(entry.event, PlanRequested):
            assert bool(stale[asked][0]) == blind_before_a_plan
            assert stale[asked][1] > 0
            asked += 1
