"""Tables that are edited in place: fields in cells, rows with their own button, cells that turn into fields."""

from midcourse import Task
from tests.worlds.in_browser import ends, in_browser

STOCK = {"saw": "4", "plane": "1", "awl": "9"}


def table(row, script="", around="{}"):
    """A page with a table of what is in stock; `row` draws a row."""

    def page(stock):
        rows = "".join(f"<tr>{row(name, count)}</tr>" for name, count in stock.items())
        inside = f"<table><thead><tr><th>Tool<th>Count<th></tr></thead><tbody>{rows}</tbody></table>"
        told = "".join(f"<li>{name}: {count}" for name, count in stock.items())
        return f"<title>Stock</title><h1>Stock</h1><ul>{told}</ul>{around.format(inside)}<script>{script}</script>"

    return page


def edited(page, task, **more):
    """What is in stock after a task, its outcome, and how often something was posted."""

    async def story(web, site):
        stock = dict(STOCK)

        def draw(request):
            for _, posted in site.posted[len(seen) :]:
                seen.append(posted)
                names, counts = posted.get("tool", "").split(","), posted.get("count", "").split(",")
                stock.update({n: c for n, c in zip(names, counts, strict=True) if n})
            return 200, page(stock)

        seen = []
        pages["/"] = draw
        outcome = await ends(web, task, "", **more)
        draw(None)
        return outcome, stock, len(site.posted)

    pages = {"/": page(STOCK), "/set": (303, "", ("Location", "/"))}
    return in_browser(pages, story)


def task(goal, end, **values):
    return Task(goal, end, values=values)


OWN = table(
    lambda name, count: (
        f"<td>{name}<td><form method=post action=/set id=f{name}><input type=hidden name=tool value={name}></form>"
        f"<input name=count form=f{name} value={count}><td><button form=f{name}>Keep</button>"
    )
)
SENT = "fetch('/set', {method: 'POST', body: new URLSearchParams({tool: %s, count: %s})}).then(() => location.reload())"
LOOSE = table(
    lambda name, count: (
        f"<td>{name}<td><input value={count}><td><button onclick='keep(this)'>Keep</button><button>Remove</button>"
    ),
    "function keep(b) { const r = b.closest('tr'); " + SENT % ("r.cells[0].textContent", "r.querySelector('input').value") + "}",
)


def test_a_field_in_a_cell_is_called_by_its_header_and_its_row():
    async def story(web, site):
        return await web.observe()

    facts = in_browser({"/": LOOSE(STOCK)}, story).facts
    assert {"value(textbox Count in plane, 1)", "value(textbox Count in saw, 4)"} <= facts


def test_the_row_that_the_goal_speaks_of_is_changed_and_sent_by_its_own_button():
    for page in (LOOSE, OWN):
        outcome, stock, posted = edited(page, task("change the count of the plane", "text(plane: 7)", Count="7"))
        assert stock == {**STOCK, "plane": "7"} and posted == 1, (outcome.ending, stock)


def test_a_field_among_the_headers_belongs_to_no_row_and_is_not_called_by_its_column():
    async def story(web, site):
        return await web.observe()

    page = LOOSE(STOCK).replace("</thead>", "<tr><td><input placeholder=filter><td><input placeholder=filter><td></tr></thead>")
    fields = [t for t in in_browser({"/": page}, story).targets if t.role == "textbox"]
    assert [t.label for t in fields] == ["filter", "filter", "Count", "Count", "Count"]
    assert [bool(t.state) for t in fields] == [False, False, True, True, True]


def test_where_no_row_is_meant_nothing_is_entered():
    outcome, stock, posted = edited(LOOSE, task("change the count", "text(plane: 7)", Count="7"))
    assert not outcome.success and posted == 0 and stock == STOCK


def test_a_cell_that_turns_into_a_field_is_opened_filled_in_and_left():
    begin = "function edit(td) { if (td.firstElementChild) return; const old = td.textContent; td.innerHTML = '<input>';"
    begin += "const i = td.firstElementChild; i.value = old; i.focus(); const keep = () => {"
    begin += SENT % ("td.parentElement.cells[0].textContent", "i.value") + "};"
    for ways in ("ondblclick", "onclick"):
        for ends_by in ("i.onblur = keep }", "i.onkeydown = e => { if (e.key === 'Enter') keep() } }"):
            page = table(lambda name, count, way=ways: f"<td>{name}<td {way}='edit(this)'>{count}<td>", begin + ends_by)
            asked = task("change the count of the plane", "row(plane, 7, *)", Count="7")
            outcome, stock, posted = edited(page, asked)
            assert outcome.success and stock == {**STOCK, "plane": "7"} and posted == 1, (ways, ends_by, outcome.ending, stock)


def test_a_grid_of_the_aria_practices_is_edited_in_place():
    def page(stock):
        def cell(n, text):
            return f"<div role=gridcell aria-colindex={n} tabindex=-1 style='display:inline-block;width:90px'>{text}</div>"

        head = "".join(
            f"<div role=columnheader aria-colindex={n} style='display:inline-block;width:90px'>{t}</div>" for n, t in HEADS
        )
        rows = "".join(f"<div role=row>{cell(1, name)}{cell(2, count)}</div>" for name, count in stock.items())
        script = (
            "document.querySelector('[role=grid]').addEventListener('dblclick', e => { const c = e.target.closest('[role=gridcell]');"
            "if (!c || c.firstElementChild) return; const old = c.textContent; c.innerHTML = '<input>'; const i = c.firstElementChild;"
            "i.value = old; i.focus(); i.onkeydown = e => { if (e.key === 'Enter') {"
            + SENT % ("c.parentElement.firstElementChild.textContent", "i.value")
            + "} } })"
        )
        return f"<title>Stock</title><div role=grid><div role=row>{head}</div>{rows}</div><script>{script}</script>"

    asked = task("change the count of the plane", "text(7)", Count="7")
    outcome, stock, posted = edited(page, asked)
    assert outcome.success and stock == {**STOCK, "plane": "7"} and posted == 1, (outcome.ending, stock)


HEADS = ((1, "Tool"), (2, "Count"))


def test_what_is_new_goes_into_the_empty_row_of_a_form():
    row = "<td><input name=tool value='{0}'><td><input name=count value='{1}'><td>"
    around = "<form method=post action=/set>{}<button>Keep all</button></form>"
    page = table(lambda name, count: row.format(name, count), around=around)

    def with_a_new_row(stock):
        return page({**stock, "": ""})

    async def story(web, site):
        outcome = await ends(web, task("add a tool", "title(Kept)", Tool="rasp", Count="2"), "")
        return outcome, list(site.posted)

    outcome, posted = in_browser({"/": with_a_new_row({"saw": "4"}), "/set": "<title>Kept</title>"}, story)
    assert outcome.success and len(posted) == 1 and posted[0][1]["tool"] == "saw", (outcome.ending, posted)
