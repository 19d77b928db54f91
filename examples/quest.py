"""A small quest in a text game: whoever plays sees one place at a time, and learns on the way what the quest is.

The player plans the stretch that can be seen, plays it, looks again, and plans on: find the guide, accept the quest, read the
log, go where the log says, light the lamp there. On the way a gust puts the lamp out once.

Run me: python examples/quest.py
"""

from __future__ import annotations

from midcourse import Act, Draft, PlanRequest, Replan, act, fact, fail, observer, run, skill

WAYS = {"village": ("inn", "forest"), "inn": ("village",), "forest": ("village", "tower"), "tower": ("forest",)}


class Quest:
    """The game: four places, a guide at the inn, a lamp in the tower."""

    def __init__(self) -> None:
        self.place, self.talked, self.accepted, self.lit = "village", False, False, False
        self.log: list[str] = []
        self.read, self.gusts = False, 1

    @skill(makes="at({to})", breaks="at(*)", repeatable=True)
    def go(self, to: str) -> str:
        """Go to a place next to this one."""
        if to not in WAYS[self.place]:
            fail("no_way", f"from the {self.place} one can go to {', '.join(WAYS[self.place])}, not to the {to}")
        self.place = to
        return f"You are at the {to}."

    @skill(needs="at(inn)", makes="offered(quest)", repeatable=True)
    def talk(self) -> str:
        """Talk to the guide."""
        self.talked = True
        return "The guide says: the lamp in the old tower went out. Will you help?"

    @skill(needs="offered(quest)", makes="accepted(quest)")
    def accept(self) -> str:
        """Accept the quest; it is then in the log."""
        self.accepted = True
        self.log.append("Light the lamp in the tower, behind the forest.")
        return "The quest is in your log."

    @skill(needs="accepted(quest)", makes="objective(tower)", repeatable=True)
    def read_log(self) -> str:
        """Read the quest log."""
        self.read = True
        return self.log[-1]

    @skill(needs="at(tower)", makes="lit(lamp)", repeatable=True)
    def light(self) -> str:
        """Light the lamp."""
        self.lit = self.gusts == 0
        self.gusts = 0
        return "The lamp burns."  # the first time a gust puts it out at once, and nobody says so

    @observer("at(*)", "way(*)", "offered(*)", "accepted(*)", "objective(*)", "lit(*)")
    def look(self) -> list[str]:
        """What is to be seen from here."""
        ways = [fact("way", place) for place in WAYS[self.place]]
        known = ["offered(quest)"] * self.talked + ["accepted(quest)"] * self.accepted + ["objective(tower)"] * self.read
        return [fact("at", self.place), *ways, *known, *["lit(lamp)"] * (self.lit and self.place == "tower")]


class Player:
    """Plans from what is seen now, to the next place where something new will be seen."""

    name = "player"

    async def plan(self, request: PlanRequest) -> Draft:
        """The next stretch."""
        seen = request.facts
        if "objective(tower)" in seen:
            return Draft(self._to_the_tower(seen))
        if "accepted(quest)" in seen:
            return Draft((act("read_log"), Replan("the log says where to go")))
        if "offered(quest)" in seen:
            return Draft((act("accept"), Replan("the quest log changes")))
        steps: tuple[Act, ...] = () if "at(inn)" in seen else (act("go", to="inn"),)
        return Draft((*steps, act("talk"), Replan("what the guide says decides")))

    def _to_the_tower(self, seen: frozenset[str]) -> tuple[Act, ...]:
        way = {"at(inn)": ("village", "forest", "tower"), "at(village)": ("forest", "tower"), "at(forest)": ("tower",)}
        here = next(iter(seen & way.keys()), "")
        return (*(act("go", to=place) for place in way.get(here, ())), act("light"))


def main() -> None:
    """Play the quest and say what came of it."""
    quest = Quest()
    outcome = run(
        "light the lamp that the guide speaks of",
        done_when="lit(lamp)",
        world=quest,
        planner=Player(),
        settings={"settle_seconds": 0.1, "backoff": 0.05},
    )
    told = " → ".join(f"{step}" for step in outcome.ending.fates.confirmed)
    print(f"success: {outcome.success}; the lamp burns: {quest.lit}; {outcome.ending.versions} plans; seen to be done: {told}")


if __name__ == "__main__":
    main()
