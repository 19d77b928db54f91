# ruff: noqa: E501 (the sources of applications are as they are)
"""Applications whose pages come from a server: admin pages, a tracker, a table editor, a wiki."""

from __future__ import annotations

from pathlib import Path

from .app import App, Errand, Record, rows

_SIGN_IN = {"«Username»": "clerk", "«Password»": "steep-hill-9"}

# --- Django's admin -------------------------------------------------------------------------------------------------------------

_DJANGO = """
import os, sys
from pathlib import Path
import django
from django.conf import settings
HERE = Path(__file__).parent
settings.configure(
    SECRET_KEY="bench", DEBUG=True, ALLOWED_HOSTS=["*"], ROOT_URLCONF="site_urls", LANGUAGE_CODE=os.environ.get("LANGUAGE_OF_LABELS", "en"),
    INSTALLED_APPS=["django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
                    "django.contrib.messages", "django.contrib.staticfiles", "goods"],
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
                "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
                "django.contrib.messages.middleware.MessageMiddleware"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {"context_processors": [
        "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages"]}}],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": HERE / "stock.db"}},
    STATIC_URL="/static/", USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
)
django.setup()
from django.core.management import call_command
if sys.argv[1] == "prepare":
    call_command("migrate", run_syncdb=True, verbosity=0)
    from django.contrib.auth.models import User
    User.objects.create_superuser("clerk", "", "steep-hill-9")
    from goods.models import Item
    Item.objects.create(name="hammer", amount=3, kind="tool")
    for n in range(25):
        Item.objects.create(name=f"nail {n:02}", amount=n, kind="tool")
else:
    call_command("runserver", f"127.0.0.1:{sys.argv[1]}", "--noreload", "--insecure")
"""
_DJANGO_MODELS = """
from django.contrib import admin
from django.db import models
class Item(models.Model):
    name = models.CharField("«Name»", max_length=60)
    amount = models.IntegerField("«Amount»", default=0)
    kind = models.CharField("«Kind»", max_length=10, choices=[("tool", "«tool»"), ("toy", "«toy»"), ("food", "«food»")])
    fragile = models.BooleanField("«Fragile»", default=False)
    due = models.DateField("«Due»", null=True, blank=True)
    note = models.TextField("«Note»", blank=True)
    class Meta:
        verbose_name, verbose_name_plural = "«Item»", "«Items»"
    def __str__(self):
        return self.name
@admin.register(Item)
class ItemAdmin(admin.ModelAdmin):
    list_display = ["name", "amount"]
    list_per_page = 20
    ordering = ["id"]
    search_fields = ["name"]
"""
_LIST = "/admin/goods/item/"
DJANGO = App(
    "django-admin",
    ["django"],
    {
        "run.py": _DJANGO,
        "goods/__init__.py": "",
        "goods/models.py": _DJANGO_MODELS,
        "site_urls.py": "from django.contrib import admin\nfrom django.urls import path\nurlpatterns=[path('admin/', admin.site.urls)]\n",
    },
    ("{bin}/python", "run.py", "{port}"),
    (
        Errand(
            "add behind a sign-in",
            "«add» «Item» lamp",
            {**_SIGN_IN, "«Name»": "lamp", "«Amount»": "12", "«Kind»": "«toy»"},
            f"listed({_LIST}, lamp)",
            {"name": "lamp"},
            {"amount": 12, "kind": "toy", "fragile": 0},
            "/admin/",
        ),
        Errand(
            "every kind of field",
            "«add» «Item» vase",
            {
                **_SIGN_IN,
                "«Name»": "vase",
                "«Amount»": "2",
                "«Kind»": "«food»",
                "«Fragile»": "yes",
                "«Due»": "2026-12-01",
                "«Note»": "with care",
            },
            f"listed({_LIST}, vase)",
            {"name": "vase"},
            {"amount": 2, "kind": "food", "fragile": 1, "due": "2026-12-01", "note": "with care"},
            "/admin/",
        ),
        Errand(
            "change one",
            "«change» «Item» hammer",
            {**_SIGN_IN, "«Amount»": "77", "«Note»": "counted"},
            "row(*, hammer, 77)",
            {"name": "hammer"},
            {"amount": 77, "note": "counted", "kind": "tool"},
            "/admin/",
        ),
        Errand(
            "an order of another kind",
            "«add» «Item» rope",
            {**_SIGN_IN, "«Name»": "rope", "«Kind»": "«tool»", "«Fragile»": "no", "«Note»": "twenty metres"},
            f"listed({_LIST}, rope)",
            {"name": "rope"},
            {"fragile": 0, "note": "twenty metres", "kind": "tool"},
            _LIST,
        ),
    ),
    rows("stock.db", "select * from goods_item"),
    (("{bin}/python", "run.py", "prepare"),),
    "/admin/login/",
    speaks=True,
)

# --- flask-admin, sqladmin ------------------------------------------------------------------------------------------------------

_MODEL = """
import sys
from sqlalchemy import Boolean, Column, Date, Integer, String, Text, create_engine
from sqlalchemy.orm import declarative_base, sessionmaker
engine = create_engine("sqlite:///stock.db", connect_args={"check_same_thread": False})
Base = declarative_base()
class Item(Base):
    __tablename__ = "item"
    id = Column(Integer, primary_key=True)
    name = Column(String(60))
    amount = Column(Integer, default=0)
    kind = Column(String(20))
    fragile = Column(Boolean, default=False)
    due = Column(Date, nullable=True)
    note = Column(Text, nullable=True)
Base.metadata.create_all(engine)
Session = sessionmaker(engine)
if not Session().query(Item).count():
    session = Session(); session.add(Item(name="hammer", amount=3, kind="tool", fragile=False)); session.commit()
"""
_FLASK = (
    _MODEL
    + """
from flask import Flask
from flask_admin import Admin
from flask_admin.contrib.sqla import ModelView
app = Flask(__name__); app.secret_key = "bench"
class Items(ModelView):
    column_labels = {"name": "«Name»", "amount": "«Amount»", "kind": "«Kind»", "fragile": "«Fragile»", "due": "«Due»", "note": "«Note»"}
    form_choices = {"kind": [("tool", "«tool»"), ("toy", "«toy»"), ("food", "«food»")]}
Admin(app, name="«Stock»").add_view(Items(Item, Session(), name="«Items»"))
app.run("127.0.0.1", int(sys.argv[1]))
"""
)
_SQLADMIN = (
    _MODEL
    + """
import uvicorn
from starlette.applications import Starlette
from sqladmin import Admin, ModelView
app = Starlette()
class Items(ModelView, model=Item):
    name, name_plural = "«Item»", "«Items»"
    column_list = [Item.name, Item.amount]
    column_labels = {Item.name: "«Name»", Item.amount: "«Amount»", Item.kind: "«Kind»", Item.fragile: "«Fragile»", Item.due: "«Due»", Item.note: "«Note»"}
Admin(app, engine).add_view(Items)
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]))
"""
)


def _admin(where: str, kinds: tuple[str, str], change: str) -> tuple[Errand, ...]:
    toy, food = kinds
    return (
        Errand(
            "add",
            "«add» «Item» lamp",
            {"«Name»": "lamp", "«Amount»": "12", "«Kind»": toy},
            f"listed({where}, lamp)",
            {"name": "lamp"},
            {"amount": 12, "kind": "toy", "fragile": 0},
            "/admin/",
        ),
        Errand(
            "every kind of field",
            "«add» «Item» vase",
            {"«Name»": "vase", "«Amount»": "2", "«Kind»": food, "«Fragile»": "yes", "«Due»": "2026-12-01", "«Note»": "with care"},
            f"listed({where}, vase)",
            {"name": "vase"},
            {"amount": 2, "kind": "food", "fragile": 1, "due": "2026-12-01", "note": "with care"},
            "/admin/",
        ),
        Errand(
            "change one",
            "«change» «Item» hammer",
            {"«Amount»": "77", "«Note»": "counted"},
            change,
            {"name": "hammer"},
            {"amount": 77, "note": "counted", "kind": "tool"},
            where,
        ),
        Errand(
            "from the list",
            "«add» «Item» rope",
            {"«Name»": "rope", "«Note»": "twenty metres"},
            f"listed({where}, rope)",
            {"name": "rope"},
            {"fragile": 0, "note": "twenty metres"},
            where,
        ),
    )


FLASK = App(
    "flask-admin",
    ["flask-admin", "flask-sqlalchemy", "wtforms"],
    {"app.py": _FLASK},
    ("{bin}/python", "app.py", "{port}"),
    _admin("/admin/item/", ("«toy»", "«food»"), "listed(/admin/item/, 77)"),
    rows("stock.db", "select * from item"),
    speaks=True,
)
SQLADMIN = App(
    "sqladmin",
    ["sqladmin", "greenlet", "uvicorn", "python-multipart", "itsdangerous"],
    {"app.py": _SQLADMIN},
    ("{bin}/python", "app.py", "{port}"),
    _admin("/admin/item/list", ("toy", "food"), "listed(/admin/item/list, 77)"),
    rows("stock.db", "select * from item"),
    ready="/admin/",
    speaks=True,
)

# --- sqlite-web -----------------------------------------------------------------------------------------------------------------

_TABLE = """
import sqlite3
db = sqlite3.connect("stock.db")
db.execute("create table item (id integer primary key, name text, amount integer, kind text, note text)")
db.execute("insert into item (name, amount, kind) values ('hammer', 3, 'tool')")
db.execute("create table note (id integer primary key, title text, body text)")
db.commit()
"""
SQLITE_WEB = App(
    "sqlite-web",
    ["sqlite-web"],
    {"make.py": _TABLE},
    ("{bin}/sqlite_web", "-H", "127.0.0.1", "-p", "{port}", "-x", "stock.db"),
    (
        Errand(
            "insert a row",
            "insert a row into item",
            {"name": "lamp", "amount": "12", "kind": "toy"},
            "listed(/item/content/, lamp)",
            {"name": "lamp"},
            {"amount": 12, "kind": "toy"},
        ),
        Errand(
            "insert from the table",
            "insert a row into item",
            {"name": "vase", "amount": "2", "kind": "food", "note": "with care"},
            "listed(/item/content/, vase)",
            {"name": "vase"},
            {"amount": 2, "kind": "food", "note": "with care"},
            "/item/content/",
        ),
        Errand(
            "another table",
            "insert a row into note",
            {"title": "Rope", "body": "twenty metres"},
            "listed(/note/content/, Rope)",
            {"title": "Rope"},
            {"body": "twenty metres"},
        ),
        Errand(
            "fewer values",
            "insert a row into item",
            {"name": "saw"},
            "listed(/item/content/, saw)",
            {"name": "saw"},
            {"name": "saw"},
        ),
    ),
    lambda folder: rows("stock.db", "select * from item")(folder) + rows("stock.db", "select * from note")(folder),
    (("{bin}/python", "make.py"),),
)

# --- a wiki ---------------------------------------------------------------------------------------------------------------------


def _pages(folder: Path) -> list[Record]:
    files = list((folder / "pages").glob("**/*.md"))
    return [{"title": f.stem.lower(), "body": " ".join(f.read_text().split())} for f in files]


_WIKI = """
import os, sys, subprocess
os.makedirs("pages", exist_ok=True)
subprocess.run(["git", "init", "-q", "pages"], check=True)
open("settings.cfg", "w").write(f'''
REPOSITORY = "{os.path.abspath('pages')}"
SECRET_KEY = "benchbenchbenchbench"
SQLALCHEMY_DATABASE_URI = "sqlite:///{os.path.abspath('wiki.db')}"
READ_ACCESS = "ANONYMOUS"
WRITE_ACCESS = "ANONYMOUS"
ATTACHMENT_ACCESS = "ANONYMOUS"
''')
"""
OTTERWIKI = App(
    "otterwiki",
    ["otterwiki"],
    {"make.py": _WIKI},
    ("{bin}/flask", "--app", "otterwiki.server", "run", "--port", "{port}"),
    tuple(
        Errand(f"write {title}", f"create the page {title}", {"page name": title, "content": body, "Commit Message": "written"}, f"title({title} – An Otter Wiki)",
               {"title": title.lower()}, {"body": body}, at)
        for title, body, at in (
            ("Lamp", "A lamp for the hall", "/"),
            ("Rope", "Twenty metres of rope", "/"),
            ("Vase", "Handle with care", "/-/create"),
            ("Garden", "Beds and paths", "/-/create"),
        )
    ),
    _pages,
    (("{bin}/python", "make.py"),),
    environment={"OTTERWIKI_SETTINGS": "{folder}/settings.cfg", "GIT_AUTHOR_NAME": "bench", "GIT_AUTHOR_EMAIL": "bench@localhost"},
)  # fmt: skip

# --- trackers -------------------------------------------------------------------------------------------------------------------

_ROUNDUP = """
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer, make_server
from roundup.cgi.wsgi_handler import RequestDispatcher
class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
make_server("127.0.0.1", int(sys.argv[1]), RequestDispatcher("home"), Server).serve_forever()
"""
ROUNDUP = App(
    "roundup",
    ["roundup"],
    {"serve.py": _ROUNDUP},
    ("{bin}/python", "serve.py", "{port}"),
    (
        *(
            Errand(
                f"an issue {title}",
                f"create new issue {title}",
                {"Username": "admin", "Password": "steep-hill-9", "Title": title, **more},
                f"listed(/, {title})",
                {"title": title},
                {"title": title, **stored},
                "/",
            )
            for title, more, stored in (
                ("Broken lamp", {"Priority": "bug"}, {"priority": "bug"}),
                ("Loose rope", {"Priority": "wish"}, {"priority": "wish"}),
                ("Cracked vase", {"Priority": "urgent", "Change Note": "with care"}, {"priority": "urgent", "note": "with care"}),
            )
        ),
        Errand(
            "a keyword",
            "create new keyword",
            {"Username": "admin", "Password": "steep-hill-9", "Keyword": "furniture"},
            "text(furniture)",
            {"title": "furniture"},
            {"title": "furniture"},
            "/keyword?@template=item",
        ),
    ),
    lambda folder: (
        rows("home/db/db", "select _title as title, (select p._name from _priority p where p.id = i._priority) as priority, (select m._summary from issue_messages l join _msg m on m.id = l.linkid where l.nodeid = i.id) as note from _issue i where __retired__ = 0")(
            folder
        )
        + rows("home/db/db", "select _name as title from _keyword where __retired__ = 0")(folder)
    ),
    (
        ("{bin}/roundup-admin", "-i", "home", "install", "classic", "sqlite", "admin_email=a@localhost,tracker_web=http://127.0.0.1:{port}/,mail_domain=localhost,mail_host=localhost"),
        ("{bin}/roundup-admin", "-i", "home", "initialise", "steep-hill-9"),
    ),
    "/",
)  # fmt: skip


def _tickets(folder: Path) -> list[Record]:
    return rows("home/db/trac.db", "select summary, description, priority, type, keywords from ticket")(folder)


TRAC = App(
    "trac",
    ["trac", "setuptools<80"],
    {},
    ("{bin}/tracd", "-s", "--hostname", "127.0.0.1", "--port", "{port}", "home"),
    tuple(
        Errand(
            f"a ticket {summary}",
            f"create a new ticket {summary}",
            {"Summary": summary, "Description": body, **more},
            f'title("#{number} ({summary}) – Stock")',
            {"summary": summary},
            {"description": body, **stored},
        )
        for number, (summary, body, more, stored) in enumerate(
            (
                ("Broken lamp", "It does not shine", {}, {}),
                ("Loose rope", "It hangs", {"Priority": "critical"}, {"priority": "critical"}),
                ("Cracked vase", "With care", {"Type": "task", "Priority": "minor"}, {"type": "task", "priority": "minor"}),
                ("Dull saw", "To be sharpened", {"Keywords": "tools"}, {"keywords": "tools"}),
            ),
            1,
        )
    ),
    _tickets,
    (
        ("{bin}/trac-admin", "home", "initenv", "Stock", "sqlite:db/trac.db"),
        ("{bin}/trac-admin", "home", "permission", "add", "anonymous", "TRAC_ADMIN"),
    ),
)
