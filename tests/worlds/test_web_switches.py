"""Buttons that show their state, and switches: pressed once, and only if they are not in the state that is asked for."""

import pytest

from tests.worlds.in_browser import ends, in_browser

PAGE = """<title>Node</title><button onclick="o.textContent = o.textContent == 'on' ? 'off' : 'on'; fetch('/do', {method: 'POST'})">Running:
<span id=o>on</span></button> <button>Proxy: <span>off</span></button>"""


@pytest.mark.parametrize(("goal", "end", "pressed"), [("switch Running off", "off", 1), ("switch Running on", "on", 0)])
def test_a_button_that_shows_its_state_is_pressed_where_it_shows_another(goal, end, pressed):
    async def story(web, site):
        outcome = await ends(web, goal, f'text("Running: {end}")', max_seconds=20.0)
        return outcome.success, len(site.posted)

    assert in_browser({"/": PAGE, "/do": "ok"}, story) == (True, pressed)
