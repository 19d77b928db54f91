"""Fields that are called a little more, or a little less, than the values: taken only where nothing else can be meant."""

import pytest

from tests.worlds.in_browser import DONE
from tests.worlds.test_web_forms import run

FORM = "<title>Join</title><form method=post action=/done>{}<button>Join</button></form>"
EMAIL, CITY = "<label>Email address <input name=a></label>", "<label>City <input name=b></label>"
SECOND = "<label>Email of a friend <input name=c></label>"


def test_a_field_whose_label_goes_on_takes_the_value_in_a_form_where_nothing_is_left_over():
    outcome, posted = run({"/": FORM.format(EMAIL), "/done": DONE}, {"Email": "a@b"}, goal="join")
    assert outcome.success and posted == [{"a": "a@b"}], outcome.ending


@pytest.mark.parametrize("fields", [EMAIL + CITY, EMAIL + SECOND], ids=["another field", "two that begin so"])
def test_it_takes_none_where_another_field_is_left_over(fields):
    outcome, posted = run({"/": FORM.format(fields), "/done": DONE}, {"Email": "a@b"}, goal="join", max_seconds=20.0)
    assert not outcome.success and not posted


PROMPT = """<title>Files</title><ul id=list><li>alpha</ul><button onclick="ask.style.display = 'block'">Create Folder</button>
<div id=ask style="display:none;position:fixed;inset:0;background:#eee"><a href="#" onclick="ask.style.display = 'none'">×</a><h3>New one</h3>
<p>Please specify the {}:</p><input id=n type=text><div><a href="#" onclick="ask.style.display = 'none'">Cancel</a>
<a href="#" onclick="fetch('/done', {{method: 'POST', body: new URLSearchParams({{n: n.value}})}}); list.innerHTML += '<li>' + n.value;
ask.style.display = 'none'">Proceed</a></div></div>"""


def test_the_only_field_of_what_a_click_brought_up_takes_the_value_that_both_speak_of():
    pages = {"/": PROMPT.format("name"), "/done": DONE}
    outcome, posted = run(pages, {"Folder name": "parts"}, "text(parts)", "create a folder parts")
    assert outcome.success and posted == [{"n": "parts"}], outcome.ending


def test_it_takes_none_that_it_does_not_speak_of():
    pages = {"/": PROMPT.format("number"), "/done": DONE}
    outcome, posted = run(pages, {"Folder name": "parts"}, "text(parts)", "create a folder parts", max_seconds=20.0)
    assert not outcome.success and not posted
