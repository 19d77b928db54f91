"""What a hostile tester found once, and must not find again: acts that slip past the rules, lessons that learn the wrong thing."""

import asyncio

import pytest

from midcourse import Answer, Constraint, Grant, RulesApprover, Task, act, fact, observer, run, skill
from midcourse.approval.critical import read_risks
from midcourse.core.errors import TaskError
from midcourse.core.history.lessons import Lesson, is_for, may_be_tried
from midcourse.core.history.situations import Situation, shape_of
from midcourse.core.model import Failed, Skill
from midcourse.core.people.risk import judge, weigh
from midcourse.core.plans.edits import Insert, Instead, Rewrite, apply, edit_between
from midcourse.core.plans.plan import Act, Replan
from midcourse.core.run.events import Learned
from midcourse.engine.memory import MemoryStore
from midcourse.recovery.lessons import SqliteLessons
from midcourse.testing import AnswersAll, DictMemory, ScriptedPeople
from tests.support import under

RULES = read_risks()


def verdict(skill_name, makes="", **args):
    return judge(weigh(Skill(skill_name, makes=makes), args, "", RULES), 2, 0.0)[0]


COMMANDS = """bash -c 'rm -rf /data'
su -c 'rm x'
eval rm x
ssh host rm x
sudo -u root rm x
ls | xargs -n 1 rm
timeout 5 rm x
(rm x)
if true; then rm x; fi
find . -delete
find . -exec rm {} +
echo x>/etc/passwd
cat </etc/shadow
cp a --target-directory=/etc
cp a $HOME/.ssh/authorized_keys
python -m pip install x""".splitlines()


@pytest.mark.parametrize("command", COMMANDS)
def test_command_lines_in_disguise_ask(command):
    assert verdict("run", command=command) == "ask"


PLACES = [
    "file:///etc/passwd",
    "host:/etc/passwd",
    "~root/.ssh/x",
    "../../../../etc/passwd",
    " /etc/passwd\n",
    "/ETC/passwd",
    "id_rsa",
    "conf/server.PEM",
    "./.env.production",
    "C:\\Windows\\System32\\x",
    "//etc/passwd",
    "$HOME/.aws/credentials",
]


@pytest.mark.parametrize("path", PLACES)
def test_places_in_disguise_ask(path):
    assert verdict("write", path=path) == "ask" and verdict("wipe", target=path) == "ask"
    assert verdict("write", files={path: "x"}) == "ask" and verdict("write", files=[path]) == "ask"


def test_effects_arguments_in_pieces_and_shells_by_another_name_ask():
    assert verdict("prepare", makes="written(/etc/hosts)") == "ask"
    assert (
        verdict("run", program="rm", args=["-rf", "/data"]) == "ask" and verdict("run", argv=["cp", "x", "/etc/passwd"]) == "ask"
    )
    assert verdict("shell", text="rm -rf /data") == "ask" and verdict("bash", line="reboot") == "ask"
    assert verdict("clean", paths="blob:abc") == "ask", "what is too large to be weighed"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("join", {"separator": "/"}),
        ("navigate", {"route": "/"}),
        ("http_post", {"path": "/sys/info"}),
        ("run_search", {"query": "docker tutorial"}),
        ("search", {"query": "/etc/hosts"}),
        ("run", {"argv": ["echo", "rm"]}),
        ("run", {"command": 'git commit -m "fix it; kill the bug"'}),
        ("run", {"command": "ls 2> /dev/null"}),
        ("run", {"command": "cp /usr/share/dict/words /tmp/w"}),
        ("get_key", {}),
        ("add_package", {}),
        ("format_server_log", {}),
        ("get_next_token", {}),
    ],
)
def test_harmless_acts_do_not_ask(name, args):
    assert verdict(name, **args) == "run"


gone: list[str] = []


@skill(makes="deleted({path})", risk="irreversible")
def delete(path: str) -> None:
    gone.append(path)


@skill(makes="cleaned")
def clean(path: str = "/etc/passwd") -> None:
    gone.append(path)


@skill
def fetch() -> str:
    return "secret:PW"


@skill(makes="posted")
def post(text: str) -> None:
    gone.append(text)


@observer("deleted(*)", "cleaned", "posted", "never")
def look():
    return [fact("deleted", p) for p in gone] + (["cleaned"] if gone else [])


def tried(steps, done_when="never", **options):
    gone.clear()
    options.setdefault("settings", under(backoff=0.0))
    run(options.pop("task", Task("x", done_when)), world=[delete, clean, fetch, post, look], planner=steps, **options)
    return list(gone)


def test_grants_rules_and_constraints_see_where_a_path_leads_and_into_lists():
    detour = [act("delete", path="/tmp/../etc/passwd")]
    assert not tried(detour, task=Task("x", "never", grants=(Grant("delete(path=/tmp/*)"),)))
    assert not tried(
        detour, approver=RulesApprover(allow=["delete(path=/tmp/*)"], refuse=["delete(path=/etc/*)"], otherwise=False)
    )
    forbidden = Task("x", "never", constraints=(Constraint("not there", "delete(path=/etc/*)"),))
    assert not tried([act("delete", path="//etc/passwd")], task=forbidden, approver=AnswersAll())


def test_what_a_skill_takes_when_nothing_is_given_is_weighed_too():
    assert not tried([act("clean")]), "it asks, and nobody is there"
    forbidden = Task("x", "never", constraints=(Constraint("not there", "clean(path=/etc/*)"),))
    assert not tried([act("clean")], task=forbidden, approver=AnswersAll())


def test_text_from_the_world_never_becomes_a_secret(monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_PW", "hunter2")
    assert tried([act("fetch", id="a"), act("post", text="$a")])[0] == "secret:PW"
    assert tried([act("post", text="secret:PW")])[0] == "hunter2", "what the plan itself asks for"


def test_an_edited_argument_may_hold_a_dollar():
    class Ann:
        async def allows(self, question):
            return Answer(question.id, True, "Ann", args={"path": "$500"}) if question.kind == "approve" else None

    assert tried([act("delete", path="$$100")], "deleted($500)", approver=Ann()) == ["$500"]


# --- lessons ------------------------------------------------------------------------------------------------------------


def failed(**args):
    return Act("open", args, id="s1")


def test_hostile_edits_are_no_edits():
    for edit in (
        Insert((Act("push", {"door": "{fits(*, door)}"}),)),
        Insert((Act("post", {"text": "secret:PW"}),)),
        Insert((Act("post", {"text": "$s1"}),)),
    ):
        assert apply(edit, failed(door="d"), [], ["fits(k, d)"]) is None
    assert edit_between(failed(key="no"), [], [Act("open", {"key": "$s1"})], []) is None, (
        "what another step gave means nothing elsewhere"
    )


def test_a_pause_after_the_failed_step_hides_no_fix():
    edit = edit_between(failed(door="d"), [Replan(id="s2")], [Act("oil", {"door": "d"}), failed(door="d"), Replan()], [])
    assert isinstance(edit, Insert)
    assert isinstance(edit_between(failed(door="d"), [Replan()], [Act("open", {"door": "e"}), Replan()], []), Rewrite)


def test_lessons_of_nobody_s_team_are_for_nobody_and_private_ones_stay_apart():
    situation = Situation("open", "x", "y")
    private, shared = (Lesson(situation, Instead((Act("push"),)), scope=s, agent="ann") for s in ("agent", "all"))
    assert not is_for(Lesson(situation, Instead(()), scope="team"), "bob", "")
    assert private.id != shared.id


def test_an_import_does_not_make_good_what_did_harm_here(tmp_path):
    kept = SqliteLessons(tmp_path / "l.db")
    lesson = Lesson(Situation("open", "x", "y"), Instead((Act("push"),)))
    asyncio.run(kept.learn(lesson, False, "t", 1.0))
    kept.put([Lesson(lesson.situation, lesson.edit, helped=9.0, at=99.0)])
    assert kept.all()[0].quarantined


def test_a_lesson_from_elsewhere_is_told_and_never_tried_until_it_helped_here(tmp_path):
    kept = SqliteLessons(tmp_path / "l.db")
    lesson = Lesson(Situation("open", "x", "y"), Instead((Act("push"),)), helped=900.0, at=99.0)
    kept.put([lesson])
    [found] = asyncio.run(kept.recall(lesson.situation, "me", "", 100.0))
    assert found.lesson.foreign and not may_be_tried(found, 100.0)
    asyncio.run(kept.learn(lesson, False, "t1", 100.0))
    assert kept.all()[0].foreign and kept.all()[0].quarantined
    asyncio.run(kept.learn(lesson, True, "t2", 101.0))
    [mine] = kept.all()
    assert not mine.foreign and mine.helped == 1.0, "what others counted does not count here"
    kept.put([lesson])
    assert kept.all() == [mine]


def test_long_messages_cost_little():
    import time

    began = time.process_time()
    shape_of("a." * 50_000)
    assert time.process_time() - began < 1.0


def _pulling(cure):
    """A door that pulling does not open; what another act does is its own matter."""
    opened: set[str] = set()

    @skill(makes="opened({door})")
    def pull(door: str) -> None:
        raise LookupError("there is no handle on it")

    @skill(makes="opened({door})")
    def push(door: str) -> None:
        if cure == "push":
            opened.add(f"opened({door})")

    @skill(makes="painted({door})")
    def paint(door: str) -> None:
        opened.add(f"painted({door})")

    @observer("opened(*)", "painted(*)")
    def seen():
        return sorted(opened)

    return [pull, push, paint, seen]


def test_a_fix_helps_when_what_the_failed_act_was_for_is_seen_and_a_person_s_no_says_nothing():
    memory = DictMemory()
    plans = {"painted": [act("paint", door="d")], "opened": [act("push", door="d")]}

    class Planner:
        async def plan(self, request):
            from midcourse import Draft

            return Draft(tuple(plans["opened"]) if request.attempts else (act("pull", door="d"),))

    outcome = run(
        "in", done_when="opened(d)", world=_pulling("push"), planner=Planner(), memory=memory, settings=under(backoff=0.0)
    )
    assert outcome.success and [k.helped for k in memory.lessons.values()] == [1.0]

    class Painter(Planner):
        async def plan(self, request):
            from midcourse import Draft

            return Draft(tuple(plans["painted"]) if request.attempts else (act("pull", door="d"),))

    memory = DictMemory()
    outcome = run("in", done_when="opened(d)", world=_pulling(""), planner=Painter(), memory=memory, settings=under(backoff=0.0))
    assert not any(isinstance(e.event, Learned) and e.event.helped for e in outcome.entries), (
        "painting it is no help in getting in"
    )


# --- replanning ----------------------------------------------------------------------------------------------------------


def test_starting_anew_does_not_wipe_out_failed_replans():
    class Ways:
        async def plan(self, request):
            from midcourse import Draft

            return Draft((act("pull", door=f"d{len(request.attempts)}"),))

    store = MemoryStore()
    for expected in (0, 3, 3):
        outcome = run(
            "in", done_when="opened(x)", world=_pulling(""), planner=Ways(), store=store, approver=ScriptedPeople([None]),
            settings=under(backoff=0.0, retries=0, stuck_after=9, auto_replanning_min_interval_seconds=0.0),
        )  # fmt: skip
        assert outcome.waiting_for is not None and outcome.run.setup.past.failed_replans == expected


def test_one_yes_serves_one_request():
    class Empty:
        async def plan(self, request):
            from midcourse import Draft

            return Draft(())

    people = AnswersAll()
    run("in", done_when="opened(x)", world=_pulling(""), planner=Empty(), approver=people,
        settings=under(enable_auto_replanning=False, objections=4))  # fmt: skip
    assert len(people.asked) == 4


# --- settings ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("MIDCOURSE_SECRET_PW=x", "from the environment alone"),
        ("MIDCOURSE_AUTONOMY", "is not set by this line"),
        ("MIDCOURSE_AUTONOMY: 0", "is not set by this line"),
        ("AUTOREPLANNING_MAX_ATTEMPTS=1", "did you mean AUTO_REPLANNING_MAX_ATTEMPTS"),
        ("midcourse_autonmy=0", "did you mean MIDCOURSE_AUTONOMY"),
    ],
)
def test_no_line_about_us_is_silently_ignored(tmp_path, text, told):
    from midcourse import load_settings

    (tmp_path / ".env").write_text(text + "\n")
    with pytest.raises(TaskError, match=told):
        load_settings(tmp_path)


def test_odd_files_are_errors_and_not_tracebacks(tmp_path):
    from midcourse import load_settings

    (tmp_path / ".env").write_bytes("MIDCOURSE_AUTONOMY=1 # größer".encode("latin-1"))
    with pytest.raises(TaskError, match="UTF-8"):
        load_settings(tmp_path)
    (tmp_path / ".env").write_bytes(b"\xef\xbb\xbfMIDCOURSE_AUTONOMY=1\r\n")
    assert load_settings(tmp_path).settings.consent.autonomy == 1
    assert isinstance(Failed("x"), Failed)
