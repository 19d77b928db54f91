"""A run's own event loop: it ends, whatever the code of others leaves on it."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import suppress

import pytest

from midcourse import command
from midcourse.director.alone import THREADS, end_within, run_alone
from midcourse.director.limits import GRACE
from tests.patience import HANGS

SCENES = {
    "thread": "async def f(): await asyncio.to_thread(time.sleep, 1000)",
    "task": "async def f(): asyncio.create_task(stubborn())",
    "blocking task": """
        async def later():
            await asyncio.sleep(0.05)
            try:
                await asyncio.sleep(1000)
            finally:
                time.sleep(1000)
        async def f(): asyncio.create_task(later()); await asyncio.sleep(0.1)""",
    "generator": """
        async def numbers():
            try:
                while True:
                    yield 1
            finally:
                await stubborn()
        async def f():
            async for _ in numbers():
                return 1""",
}
PROGRAM = """
import asyncio, time
import midcourse
async def stubborn():
    while True:
        try: await asyncio.sleep(1)
        except asyncio.CancelledError: pass
{scene}
f = midcourse.skill(timeout=0.5)(f)
began = time.monotonic()
midcourse.run("x", world=[f], planner=[midcourse.act("f")], settings={{"max_seconds": 2}})
print(f"ended in {{time.monotonic() - began:.0f}} s")
"""


@pytest.mark.parametrize("scene", SCENES)
def test_what_a_skill_leaves_behind_keeps_neither_the_run_nor_the_process(scene):
    program = PROGRAM.format(scene=textwrap.dedent(SCENES[scene]))
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HANGS, check=True)
    assert ended.stdout.startswith("ended in") and "pending" not in ended.stderr


LEFT = {
    "pool": "pools.append(ThreadPoolExecutor()); pools[0].submit(time.sleep, 1000)",
    "child": "multiprocessing.get_context('fork').Process(target=time.sleep, args=(1000,)).start()",
    "last function": "atexit.register(time.sleep, 1000)",
}
WORLD = """
import atexit, multiprocessing, time
from concurrent.futures import ThreadPoolExecutor
pools = []
def f():
    {left}
    print("it is done")
"""
COMMAND = [sys.executable, "-c", f"from {command.__name__} import main; main()", "run", "task.yaml"]


@pytest.mark.parametrize("left", LEFT)
def test_the_command_line_ends_though_python_would_wait_for_what_a_skill_leaves_behind(left, tmp_path):
    (tmp_path / "world.py").write_text(WORLD.format(left=LEFT[left]))
    (tmp_path / "task.yaml").write_text("goal: x\nworld: world.py\nplan: [f]\n")
    with (tmp_path / "told").open("w") as told:  # what is left behind holds a pipe open
        ended = subprocess.Popen(COMMAND, cwd=tmp_path, stdout=told, start_new_session=True)
        try:
            ended.wait(HANGS)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(ended.pid, signal.SIGKILL)  # what the skill has left behind, too
    text = (tmp_path / "told").read_text()
    assert ended.returncode == 0 and "it is done" in text and "DONE" in text


def test_results_errors_and_what_is_tidied_up_are_as_with_asyncio():
    log = []

    async def others():
        try:
            await asyncio.sleep(60)
        finally:
            log.append("cleaned up")

    async def main(value):
        log.append(asyncio.create_task(others()))
        await asyncio.sleep(0)
        if value is None:
            raise KeyError("no")
        return value

    assert run_alone(main(7)) == 7 and log[-1] == "cleaned up"
    with pytest.raises(KeyError):
        run_alone(main(None))


def test_threads_are_used_again_and_so_many_at_once():
    most, lock, now = [0], threading.Lock(), [0]

    def work():
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.01)
        with lock:
            now[0] -= 1
        return threading.current_thread().name

    async def one_by_one():
        return {await asyncio.to_thread(work) for _ in range(5)}

    async def together():
        return await asyncio.gather(*(asyncio.to_thread(work) for _ in range(3 * THREADS)))

    assert len(run_alone(one_by_one())) <= 2 and GRACE > 0
    assert len(run_alone(together())) == 3 * THREADS and most[0] <= THREADS


def test_what_a_thread_raises_reaches_whoever_waits_for_it():
    def fails():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        run_alone(asyncio.to_thread(fails))


def test_a_process_that_should_end_ends_with_its_code():
    program = "import time; from midcourse.director.alone import end_within; print('told'); end_within(0.2, 7); time.sleep(1000)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HANGS, check=False)
    assert (ended.returncode, ended.stdout) == (7, "told\n") and callable(end_within)
