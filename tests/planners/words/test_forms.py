"""Named values and a condition: what a form still wants, and where to go to see it."""

from midcourse.core.gates.request import AtALoss
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.planners.words.ends import End
from midcourse.planners.words.fields import credentials, forms, is_filled_up, same_value
from midcourse.planners.words.forms import Wanted
from midcourse.planners.words.purposes import SEND, stretch
from midcourse.planners.words.revealing import drawn_further
from midcourse.planners.words.ways_in import goes_on
from tests.planners.words.screens import calls, screen, thing
from tests.support import the

LOGIN = ("textbox Password", "textbox Title", "button Log in")
EMPTY = ('value(textbox Password, "")', 'value(textbox Title, "")')
FORM = ("textbox Name", "combobox Colour", "button Send")
FACTS = (
    'value(textbox Name, "")',
    "value(combobox Colour, red)",
    "offers(combobox Colour, red)",
    "offers(combobox Colour, blue)",
)


def acts(seen) -> list[Act]:
    draft = the(Wanted(seen).next(), Draft)
    assert isinstance(draft.steps[-1], Replan)
    return [s for s in draft.steps if isinstance(s, Act)]


def test_each_value_goes_to_its_field_and_then_the_form_is_sent():
    values = {"Name": "Ann", "Colour": "blue"}
    found = acts(screen(*FORM, facts=FACTS, values=values, done_when="thanked"))
    assert calls(found) == ["fill textbox Name=Ann", "select combobox Colour=blue"]
    full = ("value(textbox Name, Ann)", "value(combobox Colour, blue)", *FACTS[2:])
    found = acts(screen(*FORM, facts=full, values=values, done_when="thanked"))
    assert calls(found) == ["click button Send"] and found[-1].expects == "thanked" and "Ann" in found[-1].needs


def test_what_stands_there_is_not_entered_again_and_signing_in_promises_nothing():
    there = ("value(textbox Name, Ann)", *FACTS[1:])
    assert calls(acts(screen(*FORM, facts=there, values={"Name": "Ann"}))) == ["click button Send"]
    login = screen(*LOGIN, facts=EMPTY, values={"Password": "x", "Title": "t"}, done_when="in")
    assert acts(login)[-1].expects == ""


def test_a_form_with_no_button_is_sent_by_enter_and_one_without_a_line_of_text_not_at_all():
    full = screen("textbox Name", facts=["value(textbox Name, Ann)"], values={"Name": "Ann"})
    assert calls(acts(full)) == ["press textbox Name=Enter"]
    boxes = screen("checkbox News", facts=["checked(checkbox News)"], values={"News": "yes"})
    assert isinstance(Wanted(boxes).next(), AtALoss)


def test_a_form_that_was_sent_is_looked_for_and_not_sent_again():
    sent = Act("click", {}, "button Send", description="send Name at http://x/")
    more = {"values": {"Name": "Ann"}, "done_when": "listed(/people, Ann)", "done": [sent]}
    here = screen(*FORM, facts=("page(http://x/)", *FACTS), **more)
    assert calls(acts(here)) == ["go=http://x/people"]
    more["done"] = [sent, Act("go", {"url": "http://x/people"}, description="to see whether it arrived")]
    paged = screen(thing("link 2", "onward"), facts=("page(http://x/people)",), **more)
    assert calls(acts(paged)) == ["click link 2"]


def test_a_value_that_finds_no_field_or_no_option_sends_nothing():
    there = ("value(textbox Name, Ann)", *FACTS[1:])
    odd = Wanted(
        screen("listbox Colour", facts=("offers(listbox Colour, red)", 'value(listbox Colour, "")'), values={"Colour": "x"})
    ).next()
    assert "there are red" in the(odd, AtALoss).why
    wait = Act("wait_for", {"seconds": 1.0})
    lost = Wanted(screen(*FORM, facts=there, values={"Name": "Ann", "Weight": "3"}, done=[wait])).next()
    assert "no field for 'Weight' (nearest: " in the(lost, AtALoss).why


def test_values_for_signing_in_are_known_by_secrets_and_by_what_stands_before_a_password():
    assert credentials({"Who": "ada", "Word": "secret:PW", "Title": "t"}) == {"Who", "Word"}
    assert credentials({"Name": "x"}) == set()


def test_a_field_shows_a_value_in_its_own_way():
    assert same_value("2026/12/01", "2026-12-01") and same_value("12.00", "12") and same_value("a  b", "a b")
    assert not same_value("12", "13") and not same_value("", "x")


def test_the_expected_end_is_entered_only_where_a_value_names_the_field():
    assert Wanted(screen(*FORM, facts=FACTS, done_when='value("textbox Name", Bob)')).next() is None
    ticked = {"facts": ["checked(checkbox News)"], "values": {"News": "no"}}
    assert calls(acts(screen("checkbox News", done_when='not checked("checkbox News")', **ticked))) == ["uncheck checkbox News"]


def test_the_way_leads_by_links_that_speak_of_the_goal_and_else_by_its_address():
    lists = {"facts": ["page(http://x/)"], "goal": "add the thing lamp", "done_when": "listed(/things, lamp)"}
    assert calls(acts(screen("link Help", "link Add thing", **lists))) == ["click link Add thing"]
    assert calls(acts(screen("link Help", **lists))) == ["go=http://x/things"]


def test_words_alone_leave_it_to_the_words():
    assert Wanted(screen("button Go", goal="go")).next() is None


def test_the_row_that_the_goal_speaks_of_comes_before_the_link_that_makes_a_new_one():
    things = ("link Create", "link Edit in hammer", "link Edit in saw")
    leads = ("leads(link Create, http://x/items/new)", "leads(link Edit in hammer, http://x/items/edit?id=1)")
    rows = ('within("link Edit in hammer", "row hammer 3")', 'within("link Edit in saw", "row saw 1")')
    told = {"goal": "change hammer", "done_when": "listed(/items, 77)", "values": {"Amount": "77"}}
    assert calls(acts(screen(*things, facts=("page(http://x/items)", *leads, *rows), **told))) == ["click link Edit in hammer"]
    told = {"goal": "add hammer drill", "done_when": "listed(/items, hammer drill)", "values": {"Name": "hammer drill"}}
    assert calls(acts(screen(*things, facts=("page(http://x/items)", *leads, *rows), **told))) == ["click link Create"]


EDITOR = ("textbox text", "menuitem File")
WRITTEN = ("value(textbox text, hello)", "offers(menuitem File, Save)")
DIALOG = (*EDITOR, "textbox Name", "button Save")


def test_a_value_of_a_later_screen_does_not_hold_up_the_first_and_what_it_needs_is_said():
    values = {"text": "hello", "Name": "a.txt"}
    empty = screen(*EDITOR, facts=('value(textbox text, "")', WRITTEN[1]), values=values, goal="save the note")
    assert calls(acts(empty)) == ["fill textbox text=hello"]
    [on] = acts(screen(*EDITOR, facts=WRITTEN, values=values, goal="save the note"))
    assert calls([on]) == ["select menuitem File=Save"] and on.needs == "value(textbox text, hello)"


def test_a_dialog_is_sent_when_the_text_behind_it_stands_and_goes_back_to_it_when_it_went():
    entered = Act("fill", {"text": "hello"}, "textbox text")
    hides = ("hides(Save As, textbox text)", "hides(Save As, menuitem File)", "value(textbox Name, a.txt)", WRITTEN[1])
    more = {"values": {"text": "hello", "Name": "a.txt"}, "goal": "save the note"}
    stands = screen(*DIALOG, facts=(WRITTEN[0], *hides), done=[entered], **more)
    assert calls(acts(stands)) == ["click button Save"]
    went = screen(*DIALOG, facts=('value(textbox text, "")', *hides), done=[entered], **more)
    assert calls(acts(went)) == ["fill textbox text=hello"]
    foreign = Wanted(screen(*DIALOG, facts=(WRITTEN[0], *hides), **more)).next()
    assert "button Save" not in str(foreign)


def test_a_form_that_the_server_leads_back_to_with_all_that_was_sent_is_looked_for_and_sent_once_more():
    sent = Act("click", {}, "button Send", description="send Name at http://x/add")
    full = ("page(http://x/add?again)", "value(textbox Name, Ann)", *FACTS[1:])
    more = {"values": {"Name": "Ann"}, "done_when": "listed(/people, Ann)"}
    back = screen(*FORM, facts=full, done=[sent], outputs=[{"answered": "elsewhere"}], **more)
    [look] = acts(back)
    assert calls([look]) == ["go=http://x/people"] and "came back" in look.description
    waits = [Act("wait_for", {"seconds": s}, description="to see whether it arrived") for s in (2.0, 4.0, 6.0)]
    seen = screen("link Home", facts=["page(http://x/people)"], done=[sent, look, *waits], **more)
    assert calls(acts(seen)) == ["go=http://x/add"]
    emptied = screen(*FORM, facts=("page(http://x/add)", *FACTS), done=[sent], outputs=[{"answered": "elsewhere"}], **more)
    assert "came back" not in acts(emptied)[0].description


def test_a_form_that_the_server_called_wrong_is_looked_for_and_sent_again_from_its_page():
    sent = Act("click", {}, "button Send", description="send Name at http://x/add")
    more = {"values": {"Name": "Ann"}, "done_when": "listed(/people, Ann)", "outputs": [{"answered": "refused"}]}
    wrong = screen("link Home", facts=["page(http://x/add)"], done=[sent], **more)
    [look] = acts(wrong)
    assert calls([look]) == ["go=http://x/people"]
    waited = Act("wait_for", {"seconds": 2.0}, description="to see whether it arrived")
    lacks = screen("link Home", facts=["page(http://x/people)"], done=[sent, look, waited], **more)
    assert calls(acts(lacks)) == ["go=http://x/add"]


def test_after_a_doubt_about_what_did_not_happen_it_goes_on_where_the_values_were_entered():
    entered = Act("fill", {"text": "Ann"}, "textbox Name", description="enter Name at http://x/add")
    cleared = Act("go", {"url": "http://x/people"}, description="to see whether it happened")
    more = {"values": {"Name": "Ann"}, "done_when": "listed(/people, Ann)", "goal": "add Ann"}
    there = screen("link Home", facts=["page(http://x/people)"], done=[entered, cleared], **more)
    assert calls(acts(there)) == ["go=http://x/add"]
    signed = Act("click", {}, "button In", description="sign in with User at http://x/in")
    blank = screen(facts=["page(http://x/in)"], done=[entered, signed], **more)
    assert calls(acts(blank)) == ["go=http://x/add"]
    assert calls(acts(screen(*FORM, facts=["page(http://x/in)", *FACTS], done=[entered, signed], **more))) == [
        "fill textbox Name=Ann"
    ]


def test_a_field_that_must_be_filled_and_that_no_value_takes_keeps_the_form_back_and_is_named():
    things = ("textbox Name", thing("textbox Weight", "required"), thing("textbox Gone", "required", "disabled"), "button Send")
    facts = ["value(textbox Name, Ann)", 'value(textbox Weight, "")', 'value(textbox Gone, "")']
    waited = [Act("wait_for", {"seconds": 1.0})]
    assert calls(acts(screen(*things, facts=facts, values={"Name": "Ann"}))) == ["wait_for=2.5"]
    kept = Wanted(screen(*things, facts=facts, values={"Name": "Ann"}, done=waited)).next()
    assert the(kept, AtALoss).why == "nothing was sent: Weight must be filled in, and no value is for it (nearest: Name)"
    filled = [facts[0], "value(textbox Weight, 3)", facts[2]]
    assert calls(acts(screen(*things, facts=filled, values={"Name": "Ann"}))) == ["click button Send"]


def test_where_somebody_else_looks_around_a_page_without_the_field_is_waited_for_once_in_a_run():
    waited, looked = Act("wait_for", {"seconds": 2.5}), Act("click", {}, "button Menu")
    seen = screen("button Menu", values={"Name": "Ann"}, done=[waited, looked])
    assert calls(acts(seen)) == ["wait_for=2.5"], "a click of its own may have led to a page that is still drawn"
    seen.around = False
    assert Wanted(seen).next() is None


def test_the_end_tells_where_it_shows_and_a_plan_ends_where_the_screen_does():
    seen = screen("link Help", facts=["page(http://x/a)"], done_when="listed(/things, lamp) and not listed(/gone, x)")
    assert End(seen).addresses() == ["http://x/things"]
    assert stretch(Replan("more")).afresh and Wanted(screen("button Go", done=[Act("click", {}, description=SEND)])).was_sent


PAGES = {"values": {"Page name": "Lamp", "Content": "of brass"}, "goal": "create the page Lamp", "done_when": "title(Lamp)"}
LED = [Act("click", {}, "button Next", description="go on with Page name at http://x/new"), Act("wait_for", {"seconds": 2.5})]


def test_what_is_left_of_a_form_over_several_pages_is_for_the_page_it_led_to_and_no_way_is_gone_from_there():
    led = [{"answered": "elsewhere"}]
    elsewhere = Wanted(screen("link Create page", facts=["page(http://x/)"], done=LED, outputs=led, **PAGES)).next()
    assert the(elsewhere, AtALoss).why == "the page with Page name was sent, and there is no field for Content after it"
    lost = screen("link Create page", facts=["page(http://x/)"], done=LED, **PAGES)
    assert calls(acts(lost)) == ["go=http://x/new"], "how it was answered is not known"
    here = screen("textbox Content", "button Save", facts=["value(textbox Content, of brass)"], done=LED, outputs=led, **PAGES)
    assert calls(acts(here)) == ["click button Save"]


def test_an_editor_without_a_name_takes_a_value_only_where_another_value_shows_that_it_is_the_place():
    editor = thing("textbox area", "multiline", "unnamed")
    facts = ["page(http://x/home)", 'value(textbox area, "")']
    assert "textbox area" not in str(Wanted(screen(editor, "button Save", facts=facts, **PAGES)).next())
    led = screen(editor, "button Save", facts=facts, done=LED, **PAGES)
    assert calls(acts(led)) == ["fill textbox area=of brass"]


def test_the_row_by_which_the_end_is_known_comes_before_one_that_only_speaks_of_the_kind():
    things = ("link Anlegen in Waren", "link hammer")
    facts = (
        "page(http://x/waren)",
        'within("link Anlegen in Waren", "row Waren Anlegen")',
        'within("link hammer", "row hammer 3")',
        "leads(link Anlegen in Waren, http://x/i/add)",
        "leads(link hammer, http://x/i/1/change)",
    )
    told = {"goal": "ändern Ware hammer", "done_when": "row(*, hammer, 77)", "values": {"Menge": "77"}}
    assert calls(acts(screen(*things, facts=facts, **told))) == ["click link hammer"]


def test_a_large_field_without_a_name_that_others_filled_is_left_alone():
    rows, more = (
        thing("textbox rows", "multiline", "unnamed"),
        {"values": {"Keyword": "lamp"}, "done_when": "listed(/words, lamp)"},
    )
    full = ["page(http://x/words)", 'value(textbox rows, "1,saw")']
    assert "fill" not in str(Wanted(screen(rows, "button Edit", facts=full, **more)).next())
    empty = ["page(http://x/words)", 'value(textbox rows, "")']
    assert calls(acts(screen(rows, "button Edit", facts=empty, **more))) == ["fill textbox rows=lamp"]


def test_after_sending_no_other_form_is_filled_in_that_could_take_the_values():
    entered = Act("fill", {"text": "Ann"}, "textbox Name", description="enter Name at http://x/add")
    sent = Act("click", {}, "button Send", description="send Name at http://x/add")
    look = Act("go", {"url": "http://x/people"}, description="to see whether it arrived though the form came back")
    waited = Act("wait_for", {"seconds": 2.0}, description="to see whether it arrived")
    more = {"values": {"Name": "Ann"}, "done_when": "listed(/people, Ann)", "outputs": [None, {"answered": "refused"}]}
    done = [entered, sent, look, waited]
    other = screen(
        thing("textbox rows", "multiline", "unnamed"), "button Edit", facts=["page(http://x/people)"], done=done, **more
    )
    assert calls(acts(other)) == ["go=http://x/add"]
    same = screen("textbox Name", "button Send", facts=["page(http://x/people)", 'value(textbox Name, "")'], done=done, **more)
    assert calls(acts(same)) == ["fill textbox Name=Ann"]


def test_a_name_that_is_said_twice_is_one_name():
    facts = ["called(textbox password, Private code Private code)", "value(textbox password, x)", 'value(textbox Room Room, "")']
    seen = screen("textbox Room Room", "textbox password", facts=facts, values={"Private code": "x", "Room": "7"})
    [form] = forms(seen)
    assert form.names == {"Private code", "Room"}


def test_a_page_gets_a_moment_to_be_drawn_once_after_each_act_and_not_after_each_look_around():
    wait, hover, click = Act("wait_for", {}), Act("hover", {}, "link A"), Act("click", {}, "link A")
    assert drawn_further([]) and drawn_further([wait, click]) and drawn_further([click, hover])
    assert not drawn_further([click, wait]) and not drawn_further([click, wait, hover, hover])
    assert drawn_further([click], once=True) and not drawn_further([wait, click], once=True)


def test_only_a_goal_that_says_more_goes_on_after_a_sign_in():
    assert goes_on("sign in and start fresh") and goes_on("log in, then archive the book Gull")
    assert not any(map(goes_on, ("sign in", "log in and submit", "create an account", "start fresh", "press Log in")))
    assert goes_on('sign in and enter "tea"') and not goes_on("log in and enter the user name and password")


def test_a_radio_button_is_chosen_by_what_is_asked_with_it_and_says_the_value():
    things = ("radio Queue", "radio Packages", "textbox Name", "button Add")
    asked = ("called(radio Queue, Destination)", "called(radio Packages, Destination)", 'value(textbox Name, "")')

    def names(**values):
        seen = screen(*things, facts=asked, values=values)
        return [(e.name, e.target.id) for form in forms(seen) for e in form.entries]

    assert names(Name="Ann", Destination="packages") == [("Name", "textbox Name"), ("Destination", "radio Packages")]
    assert names(Name="Ann", Destination="Attic") == [("Name", "textbox Name")] == names(Name="Ann", Colour="Packages")
    [form] = forms(screen(*things, facts=asked, values={"Name": "Ann"}))
    assert not is_filled_up(screen(*things, facts=asked, values={"Name": "Ann"}), form)


def test_a_field_that_shows_a_secret_for_its_value_says_what_to_write():
    fill = Act("fill", {"text": "admin"}, "textbox User")
    seen = screen(
        "textbox User", "button Go", facts=("value(textbox User, secret:LOGIN)",), values={"User": "admin"}, done=(fill, fill)
    )
    assert "write secret:LOGIN for it" in the(Wanted(seen).next(), AtALoss).why
