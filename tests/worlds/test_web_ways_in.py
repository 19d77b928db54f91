"""Signing in, and what is to be done there: neither is dropped, and neither is done twice."""

from midcourse import Task
from tests.worlds.in_browser import ends, in_browser

DOOR = """<title>Budget</title><div id=door><h1>Sign in to this instance</h1><form onsubmit="fetch('/in', {method: 'POST'});
door.hidden = true; inside.hidden = false; return false"><input type=password placeholder=Password> <button>Sign in</button></form></div>
<div id=inside hidden><h1>Let's get started!</h1><button onclick="fetch('/import', {method: 'POST'})">Import my budget</button>
<button onclick="fetch('/fresh', {method: 'POST'}); inside.innerHTML = '<p>To budget 0.00</p>'">Start fresh</button>
<button>View demo</button></div>"""


def tell(goal, done_when):
    async def story(web, site):
        outcome = await ends(web, Task(goal, done_when, values={"Password": "x"}), "", max_seconds=40.0)
        return outcome.success, [path for path, _ in site.posted]

    return in_browser({"/": DOOR, "/in": "ok", "/fresh": "ok", "/import": "ok"}, story)


def test_what_is_to_be_done_after_signing_in_is_done():
    assert tell("sign in and start fresh", "text(To budget 0.00)") == (True, ["/in", "/fresh"])


def test_where_the_goal_is_to_sign_in_nothing_more_is_done():
    assert tell("sign in", "text(View demo)") == (True, ["/in"])


def test_what_cannot_be_found_after_signing_in_is_not_guessed():
    assert tell("sign in and archive the budget Home", "text(Archived)") == (False, ["/in"])
