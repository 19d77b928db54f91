"""One world in words: its plan, what is declared and seen, the journal, the truth."""

from __future__ import annotations

from midcourse.core.plans.plan import title
from midcourse.interfaces.render import sentence

from . import play as playing
from .drawing import Drawn


def show(drawn: Drawn, way: str) -> str:
    """The story of one run."""
    lines = [f"{drawn.knobs}", f"start {sorted(drawn.start)}  goal {drawn.goal}  struck d{drawn.struck} ({drawn.chance})"]
    for step, deed in zip(drawn.steps, drawn.deeds, strict=True):
        lines.append(f"  {step.id} {title(step)}: needs {deed.needs} makes {deed.makes} breaks {deed.breaks}")
    for s in drawn.skills:
        flags = " ".join(f for f in (s.complete and "complete", s.repeatable and "repeatable", s.risk) if f)
        lines.append(f"  skill {s.name}: needs {s.needs!r} makes {s.makes!r} breaks {s.breaks!r} {flags}")
    lines.append(f"views {drawn.view_of} hidden {sorted(drawn.hidden)}")
    told: list[str] = []
    kept = playing.untrue

    def listen(entries, world):  # type: ignore[no-untyped-def]
        told.extend(f"{e.entry.at - 1e6:8.2f} [{e.entry.rule}] {sentence(e.entry, e.run)}" for e in entries)
        return kept(entries, world)

    playing.untrue = listen
    try:
        played = playing.play(drawn, way)
    finally:
        playing.untrue = kept
    return "\n".join([*lines, *told, repr(played), f"well {played.well}", ""])
