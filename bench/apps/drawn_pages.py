# ruff: noqa: E501 (the sources of applications are as they are)
"""Applications whose pages are drawn by scripts, over a web socket or from data: written here in a few lines each."""

from __future__ import annotations

from .app import App
from .stock import STOCK, errands, records

_STREAMLIT = """
import streamlit as st, pandas as pd, datetime
import stock
st.title("«Stock»")
with st.form("item"):
    name = st.text_input("«Name»")
    amount = st.number_input("«Amount»", min_value=0, value=0, step=1)
    kind = st.selectbox("«Kind»", ["«tool»", "«toy»", "«food»"])
    fragile = st.checkbox("«Fragile»")
    due = st.date_input("«Due»", value=None)
    note = st.text_area("«Note»")
    if st.form_submit_button("«Store»"):
        stock.save(name, amount, kind, fragile, due, note)
for item in stock.items():
    st.write(f"{item[0]} ({item[1]})")
"""
_PANEL = """
import panel as pn, sys
sys.path.insert(0, ".")
import stock
pn.extension()
name = pn.widgets.TextInput(name="«Name»")
amount = pn.widgets.IntInput(name="«Amount»", value=0)
kind = pn.widgets.Select(name="«Kind»", options=["«tool»", "«toy»", "«food»"])
fragile = pn.widgets.Checkbox(name="«Fragile»")
due = pn.widgets.DatePicker(name="«Due»")
note = pn.widgets.TextAreaInput(name="«Note»")
button = pn.widgets.Button(name="«Store»", button_type="primary")
listing = pn.pane.HTML("")
def show():
    listing.object = "<table>" + "".join(f"<tr><td>{i[0]}</td><td>{i[1]}</td></tr>" for i in stock.items()) + "</table>"
def store(event):
    stock.save(name.value, amount.value, kind.value, fragile.value, due.value, note.value)
    show()
button.on_click(store)
show()
pn.Column("# «Stock»", name, amount, kind, fragile, due, note, button, listing).servable()
"""
_NICEGUI = """
import sys
from nicegui import ui
import stock
@ui.page("/")
def page():
    ui.label("«Stock»").classes("text-h4")
    name = ui.input("«Name»")
    amount = ui.number("«Amount»", value=0)
    kind = ui.select(["«tool»", "«toy»", "«food»"], label="«Kind»", value="«tool»")
    fragile = ui.checkbox("«Fragile»")
    due = ui.input("«Due»").props("type=date stack-label")
    note = ui.textarea("«Note»")
    @ui.refreshable
    def listing():
        with ui.element("table"):
            for item in stock.items():
                with ui.element("tr"):
                    for cell in item[:2]:
                        with ui.element("td"):
                            ui.label(str(cell))
    def store():
        stock.save(name.value, amount.value, kind.value, fragile.value, due.value, note.value)
        ui.notify("«Stored»")
        listing.refresh()
    ui.button("«Store»", on_click=store)
    listing()
ui.run(host="127.0.0.1", port=int(sys.argv[1]), show=False, reload=False)
"""
_GRADIO = """
import sys
import gradio as gr
import stock
def table():
    return [list(i[:2]) for i in stock.items()]
def store(name, amount, kind, fragile, due, note):
    stock.save(name, amount, kind, fragile, due, note)
    return "\\n".join(f"- {i[0]} ({i[1]})" for i in stock.items())
with gr.Blocks() as app:
    gr.Markdown("# «Stock»")
    name = gr.Textbox(label="«Name»")
    amount = gr.Number(label="«Amount»", value=0, precision=0)
    kind = gr.Dropdown(["«tool»", "«toy»", "«food»"], label="«Kind»", value="«tool»")
    fragile = gr.Checkbox(label="«Fragile»")
    due = gr.Textbox(label="«Due»")
    note = gr.Textbox(label="«Note»", lines=3)
    button = gr.Button("«Store»", variant="primary")
    listing = gr.Markdown("")
    button.click(store, [name, amount, kind, fragile, due, note], listing)
app.launch(server_name="127.0.0.1", server_port=int(sys.argv[1]), share=False)
"""
_DASH = """
import sys
from dash import Dash, dcc, html, Input, Output, State, callback
import stock
app = Dash(__name__)
def table():
    return [html.Tr([html.Td(i[0]), html.Td(str(i[1]))]) for i in stock.items()]
app.layout = html.Div([
    html.H1("«Stock»"),
    html.Label("«Name»", htmlFor="name"), dcc.Input(id="name"),
    html.Label("«Amount»", htmlFor="amount"), dcc.Input(id="amount", type="number", value=0),
    html.Label("«Kind»", htmlFor="kind"), dcc.Dropdown(["«tool»", "«toy»", "«food»"], "«tool»", id="kind", clearable=False),
    dcc.Checklist([{"label": "«Fragile»", "value": "yes"}], [], id="fragile"),
    html.Label("«Due»", htmlFor="due"), dcc.Input(id="due"),
    html.Label("«Note»", htmlFor="note"), dcc.Textarea(id="note"),
    html.Button("«Store»", id="store"),
    html.Table(table(), id="table"),
])
@callback(Output("table", "children"), Input("store", "n_clicks"), State("name", "value"), State("amount", "value"), State("kind", "value"),
          State("fragile", "value"), State("due", "value"), State("note", "value"), prevent_initial_call=True)
def store(n, name, amount, kind, fragile, due, note):
    stock.save(name, amount, kind, bool(fragile), due, note)
    return table()
app.run(host="127.0.0.1", port=int(sys.argv[1]))
"""

STREAMLIT = App(
    "streamlit",
    ["streamlit"],
    {"stock.py": STOCK, "app.py": _STREAMLIT},
    ("{bin}/streamlit", "run", "app.py", "--server.port", "{port}", "--server.address", "127.0.0.1", "--server.headless", "true",
     "--browser.gatherUsageStats", "false"),
    errands('text("{} ({})")'),
    records,
    speaks=True,
)  # fmt: skip
PANEL = App(
    "panel",
    ["panel"],
    {"stock.py": STOCK, "app.py": _PANEL},
    ("{bin}/panel", "serve", "app.py", "--port", "{port}", "--address", "127.0.0.1"),
    errands(),
    records,
    ready="/app",
    speaks=True,
)
NICEGUI = App(
    "nicegui",
    ["nicegui"],
    {"stock.py": STOCK, "app.py": _NICEGUI},
    ("{bin}/python", "app.py", "{port}"),
    errands(),
    records,
    speaks=True,
)
GRADIO = App(
    "gradio",
    ["gradio"],
    {"stock.py": STOCK, "app.py": _GRADIO},
    ("{bin}/python", "app.py", "{port}"),
    errands('text("{} ({})")'),
    records,
    environment={"GRADIO_ANALYTICS_ENABLED": "False"},
    speaks=True,
)
DASH = App(
    "dash", ["dash"], {"stock.py": STOCK, "app.py": _DASH}, ("{bin}/python", "app.py", "{port}"), errands(), records, speaks=True
)
