"""The same pages, opened again: menus that come and go, tools of an editor, what opens and what sends."""

import pytest

from midcourse import Task
from tests.worlds.test_web_found_cold_third import POST, done_on

# --- what is gone -------------------------------------------------------------------------------------------------------------

ENTRIES = ("info", "new here", "clone", "export", "permalink", "close others", "fold", "fold others", "open in a window", "delete")
MENU = "".join(f"<p><{{tag}} onclick=\"if (this.textContent == 'delete') gone()\">{entry}</{{tag}}></p>" for entry in ENTRIES)
NOTE = f"""{POST}<aside><h2>Wiki</h2><p>Open</p><p>Recent</p><p>Tools</p><p>a notebook</p><p id=s><a href="#Bread">Bread</a></p></aside><main id=m><button aria-label=more
aria-haspopup=menu aria-expanded=false onclick="this.setAttribute('aria-expanded', 'true'); x.hidden = false">v</button><h2>Bread</h2>
<p>Food</p><p>About Bread from the mill.</p></main><div id=x hidden>{MENU}</div><script>function gone() {{
if (confirm('Do you wish to delete Bread?')) {{ post('/delete', ''); m.remove(); x.remove(); s.remove() }} }}</script>"""


def test_the_entries_of_a_menu_that_we_opened_do_not_stand_for_what_the_page_showed():
    page = NOTE.replace("{tag}", "button")
    outcome, posted = done_on({"/": page, "/delete": "ok"}, Task("delete the note Bread", "not text(About Bread from the mill.)"))
    assert outcome.success and [path for path, _ in posted] == ["/delete"], outcome.ending
