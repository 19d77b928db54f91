"""The application's server: `python -m midcourse.demo.ledger.serve FOLDER PORT`. Its database and its log are in the folder."""

# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false

from __future__ import annotations

import os
import socketserver
import sys
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from django.conf import settings

USER = "clerk"
urlpatterns: list[Any] = []


def _configure(folder: Path) -> None:
    contrib = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
    middleware = (
        "sessions.middleware.SessionMiddleware",
        "auth.middleware.AuthenticationMiddleware",
        "messages.middleware.MessageMiddleware",
    )
    processors = ["django.template.context_processors.request"]
    processors += [f"django.contrib.{name}.context_processors.{name}" for name in ("auth", "messages")]
    settings.configure(
        SECRET_KEY=os.urandom(20).hex(),
        ROOT_URLCONF=__name__,
        ALLOWED_HOSTS=["127.0.0.1"],
        INSTALLED_APPS=[*(f"django.contrib.{name}" for name in contrib), "midcourse.demo.ledger"],
        MIDDLEWARE=[
            *(f"django.contrib.{name}" for name in middleware),
            "django.middleware.csrf.CsrfViewMiddleware",
            "midcourse.demo.ledger.mishaps.Mishaps",
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {"context_processors": processors},
            }
        ],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(folder / "ledger.sqlite3")}},
        STATIC_URL="/static/",
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        MIGRATION_MODULES={"ledger": None},
    )
    django.setup()


def main() -> None:
    """Set up an empty database with one user, and serve until killed."""
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    _configure(folder)
    from django.contrib import admin
    from django.contrib.auth.models import User
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application
    from django.urls import path

    from .models import Invoice

    if not (folder / "ledger.sqlite3").exists():
        call_command("migrate", verbosity=0, run_syncdb=True)
        User.objects.create_superuser(USER, "", os.environ["LEDGER_PASSWORD"])
    admin.site.register(Invoice)
    urlpatterns.append(path("admin/", admin.site.urls))

    class Server(socketserver.ThreadingMixIn, WSGIServer):
        """One thread a request."""

        daemon_threads = True

    class Quiet(WSGIRequestHandler):
        """Says nothing."""

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    application: Any = StaticFilesHandler(get_wsgi_application())
    with make_server("127.0.0.1", port, application, Server, Quiet) as server:
        print(f"http://127.0.0.1:{server.server_port}/admin/", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    sys.modules["midcourse.demo.ledger.serve"] = sys.modules["__main__"]
    main()
