"""MuJoCo, loaded once and told to draw without a screen where there is none."""

# pyright: reportMissingTypeStubs=false, reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import os
from ctypes.util import find_library
from typing import Any

from ...core.errors import TaskError

if not os.environ.get("DISPLAY"):
    # Where nothing can draw, physics must work all the same.
    os.environ.setdefault("MUJOCO_GL", "egl" if find_library("EGL") and find_library("GL") else "disable")

try:
    import mujoco as _mujoco
except ImportError as error:
    raise TaskError(f"the robot world needs mujoco: pip install 'midcourse[robot]' ({error})") from None

mujoco: Any = _mujoco
"""The library itself; it has no types of its own."""
DRAWS = os.environ.get("MUJOCO_GL") != "disable"
"""Whether pictures can be made here."""
Model = Any
Data = Any
Spec = Any
