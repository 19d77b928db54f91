"""Trees and chips: a choice under branches that are shut, values that are confirmed one by one."""

import pytest

from midcourse.core.model import Done, Failed
from midcourse.worlds.web import chips, trees
from tests.worlds.in_browser import DONE, does, in_browser
from tests.worlds.test_web_forms import run

TREE = """<form method=post action=/done><h3 id=h>Ort</h3><ul role=tree aria-labelledby=h id=o>
<li role=treeitem aria-expanded=false tabindex=0><span>Norden</span><ul role=group hidden>
  <li role=treeitem tabindex=-1>Husum<li role=treeitem tabindex=-1>Neustadt</ul>
<li role=treeitem aria-expanded=false tabindex=-1><span>Süden</span><ul role=group hidden>
  <li role=treeitem tabindex=-1 aria-expanded=false><span>Alb</span><ul role=group hidden><li role=treeitem>Ulm<li role=treeitem>Neustadt</ul></ul></ul>
<input type=hidden name=place id=p><label>Name <input name=n></label><button>Los</button></form><script>
const open = (i, now) => { i.setAttribute('aria-expanded', now); setTimeout(() => i.querySelector('[role=group]').hidden = !now, 200) };
o.onkeydown = e => { %s };
o.onclick = e => { const i = e.target.closest('[role=treeitem]');
  if (i.hasAttribute('aria-expanded')) return open(i, i.getAttribute('aria-expanded') === 'false');
  for (const n of o.querySelectorAll('[aria-selected]')) n.removeAttribute('aria-selected');
  i.setAttribute('aria-selected', 'true'); p.value = i.textContent.trim() }</script>"""
BY_KEY = "if (e.key === 'ArrowRight' && e.target.matches('[aria-expanded=false]')) open(e.target, true)"


@pytest.mark.parametrize("keys", [BY_KEY, ""])
def test_a_twig_is_taken_under_branches_that_are_shut(keys):
    outcome, posted = run({"/": TREE % keys, "/done": DONE}, {"Ort": "Ulm", "Name": "Ada"})
    assert outcome.success and posted == [{"place": "Ulm", "n": "Ada"}], outcome.ending


def test_a_path_tells_which_of_two_twigs_is_meant_and_what_is_not_there_is_told():
    async def story(web, site):
        await web.observe()
        assert isinstance(await does(web, "select", "tree Ort", option="Süden > Alb > Neustadt"), Done)
        seen = await web.observe()
        assert "value(tree Ort, Süden > Alb > Neustadt)" in seen.facts and "checked(treeitem Neustadt)" in seen.facts
        refused = await does(web, "select", "tree Ort", option="Kiel")
        assert isinstance(refused, Failed) and "Husum" in refused.detail

    in_browser({"/": TREE % BY_KEY}, story)
    assert trees.MOST > 100


CHIPS = """<form method=post action=/done><label for=t>Schlagworte</label><div class="words chip-box" id=b style="border:1px solid">
<input id=t></div><input type=hidden name=words id=w><label>Name <input name=n></label><button>Los</button></form><script>
const add = () => { const text = t.value.replace(',', '').trim(); if (!text) return; t.value = ''; w.value += (w.value ? '|' : '') + text;
  const c = document.createElement('span'); c.innerHTML = text + ' <button type=button>×</button>'; b.insertBefore(c, t) };
%s</script>"""
BY_COMMA = "t.oninput = () => { if (t.value.endsWith(',')) add() }"
BY_ENTER = "t.onkeydown = e => { if (e.key === 'Enter') { e.preventDefault(); add() } }"


@pytest.mark.parametrize("how", [BY_COMMA, BY_ENTER])
def test_values_are_confirmed_one_by_one(how):
    outcome, posted = run({"/": CHIPS % how, "/done": DONE}, {"Schlagworte": "rot, hell blau", "Name": "Ada"})
    assert outcome.success and posted == [{"words": "rot|hell blau", "n": "Ada"}], outcome.ending
    assert chips.values_in("rot,  hell blau") == ["rot", "hell blau"]


@pytest.mark.parametrize("name", ["name=tags", ""])
def test_a_field_among_tags_that_takes_a_text_keeps_it_and_enter_sends_nothing(name):
    page = f"""<form method=post action=/done><div class="field tags"><label>Tags <input {name} id=t></label></div>
    <label>Name <input name=n></label><button>Los</button></form>"""

    async def story(web, site):
        await web.observe()
        assert isinstance(await does(web, "fill", "textbox Tags", text="rot, blau"), Done)
        assert 'value(textbox Tags, "rot, blau")' in (await web.observe()).facts and not site.posted

    in_browser({"/": page, "/done": DONE}, story)
