"""The figures: harm on quiet days, effects too many, sentences, and the default beside the best of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt

from .drawing import TROUBLES
from .play import LOOP, Played

DEFAULT = "validity"
Test = Callable[[Played], bool]


def share(found: Sequence[Played], test: Test) -> str:
    """`3.1 % [2.0, 4.7] (12/388)`: the share with its Wilson interval."""
    n, k = len(found), sum(map(test, found))
    if not n:
        return "-"
    p, z = k / n, 1.96
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return f"{100 * p:.1f} % [{100 * max(0.0, middle - half):.1f}, {100 * min(1.0, middle + half):.1f}] ({k}/{n})"


def paired(ours: Sequence[Played], theirs: Sequence[Played]) -> tuple[float, float]:
    """The difference of `well` in points, and its lower 95 % bound."""
    gaps = [a.well - b.well for a, b in zip(ours, theirs, strict=True)]
    n = len(gaps)
    mean = sum(gaps) / n
    spread = sum((g - mean) ** 2 for g in gaps) / max(1, n - 1)
    return 100 * mean, 100 * (mean - 1.96 * sqrt(spread / n))


def write(played: Sequence[Played], ways: Sequence[str], bad: int) -> str:
    """All tables."""
    by_way = {way: [p for p in played if p.way == way] for way in ways}
    ours = by_way.get(DEFAULT, [])
    lines: list[str] = []
    if ours:
        lines += _harm(ours) + _told(ours) + _asks(ours)
    if ours and len(ways) > 1:
        lines += _beside(by_way)
    lines += ["", *(f"errors {way}: {share(found, lambda p: bool(p.error))}" for way, found in by_way.items())]
    if bad:
        lines += _names(ours, by_way, bad)
    return "\n".join(lines) + "\n"


def _harm(ours: Sequence[Played]) -> list[str]:
    quiet = [p for p in ours if p.knobs["trouble"] == "none" and not p.knobs["wrong"]]
    given = [p for p in quiet if p.knobs["planner"] != "search"]
    listed = [p for p in given if p.knobs["planner"] == "list"]
    goal = [p for p in ours if p.knobs["goal"] != "none"]
    two = [p for p in goal if p.knobs["goal"] == "two" and p.complete and p.goal]
    search = [p for p in ours if p.knobs["planner"] == "search" and p.knobs["trouble"] == "none" and not p.knobs["wrong"]]
    bare = [p for p in ours if p.knobs["goal"] == "none" and p.complete]
    return [
        f"quiet, plan given: not completed {share(given, lambda p: not p.complete)}",
        f"  a person's list: not completed {share(listed, lambda p: not p.complete)}",
        f"  something doubled {share(given, lambda p: bool(p.doubled))}",
        f"  extra planner calls {share(given, lambda p: p.calls > 1 + p.planned)}",
        f"  acts begun other than planned {share(given, lambda p: p.acts != _expected(p))}",
        f"  not said to be done {share(given, lambda p: p.verdict == 'failed')}",
        f"effects too many, all runs {share(ours, lambda p: bool(p.doubled))}, {sum(p.doubled for p in ours)} effects, "
        f"untold {sum(bool(p.doubled) and not p.told for p in ours)}",
        f"false success {share(goal, lambda p: p.verdict == 'success' and not p.goal)}",
        f"success said without a goal, plan not complete {share([p for p in ours if p.knobs['goal'] == 'none'], _unfounded)}",
        f"done unproven, plan not complete {share(ours, lambda p: p.verdict == 'done_unproven' and not p.complete)}",
        f"two views, done right, called not reached {share(two, lambda p: p.verdict == 'failed' and p.reason != 'waiting')}",
        f"no goal, done right, called failed {share(bare, lambda p: p.verdict == 'failed')}",
        f"search: impossible {share(search, lambda p: p.reason == 'impossible')}",
        f"  not reached {share(search, lambda p: not p.goal)}",
    ]


def _unfounded(p: Played) -> bool:
    return p.verdict == "success" and not p.complete


def _expected(p: Played) -> int:
    """Acts that a quiet day takes; where a part was done beforehand it may be one less."""
    return p.acts if p.knobs["premade"] else p.knobs.get("deeds", p.acts)


def _told(ours: Sequence[Played]) -> list[str]:
    kinds: dict[str, int] = {}
    for p in ours:
        for text in p.untrue:
            kinds[text.split(":")[0].split(" ")[0]] = kinds.get(text.split(":")[0].split(" ")[0], 0) + 1
    return [
        f"runs with an untrue sentence {share(ours, lambda p: bool(p.untrue))}; {sum(p.sentences for p in ours)} checked; {kinds}"
    ]


def _asks(ours: Sequence[Played]) -> list[str]:
    asked = [p for p in ours if p.reason == "waiting"]
    return [
        f"runs that ask {share(ours, lambda p: p.reason == 'waiting')}",
        f"  of them about an act that no look anywhere shows {share(asked, lambda p: p.traceless)}",
    ]


def _beside(by_way: dict[str, list[Played]]) -> list[str]:
    rows = [
        "",
        "| cell | worlds | " + " | ".join(by_way) + " | difference to the best, lower bound |",
        "|---" * (len(by_way) + 3) + "|",
    ]
    right: Test = lambda p: not p.knobs["wrong"]  # noqa: E731
    cells: list[tuple[str, Test]] = [(t, lambda p, t=t: right(p) and p.knobs["trouble"] == t) for t in TROUBLES]
    cells += [("wrong, quiet", lambda p: bool(p.knobs["wrong"]) and p.knobs["trouble"] == "none")]
    cells += [("wrong, disturbed", lambda p: bool(p.knobs["wrong"]) and p.knobs["trouble"] != "none")]
    for knob in ("planner", "goal", "coverage", "needs", "effects", "complete", "wrong", "again", "premade"):
        values = sorted({str(p.knobs[knob]) for p in by_way[DEFAULT]})
        cells += [(f"{knob} {v or 'no'}", lambda p, k=knob, v=v: str(p.knobs[k]) == v) for v in values]
    for name, test in cells:
        rows.append(_row(name, test, by_way))
    rows.append(_row("all", lambda p: True, by_way))
    return [r for r in rows if r]


def _row(name: str, test: Test, by_way: dict[str, list[Played]]) -> str:
    chosen = {way: [p for p in found if test(p)] for way, found in by_way.items()}
    n = len(chosen[DEFAULT])
    if not n:
        return ""
    figures = {way: 100 * sum(p.well for p in found) / n for way, found in chosen.items()}
    best = max((w for w in figures if w != DEFAULT), key=lambda w: figures[w], default=DEFAULT)
    gap, low = paired(chosen[DEFAULT], chosen[best])
    mark = " **" if low <= -2 else ""
    return f"| {name} | {n} | " + " | ".join(f"{f:.1f}" for f in figures.values()) + f" | {best} {gap:+.1f} [{low:+.1f}]{mark} |"


def _names(ours: Sequence[Played], by_way: dict[str, list[Played]], most: int) -> list[str]:
    """Seeds to look at."""
    loop = by_way.get(LOOP, [])
    worse = [a for a, b in zip(ours, loop, strict=False) if b.well and not a.well]
    kinds: dict[str, Iterable[Played]] = {
        "doubled": (p for p in ours if p.doubled),
        "untrue": (p for p in ours if p.untrue),
        "false success": (p for p in ours if p.verdict == "success" and not p.goal),
        "two views": (p for p in ours if p.knobs["goal"] == "two" and p.complete and p.goal and p.verdict == "failed"),
        "quiet, more calls": (p for p in ours if p.knobs["trouble"] == "none" and p.calls > 1 + p.planned),
        "errors": (p for p in ours if p.error),
    }
    for trouble in TROUBLES:
        kinds[f"worse than the loop, {trouble}"] = [p for p in worse if p.knobs["trouble"] == trouble]
    lines = [""]
    for kind, found in kinds.items():
        for p in list(found)[:most]:
            k = p.knobs
            lines.append(
                f"{kind}: seed {p.seed} {k['trouble']} {k['planner']} wrong={k['wrong']!r} {p.verdict} {p.reason} "
                f"{p.asked[:60]} {p.untrue[:2]} {p.error}"
            )
    return lines
