"""Judges: who says whether the goal is met, where no condition can tell."""
