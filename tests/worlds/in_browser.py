"""Telling a story in a real browser: the pages, an act, a whole run."""

import asyncio
import atexit
from functools import cache

from midcourse import Task, run_async
from midcourse.core.model import Call
from midcourse.wiring.names import planner_named
from midcourse.worlds.web import WebWorld
from midcourse.worlds.web.drivers import borrow, give_back
from tests.site_on_loopback import Site
from tests.support import under

FORM = """<title>Form</title><h1>Sign up</h1><form action="/done" method="post">
<label>Name <input name="name"></label> <label>Password <input type="password" name="password"></label>
<label>Colour <select name="colour"><option>red<option>blue</select></label>
<label><input type="checkbox" name="news"> News</label> <button>Send</button></form>"""


DONE = "<title>Done</title><h1>Thank you</h1>"


@cache
def runner():
    """One event loop for all stories of a process: their browsers share Playwright's driver, which takes longer to start than
    they do."""
    made = asyncio.Runner()
    made.run(borrow())
    atexit.register(made.close)
    atexit.register(lambda: made.run(give_back()))  # before that
    return made


def in_browser(pages, story, **options):
    """Tell a story in a browser at the first page."""

    async def tell():
        with Site(pages) as site:
            async with WebWorld(site.address + "/", **options) as web:
                return await story(web, site)

    return runner().run(tell())


async def does(web, skill, target="", **args):
    return await web.act(Call(skill, args, target))


async def ends(web, goal, done_when, planner=None, **settings):
    """Run a task here, with the planner for screens."""
    quick = {"backoff": 0.05, "auto_replanning_min_interval_seconds": 0.05, "max_seconds": 60.0, **settings}
    task = goal if isinstance(goal, Task) else Task(goal, done_when)
    return await run_async(task, world=web, planner=planner or planner_named("words"), settings=under(**quick))
