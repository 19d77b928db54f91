"""Plain functions as a world: a kitchen where the kettle trips its fuse once and the milk is drunk by somebody else.

Run me: python examples/tools.py
"""

from __future__ import annotations

from typing import Literal

from midcourse import SearchPlanner, fact, fail, observer, run, skill

Cup = Literal["blue", "red"]


class Kitchen:
    """What can be done, and what can be seen."""

    def __init__(self) -> None:
        self.hot, self.milk, self.fuse_trips = False, False, 1
        self.full: set[str] = set()

    @skill(makes="hot_water", complete=True, repeatable=True)
    def boil(self) -> None:
        """Boil water. The first time the fuse trips; that passes."""
        if self.fuse_trips:
            self.fuse_trips -= 1
            fail("unavailable", "the fuse tripped")
        self.hot = True

    @skill(makes="milk", complete=True, repeatable=True)
    def buy_milk(self) -> None:
        """Get milk."""
        self.milk = True

    @skill(needs="hot_water and milk", makes="tea({cup})", breaks="hot_water", complete=True)
    def brew(self, cup: Cup) -> None:
        """Make a cup of tea; it uses up the hot water."""
        self.hot = False
        self.full.add(cup)
        self.milk = cup != "blue"  # after the blue cup somebody drinks the milk

    @observer("hot_water", "milk", "tea(*)")
    def look(self) -> list[str]:
        """What stands on the table."""
        return ["hot_water"] * self.hot + ["milk"] * self.milk + [fact("tea", cup) for cup in self.full]


def main() -> None:
    """Two cups of tea, whatever happens."""
    outcome = run(
        "tea for two",
        done_when="tea(blue) and tea(red)",
        world=Kitchen(),
        planner=SearchPlanner(),
        settings={"backoff": 0.05},
        on_event=lambda entry, run: print(f"{entry.seq:>3} {type(entry.event).__name__:<13} {entry.rule}"),
    )
    ending = outcome.ending
    assert ending is not None
    print(f"success: {ending.success} ({ending.final_reason})")
    print(f"steps {ending.steps}, planner calls {ending.planner_calls}, confirmed {', '.join(ending.fates.confirmed)}")


if __name__ == "__main__":
    main()
