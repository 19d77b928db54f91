"""Desktops: real programs in their windows, by what they tell about themselves.

Here: the driver's protocol and its X11 form, private displays, naming things, facts, skills. Not here: planning.
"""

from .world import DesktopWorld

__all__ = ["DesktopWorld"]
