"""A trace, a video and a HAR file on demand: for this user alone, and none holds a secret."""

import asyncio
import stat
import zipfile

import pytest

from midcourse import Task
from midcourse.core.errors import TaskError
from midcourse.core.model import Call, Failed
from midcourse.wiring.preparing import prepare
from midcourse.worlds.secrets import WithSecrets
from midcourse.worlds.web import BrowserOptions, WebWorld
from midcourse.worlds.web.evidence import check_evidence, cleaned
from midcourse.worlds.web.launching import Trust
from tests.site_on_loopback import Site
from tests.worlds.in_browser import DONE, FORM, does

WORD = "sesame-street"


def lived(tmp_path, *kinds, secret=False):
    """A browser's life with a form sent; what is kept of it, by name."""

    async def story():
        pages = {"/": FORM, "/done": (200, DONE, ("Set-Cookie", "id=tok-4711"), ("Content-Type", "text/html"))}
        with Site(pages) as site:
            async with WebWorld(site.address, keep=tmp_path, browser=BrowserOptions(evidence=kinds)) as web:
                web.entrust({"PW": WORD}, "unused", ["PW"] if secret else ())
                world = WithSecrets(web, {"PW": WORD})
                await world.observe()
                text = "secret:PW" if secret else "Ada"
                filled = await world.act(
                    Call("fill", {"text": text}, "textbox Name", secrets=frozenset({"PW"} if secret else ()))
                )
                await does(web, "click", "button Send")
                await does(web, "go", url=f"/done?again={WORD if secret else 1}")
                return filled

    filled = asyncio.run(story())
    return filled, {path.name: path for path in (tmp_path / "evidence").iterdir()}


def test_a_trace_and_a_har_file_are_kept_for_this_user_alone(tmp_path):
    _, kept = lived(tmp_path, "trace", "har")
    assert set(kept) == {"trace-1.zip", "network-1.har"}
    for path in kept.values():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600 and path.stat().st_size > 100
    assert any(name.endswith(".trace") for name in zipfile.ZipFile(kept["trace-1.zip"]).namelist())
    assert "/done" in kept["network-1.har"].read_text()


def test_a_video_is_kept_or_what_it_needs_is_told(tmp_path):
    try:
        _, kept = lived(tmp_path, "video")
    except TaskError as told:
        assert "playwright install ffmpeg" in str(told)
    else:
        (video,) = kept.values()
        assert video.suffix == ".webm" and stat.S_IMODE(video.stat().st_mode) == 0o600


def test_a_har_file_holds_no_secret_nothing_that_was_entered_and_nobody_who_is_signed_in(tmp_path):
    filled, kept = lived(tmp_path, "har", secret=True)
    text = kept["network-1.har"].read_text()
    assert not isinstance(filled, Failed) and "again=secret:PW" in text
    assert WORD not in text and "tok-4711" not in text and "postData" not in text
    assert [path.name for path in tmp_path.rglob("*.har")] == ["network-1.har"]


@pytest.mark.parametrize("kind", ["trace", "video"])
def test_what_shows_everything_is_refused_for_a_task_with_secrets(tmp_path, monkeypatch, kind):
    monkeypatch.setenv("MIDCOURSE_SECRET_PW", WORD)
    task = Task("sign up", "title(Done)", values={"Password": "secret:PW"})
    with pytest.raises(TaskError, match=f"{kind} would show the secret PW; keep har only"):
        prepare(task, world=f"web:http://127.0.0.1:1/ evidence={kind}", planner="words", keep=tmp_path)


def test_an_act_with_a_secret_that_no_task_named_is_refused_too(tmp_path):
    async def story():
        web = WebWorld("http://127.0.0.1:1/", keep=tmp_path, browser=BrowserOptions(evidence=("video",)))
        return await web.act(Call("fill", {"text": WORD}, "textbox Name", secrets=frozenset({"PW"})))

    refused = asyncio.run(story())
    assert isinstance(refused, Failed) and refused.reason == "forbidden" and "would show a secret" in refused.detail


def test_one_time_codes_leave_no_evidence_at_all():
    trust = Trust({"CODE": "otpauth://totp/x?secret=JBSWY3DP"})
    with pytest.raises(TaskError, match="one-time codes"):
        check_evidence(BrowserOptions(evidence=("har",)), trust, ["CODE"])


def test_evidence_needs_a_folder():
    with pytest.raises(TaskError, match="WebWorld\\(keep=FOLDER\\)"):
        WebWorld("http://127.0.0.1:1/", browser=BrowserOptions(evidence=("har",)))


def test_headers_that_sign_in_are_left_out_of_a_har_file():
    har = b'{"log": {"entries": [{"request": {"headers": [{"name": "Authorization", "value": "Basic eA=="}, {"name": "Host", "value": "x"}]}}]}}'
    text = cleaned(har, Trust()).decode()
    assert "Basic" not in text and '"Host"' in text


@pytest.mark.parametrize("name", ["X-Api-Key", "X-Auth-Token", "X-CSRFToken", "Session-Id", "Set-Cookie2", "Proxy-Authorization"])
def test_headers_of_ones_own_that_sign_in_are_left_out_too(name):
    kept = '{"name": ":authority", "value": "x.org"}'
    har = f'{{"headers": [{{"name": "{name}", "value": "tok-4711"}}, {kept}]}}'.encode()
    text = cleaned(har, Trust()).decode()
    assert "tok-4711" not in text and "x.org" in text
