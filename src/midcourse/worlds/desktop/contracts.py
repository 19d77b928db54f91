"""What can be done on a desktop, declared: enough for a planner that has no model.

An act on a target is visual: the pointer goes there, it is seen to have arrived, then it acts. An act without one is a command to
the keyboard or to the desktop. What a click leads to is seen, not declared.
"""

from __future__ import annotations

from ...core.model import Delivery, FactKind, Parameter, Skill

VOCABULARY: tuple[FactKind, ...] = (
    FactKind("window", "window(title): an open window"),
    FactKind("active", "active(title): the window that the keyboard goes to", volatile=True),
    FactKind("runs", "runs(program): a program has a window"),
    FactKind("ended", "ended(program): the program that the desktop began with has no window"),
    FactKind("visible", "visible(target): it is on the screen"),
    FactKind("enabled", "enabled(target): it can be used"),
    FactKind("checked", "checked(target): a box is ticked, a tab or a menu's entry is chosen"),
    FactKind("value", "value(field, text): what stands in a field or is chosen in a list"),
    FactKind("expanded", "expanded(target): what it opens is open"),
    FactKind("focused", "focused(target): the keyboard goes there", volatile=True),
    FactKind("field", "field(target): it holds a value"),
    FactKind("called", "called(target, name): what it says when it is pointed at, or while it is empty"),
    FactKind("offers", "offers(target, option): what is in a menu or a list; a menu in a menu as `Convert > To Uppercase`"),
    FactKind("text", "text(line): a line of text on the screen"),
    FactKind("dialog", "dialog(title): an open dialog"),
    FactKind("asks", "asks(target, question): pressing it answers this question, and cannot be undone"),
    FactKind("cover", "cover(name): a dialog or a notice lies over other things"),
    FactKind("hides", "hides(cover, target): the target cannot be reached for it"),
    FactKind("file", "file(path): a file in a watched folder"),
    FactKind("line", "line(path, text): a line of a text file in a watched folder"),
    FactKind("target", "target(id): it can be acted on"),
)

REACHED = "visible({target}) and not hides(*, {target})"
USABLE = f"{REACHED} and enabled({{target}})"
SLOW = Delivery(settles=4.0)
KEYS = Parameter("keys", "str", doc="such as Return, Escape, Ctrl+S")

SKILLS: tuple[Skill, ...] = (
    Skill(
        "launch",
        "Start a program, and wait for its window.",
        (Parameter("program", "str"),),
        makes="runs({program})",
        timeout=90.0,
        delivery=Delivery(settles=20.0),
    ),
    Skill("click", "Click on a thing.", needs=USABLE, timeout=45.0, delivery=SLOW),
    Skill("double_click", "Click twice on a thing, as to open it.", needs=USABLE, timeout=45.0, delivery=SLOW),
    Skill(
        "confirm",
        "Click on what overwrites, deletes or throws something away: a target with the state `final`.",
        (Parameter("question", "str", doc="what is asked there, as `asks(target, question)` tells it"),),
        needs=f"{USABLE} and asks({{target}}, {{question}})",
        risk="irreversible",
        timeout=45.0,
        delivery=SLOW,
    ),
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
        "type_text",
        "Type a text where the keyboard goes: into a field that has it, or first into this one.",
        (Parameter("text", "str"),),
        undo="put_back",
    ),
    Skill(
        "put_back",
        "Put back what stood in a field before the last `fill` or `type_text`.",
        (Parameter("text", "str", required=False),),
        repeatable=True,
    ),
    Skill(
        "press",
        "Press keys, on a thing or where the keyboard goes.",
        (KEYS, Parameter("times", "int", required=False)),
        delivery=SLOW,
    ),
    Skill("hotkey", "Press a shortcut of the program whose window is in front.", (KEYS,), delivery=SLOW),
    Skill(
        "run_in_terminal",
        "Type a line into the terminal whose window is in front, and press Enter. No other keys reach a terminal.",
        (Parameter("command", "str"), Parameter("title", "str", doc="the title of the window")),
        needs="active({title})",
        risk="irreversible",
        delivery=SLOW,
    ),
    Skill(
        "select",
        "Choose in a menu or a list.",
        (Parameter("option", "str", doc="what is written on it; in a menu in a menu `Convert > To Uppercase`"),),
        needs=USABLE,
        delivery=SLOW,
    ),
    Skill(
        "select_menu",
        "Choose in the menus of the window in front.",
        (Parameter("path", "str", doc="such as `File > Save As`"),),
        delivery=SLOW,
    ),
    Skill("check", "Tick a box.", needs=USABLE, makes="checked({target})", undo="uncheck", repeatable=True),
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
        "focus_window",
        "Bring a window to the front.",
        (Parameter("title", "str"),),
        needs="window({title})",
        risk="harmless",
        repeatable=True,
    ),
    Skill(
        "close_window",
        "Ask a window to close; a program asks what becomes of unsaved work.",
        (Parameter("title", "str"),),
        needs="window({title})",
        makes="not window({title})",
        delivery=SLOW,
    ),
    Skill("hover", "Point at a thing.", needs=REACHED, risk="harmless", repeatable=True),
    Skill(
        "scroll",
        "Turn the wheel on a thing.",
        (Parameter("down", "int", doc="so many notches; upwards if less than 0"),),
        needs=REACHED,
        risk="harmless",
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
        "wait_for",
        "Wait until a condition holds on the screen; without one, so many seconds.",
        (Parameter("condition", "str", required=False), Parameter("seconds", "float", required=False)),
        risk="harmless",
        repeatable=True,
        timeout=120.0,
    ),
    Skill(
        "dismiss",
        "Make go what lies over other things: by what says no, closes it or takes note of it, whichever it offers first.",
        (Parameter("cover", "str"),),
        needs="cover({cover})",
        makes="not cover({cover})",
        breaks="hides({cover}, *)",
        repeatable=True,
    ),
)
TARGETED = frozenset({"click", "double_click", "confirm", "fill", "select", "check", "uncheck", "hover", "scroll", "drag"})
"""Skills that need a target."""
