"""Promise 11: where work was undone, just that is done again, and what rests on it; what a goal lacks at the end may be late."""

from midcourse import act, fact, observer, run, skill
from midcourse.testing import FrozenClock


class Office:
    """Events, drafts and mails; somebody deletes the event once the mail was sent."""

    def __init__(self, complete=False):
        self.facts, self.log, self.complete = set(), [], complete

    def world(self):
        @skill(makes="event({day})", complete=True)
        def add_event(day: str):
            self.log.append("event")
            self.facts.add(fact("event", day))

        @skill(makes="draft({to})", complete=self.complete)
        def draft(to: str):
            self.log.append("draft")
            self.facts.add(fact("draft", to))

        @skill(needs="draft({to})", makes="mailed({to})", breaks="draft({to})", complete=True)
        def send(to: str):
            self.log.append("send")
            self.facts = {fact("mailed", to)} if self.log.count("send") == 1 else self.facts | {fact("mailed", to)}

        @skill(makes="labelled({to})", complete=True)
        def label(to: str):
            self.log.append("label")
            self.facts.add(fact("labelled", to))

        @observer("event(*)", "draft(*)", "mailed(*)", "labelled(*)")
        def look():
            return self.facts

        return [add_event, draft, send, label, look]


PLAN = [act("add_event", day="mon"), act("draft", to="eve"), act("send", to="eve"), act("label", to="eve")]


def test_only_what_was_undone_is_done_again_and_not_what_later_steps_used_up():
    for complete in (False, True):
        for goal in ("event(mon) and mailed(eve) and labelled(eve)", "labelled(eve) and event(mon)"):
            office = Office(complete)
            ended = run("go", done_when=goal, world=office.world(), planner=PLAN, clock=FrozenClock())
            assert ended.success and office.log == ["event", "draft", "send", "event", "label"]


def test_what_was_used_up_is_made_again_where_what_used_it_was_undone_too():
    log, facts = [], set()

    @skill(makes="draft({to})", complete=True)
    def draft(to: str):
        log.append("draft")
        facts.add(fact("draft", to))

    @skill(needs="draft({to})", makes="mailed({to})", breaks="draft({to})", complete=True)
    def send(to: str):
        log.append("send")
        facts.discard(fact("draft", to))
        facts.add(fact("mailed", to))

    @skill(makes="labelled({to})", complete=True)
    def label(to: str):
        log.append("label")
        if log.count("label") == 1:
            facts.discard(fact("mailed", to))  # somebody takes it back
        facts.add(fact("labelled", to))

    @observer("draft(*)", "mailed(*)", "labelled(*)")
    def look():
        return facts

    ended = run("go", done_when="mailed(eve) and labelled(eve)", world=[draft, send, label, look], planner=PLAN[1:])
    assert ended.success and log == ["draft", "send", "label", "draft", "send"]


def test_a_step_left_out_is_done_after_all_and_nothing_else_with_it():
    dirty, staged, edits, log = {"b"}, set(), set(), []

    @skill(makes="dirty({f})")
    def edit(f: str):
        log.append(f"edit {f}")
        dirty.add(f)
        edits.add(f)

    @skill(needs="dirty({f})", makes="staged({f})", breaks="dirty({f})", complete=True)
    def stage(f: str):
        log.append(f"stage {f}")
        dirty.discard(f)
        staged.add(f)

    @skill(needs="staged(*)", breaks="staged(*)", makes="committed")
    def commit():
        log.append("commit")
        staged.clear()

    @observer("dirty(*)", "staged(*)", "edits(*)", "committed")
    def look():
        shown = [fact(name, f) for name, found in (("dirty", dirty), ("staged", staged), ("edits", edits)) for f in found]
        return [*shown, *(["committed"] if "commit" in log else [])]

    plan = [act("edit", f="a"), act("edit", f="b"), act("stage", f="a"), act("stage", f="b"), act("commit")]
    world, goal = [edit, stage, commit, look], "edits(a) and edits(b) and committed"
    ended = run("commit both", done_when=goal, world=world, planner=plan, clock=FrozenClock())
    assert ended.success and log == ["edit a", "stage a", "stage b", "commit", "edit b"]


def test_what_an_undone_act_gave_is_used_anew_by_the_steps_behind_it():
    tickets, log = {}, []

    @skill(makes="open({host})")
    def open_ticket(host: str) -> str:
        tickets[host] = f"T{len(log)}"
        log.append("open")
        return tickets[host]

    @skill()
    def comment(ticket: str):
        log.append(f"comment {ticket}")

    @skill(makes="told({host})", complete=True)
    def tell(host: str, ticket: str):
        log.append(f"tell {ticket}")
        if log.count("open") == 1:
            tickets.clear()  # somebody deletes it

    @observer("open(*)", "told(*)")
    def look():
        return [
            *(fact("open", host) for host in tickets),
            *([fact("told", "web")] if any("tell" in what for what in log) else []),
        ]

    plan = [
        act("open_ticket", host="web", id="t"),
        act("comment", ticket="$t"),
        act("tell", host="web", ticket="$t"),
    ]
    goal = "open(web) and told(web)"
    ended = run("go", done_when=goal, world=[open_ticket, comment, tell, look], planner=plan, clock=FrozenClock())
    assert ended.success and log == ["open", "comment T0", "tell T0", "open", "comment T3", "tell T3"]


def test_a_last_step_that_did_nothing_is_done_again_though_the_goal_is_seen():
    paid, told, calls = set(), set(), []

    @skill(makes="paid({order})", complete=True)
    def pay(order: str):
        paid.add(order)

    @skill(makes="told({order})", complete=True)
    def notify(order: str):
        calls.append(order)
        if len(calls) > 1:
            told.add(order)

    @observer("paid(*)", "told(*)")
    def look():
        return [*(fact("paid", o) for o in paid), *(fact("told", o) for o in told)]

    plan = [act("pay", order="A1"), act("notify", order="A1")]
    ended = run("pay", done_when="paid(A1)", world=[pay, notify, look], planner=plan, clock=FrozenClock())
    assert ended.success and told == {"A1"} and len(calls) == 2


def test_the_last_fact_of_a_goal_may_come_a_second_late():
    clock, sent = FrozenClock(), {}

    @skill(makes="sent({x})")
    def send(x: str):
        sent[x] = clock.now() + 1.0

    @observer("sent(*)", "receipt(*)")
    def look():
        late = [fact("receipt", x) for x, at in sent.items() if at <= clock.now()]
        return [*(fact("sent", x) for x in sent), *late]

    ended = run("send", done_when="receipt(a)", world=[send, look], planner=[act("send", x="a")], clock=clock)
    assert ended.success and ended.ending.planner_calls == 1


def test_a_number_of_the_goal_may_come_a_second_late():
    clock, due, log = FrozenClock(), [], []

    @skill(makes="imports(+=1)", complete=True)
    def load(rows: str):
        due.append(clock.now() + (1.0 if due else 0.0))

    def fetch(page: str) -> str:
        return page

    @skill(makes="finished", complete=True)
    def finish():
        log.append("finish")

    @observer("imports(*)", "finished")
    def look():
        came = sum(at <= clock.now() for at in due)
        return [*([fact("imports", came)] if came else []), *(["finished"] if log else [])]

    plan = [act("load", rows="a"), act("fetch", page="2"), act("load", rows="b"), act("finish")]
    world = [load, fetch, finish, look]
    ended = run("load", done_when="finished and imports(2)", world=world, planner=plan, clock=clock)
    assert ended.success and len(due) == 2 and ended.ending.planner_calls == 1


def test_an_act_whose_source_is_seen_gone_did_something_though_its_effect_is_late():
    clock, queue, sent, log = FrozenClock(), {"a"}, {}, []

    @skill(needs="queued({x})", makes="sent({x})", breaks="queued({x})", complete=True)
    def send(x: str):
        log.append(x)
        queue.discard(x)
        sent.setdefault(x, clock.now() + 12)

    @observer("queued(*)", "sent(*)")
    def look():
        return [*(fact("queued", x) for x in queue), *(fact("sent", x) for x, at in sent.items() if at <= clock.now())]

    run("send", done_when="sent(a)", world=[send, look], planner=[act("send", x="a")], clock=clock)
    assert log == ["a"]
