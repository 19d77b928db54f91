"""What can be done on a page, declared: enough for a planner that has no model.

What a click leads to is seen, not declared; only that it must be possible is. Hindrances are: what lies over a thing must go
before the thing can be reached, and `dismiss` makes it go.
"""

from __future__ import annotations

from ...core.model import Delivery, FactKind, Parameter, Skill

VOCABULARY: tuple[FactKind, ...] = (
    FactKind("page", "page(url): the page that is open, by its whole address or from its path on: page(/orders)", fleeting=True),
    FactKind("title", "title(text): the page's title", fleeting=True),
    FactKind("row", "row(cell, cell, …): a row of a table", fleeting=True),
    FactKind("visible", "visible(target): it is on the page"),
    FactKind("enabled", "enabled(target): it can be used"),
    FactKind("checked", "checked(target): a box is ticked, a radio button, tab or option is chosen", fleeting=True),
    FactKind("value", "value(field, text): what stands in a field or is chosen in a list", fleeting=True),
    FactKind("expanded", "expanded(target): what it opens is open", fleeting=True),
    FactKind("invalid", "invalid(field): the page complains about what stands in it", fleeting=True),
    FactKind("focused", "focused(target): the keyboard goes there", volatile=True),
    FactKind("field", "field(target): it holds a value"),
    FactKind("offers", "offers(field, option): a list's choices"),
    FactKind("leads", "leads(link, url): where a link goes"),
    FactKind("text", "text(line): a line of text on the page", fleeting=True),
    FactKind("listed", "listed(path, line): a line of text on the page at that path, told while it is open"),
    FactKind("paragraph", "paragraph(number, line): the paragraphs of a text, in their order on the page", fleeting=True),
    FactKind("scrolls", "scrolls(what): the page, or a box in it, has a list that goes on further down", volatile=True),
    FactKind("dialog", "dialog(title): an open dialog or the browser's own box", fleeting=True),
    FactKind("cover", "cover(name): something lies over other parts of the page"),
    FactKind("hides", "hides(cover, target): the target cannot be reached for it"),
    FactKind("tab", "tab(title): an open tab of the browser"),
    FactKind("downloaded", "downloaded(file): a file that came"),
    FactKind("within", "within(target, part): the form, search, dialog, navigation or row that it lies in"),
    FactKind("headed", "headed(line): the one heading of the page that is above all others"),
    FactKind("among", "among(target, text): it is one of several called the same, and this text stands with it"),
    FactKind("foreign", "foreign(target, origin): it lies in a frame of another origin than the page"),
    FactKind("called", "called(field, name): what a field is called beside its label"),
    FactKind("reopened", "reopened(times): how often the browser had ended and was opened again", fleeting=True),
    FactKind("sent", "sent(target, times): how often using it has sent something to a server", fleeting=True),
    FactKind("target", "target(id): it can be acted on"),
)

REACHED = "visible({target}) and not hides(*, {target})"
USABLE = f"{REACHED} and enabled({{target}})"

SKILLS: tuple[Skill, ...] = (
    Skill(
        "go",
        "Open an address.",
        (Parameter("url", "str"),),
        makes="page({url})",
        senses="listed({url}, *)",
        undo="back",
        risk="harmless",
        repeatable=True,
        cost=3.0,
        timeout=60.0,
    ),
    Skill(
        "click",
        "Click on a thing; in a drawing also so many pixels from the middle of what is drawn.",
        (Parameter("right", "int", required=False), Parameter("down", "int", required=False)),
        needs=USABLE,
        timeout=45.0,
        delivery=Delivery(settles=12.0),
    ),
    Skill("double_click", "Click twice on a thing, as to open it.", needs=USABLE, timeout=45.0, delivery=Delivery(settles=12.0)),
    Skill(
        "fill",
        "Put a text into a field, in place of what stands there.",
        (Parameter("text", "str"),),
        needs=USABLE,
        makes="value({target}, {text})",
        breaks="value({target}, *)",
        undo="put_back",
        repeatable=True,
    ),
    Skill(
        "select",
        "Choose an option of a list.",
        (Parameter("option", "str | list", doc="what is written on it; several for a list that takes several, in order"),),
        needs=USABLE,
        makes="value({target}, {option})",
        breaks="value({target}, *)",
        undo="put_back",
        repeatable=True,
    ),
    Skill(
        "check", "Tick a box or choose a radio button.", needs=USABLE, makes="checked({target})", undo="uncheck", repeatable=True
    ),
    Skill(
        "uncheck",
        "Untick a box.",
        needs=USABLE,
        breaks="checked({target})",
        makes="not checked({target})",
        undo="check",
        repeatable=True,
    ),
    Skill(
        "put_back",
        "Put back what stood in a field before the last `fill` or `select`.",
        (Parameter("text", "str", required=False), Parameter("option", "str", required=False)),
        needs=USABLE,
        repeatable=True,
    ),
    Skill(
        "press",
        "Press a key or keys such as Enter or Control+A, on a thing or where the keyboard goes.",
        (Parameter("keys", "str"), Parameter("times", "int", required=False)),
        delivery=Delivery(settles=12.0),
    ),
    Skill(
        "mark",
        "Mark a text, as a mouse does that is held down over it.",
        (Parameter("text", "str"),),
        risk="harmless",
        repeatable=True,
    ),
    Skill("hover", "Point at a thing.", needs=REACHED, risk="harmless", repeatable=True),
    Skill("upload", "Give a file to a file field.", (Parameter("file", "str"),), repeatable=True),
    Skill("download", "Click on what downloads a file, and keep the file.", needs=USABLE, makes="downloaded(*)", repeatable=True),
    Skill(
        "scroll",
        "Turn the wheel on a thing, or on the page.",
        (Parameter("down", "int", doc="so many notches; upwards if less than 0"),),
        risk="harmless",
    ),
    Skill("scroll_to", "Bring a thing into view.", needs="visible({target})", risk="harmless", repeatable=True),
    Skill(
        "wait_for",
        "Wait until a condition holds on the page; without one, so many seconds.",
        (Parameter("condition", "str", required=False), Parameter("seconds", "float", required=False)),
        risk="harmless",
        repeatable=True,
        timeout=120.0,
    ),
    Skill("back", "Go back to the page before.", (Parameter("url", "str", required=False),), risk="harmless"),
    Skill(
        "switch_tab",
        "Go to another tab of the browser.",
        (Parameter("title", "str"),),
        needs="tab({title})",
        risk="harmless",
        repeatable=True,
    ),
    Skill(
        "drag",
        "Drag a thing onto another, or by a distance in pixels.",
        (
            Parameter("onto", "str", required=False),
            Parameter("right", "int", required=False),
            Parameter("down", "int", required=False),
        ),
        needs=USABLE,
    ),
    Skill(
        "dismiss",
        "Make go what lies over the page: close it, say no to it, or agree to it, whichever it offers first.",
        (Parameter("cover", "str"),),
        needs="cover({cover})",
        makes="not cover({cover})",
        breaks="hides({cover}, *)",
        repeatable=True,
    ),
)
TARGETED = frozenset(
    {
        "click",
        "double_click",
        "fill",
        "select",
        "check",
        "uncheck",
        "put_back",
        "hover",
        "upload",
        "download",
        "scroll_to",
        "drag",
    }
)
"""Skills that need a target."""
