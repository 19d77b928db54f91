"""The decisions of local planning, drawn: as lines for a terminal, and as a picture."""

from __future__ import annotations

from collections import Counter
from html import escape

from ..core.language.printable import printable
from ..core.local.bearing import LOOKS, Probe
from ..core.local.tree import Branch, agreement, branches
from ..core.run.state import Run

COLOURS = {"retain": "#15803d", "explore": "#1d4ed8", "revert": "#b45309", "dismiss": "#64748b"}
ROW, LEVEL, LEFT, TOP, WIDE = 26, 26, 16, 40, 1000
LONGEST = 60


def decisions_of(run: Run) -> list[Probe]:
    """All decisions of a run to act, oldest first."""
    found = (plan.bearing.decision for plan in run.work.plans if plan.bearing is not None)
    return [decision for decision in found if decision is not None and decision.word != LOOKS]


def tree_of(run: Run) -> list[Branch]:
    """The tree of a run's decisions."""
    return branches(decisions_of(run), _found_it(run))


def _found_it(run: Run) -> bool:
    """Whether the last decision led to what was looked for: the run is a success, and nobody had to plan anew after it."""
    last = run.work.plans[-1] if run.work.plans else None
    decided = last is not None and last.bearing is not None and last.bearing.decision is not None
    return decided and run.ending is not None and run.ending.success


def figures_of(run: Run) -> dict[str, object] | None:
    """What local planning did, in figures; None where it was not at work."""
    decisions = decisions_of(run)
    if not decisions:
        return None
    ending = run.ending
    told = agreement(decisions, _found_it(run))
    came = Counter(d.came for d in decisions)
    return {
        "acts": len(decisions),
        **{word: sum(d.word == word for d in decisions) for word in COLOURS},
        "back_moves": {name: came[name] for name in ("restored", "partial", "diverged")},
        "closeness_right": None if told is None else round(told[0], 3),
        "closeness_pairs": 0 if told is None else told[1],
        "owed": list(ending.fates.owed) if ending is not None else [],
    }


def lines(tree: list[Branch]) -> list[str]:
    """The tree for a terminal."""
    return [_root(b) if b.is_root else f"{_rails(b)}{b.decision.name} {b.decision.word:<7} {_what(b)}" for b in tree]


def _rails(branch: Branch) -> str:
    *above, more = branch.rails
    return "".join("│  " if goes_on else "   " for goes_on in above) + ("├─ " if more else "└─ ")


def _root(branch: Branch) -> str:
    first = branch.decision
    start = ".".join(map(str, (*first.number[:-1], 0)))
    return f"{start} {first.title}{_near(first)}: {first.goal}"


def _what(branch: Branch) -> str:
    what = branch.decision.what[:LONGEST]
    if branch.reached:
        return f"{what} → reached"
    if branch.to is None:
        return what
    after = branch.to
    led = "" if after.place == branch.decision.place else f" → {after.title[:LONGEST]}{_near(after)}"
    came = f" [{after.came}]" if after.came not in ("", "led on") else ""
    return f"{what}{led}{came}"


def _near(decision: Probe) -> str:
    return "" if decision.near is None else f" ({decision.near:.1f})"


def picture(title: str, tree: list[Branch]) -> str:
    """The tree as SVG, with nothing but lines and text."""
    high = TOP + ROW * (len(tree) + 1)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{high}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDE}" height="{high}" fill="white"/>',
        f'<text x="{LEFT}" y="24" font-size="15" font-weight="bold">{_shown(title)}</text>',
    ]
    for row, branch in enumerate(tree):
        y = TOP + ROW * row
        if branch.is_root:
            out.append(f'<text x="{LEFT}" y="{y + 17}" font-weight="bold">{_shown(_root(branch))}</text>')
            continue
        out += _joints(branch, y)
        x = LEFT + LEVEL * len(branch.rails)
        decision = branch.decision
        out.append(f'<rect x="{x}" y="{y + 3}" width="64" height="20" rx="4" fill="{COLOURS.get(decision.word, "#64748b")}"/>')
        out.append(f'<text x="{x + 32}" y="{y + 17}" text-anchor="middle" fill="white">{_shown(decision.word)}</text>')
        weight = ' font-weight="bold"' if branch.reached else ""
        out.append(f'<text x="{x + 74}" y="{y + 17}"{weight}>{_shown(f"{decision.name} {_what(branch)}")}</text>')
    return "\n".join([*out, "</svg>", ""])


def _shown(text: str) -> str:
    """A text of a page or a planner, as text of a picture and nothing else."""
    return escape(printable(text))


def _joints(branch: Branch, y: int) -> list[str]:
    """The lines from what it hangs below."""
    *above, more = branch.rails
    style = 'stroke="#94a3b8"'
    out: list[str] = []
    for level, goes_on in enumerate(above):
        x = LEFT + LEVEL * level + 10
        if goes_on:
            out.append(f'<line x1="{x}" y1="{y}" x2="{x}" y2="{y + ROW}" {style}/>')
    x = LEFT + LEVEL * len(above) + 10
    out.append(f'<line x1="{x}" y1="{y}" x2="{x}" y2="{y + (ROW if more else ROW // 2)}" {style}/>')
    out.append(f'<line x1="{x}" y1="{y + ROW // 2}" x2="{x + 16}" y2="{y + ROW // 2}" {style}/>')
    return out
