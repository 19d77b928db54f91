"""Language models by name."""

from __future__ import annotations

from pathlib import Path

from ..core.protocols import Model

REPLAY = "replay:"


def open_model(names: str, record: Path | None = None) -> Model:
    """A language model: `provider:name`, and after commas others for when it cannot be reached; `replay:FILE` for kept answers.

    A model that has no published price may be given one: `provider:name price=IN/OUT`.
    `record` is a file that every exchange is appended to.
    """
    # Loaded here: most runs ask no model.
    from ..models.door import open_door
    from ..models.fallback import Fallback
    from ..models.recorded import Recorder, Replayer

    words = [name.strip() for name in names.split(",")]
    doors = [Replayer(Path(w.removeprefix(REPLAY))) if w.startswith(REPLAY) else open_door(w) for w in words]
    model = doors[0] if len(doors) == 1 else Fallback(*doors)
    return Recorder(model, record) if record is not None else model
