"""Web pages in a real browser: what can be acted on, by role and name; what is so, by what the browser shows.

Here: reading pages, naming things so that their ids stay, skills, settling, the allow-list of origins. Not here: planning.
"""

from .options import BrowserOptions
from .world import WebWorld

__all__ = ["BrowserOptions", "WebWorld"]
