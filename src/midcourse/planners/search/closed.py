"""Which acts must not be begun where: what failed there before, and what may end where no way leads on."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...core.history.ledger import Attempt, is_banned, rests_on
from ...core.logic.conditions import as_text
from ...core.model import Skill
from ...core.plans.calls import act_digest
from ...core.plans.contracts import Imagined, contract_of
from .acts import Op
from .best_first import Closed
from .problem import Problem
from .relaxed import Relaxed


class Failed:
    """Acts that failed and would rest on the same facts again."""

    def __init__(
        self, problem: Problem, attempts: Sequence[Attempt], skills: dict[str, Skill], volatile: Collection[str], retries: int
    ) -> None:
        self._problem, self._attempts, self._skills = problem, [a for a in attempts if not a.forgiven], skills
        self._volatile, self._retries = volatile, retries
        failed = {a.digest for a in self._attempts}
        self._digests: dict[Op, str] = {}
        self._masks: dict[Op, int] = {}
        self._known: dict[tuple[Op, int], bool] = {}
        for op in problem.ops if failed else ():
            digest = act_digest(op.skill, op.args, op.target, skills)
            if digest in failed:
                self._digests[op] = digest
                self._masks[op] = self._about(op)

    def __bool__(self) -> bool:
        return bool(self._digests)

    def digest(self, op: Op) -> str:
        """The digest of an act that failed, or ''."""
        return self._digests.get(op, "")

    def __call__(self, op: Op, state: int) -> bool:
        """Whether the act failed in a world that is the same in all that it rests on."""
        digest = self._digests.get(op)
        if digest is None:
            return False
        key = (op, state & self._masks[op])
        if key not in self._known:
            world = Imagined(self._problem.facts_of(state), self._problem.covered)
            rests = rests_on(op.args, op.target, contract_of(op.act, self._skills), world, self._volatile)
            self._known[key] = is_banned(self._attempts, digest, rests, self._retries) is not None
        return self._known[key]

    def _about(self, op: Op) -> int:
        """The facts that the act's failure may rest on."""
        named = {*(as_text(value) for value in op.args.values()), *([op.target] if op.target else [])}
        if not named:
            return -1
        mask = op.needs | op.gives | op.takes | (-1 << self._problem.size if self._problem.numbers else 0)
        for key, bit in (*self._problem.bits.items(), *self._problem.denied.items()):
            if named.intersection(key[1:]):
                mask |= bit
        return mask


class DeadEnds:
    """Acts of which some outcome leads where the goal is out of reach."""

    def __init__(self, relaxed: Relaxed) -> None:
        self._relaxed = relaxed
        self._groups: dict[int, list[Op]] = {}
        for op in relaxed.ops:
            if not op.alone:
                self._groups.setdefault(op.group, []).append(op)
        self._dead: dict[int, bool] = {}

    def __bool__(self) -> bool:
        return bool(self._groups)

    def __call__(self, op: Op, state: int) -> bool:
        """Whether the act may end in a dead end."""
        return any(self._is_dead(after) for after in self.outcomes(op, state))

    def outcomes(self, op: Op, state: int) -> list[int]:
        """Every state that the act may lead to."""
        problem = self._relaxed.problem
        return [problem.after(other, state) for other in self._groups.get(op.group, ())]

    def mark(self, state: int) -> None:
        """From here no careful way leads to the goal."""
        self._dead[state] = True

    def _is_dead(self, state: int) -> bool:
        if state not in self._dead:
            self._dead[state] = self._relaxed.estimate(state, self._relaxed.problem.aim) is None
        return self._dead[state]


def either(*reasons: Failed | DeadEnds) -> Closed | None:
    """Closed for any of these reasons; None if there is none."""
    there = [reason for reason in reasons if reason]
    if len(there) < 2:
        return there[0] if there else None
    return lambda op, state: any(reason(op, state) for reason in there)
