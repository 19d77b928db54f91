"""Promise 5: the planner is told what is done, what failed and why, what is forbidden and what is left."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from midcourse.core.logic.conditions import parse
from midcourse.core.model import Failed, Skill
from midcourse.core.plans.plan import Act, Draft
from midcourse.core.run.settings import Settings
from midcourse.testing import AnswersAll, Chaos, Mix, SymbolicWorld
from tests.support import disturbed, domains, lab, mixes, the, under


class Told:
    """Around a planner: keeps every request beside the truth at that moment."""

    def __init__(self, inner, made):
        self._inner, self._made, self.requests = inner, made, []

    async def plan(self, request):
        world = self._made.world
        self.requests.append((request, set(self._made.inner.truth), list(world.failures)))
        return await self._inner.plan(request)


class Counting(Chaos):
    """Chaos that keeps what it answered."""

    failures: tuple = ()

    async def act(self, call):
        result = await super().act(call)
        if isinstance(result, Failed):
            self.failures = (*self.failures, (call.skill, result.reason))
        return result


hard = st.builds(
    Mix,
    fail_for_good=st.sampled_from([0.2, 0.5]),
    undo=st.sampled_from([0.0, 0.3]),
    irrelevant=st.sampled_from([0.0, 0.5]),
    die_after=st.sampled_from([0.0, 0.1]),
)


@given(domains(), st.one_of(mixes, hard), st.integers(0, 999), st.booleans())
def test_the_request_says_all_that_matters(domain, mix, seed, yes):
    made = disturbed(domain, mix, seed, "menu", settings=under(backoff=0.01, max_replans=8), approver=AnswersAll(yes))
    made.world = Counting(made.inner, mix, seed)
    made.planner = told = Told(made.planner, made)
    run = made.run()
    used = 0
    for request, truth, failures in told.requests:
        for skill, reason in failures:
            assert any((a.skill, a.reason) == (skill, reason) for a in request.attempts), "a failure was kept from it"
        assert all(a.detail or a.reason for a in request.attempts)
        for step in request.progress.done:
            if step.seen and not request.view.stale:
                makes = next(s for s in domain[0] if s.name == step.what.split("(")[0]).makes
                lost = [lit.fact for lit in parse(makes) if lit.fact not in truth]
                assert not lost or _taken_by_ourselves(run, lost, domain), f"{step.what} is undone, but told as done"
        assert request.left.planner_calls == run.setup.settings.limits.max_planner_calls - used
        used += 1
    if not yes and run.people.refusals:
        last = told.requests[-1][0]
        assert (
            last.bounds.refused == frozenset(run.people.refusals)
            or len(told.requests) == 1
            or the(run.ending).final_reason == "denied"
        )


def _taken_by_ourselves(run, lost, domain):
    """A later act of the plan may use up what an earlier one made; that is not undoing."""
    broken = {lit.fact for s in domain[0] for lit in parse(s.breaks)}
    return set(lost) <= broken


@given(domains(), st.integers(0, 999))
def test_undone_work_leaves_the_list_of_done_work(domain, seed):
    skills = [replace(s, breaks="") for s in domain[0]]  # so that only the world takes anything away
    mix = Mix(undo=0.7)
    made = disturbed((skills, *domain[1:]), mix, seed, "menu", settings=under(backoff=0.01, max_replans=8, redos=0))
    made.world = Counting(made.inner, mix, seed)
    made.planner = told = Told(made.planner, made)
    made.run()
    makes = {s.name: [lit.fact for lit in parse(s.makes)] for s in skills}
    for request, truth, _ in told.requests:
        for step in (
            s for s in request.progress.done if s.seen
        ):  # after an act that may do more than it says nobody knows who took it
            assert set(makes[step.what.split("(")[0]]) <= truth, f"{step.what} is undone, but told as done"


def test_a_planner_asked_again_hears_what_failed_and_what_was_undone():
    """Not by chance: the second request of a run that needs one says what happened before it."""
    skills = [Skill("a", makes="p", complete=True), Skill("b", makes="q", complete=True)]
    world = SymbolicWorld(skills, broken={"b": Failed("unreachable", "too far")})
    requests = []

    class Ear:
        async def plan(self, request):
            requests.append(request)
            return Draft((Act("a"), Act("b")))

    lab(world, Ear(), "p and q").run()
    second = requests[1]
    assert [d.what for d in second.progress.done] == ["a()"] and second.progress.done[0].seen
    assert [(a.skill, a.reason, a.detail, a.kind) for a in second.attempts] == [("b", "unreachable", "too far", "structural")]
    assert second.cause.rule == "failed" and second.progress.remaining[0].skill == "b"
    assert second.left.steps == Settings().limits.max_steps - 2


def test_a_step_that_was_confirmed_and_then_undone_is_told_as_undone():
    class Thief(SymbolicWorld):
        async def act(self, call):
            result = await super().act(call)
            if call.skill == "b":
                self.truth.discard("p")
            return result

    skills = [
        Skill("a", makes="p", complete=True),
        Skill("b", makes="q", complete=True),
        Skill("c", needs="p and q", makes="r", complete=True),
    ]
    requests = []

    class Ear:
        async def plan(self, request):
            requests.append(request)
            return Draft((Act("a"), Act("b"), Act("c")) if len(requests) == 1 else (Act("a"), Act("c")))

    assert the(lab(Thief(skills), Ear(), "r", settings=under(redos=0, backoff=0.01)).run().ending).success
    assert [d.what for d in requests[1].progress.done] == ["b()"] and requests[1].progress.undone == ("a()",)
