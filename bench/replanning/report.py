"""The tables as markdown and as plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from .episode import Outcome
from .figures import Figure, mean, ratio, share
from .policies import DOUBTING, OURS, POLICIES

ANY = "any change (FF-Replan)"
EVERY = "every step"
Tables = dict[str, list[Outcome]]


def write(tables: Tables, out: Path, quick: bool) -> str:
    """The report, written to the folder and given back."""
    sections: tuple[tuple[str, str, Callable[[], str]], ...] = (
        ("base irrelevant missing wrong", "The bars", lambda: _bars(tables)),
        ("base", "All policies", lambda: f"In every step: {tables['base'][0].trouble}. " + _policies(tables["base"])),
        ("classes", "By class of trouble: success, planner calls", lambda: _classes(tables["classes"])),
        ("irrelevant", "Irrelevant change: planner calls", lambda: _irrelevant(tables["irrelevant"])),
        ("missing wrong", "Contracts that are not as the world is", lambda: _contracts(tables)),
        ("chances", "Acts with chances", lambda: _policies(tables["chances"])),
        ("triangle", "Triangle tireworld: success with the dead-end check and without", lambda: _triangle(tables["triangle"])),
        ("classes", "Tasks that cannot be done", lambda: _hopeless(tables["classes"])),
    )
    parts = ["# When to replan\n"]
    parts += ["A small part of each table (`--quick`): the figures mean little.\n"] if quick else []
    parts += [f"## {title}\n\n{body()}" for needs, title, body in sections if all(name in tables for name in needs.split())]
    text = "\n".join(parts)
    (out / "triggers.md").write_text(text, encoding="utf-8")
    try:
        if "base" in tables and "irrelevant" in tables:
            _plot(tables, out)
    except ImportError:
        text += "\n(no plots: pip install matplotlib)\n"
    return text


def of(outcomes: Iterable[Outcome], policy: str, trouble: str = "") -> list[Outcome]:
    """The outcomes of one policy, in one kind of trouble or in all."""
    return [o for o in outcomes if o.policy == policy and trouble in ("", o.trouble)]


def _names(outcomes: Sequence[Outcome]) -> list[str]:
    there = {o.policy for o in outcomes}
    return [p.name for p in POLICIES if p.name in there]


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


COLUMNS: tuple[tuple[str, Callable[[Outcome], float]], ...] = (
    ("success", lambda o: float(o.success)),
    ("planner calls", lambda o: o.calls),
    ("steps / first plan", lambda o: o.steps / o.first),
    ("churn", lambda o: o.churn),
    ("failed acts", lambda o: o.failed),
    ("late acts", lambda o: o.late),
    ("false success", lambda o: float(o.false_success)),
    ("harmful repeats", lambda o: o.repeats),
    ("states", lambda o: o.states),
)


def _policies(outcomes: Sequence[Outcome]) -> str:
    def row(name: str) -> list[object]:
        mine = of(outcomes, name)
        wasted = share(mine, lambda o: o.unnecessary, lambda o: max(0, o.calls - 1))
        speed = sum(o.ms for o in mine) / len(mine)
        return [name, *(mean(mine, value) for _, value in COLUMNS), f"{wasted.value:.1%}", f"{speed:.0f}"]

    count = len(of(outcomes, _names(outcomes)[0]))
    head = ["policy", *(name for name, _ in COLUMNS), "unnecessary replans", "ms a run"]
    return f"{count} episodes of each policy; means with 95 % intervals, clustered by problem.\n\n" + _table(
        head, [row(name) for name in _names(outcomes)]
    )


def _classes(outcomes: Sequence[Outcome]) -> str:
    troubles = list(dict.fromkeys(o.trouble for o in outcomes))

    def cell(name: str, trouble: str) -> str:
        mine = of(outcomes, name, trouble)
        return f"{sum(o.success for o in mine) / len(mine):.0%}, {sum(o.calls for o in mine) / len(mine):.2f}"

    rows = [[name, *(cell(name, t) for t in troubles)] for name in _names(outcomes)]
    return _table(["policy", *troubles], rows)


def _irrelevant(outcomes: Sequence[Outcome]) -> str:
    levels = list(dict.fromkeys(o.trouble for o in outcomes))
    rows = [[name, *(mean(of(outcomes, name, t), lambda o: o.calls) for t in levels)] for name in _names(outcomes)]
    return _table(["policy", *(f"in {t} of steps" for t in levels)], rows)


def _contracts(tables: Tables) -> str:
    rows: list[list[object]] = []
    for kind, told in (("missing", "20 % of needs and makes missing"), ("wrong", "10 % of needs and makes wrong")):
        for name in _names(tables[kind]):
            mine = of(tables[kind], name)
            figures = (mean(mine, value) for value in (lambda o: float(o.success), lambda o: o.calls, lambda o: o.failed))
            rows.append([told, name, *figures])
    return _table(["contracts", "policy", "success", "planner calls", "failed acts"], rows)


def _triangle(outcomes: Sequence[Outcome]) -> str:
    sizes = sorted({o.bed for o in outcomes})

    def rate(bed: str, how: str) -> str:
        mine = [o for o in outcomes if o.bed == bed and o.trouble == how]
        return f"{sum(o.success for o in mine)} of {len(mine)}"

    rows = [[bed, rate(bed, "with"), rate(bed, "without"), f"{0.5 ** (2 * int(bed.split('/')[1]) - 1):.1%}"] for bed in sizes]
    return _table(["problem", "with the check", "without", "replanning alone, expected"], rows)


def hopeless(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Our runs in which what was injected for good left no way."""
    return [o for o in of(outcomes, OURS) if o.cause and o.solvable is False and not o.success]


def names_cause(outcome: Outcome) -> bool:
    """Whether the certificate or the root cause names what was injected."""
    skill, _, args = outcome.cause.partition(" ")
    values = [v for _, v in eval(args)] if args else []
    return skill in outcome.certificate and all(str(v) in outcome.certificate for v in values)


def false_stops(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Our runs that gave up although a way was left."""
    gave_up = ("structural", "impossible", "at_a_loss", "stuck", "planner_failed", "denied")
    return [o for o in of(outcomes, OURS) if not o.success and o.solvable and o.reason in gave_up]


def _hopeless(outcomes: Sequence[Outcome]) -> str:
    rows: list[list[object]] = []
    for trouble in dict.fromkeys(o.trouble for o in outcomes if o.cause):
        lost = [o for o in hopeless(outcomes) if o.trouble == trouble]
        if lost:
            tries = [o.tries for o in lost]
            named = sum(names_cause(o) for o in lost) / len(lost)
            rows.append([trouble, len(lost), max(tries), f"{sum(tries) / len(tries):.2f}", f"{named:.1%}"])
    head = ["trouble", "runs that cannot be done", "most attempts at the failing step", "mean", "cause named"]
    everything, wrong = of(outcomes, OURS), false_stops(outcomes)
    return _table(head, rows) + f"\nFalse stops: {len(wrong)} of {len(everything)} runs ({len(wrong) / len(everything):.1%}).\n"


def _bars(tables: Tables) -> str:
    """What the benchmark is held against."""
    base, irrelevant = tables["base"], tables["irrelevant"]
    ours = of(base, OURS)
    rows: list[list[object]] = []

    def bar(what: str, figure: Figure | float, limit: str, met: bool) -> None:
        shown = figure if isinstance(figure, Figure) else f"{figure:.3f}"
        rows.append([what, shown, limit, "yes" if met else "NO"])

    others = [name for name in _names(base) if not name.startswith("validity") and name != "oracle"]
    best = max(sum(o.success for o in of(base, name)) / len(of(base, name)) for name in others)
    success = mean(ours, lambda o: float(o.success))
    bar("success, against the best baseline's", success, f">= {best:.3f}", success.value >= best)
    for what, name, value, limit in (
        ("planner calls / any change", ANY, lambda o: o.calls, 0.60),
        ("planner calls / every step", EVERY, lambda o: o.calls, 0.12),
        ("steps / every step", EVERY, lambda o: o.steps, 1.03),
        ("churn / any change", ANY, lambda o: o.churn, 0.60),
    ):
        found = ratio(ours, of(base, name), value)
        bar(what, found, f"<= {limit}", found.value <= limit)
    wasted = share(ours, lambda o: o.unnecessary, lambda o: max(0, o.calls - 1))
    bar("unnecessary replans", wasted, "<= 0.01", wasted.value <= 0.01)
    levels = list(dict.fromkeys(o.trouble for o in irrelevant))
    quiet, noisy = (mean(of(irrelevant, OURS, level), lambda o: o.calls).value for level in (levels[0], levels[-1]))
    bar("change of calls at 90 % irrelevant change", abs(noisy / quiet - 1), "< 0.02", abs(noisy / quiet - 1) < 0.02)
    for kind in ("missing", "wrong"):
        for name in (OURS, DOUBTING):
            found = ratio(of(tables[kind], name), of(tables[kind], ANY), lambda o: o.calls)
            bar(f"planner calls / any change, contracts {kind} ({name})", found, "< 1", found.value < 1)
    return _table(["what", "measured", "bar", "met"], rows)


def _plot(tables: Tables, out: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    names = [name for name in _names(tables["base"]) if name not in ("validity", "oracle")]  # they lie under ours
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(12, 4.5))
    for name in names:
        calls = mean(of(tables["base"], name), lambda o: o.calls)
        success = mean(of(tables["base"], name), lambda o: float(o.success))
        ours = name == OURS
        left.errorbar(
            calls.value,
            100 * success.value,
            xerr=[[calls.value - calls.low], [calls.high - calls.value]],
            yerr=[[100 * (success.value - success.low)], [100 * (success.high - success.value)]],
            fmt="s" if ours else "o",
            color="tab:green" if ours else "tab:gray",
            capsize=2,
        )
        above = (5, 5)
        left.annotate(
            name,
            (calls.value, 100 * success.value),
            textcoords="offset points",
            xytext=above if ours or name.startswith("retry") else (5, -12),
            fontsize=8,
        )
    left.set_xscale("log")
    left.margins(x=0.25, y=0.1)
    left.set_xlabel("planner calls a run")
    left.set_ylabel("success, %")
    left.set_title(tables["base"][0].trouble)
    levels = list(dict.fromkeys(o.trouble for o in tables["irrelevant"]))
    for name in _names(tables["irrelevant"]):
        values = [mean(of(tables["irrelevant"], name, level), lambda o: o.calls) for level in levels]
        percent = [int(level.split()[0]) for level in levels]
        right.plot(percent, [v.value for v in values], "o-", label=name, color="tab:green" if name == OURS else "tab:gray")
        right.fill_between(percent, [v.low for v in values], [v.high for v in values], alpha=0.15)
    right.set_ylim(bottom=0)
    right.set_xlabel("steps with an irrelevant change, %")
    right.set_ylabel("planner calls a run")
    right.legend()
    figure.tight_layout()
    for kind in ("svg", "png"):
        figure.savefig(out / f"triggers.{kind}", dpi=110)
    pyplot.close(figure)
