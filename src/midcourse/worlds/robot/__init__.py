"""An arm at a table, in physics: `RobotWorld`, scenes from YAML, three ways of seeing, and things that go wrong."""

from __future__ import annotations

from .perception import NoisySight, SteadySight, TrueSight
from .scene import Bin, Scene, Thing, read_scene
from .world import RobotWorld

__all__ = ["Bin", "NoisySight", "RobotWorld", "Scene", "SteadySight", "Thing", "TrueSight", "read_scene"]
