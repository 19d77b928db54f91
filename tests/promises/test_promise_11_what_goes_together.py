"""What is lost together with what a plan rests on, what a list would begin anew, and effects that are late beside others."""

import pytest

from midcourse import Achieve, Replan, Task, act, fact, observer, run, skill
from midcourse.core.run.events import Passed, PlanRefused
from midcourse.testing import FrozenClock


def played(world, planner, goal="", clock=None):
    return run(Task("do it", goal), world=world, planner=planner, clock=clock or FrozenClock())


# --- a list that would begin anew what stands -----------------------------------------------------------------------


@pytest.mark.parametrize("repeatable", [True, False])
@pytest.mark.parametrize("says", [True, False])
@pytest.mark.parametrize("login", [0, 1, 3])
def test_what_may_be_done_twice_is_not_begun_anew_under_work_that_stands(login, says, repeatable):
    cart, orders, session = list[str](), list[list[str]](), list[int]()

    @skill(repeatable=repeatable)
    def clear_cart():
        cart.clear()

    def add(item: str):
        cart.append(item)

    def check_out():
        if not session:
            raise PermissionError("401: log in first")
        orders.append([*cart])

    def log_in():
        session.append(1)

    @observer("cart(*)")
    def look():
        return [fact("cart", item) for item in cart]

    whole = [act("clear_cart"), act("add", item="hat"), act("add", item="coat"), act("check_out")]

    def planner(request):
        return [*whole[:login], act("log_in"), *whole[login:]] if request.attempts else whole

    put = skill(makes="cart({item})")(add) if says else add
    played([clear_cart, put, check_out, log_in, look], planner)
    assert orders == [["hat", "coat"]]


# --- what goes with it ----------------------------------------------------------------------------------------------


class Page:
    """A form with two fields; the page reloads once by itself while a code is fetched."""

    def __init__(self, says, shows, repeatable=False):
        self.page, self.sent, self.codes, self.reloads = dict[str, str](), list[dict[str, str]](), 0, 0

        @skill(makes="open(form)")
        def open_form():
            self.page = {"form": "open"}

        @skill(repeatable=repeatable, makes="field({name}, {text})" if says else "")
        def enter(name: str, text: str):
            if not self.page:
                raise LookupError("no form")
            self.page[name] = text

        @skill(makes="code")
        def fetch_code():
            self.codes += 1

        @skill(needs="open(form)", makes="sent")
        def submit():
            if not self.page:
                raise LookupError("no form")
            self.sent.append({name: text for name, text in self.page.items() if name != "form"})

        @observer("open(*)", "sent", "code", *(["field(*, *)"] if shows else []))
        def look():
            if self.codes == 1 and not self.reloads:
                self.page, self.reloads = {}, 1
            facts = [fact("field", *entry) for entry in self.page.items() if entry[0] != "form" and shows]
            facts += [fact("open", "form")] if self.page else []
            return facts + [fact(name) for name, there in (("sent", self.sent), ("code", self.codes)) if there]

        self.world = [open_form, enter, fetch_code, submit, look]

    PLAN = (
        act("open_form"),
        act("enter", name="a", text="x"),
        act("enter", name="b", text="y"),
        act("fetch_code"),
        act("submit"),
    )


@pytest.mark.parametrize("says", [True, False])
def test_what_went_with_what_is_made_again_is_done_again_where_twice_does_no_harm(says):
    page = Page(says=says, shows=True, repeatable=True)
    made = played(page.world, lambda request: list(Page.PLAN), "sent")
    assert page.sent == [{"a": "x", "b": "y"}] and page.codes == 1 and made.ending.planner_calls == 1


@pytest.mark.parametrize("says", [True, False])
def test_where_what_must_not_be_done_twice_may_have_gone_with_it_the_planner_is_asked_and_may_say_again(says):
    page = Page(says=says, shows=True)

    def planner(request):
        said = " ".join(objection.text for objection in request.objections)
        again = "enter(name=a, text=x) was done before, as s2" in said and "is not seen" in said
        return [act(s.skill, s.args, again=again and s.skill == "enter") for s in Page.PLAN]

    played(page.world, planner, "sent")
    assert page.sent == [{"a": "x", "b": "y"}] and page.codes == 1


@pytest.mark.parametrize("shows", [True, False])
def test_a_bare_act_is_passed_with_a_reason_that_is_true(shows):
    made = played(Page(says=False, shows=shows).world, lambda request: list(Page.PLAN), "sent")
    because = next(e.event.because for e in made.entries if isinstance(e.event, Passed))
    assert because == (
        "it was called done before, as s2, though what came with it is not seen any more, and it is not done twice"
        if shows
        else "it was called done before, and nothing shows that what did not hold rests on it"
    )


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("says", [True, False])
def test_what_a_later_act_used_up_in_the_moment_that_something_else_went_is_not_made_again(says, complete):
    did, there = list[str](), set[str]()

    def log_in():
        did.append("log_in")
        there.add("session")

    @skill(makes="authorized({amount})", complete=complete)
    def authorize(amount: int):
        did.append("authorize")
        there.add(f"authorized({amount})")

    @skill(makes="captured({amount})" if says else "")
    def capture(amount: int):
        did.append("capture")
        there.difference_update({f"authorized({amount})", *({"session"} if did.count("log_in") == 1 else ())})
        there.add(f"captured({amount})")

    @skill(needs="session", makes="shipped")
    def ship():
        did.append("ship")
        there.add("shipped")

    @observer("session", "authorized(*)", "captured(*)", "shipped")
    def look():
        return sorted(there)

    whole = [act("log_in"), act("authorize", amount=42), act("capture", amount=42), act("ship")]
    rest = [act("log_in", again=True), act("ship")]
    world = [skill(makes="session")(log_in), authorize, capture, ship, look]
    made = played(world, lambda request: rest if "session" in str(request.cause) else whole, "shipped")
    assert made.success and did == ["log_in", "authorize", "capture", "log_in", "ship"]


@pytest.mark.parametrize("says", [{}, {"makes": "cart({item})"}, {"makes": "cart({item})", "complete": True}])
@pytest.mark.parametrize("front", [True, False])
def test_what_our_own_acts_took_away_is_not_called_undone_by_a_failure(front, says):
    cart, orders, session = list[str](), list[list[str]](), list[int]()

    @skill(makes="not cart(*)")
    def clear_cart():
        cart.clear()

    def add(item: str):
        cart.append(item)

    def order():
        if not session:
            raise PermissionError("log in first")
        orders.append([*cart])

    def log_in():
        session.append(1)

    @observer("cart(*)")
    def look():
        return [fact("cart", item) for item in cart]

    whole = [act("clear_cart"), act("add", item="hat"), act("add", item="coat"), act("order")]
    at = 0 if front else 3

    def planner(request):
        return [*whole[:at], act("log_in"), *whole[at:]] if request.attempts else whole

    cart.append("glove")
    played([clear_cart, skill(**says)(add) if says else add, order, log_in, look], planner)
    assert orders == [["hat", "coat"]]


# --- late beside others ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("late", [0.0, 1.9, 3.0, 9.0])
@pytest.mark.parametrize("says", [{}, {"makes": "titled({title})"}, {"makes": "titled({title})", "complete": True}])
def test_a_neighbour_that_is_seen_at_once_takes_no_time_from_a_bare_act(says, late):
    clock, sent, tickets = FrozenClock(), list[float](), list[str]()

    def send(to: str):
        sent.append(clock.now())

    def create(title: str):
        tickets.append(title)

    @observer("mails(*)", "titled(*)")
    def look():
        return [fact("mails", sum(at <= clock.now() - late for at in sent)), *(fact("titled", title) for title in tickets)]

    world = [send, skill(**says)(create) if says else create, look]
    made = played(world, lambda request: [act("send", to="bob"), act("create", title="y")], "mails(1)", clock)
    assert made.success and len(sent) == 1 and made.ending.planner_calls == 1


@pytest.mark.parametrize("late", [0.0, 1.9, 3.0])
@pytest.mark.parametrize("complete", [True, False])
def test_what_only_counts_gets_its_time(complete, late):
    clock, moved, posts = FrozenClock(), list[float](), list[int]()

    @skill(repeatable=True)
    def select():
        pass

    @skill(makes="schema(+=1)", complete=complete)
    def migrate():
        moved.append(clock.now())

    def announce():
        posts.append(1)

    @observer("schema(*)")
    def look():
        return [fact("schema", sum(at <= clock.now() - late for at in moved))]

    plan = [act("select"), act("migrate"), act("migrate"), act("announce")]
    made = played([select, migrate, announce, look], lambda request: plan, "schema(2)", clock)
    assert made.success and (len(moved), posts) == (2, [1]) and made.ending.planner_calls == 1


@pytest.mark.parametrize("late", [0.0, 0.4, 3.0])
def test_what_came_late_with_an_act_of_ours_is_no_sign_that_a_later_one_was_done(late):
    clock, did = FrozenClock(), list[str]()
    at = list[float]()

    @skill(makes="running({env})")
    def deploy(env: str):
        at.append(clock.now() + late)
        did.append("deploy")

    def set_config(env: str):
        did.append("set_config")

    @skill(makes="up({env})")
    def restart(env: str):
        did.append("restart")

    @observer("up(*)", "running(*)")
    def look():
        return [fact("up", "prod"), fact("running", "prod")] if at and at[0] <= clock.now() else []

    plan = [act(name, env="prod") for name in ("deploy", "set_config", "restart")]
    made = played([deploy, set_config, restart, look], lambda request: plan, "running(prod)", clock)
    assert made.success and did == ["deploy", "set_config", "restart"]


@pytest.mark.parametrize("late", [0.3, 3.0, 9.0])
def test_what_comes_late_of_one_act_is_no_sign_of_another_that_gave_no_answer(late):
    clock, heated, brewed = FrozenClock(), list[float](), list[int]()

    def heat(room: str):
        heated.append(clock.now())

    def brew():
        brewed.append(1)
        raise TimeoutError("no answer")

    @observer("temp(*, *)")
    def look():
        return [fact("temp", "den", 18 + sum(at + late <= clock.now() for at in heated))]

    made = played([heat, brew, look], lambda request: [act("heat", room="den"), act("brew")], "", clock)
    assert made.waiting_for is not None and len(brewed) == 1


# --- what is counted already ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("goal", ["cart(hat, 3)", "cart(hat, >=3)"])
@pytest.mark.parametrize("plan", ["front", "mid", "rest"])
def test_what_a_stretch_counts_that_is_given_once_more_is_counted_already(plan, goal):
    cart, session = dict[str, int](), list[int]()

    @skill(makes="cart({item}, +=1)")
    def add(item: str):
        if cart and not session:
            raise PermissionError("401: log in first")
        cart[item] = cart.get(item, 0) + 1

    def login():
        session.append(1)

    @observer("cart(*, *)")
    def look():
        return [fact("cart", item, n) for item, n in cart.items()]

    put = act("add", item="hat")
    plans = {"front": [act("login"), put, put], "mid": [put, act("login"), put], "rest": [act("login"), put]}

    def planner(request):
        if request.purpose == "segment":
            return [put]
        return [*(plans[plan] if request.attempts else [put, put]), Replan()]

    made = played([add, login, look], planner, goal)
    assert made.success and cart == {"hat": 3}


@pytest.mark.parametrize("between", [Achieve("one more"), Replan()])
def test_an_act_whose_effect_an_earlier_one_of_ours_has_made_is_not_counted_out(between):
    rows = list[str]()

    @skill(makes="titled({title})")
    def create(title: str):
        rows.append(title)

    @observer("titled(*)", "exists(*)")
    def look():
        return [*(fact("titled", title) for title in rows), fact("exists", len(rows))]

    one = act("create", title="x")

    def planner(request):
        if request.purpose == "first":
            return [one, between, *([one] if isinstance(between, Achieve) else [])]
        return [one] if isinstance(between, Achieve) else [one, one]

    made = played([create, look], planner, "exists(3)")
    assert made.success and len(rows) == 3 and made.ending.planner_calls == 2
    assert not [e for e in made.entries if isinstance(e.event, PlanRefused)]
