"""Tests of the benchmarks; their modules are imported as they are run, from their own folder."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))
