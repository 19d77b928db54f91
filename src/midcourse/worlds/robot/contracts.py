"""What the arm can do, declared: enough for a planner that has no model.

Skills that lay something down do not call themselves complete: where exactly it comes to lie is seen, not declared.
"""

from __future__ import annotations

from ...core.model import FactKind, Otherwise, Parameter, Skill
from ...core.plans.contracts import settling

_OBJECT = Parameter("object", "str", doc="the name of a thing")
_FREE_HAND = "object({object}) and clear({object}) and hand_empty"
_HELD = "holding({object})"
_LIFTED = " and ".join(
    ("hand_empty", "arm_home", *(f"{kind}({{object}}, *)" for kind in ("on", "at", "blocks", "place")), "clear({object})")
)


def _grasp(name: str, doc: str, from_where: str, becomes: str = "", where: str = "", *otherwise: Otherwise) -> Skill:
    """A skill that lifts a thing from where it lies."""
    return Skill(
        name,
        doc,
        (_OBJECT, *([Parameter(where, "str")] if where else [])),
        needs=f"{_FREE_HAND} and {from_where}",
        makes=" and ".join(filter(None, ("holding({object})", becomes))),
        breaks=_LIFTED,
        outcomes=otherwise,
        complete=True,
        repeatable=True,
        timeout=60.0,
    )


SKILLS: tuple[Skill, ...] = settling(
    0.0,  # when an act ends, all of it is to be seen
    (
        _grasp("pick", "Grasp a thing from above and lift it.", "on({object}, table)"),
        _grasp(
            "unstack",
            "Grasp a thing that lies on another, and lift it.",
            "on({object}, {below}) and object({below})",
            "clear({below})",
            "below",
        ),
        _grasp("take_out", "Grasp a thing that is in a bin, and lift it.", "on({object}, {bin}) and bin({bin})", "", "bin"),
        _grasp(
            "pick_off",
            "Grasp a thing that is in the way of a spot, and lift it.",
            "on({object}, table) and blocks({object}, {spot})",
            "free({spot})",
            "spot",
            Otherwise("another is in the way too", "holding({object})", _LIFTED),
        ),
        Skill(
            "place_on",
            "Lay the thing that is held on another thing.",
            (_OBJECT, Parameter("target", "str")),
            needs=f"{_HELD} and object({{target}}) and clear({{target}})",
            makes="on({object}, {target}) and clear({object}) and hand_empty",
            breaks=f"{_HELD} and clear({{target}})",
            undo="unstack",
            timeout=60.0,
        ),
        Skill(
            "place_in",
            "Lay the thing that is held into a bin.",
            (_OBJECT, Parameter("bin", "str")),
            needs=f"{_HELD} and bin({{bin}})",
            makes="on({object}, {bin}) and clear({object}) and hand_empty",
            breaks=_HELD,
            timeout=60.0,
        ),
        Skill(
            "place_at",
            "Lay the thing that is held on a spot of the table.",
            (_OBJECT, Parameter("spot", "str")),
            needs=f"{_HELD} and free({{spot}})",
            makes="at({object}, {spot}) and on({object}, table) and clear({object}) and hand_empty",
            breaks=f"{_HELD} and free({{spot}})",
            timeout=60.0,
        ),
        Skill(
            "push",
            "Push a thing over the table to a spot, with closed fingers.",
            (_OBJECT, Parameter("spot", "str")),
            needs=f"{_FREE_HAND} and on({{object}}, table) and free({{spot}})",
            makes="at({object}, {spot})",
            breaks="free({spot}) and at({object}, *)",
            cost=3.0,
            timeout=60.0,
        ),
        Skill(
            "stack",
            "Grasp a thing and lay it on another.",
            (Parameter("top", "str"), Parameter("bottom", "str")),
            needs="object({top}) and object({bottom}) and clear({top}) and clear({bottom}) and hand_empty and on({top}, table)",
            makes="on({top}, {bottom})",
            breaks="on({top}, table) and at({top}, *) and clear({bottom})",
            cost=2.5,
            timeout=120.0,
        ),
        Skill(
            "open_gripper",
            "Open the fingers; what is held falls, nobody knows where.",
            makes="hand_empty",
            breaks="holding(*) and free(*)",
            repeatable=True,
            cost=5.0,
        ),
        Skill("home", "Bring the arm to rest.", makes="arm_home", repeatable=True, complete=True, timeout=60.0),
        Skill(
            "wait",
            "Let time pass, up to 30 seconds.",
            (Parameter("seconds", "float", required=False),),
            risk="harmless",
            repeatable=True,
            timeout=120.0,
        ),
    ),
)

VOCABULARY: tuple[FactKind, ...] = (
    FactKind("object", "object(o): a thing is to be seen"),
    FactKind("on", "on(o, below): it lies on the table, on another thing or in a bin"),
    FactKind("clear", "clear(o): it lies somewhere, and nothing lies on it"),
    FactKind("holding", "holding(o): it is between the fingers"),
    FactKind("hand_empty", "nothing is between the fingers"),
    FactKind("bin", "bin(b): there is a bin"),
    FactKind("at", "at(o, spot): it lies on a spot that has a name"),
    FactKind("blocks", "blocks(o, spot): it lies so near to a spot that nothing can be laid there"),
    FactKind("free", "free(spot): nothing lies on the spot, or so near that it is in the way"),
    FactKind("arm_home", "the arm is at rest"),
    FactKind("place", "place(o, x, y): where it lies, in steps of 5 cm"),
)
