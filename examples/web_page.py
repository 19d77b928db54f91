"""A browser at a page: values to enter and a condition, no plan and no model.

    python examples/web_page.py

The page is served by this file on loopback; its form is sent once, whatever lies over it.
"""

import asyncio
import http.server
import threading
from urllib.parse import parse_qs

from midcourse import Task, WordsPlanner, run_async
from midcourse.worlds.web import WebWorld

NOTES: list[str] = []
FORM = """<h1>Notes</h1><ul>{notes}</ul>
<form method="post"><label>Title <input name="title"></label> <button>Save</button></form>
<div id="banner" style="position:fixed;inset:0;background:#fffc"><p>Cookies?</p>
<button onclick="banner.remove()">No thanks</button></div>"""


class Pages(http.server.BaseHTTPRequestHandler):
    """One page: a list of notes and a form."""

    def do_GET(self) -> None:
        """The page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(FORM.format(notes="".join(f"<li>{note}</li>" for note in NOTES)).encode())

    def do_POST(self) -> None:
        """Another note."""
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        NOTES.append(parse_qs(body)["title"][0])
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


async def main() -> None:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    task = Task("add a note", done_when="listed(/, water the plants)", values={"Title": "water the plants"})
    async with WebWorld(f"http://127.0.0.1:{server.server_port}/") as page:
        outcome = await run_async(task, world=page, planner=WordsPlanner())
    server.shutdown()
    print("success:", outcome.success)
    print("notes:", NOTES)


asyncio.run(main())
