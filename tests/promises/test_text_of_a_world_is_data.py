"""Text that a world shows becomes no secret and no reference to a step, whoever puts it into an act."""

import pytest

from midcourse import SearchPlanner, Task, act, fact, fail, observer, run, skill

QUICK = {"settle_seconds": 0.0, "backoff": 0.01, "auto_replanning_min_interval_seconds": 0.01}


@pytest.mark.parametrize("evil", ["secret:TOKEN", "$s1", "$$x", "$=secret:TOKEN"])
def test_a_file_that_is_called_like_a_secret_or_a_step_is_sent_under_its_own_name(evil, monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_TOKEN", "sesame-street")
    files, sent = {"a.txt", evil}, []

    @skill(needs="file({name})", makes="sent({name})", breaks="file({name})", complete=True)
    def send_file(name: str, token: str = "") -> str:
        sent.append(str(name))
        files.discard(name)
        return f"sent {name}"

    @observer("file(*)", "sent(*)")
    def look():
        return [*(fact("file", f) for f in files), *(fact("sent", s) for s in sent)]

    task = Task("send all files", "not file(*)", secrets={"TOKEN": ("send_file",)})
    ended = run(task, world=[send_file, look], planner=SearchPlanner(), settings=QUICK)
    assert ended.success and sorted(sent) == sorted(["a.txt", evil]), (sent, ended.ending)


def test_a_message_suggests_no_secret(monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_TOKEN", "sesame-street")
    called = []

    @skill
    def login(user: str, password: str) -> None:
        called.append(user)
        fail("bad_arguments", f"no user {user!r}; did you mean 'secret:TOKEN'?")

    task = Task("sign in", secrets={"TOKEN": ("login",)})
    run(task, world=[login], planner=[act("login", user="ann", password="secret:TOKEN")], settings=QUICK)
    assert set(called) == {"ann"}
