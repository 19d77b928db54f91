"""Whether a look changed as a certain act changes it. Something else may have changed it in the same moment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ..logic.conditions import Literal, as_text, coverage, matches, parse_fact
from ..logic.numbers import as_written, number
from ..model import Json
from ..plans.plan import Act, transform
from ..run.events import Intended
from ..run.state import Run

ANSWER = "answer("
"""How facts begin that are answers of tools which serve as looks though nobody said so."""
TELLING: Final = 3
"""Characters: what is shorter may stand in a longer value by chance."""
_TRUTHS = frozenset({as_text(True), as_text(False), as_text(None)})
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


def changed_since(run: Run) -> set[str]:
    """What is otherwise than before the act, of all that both looks could show. Where the world started anew, what is fleeting
    there is gone in any case."""
    now, then = run.seen.belief, run.acting.believed
    if now.print == then.print:
        return set()
    both = coverage(now.fresh), coverage(then.fresh)
    differ = ((f, parse_fact(f)) for f in now.facts ^ then.facts)
    idle = run.known.volatile | run.lost_anew
    return {f for f, lit in differ if lit.name not in idle and all(c.has(lit) for c in both)}


def is_of_its_kind(run: Run, act: Intended) -> bool:
    """Whether the look has changed as this act changes it: what changed names an argument of it, is of a kind that acts of its
    skill were seen to change before, or is called what the skill is called after. An act without arguments, or on a thing of the
    screen, is told by the change alone."""
    changes = [parse_fact(f) for f in changed_since(run)]
    named = {text for value in act.args.values() for text in _leaves(value)}
    telling = _telling(named)
    if act.target or not named or any(telling.intersection(fact.args) for fact in changes):
        return True
    if any(_stands_in(text, arg) for text in telling for fact in changes for arg in fact.args):
        return True
    answers = [fact.args[-1] for fact in changes if fact.fact.startswith(ANSWER)]
    if any(len(text) > 1 and text in answer for text in named for answer in answers):
        return True
    moved = (id for id in run.work.deeds if id not in run.work.unmoved)
    same = any(isinstance(step := run.work.records[id].step, Act) and step.skill == act.skill for id in moved)
    known = {parse_fact(f).name for f in run.seen.came_with_us}
    return (same and all(fact.name in known for fact in changes)) or _is_called_alike(run, act, changes)


def names_what_came(run: Run, act: Intended) -> bool:
    """Whether something came with the act that names an argument of it, or says what it makes in another spelling. Whatever a
    contract says, the act then did something."""
    telling = _telling({text for value in act.args.values() for text in _leaves(value)}) if act.args else set[str]()
    wanted = [lit for lit in run.expected(run.work.records[act.step].step) if not lit.negated and not lit.open]
    came = [parse_fact(text) for text in changed_since(run) & run.seen.belief.facts]
    return any(
        telling.intersection(fact.args)
        or any(_stands_in(text, arg) for text in telling for arg in fact.args)
        or any(_is_spelt_otherwise(lit, fact) for lit in wanted)
        for fact in came
    )


def _is_spelt_otherwise(wanted: Literal, fact: Literal) -> bool:
    """Whether a fact says the same as another in other letters: `./x` for `x`, `Color.RED` for `red`."""
    if wanted.name != fact.name or len(wanted.args) != len(fact.args):
        return False
    pairs = ((_bare(a), _bare(b)) for a, b in zip(wanted.args, fact.args, strict=True))
    return all(a == b or (min(len(a), len(b)) >= TELLING and (a in b or b in a)) for a, b in pairs)


def _bare(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def reaches_goal(run: Run, act: Intended) -> bool:
    """Whether a fact that the goal wants came with the act, and names an argument of it. A failure may leave traces that name one
    too; what was wanted is none of them."""
    telling = _telling({text for value in act.args.values() for text in _leaves(value)})
    came = [parse_fact(f) for f in changed_since(run) & run.seen.belief.facts]
    wanted = [lit for lit in run.known.goal if not lit.negated]
    return any(w.name == fact.name and matches(w, fact.args) and telling.intersection(fact.args) for fact in came for w in wanted)


def _telling(named: set[str]) -> set[str]:
    """The values that tell one act from another: a single sign, or yes or no, stands in many facts by chance, as counts do. It
    tells only where an act is given nothing else."""
    return {text for text in named if len(text) > 1 and text not in _TRUTHS} or named


def _is_called_alike(run: Run, act: Intended, changes: Sequence[Literal]) -> bool:
    """Whether a value changed that bears a word of the skill's name (`engine_state` after `startEngine`), and no look knows what
    the act is given: one that does would show the change there. `signed_in` after `sign_in` needs no more."""
    now, then = run.seen.belief.facts, run.acting.believed.facts
    if len({fact.name for fact in changes}) == 1 and all(_TRUTHS.issuperset(fact.args) for fact in changes):
        return _are_alike(act.skill, changes[0].name)  # a plain statement could name no argument of any act
    came, went = ({(fact.name, fact.args[:-1]) for fact in changes if (fact.fact in now) is new} for new in (True, False))
    changed = [_last_name(fact) for fact in changes if (fact.name, fact.args[:-1]) in came & went]
    if not any(_are_alike(act.skill, name) for name in changed):
        return False
    if _is_the_only_statement(changes, now | then):
        return True
    given = {text for value in act.args.values() for text in _leaves(value, without=(float, bool))}
    return not any(text == arg or _is_word_in(text, arg) for text in given for f in now | then for arg in parse_fact(f).args)


def _is_the_only_statement(changes: Sequence[Literal], known: frozenset[str] | set[str]) -> bool:
    """Whether one statement came true or false, and no other thing has one of this name: it can speak of nothing else."""
    if len({(fact.name, fact.args[:-1]) for fact in changes}) > 1 or any(
        fact.args[-1].lower() not in _TRUTHS for fact in changes
    ):
        return False
    name = _last_name(changes[0])
    alike = {(fact.name, fact.args[:-1]) for fact in map(parse_fact, known) if fact.args and _last_name(fact) == name}
    return len(alike) == 1


def _are_alike(skill: str, name: str) -> bool:
    return any(a.startswith(b) or b.startswith(a) for a in _words_of(skill) for b in _words_of(name))


def _last_name(fact: Literal) -> str:
    """What stands right before the value of a fact: `level` in `at(tank.level, 3)`, `nut` in `stock(nut, 3)`, else its kind."""
    before = fact.args[-2] if len(fact.args) > 1 else fact.name
    return re.split(r"[^\w-]", before)[-1]


def _words_of(name: str) -> set[str]:
    """The words that a name is made of, without what they end in: `lock` begins `locked`, `entri` begins `entries`."""
    stems = (re.sub(r"(?:e?s|e|y)$", "", word.lower()) for word in _WORD.findall(name))
    return {stem for stem in stems if len(stem) > TELLING}


def _leaves(value: Json, without: tuple[type, ...] = ()) -> list[str]:
    """Every value in an argument, as it stands in facts; `without` those of some types."""
    found: list[str] = []
    transform(value, lambda leaf: None if isinstance(leaf, without) else found.append(as_text(leaf)))
    return [*found, *(as_written(n) for text in found if (n := number(text)) is not None)]


def _stands_in(text: str, longer: str) -> bool:
    """Whether a value stands in a longer one as a word of its own: `docs` in `/home/docs`, `12446` in `orders.12446.status`."""
    return len(text) >= TELLING and _is_word_in(text, longer)


def _is_word_in(text: str, longer: str) -> bool:
    return bool(text) and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", longer) is not None


def late_before(run: Run, act: Intended, silent: bool = False) -> tuple[str, ...]:
    """The earlier acts of ours that were called done, showed nothing so far, and may have changed the look by now, as effects may
    come late; () where nothing changed, or where something in it speaks of this act alone. Of one that gave no answer, which was
    more likely at work, only where something in it speaks of those alone."""
    changes = [parse_fact(text) for text in changed_since(run)]
    late = tuple(id for id in run.work.deeds if id in run.work.unmoved and run.changes(id) and id != act.step)
    if not changes or not late:
        return ()
    others = _given_to(run, late)
    own = {text for value in act.args.values() for text in _leaves(value)}
    if silent and (not _speaks_of(changes, others - own) or _speaks_more_of(run, act, changes, late)):
        return ()
    expected = run.expected(run.work.records[act.step].step)
    return () if _speaks_of(changes, own - others) or any(lit.fact in changed_since(run) for lit in expected) else late


def _given_to(run: Run, ids: Iterable[str]) -> set[str]:
    """All that these acts were called with, as it stands in facts."""
    steps = (run.work.records[id].step for id in ids)
    return {text for step in steps if isinstance(step, Act) for value in step.args.values() for text in _leaves(value)}


def _speaks_more_of(run: Run, act: Intended, changes: Sequence[Literal], others: Sequence[str]) -> bool:
    """Whether the facts that changed name what the act was given, and more of them are called after its skill than after any of
    the others'."""
    skills = [step.skill for id in others if isinstance(step := run.work.records[id].step, Act)]
    most = max(_called_after(skill, changes) for skill in skills) if skills else 0
    own = {text for value in act.args.values() for text in _leaves(value)}
    return _speaks_of(changes, own) and _called_after(act.skill, changes) > most


def _called_after(skill: str, changes: Sequence[Literal]) -> int:
    """How many facts bear a word of a skill's name, in their kind or in what they say before their value."""
    return sum(any(_are_alike(skill, name) for name in (fact.name, *fact.args[:-1])) for fact in changes)


def _speaks_of(changes: Sequence[Literal], telling: set[str]) -> bool:
    """Whether a fact names one of these values."""
    return any(text == arg or _stands_in(text, arg) for text in telling for fact in changes for arg in fact.args)


def speaks_of_one(run: Run, step_id: str, changes: Sequence[Literal]) -> bool:
    """Whether what changed names something that an act was called with."""
    return _speaks_of(changes, _telling(_given_to(run, (step_id,))))


def is_hearsay(run: Run, act: Intended) -> bool:
    """Whether only answers of tools changed that nobody called a look, in a way that says nothing of this act: they name none of
    its arguments, and no act of its skill was ever seen to change them."""
    changes = changed_since(run)
    if not all(f.startswith(ANSWER) for f in changes):
        return False
    named = [text for value in act.args.values() if len(text := as_text(value)) > 1]
    seen = (id for id in run.work.deeds if isinstance(step := run.work.records[id].step, Act) and step.skill == act.skill)
    return not any(text in f for text in named for f in changes) and all(id in run.work.unmoved for id in seen)
