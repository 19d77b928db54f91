"""What a field for a file is called that its author gave no name."""

import pytest

from midcourse import Task
from midcourse.worlds.web import file_names
from tests.worlds.in_browser import in_browser
from tests.worlds.test_web_found_cold_third import POST, done_on

OVER = "position:absolute;inset:0;opacity:0"
NAMED = {
    "in what is written": f"<span style='position:relative'><i></i> <span>Hochladen</span><input type=file style='{OVER}'></span>",
    "over a button": f"<div style='position:relative;width:90px'><button>Hochladen</button><input type=file style='{OVER}'></div>",
}
OTHERS = {
    "its own name": ("<span>Hochladen <input type=file aria-label=Photo></span>", "Photo"),
    "beside another field": ("<div>Birds <input aria-label=Bird> <input type=file></div>", "Choose File"),
    "in a form": ("<form>Birds <input type=file></form>", "Choose File"),
}


def label_of(page):
    async def story(web, site):
        return next(t.label for t in (await web.observe()).targets if t.role == "file")

    return in_browser({"/": page}, story)


@pytest.mark.parametrize("page", NAMED.values(), ids=NAMED)
def test_a_field_for_a_file_is_called_what_is_written_where_it_lies(page):
    assert file_names.written_around
    assert label_of(page) == "Hochladen"


@pytest.mark.parametrize(("page", "label"), OTHERS.values(), ids=OTHERS)
def test_it_keeps_its_name_where_nothing_tells_another(page, label):
    assert label in label_of(page)


@pytest.mark.parametrize("goal", ["upload the file gull.txt", "upload gull.txt"])
@pytest.mark.parametrize("field", NAMED.values(), ids=NAMED)
def test_a_file_is_given_to_it_and_no_heading_is_pressed(tmp_path, goal, field):
    (tmp_path / "gull.txt").write_text("gull")
    panel = (
        f"""<a role=heading aria-level=2 onclick="box.hidden = !box.hidden">Files</a><div id=box><ul id=l></ul>{field}</div>"""
    )
    script = """<script>document.querySelector('input').onchange = e => post('/up', e.target.files[0].name).then(() => {
l.innerHTML = '<li>' + e.target.files[0].name })</script>"""
    task = Task(goal, "text(gull.txt)", values={"Hochladen": str(tmp_path / "gull.txt")})
    outcome, posted = done_on({"/": f"{POST}{panel}{script}", "/up": "ok"}, task)
    assert outcome.success and [path for path, _ in posted] == ["/up"], outcome.ending
