"""Links that show one part of a page each are its tabs: what is entered may stand behind one of them."""

import pytest

from midcourse import Task
from midcourse.worlds.web.part_links import find_part_links
from midcourse.worlds.web.reading import Node, Reading
from tests.worlds.in_browser import ends, in_browser

LINKS = '<ul><li><a href="#general">General</a><li><a href="#fetching">Fetching</a><li><a href="#feed">Feed</a></ul>'
FORM = """<form method=post action=/save><div class=p id=general><label>Hours <input name=hours value=3></label></div>
<div class=p id=fetching><label>Jitter seconds <input name=jitter value=0></label></div>
<div class=p id=feed><label>Feed length <input name=length value=5></label></div><button>Save</button></form>"""
BY_ADDRESS = "<style>.p { display: none } .p:target { display: block }</style>"
BY_SCRIPT = """<style>.p { display: none } .p.on { display: block }</style><script>addEventListener('click', event => {
const part = event.target.getAttribute('href'); if (!part) return; event.preventDefault();
for (const p of document.querySelectorAll('.p')) p.classList.toggle('on', '#' + p.id == part) });
addEventListener('load', () => general.classList.add('on'))</script>"""


AMONG_OTHERS = LINKS.replace("<ul><li>", '<ul><li id="">').replace("</ul>", "<li><a href=/backups>Backups</a></ul>")


@pytest.mark.parametrize("links", [LINKS, AMONG_OTHERS], ids=["alone", "beside a link to another page"])
@pytest.mark.parametrize("how", [BY_ADDRESS, BY_SCRIPT], ids=["by the address", "by a script"])
def test_a_value_behind_such_a_link_is_entered_and_sent_with_the_others(how, links):
    async def story(web, site):
        task = Task("change the jitter in the settings", "text(Settings updated.)", values={"Jitter seconds": "7"})
        outcome = await ends(web, task, "", max_seconds=40.0)
        return outcome, [form for _, form in site.posted]

    outcome, sent = in_browser({"/": f"<title>S</title>{how}{links}{FORM}", "/save": "<p>Settings updated."}, story)
    assert outcome.success and sent == [{"hours": "3", "jitter": "7", "length": "5"}], outcome.ending


@pytest.mark.parametrize(("shown", "roles"), [([0], ["tab", "tab"]), ([], ["tab", "tab"]), ([0, 1], ["link", "link"])])
def test_links_to_parts_that_are_all_shown_are_only_ways_to_them(shown, roles):
    links = [Node(10 + n, "a", 0, role="link", url=f"/s#{n}", box=(0, 0, 9, 9)) for n in range(2)]
    boxes = [(0, 20, 9, 9) if n in shown else None for n in range(2)]
    parts = [Node(20 + n, "div", 0, attributes={"id": str(n)}, box=box) for n, box in enumerate(boxes)]
    reading = Reading("/s", [Node(1, "main", -1, box=(0, 0, 99, 99)), *links, *parts], (0.0, 0.0), None)
    find_part_links(reading)
    assert [link.role for link in links] == roles
    assert ["selected" in link.states for link in links] == [roles[0] == "tab" and shown == [0], False]
