"""Small scenes: a world and the plans of a script, played, and what came of it."""

from midcourse.planners.scripted import ScriptedPlanner
from tests.support import lab, the, under


def events(made, kind):
    """The events of one kind, in order."""
    return [e.event for e in made.entries if isinstance(e.event, kind)]


def done(made):
    """The acts that took effect, with their arguments."""
    return [" ".join((c.skill, *map(str, c.args.values()))) for c in made.world.done]


def play(world, *plans, goal="", **settings):
    """A run by these plans, ended, with nothing to wait for between tries."""
    made = lab(world, ScriptedPlanner(*plans), goal, settings=under(backoff=0.0, **settings))
    made.end = the(made.run().ending)
    return made
