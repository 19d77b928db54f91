"""What goes wrong on the server's side, in order, each once: told in a file, counted by the requests that come."""

# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse, HttpResponseRedirect

BANNER = """
<div id="consent" style="position:fixed;inset:0;background:rgba(0,0,0,.55);z-index:9999">
  <div role="dialog" aria-label="Your privacy"
       style="position:absolute;left:25%;top:30%;width:50%;background:#fff;color:#000;padding:24px">
    <h2>Your privacy</h2><p>We and our partners value your privacy.</p>
    <button type="button" onclick="document.getElementById('consent').remove()">No thanks</button>
  </div>
</div>
"""
SLOW = 2.0
"""Seconds."""


class Mishaps:
    """Middleware: each mishap strikes at the first request that it fits, once."""

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self._answer = get_response
        self._left: list[str] = json.loads(os.environ.get("LEDGER_MISHAPS", "[]"))
        self._folder = Path(os.environ.get("LEDGER_FOLDER", "."))

    def __call__(self, request: Any) -> Any:
        """Answer one request, with or without a mishap."""
        saving = request.method == "POST" and request.path.endswith("/add/")
        if saving and self._next("session"):
            logout(request)
        elif saving and self._next("form error"):
            messages.error(request, "Please correct the error below: the booking service is busy, try again.")
            return HttpResponseRedirect(request.path + "?" + request.POST.urlencode())
        elif saving and self._next("killed"):
            answer = self._answer(request)  # it is saved; nobody will hear of it
            (self._folder / "saved").write_text("now")
            time.sleep(3)
            return answer
        elif request.method == "GET" and request.path.endswith("/add/") and self._next("slow"):
            time.sleep(SLOW)
        answer = self._answer(request)
        html = isinstance(answer, HttpResponse) and answer.get("Content-Type", "").startswith("text/html")
        if html and request.method == "GET" and request.user.is_authenticated and self._next("banner"):
            answer.content = answer.content.replace(b"</body>", BANNER.encode() + b"</body>")
        return answer

    def _next(self, mishap: str) -> bool:
        if mishap not in self._left:
            return False
        self._left.remove(mishap)
        return True
