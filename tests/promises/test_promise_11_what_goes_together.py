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

    def __init__(self, says, shows):
        self.page, self.sent, self.codes, self.reloads = dict[str, str](), list[dict[str, str]](), 0, 0

        @skill(makes="open(form)")
        def open_form():
            self.page = {"form": "open"}

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

        self.world = [open_form, skill(makes="field({name}, {text})")(enter) if says else enter, fetch_code, submit, look]

    PLAN = (
        act("open_form"),
        act("enter", name="a", text="x"),
        act("enter", name="b", text="y"),
        act("fetch_code"),
        act("submit"),
    )


def test_what_says_what_it_makes_and_went_with_what_is_made_again_is_done_again():
    page = Page(says=True, shows=True)
    made = played(page.world, lambda request: list(Page.PLAN), "sent")
    assert page.sent == [{"a": "x", "b": "y"}] and page.codes == 1 and made.ending.planner_calls == 1


def test_where_what_came_with_a_bare_act_went_with_it_the_planner_is_asked_and_may_say_again():
    page = Page(says=False, shows=True)

    def planner(request):
        said = " ".join(objection.text for objection in request.objections)
        again = "enter(name=a, text=x) was done before, as s2, and what came with it is not seen any more" in said
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
