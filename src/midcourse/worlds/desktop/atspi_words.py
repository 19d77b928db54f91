"""The words of AT-SPI, by number: roles and states, as its specification counts them."""

from __future__ import annotations

from functools import lru_cache

_ROLES = (
    "invalid|accelerator label|alert|animation|arrow|calendar|canvas|check box|check menu item|color chooser|"
    "column header|combo box|date editor|desktop icon|desktop frame|dial|dialog|directory pane|drawing area|file chooser|"
    "filler|focus traversable|font chooser|frame|glass pane|html container|icon|image|internal frame|label|layered pane|"
    "list|list item|menu|menu bar|menu item|option pane|page tab|page tab list|panel|password text|popup menu|"
    "progress bar|push button|radio button|radio menu item|root pane|row header|scroll bar|scroll pane|separator|slider|"
    "spin button|split pane|status bar|table|table cell|table column header|table row header|tearoff menu item|terminal|"
    "text|toggle button|tool bar|tool tip|tree|tree table|unknown|viewport|window|extended|header|footer|paragraph|ruler|"
    "application|autocomplete|editbar|embedded|entry|chart|caption|document frame|heading|page|section|redundant object|"
    "form|link|input method window|table row|tree item|document spreadsheet|document presentation|document text|"
    "document web|document email|comment|list box|grouping|image map|notification|info bar|level bar|title bar|"
    "block quote|audio|video|definition|article|landmark|log|marquee|math|rating|timer|static|math fraction|math root|"
    "subscript|superscript|description list|description term|description value|footnote|content deletion|"
    "content insertion|mark|suggestion|push button menu|switch"
)
_STATES = (
    "invalid|active|armed|busy|checked|collapsed|defunct|editable|enabled|expandable|expanded|focusable|focused|"
    "has tooltip|horizontal|iconified|modal|multi line|multiselectable|opaque|pressed|resizable|selectable|selected|"
    "sensitive|showing|single line|stale|transient|vertical|visible|manages descendants|indeterminate|required|truncated|"
    "animated|invalid entry|supports autocompletion|selectable text|is default|visited|checkable|has popup|read only"
)
ROLES, STATES = _ROLES.split("|"), _STATES.split("|")


def role_name(number: int) -> str:
    """The role with this number."""
    return ROLES[number] if 0 <= number < len(ROLES) else "unknown"


def state_names(words: tuple[int, ...] | list[int]) -> frozenset[str]:
    """The states whose bits are set."""
    return _states(tuple(words))


@lru_cache(maxsize=4096)
def _states(words: tuple[int, ...]) -> frozenset[str]:
    bits = sum(word << (32 * i) for i, word in enumerate(words))
    return frozenset(name for i, name in enumerate(STATES) if bits >> i & 1)
