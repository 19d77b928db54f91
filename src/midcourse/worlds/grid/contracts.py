"""The options as skills: what each needs and does, and the mission's parts among them."""

from __future__ import annotations

from ...core.model import Delivery, FactKind, Otherwise, Parameter, Skill
from ...core.plans.contracts import settling
from .facts import FRONTIER, UNSEEN_GROUND
from .mission import Mission, Part

THING = Parameter("thing", "thing", doc="A name such as 'red ball' (any red ball) or 'red ball 2' (that one).")
ITEM = Parameter("thing", "item", doc="Something that can be carried.")
DOOR = Parameter("door", "door", doc="One certain door: 'red door 1'.")
KEY = Parameter("key", "item", doc="The key that opens it: 'red key'.")

VOCABULARY = (
    FactKind("playing", "The game is not over."),
    FactKind("mission_done", "The game itself says that the mission is done."),
    FactKind("asked", "asked(1, red ball): what this part of the mission is about."),
    FactKind("done", "done(1): the game's verifier has this part of the mission down as done."),
    FactKind("thing", "A name of a thing or door that may be spoken of, seen or not."),
    FactKind("item", "A name of a thing that can be carried."),
    FactKind("door", "A door that was seen."),
    FactKind("known", "A thing of this name was seen, and not since seen to be gone."),
    FactKind("missing", "It was known and is gone or locked away, or everything was looked through without it."),
    FactKind("at", "at(red ball, 3-4): its column and row."),
    FactKind("blocked", "blocked(a, b): b is in the way to a."),
    FactKind("cramped", "There is no cell in reach next to it where something could be put."),
    FactKind("hides", "This thing must be put aside before more can be seen."),
    FactKind("unexplored", "There is ground in reach that shows something not seen yet."),
    FactKind("hands_free", "Nothing is carried."),
    FactKind("carrying", "This is carried."),
    FactKind("beside", "The agent stands beside it and faces it."),
    FactKind("next_to", "next_to(a, b): they lie side by side."),
    FactKind("open", "The door stands open."),
    FactKind("closed", "The door is shut and not locked."),
    FactKind("locked", "The door is locked."),
    FactKind("opens", "opens(red key, red door 1)."),
    FactKind("distance", "Moves to it, about; the price of going there.", volatile=True),
)

ALWAYS_COVERED = tuple(
    kind.name if kind.name in ("playing", "mission_done", "unexplored", "hands_free") else f"{kind.name}(*)"
    for kind in VOCABULARY
    if kind.name != "known"
)
"""All that a look always tells. Whether something is known to exist is only settled by having seen everything."""

_FOUND = "playing and known({thing}) and not blocked({thing}, *)"
_DOOR = "playing and known({door}) and not blocked({door}, *)"
_LIFTED = (
    "beside(*) and at({thing}, *) and blocked(*, {thing}) and hides({thing}) and cramped({thing})"
    " and next_to({thing}, *) and next_to(*, {thing})"
)

OPTIONS = settling(
    0.0,  # when an act ends, all of it is to be seen
    (
        Skill(
            "explore",
            "Go to the nearest place that shows something not seen yet.",
            needs="playing and unexplored",
            breaks=f"beside(*) and blocked(*, {UNSEEN_GROUND})",
            senses="known(*)",
            cost=f"distance({FRONTIER})",
            risk="harmless",
            repeatable=True,
        ),
        Skill(
            "look_for",
            "Look everywhere again for something that is not where it was, or was never found.",
            (THING,),
            needs="playing and missing({thing})",
            makes="known({thing})",
            breaks="missing({thing}) and beside(*) and blocked({thing}, *)",
            outcomes=(Otherwise("not_found", chance=0.5),),
            cost=30,
            repeatable=True,
        ),
        Skill(
            "go_to",
            "Go beside a thing or door and face it.",
            (THING,),
            needs=f"{_FOUND} and not carrying({{thing}})",
            makes="beside({thing})",
            breaks="beside(*)",
            cost="distance({thing})",
            repeatable=True,
        ),
        Skill(
            "pick_up",
            "Go to a thing and pick it up.",
            (ITEM,),
            needs=f"{_FOUND} and hands_free",
            makes="carrying({thing})",
            breaks=f"hands_free and {_LIFTED}",
            cost="distance({thing})",
            repeatable=True,
        ),
        Skill(
            "drop",
            "Put down what is carried, where it is in nobody's way.",
            (ITEM,),
            needs="playing and carrying({thing})",
            makes="hands_free",
            breaks="carrying(*) and beside(*)",
            cost=3,
            repeatable=True,
        ),
        Skill(
            "put_next",
            "Put what is carried next to something.",
            (THING, Parameter("carried", "item", doc="What is carried.")),
            needs=f"{_FOUND} and carrying({{carried}}) and not carrying({{thing}}) and not cramped({{thing}})",
            makes="next_to({carried}, {thing}) and hands_free",
            breaks="carrying(*) and beside(*)",
            cost=40,  # dear, so that nothing is put down in the way where just dropping it will do
            repeatable=True,
        ),
        Skill(
            "put_aside",
            "Move a thing out of the way, to see what is behind it.",
            (ITEM,),
            needs=f"{_FOUND} and hands_free and hides({{thing}})",
            breaks=_LIFTED,
            senses="known(*)",
            cost="distance({thing})",
            repeatable=True,
        ),
        Skill(
            "open",
            "Go to a door that is shut and open it.",
            (DOOR,),
            needs=f"{_DOOR} and closed({{door}})",
            makes="open({door})",
            breaks="closed({door}) and beside(*) and blocked(*, {door})",
            senses="known(*)",
            cost="distance({door})",
            repeatable=True,
        ),
        Skill(
            "unlock",
            "Go to a locked door with its key in hand, and open it.",
            (DOOR, KEY),
            needs=f"{_DOOR} and locked({{door}}) and opens({{key}}, {{door}}) and carrying({{key}})",
            makes="open({door})",
            breaks="locked({door}) and beside(*) and blocked(*, {door})",
            senses="known(*)",
            cost="distance({door})",
            repeatable=True,
        ),
    ),
)


def part_skills(mission: Mission) -> list[Skill]:
    """A skill for each part of the mission: only done as such, and in its turn, does it count."""
    return [skill for part in mission.parts for skill in _part(part)]


def _part(part: Part) -> list[Skill]:
    names = "{thing}, {beside}" if part.beside else "{thing}"
    turn = f" and asked({part.number}, {names})" + "".join(f" and done({number})" for number in part.after)
    found, done = f"{_FOUND}{turn}", f"done({part.number})"

    def skill(
        needs: str, makes: str = "", breaks: str = "beside(*)", *more: Parameter, name: str = f"part_{part.number}"
    ) -> Skill:
        doc = f"Part {part.number} of the mission: {part.text}."
        return Skill(
            name,
            doc,
            (THING, *more),
            needs,
            done + makes,
            breaks,
            cost="distance({thing})",
            repeatable=True,
            delivery=Delivery(settles=0.0),
        )

    match part.verb:
        case "go_to":
            return [skill(f"{found} and not carrying({{thing}})")]
        case "pick_up":
            return [skill(f"{found} and hands_free", " and carrying({thing})", f"hands_free and {_LIFTED}")]
        case "open":
            opened, shut = " and open({thing})", "beside(*) and closed({thing})"
            with_key = f"{found} and locked({{thing}}) and opens({{key}}, {{thing}}) and carrying({{key}})"
            return [
                skill(f"{found} and not locked({{thing}})", opened, shut),
                skill(with_key, opened, "beside(*) and locked({thing})", KEY, name=f"part_{part.number}_with_key"),
            ]
        case "put_next":
            target = Parameter("beside", "thing", doc="What it is put next to.")
            needs = "playing and carrying({thing}) and known({beside}) and not blocked({beside}, *)"
            needs += f" and not cramped({{beside}}){turn}"
            return [skill(needs, " and hands_free", "beside(*) and carrying(*)", target)]
