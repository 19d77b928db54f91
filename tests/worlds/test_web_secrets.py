"""Secrets on pages are in no journal, no picture, no fact and no request to a planner."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from midcourse import Draft, Task, act, fact
from midcourse.core.model import Call, Done, Failed
from midcourse.wiring.names import planner_named
from midcourse.worlds.secrets import WithSecrets
from midcourse.worlds.web import WebWorld
from tests.site_on_loopback import Site
from tests.worlds.in_browser import DONE, FORM, ends, in_browser


def test_secrets_are_in_no_journal_no_picture_and_no_request(monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_PW", "sesame-street")
    asked = []

    class Listening:
        async def plan(self, request):
            asked.append(repr(request))
            return await planner_named("words").plan(request)

    page = FORM.replace("<h1>Sign up</h1>", "<h1>Sign up</h1><p id=p></p>").replace(
        'name="password"', 'name="password" oninput="p.textContent=this.value"'
    )

    async def story(web, site):
        task = Task("sign up", "title(Done)", values={"Name": "Ada", "Password": "secret:PW"})
        outcome = await ends(web, task, "", planner=Listening())
        return outcome, site.posted

    outcome, posted = in_browser({"/": page, "/done": DONE}, story)
    assert outcome.success and posted[0][1]["password"] == "sesame-street"
    assert "sesame-street" not in repr(outcome.entries) and "sesame-street" not in "".join(asked)
    assert "text(secret:PW)" in repr(outcome.entries)  # the page repeats it: it was seen, and cleaned


def test_a_password_field_is_black_in_pictures_and_never_read_out():
    page = '<input type="password" value="hunter2" aria-label="Password" style="position:absolute;left:100px;top:100px;width:200px;height:40px;background:#fff">'

    async def story(web, site):
        seen = await web.observe()
        assert "value(textbox Password, •••)" in seen.facts and "hunter2" not in repr(seen)
        image = Image.open(io.BytesIO(seen.picture)).convert("RGB")
        assert image.getpixel((200, 120)) == (0, 0, 0)

    in_browser({"/": page}, story, pictures=True)


def test_a_field_that_a_secret_was_put_into_is_black_in_pictures(monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_CODE", "sesame-street")
    page = '<input aria-label="Code" style="position:absolute;left:100px;top:100px;width:200px;height:40px;background:#fff">'

    async def story(web, site):
        steps = [act("fill", target="textbox Code", text="secret:CODE")]
        outcome = await ends(web, "enter it", "value(textbox Code, secret:CODE)", planner=steps)
        image = Image.open(io.BytesIO(await web.picture())).convert("RGB")
        assert outcome.success and image.getpixel((250, 120)) == (0, 0, 0)

    in_browser({"/": page}, story)


def test_a_secret_is_hidden_where_it_was_cut_encoded_or_covered():
    async def story(web, site):
        inner = WithSecrets(web, {"PW": "sesame*street~42"})
        await inner.observe()
        await inner.act(Call("fill", {"text": "secret:PW"}, "textbox Password"))
        return await inner.observe()

    page = "<input type=password aria-label=Password oninput=\"e.setAttribute('aria-label', this.value); b.textContent = 'y'.repeat(50) + this.value; document.title = encodeURIComponent(this.value) + this.value.toUpperCase()\"><input id=e aria-label=b><button id=b>b</button>"
    seen = repr(in_browser({"/": page}, story))
    assert "sesame" not in seen.lower().replace("secret", "")


@given(st.text("aBcDeF12_-", min_size=8, max_size=14), st.integers(7, 14))
def test_a_secret_leaves_no_end_behind_however_its_letters_are_written(secret, cut):
    world = WithSecrets(WebWorld("http://localhost:1/"), {"X": secret})
    assert world.hide(fact("value", "Password", secret)) == "value(Password, secret:X)"  # pyright: ignore[reportPrivateUsage]
    assert world.hide(f"it was {secret[:cut]}") == "it was secret:X"  # pyright: ignore[reportPrivateUsage]


def test_a_secret_in_a_plan_that_nobody_set_is_refused_with_a_clear_reason():
    async def story(web, site):
        await web.observe()
        result = await WithSecrets(web, {}).act(Call("fill", {"text": "secret:NOPE"}, "textbox Name"))
        assert isinstance(result, Failed) and result.reason == "missing_secret" and "MIDCOURSE_SECRET_NOPE" in result.detail

    in_browser({"/": FORM}, story)


def planner_of(*steps):
    """A planner that is none of a person's: what it plans was written by nobody."""

    class Plans:
        async def plan(self, request):
            return Draft(steps)

    return Plans()


SIGN_IN = '<title>x</title><label>Password <input type="password"></label>'
FILLS = Call("fill", {"text": "sesame-street"}, "textbox Password", secrets=frozenset({"PW"}))


def test_a_secret_is_not_typed_into_a_page_of_another_origin_than_the_last_look_showed():
    with Site({"/": SIGN_IN}) as other:

        async def story(web, site):
            await web.observe()
            await web.page.goto(other.address + "/")
            refused = await web.act(FILLS)
            typed = await web.page.evaluate("document.querySelector('input').value")
            await web.observe()  # the engine has seen it now, and has weighed the act anew
            return refused, typed, await web.act(FILLS)

        refused, typed, then = in_browser({"/": SIGN_IN}, story, allow=[other.address])
        assert isinstance(refused, Failed) and refused.reason == "other_origin" and refused.clean and typed == ""
        assert then == Done()


def test_a_field_in_a_frame_of_another_origin_says_so_and_the_secret_of_the_page_asks(monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_PW", "sesame-street")
    with Site({"/": SIGN_IN}) as other:
        page = f'<title>bank</title><h1>Bank</h1><iframe src="{other.address}/" width=600 height=300></iframe>'

        async def story(web, site):
            seen = await web.observe()
            task = Task("x", "value(textbox Password, secret:PW)", secrets={"PW": (site.address,)})
            planned = planner_of(act("fill", target="textbox Password", text="secret:PW"))
            return seen.facts, await ends(web, task, "", planner=planned)

        facts, outcome = in_browser({"/": page}, story, allow=[other.address])
        assert fact("foreign", "textbox Password", other.address) in facts
        assert outcome.ending.final_reason == "denied" and not outcome.outputs


SHOWS = {
    "text": "<input type=password oninput='p.textContent=this.value' aria-label=Password><p id=p></p>",
    "another field": "<input type=password oninput='p.value=this.value' aria-label=Password><input id=p style='display:block'>",
    "a field that says it when empty": "<input type=password oninput='p.placeholder=this.value' aria-label=Password><input id=p style='display:block'>",
    "a frame": "<input type=password oninput='p.srcdoc=this.value' aria-label=Password><iframe id=p style='display:block;border:9px solid'></iframe>",
    "text in bold, in part": "<input type=password oninput='p.innerHTML=this.value.slice(0,6)+`<b>`+this.value.slice(6)+`</b>`' aria-label=Password><p id=p></p>",
    "a text of its style": "<style>#p::after{content:attr(data-t)}</style><input type=password oninput='p.dataset.t=this.value' aria-label=Password><p id=p></p>",
}


@pytest.mark.parametrize("where", SHOWS)
def test_wherever_a_page_shows_a_secret_a_picture_is_black(where):
    async def story(web, site):
        web.entrust({"PW": "sesame-street"}, "unused", ["PW"])
        await web.observe()
        await web.act(FILLS)
        picture = Image.open(io.BytesIO((await web.observe()).picture)).convert("L")
        box = await web.page.locator("#p").bounding_box()
        # What is left of it has no letters: black, but for the edge and for the number that is drawn on.
        inside = picture.crop((int(box["x"]) + 4, int(box["y"]) + 4, int(box["x"]) + 60, int(box["y"]) + 14))
        assert inside.getextrema() == (0, 0)

    in_browser({"/": SHOWS[where]}, story, pictures=True)


@pytest.mark.parametrize(
    "goes",
    [
        "location.hash = '#t=' + p.value",
        "history.pushState(0, '', '/u/' + p.value)",
        "history.pushState(0, '', '/?p=' + btoa(p.value))",
    ],
)
def test_an_address_that_holds_a_secret_is_not_kept(goes, tmp_path):
    page = f'<input id=p type=password aria-label=Password><button onclick="{goes}">Go</button>'

    async def story(web, site):
        web.entrust({"PW": "sesame-street"}, "unused", ["PW"])
        await web.observe()
        await web.act(FILLS)
        await web.act(Call("click", {}, "button Go"))
        await web.observe()
        return (tmp_path / "page.json").read_text(), site.address

    kept, home = in_browser({"/": page}, story, keep=tmp_path)
    assert kept == f'{{"url": "{home}/"}}'


def test_a_box_of_another_origin_says_so_and_takes_no_secret_that_is_meant_for_the_page():
    asks = "<h1>other</h1><script>setTimeout(() => document.title = prompt('Password'), 1500)</script>"
    with Site({"/": asks}) as other:

        async def story(web, site):
            await web.observe()
            await web.act(Call("click", {}, "link Other"))
            await web.act(Call("switch_tab", {"title": "first"}))
            shown = await web.observe()
            assert "title(first)" in shown.facts
            await web._tab.watch.boxed.wait()  # pyright: ignore[reportPrivateUsage]
            fills = Call("fill", {"text": "sesame-street"}, "browser box Password", secrets=frozenset({"PW"}))
            refused = await web.act(fills)
            return refused, (await web.observe()).facts

        page = f"<title>first</title><a target=_blank href={other.address}/>Other</a>"
        refused, facts = in_browser({"/": page}, story, allow=[other.address])
        assert isinstance(refused, Failed) and refused.reason == "other_origin"
        assert fact("foreign", "browser box Password", f"{other.address}") in facts


def test_the_browser_does_not_get_the_secrets_with_its_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("MIDCOURSE_SECRET_PW", "sesame-street")

    async def story(web, site):
        await web.observe()
        found = [each for each in Path("/proc").iterdir() if each.name.isdigit()]
        browsers = [each for each in found if str(tmp_path / "profile") in read(each / "cmdline")]
        return [read(each / "environ") for each in browsers]

    def read(path):
        try:
            return path.read_bytes().decode(errors="replace")
        except OSError:  # it is gone
            return ""

    given = in_browser({"/": DONE}, story, keep=tmp_path)
    assert any("PATH=" in each for each in given) and not any("sesame-street" in each for each in given)
