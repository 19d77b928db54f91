"""The browser's own boxes (alert, confirm, prompt): what is done while one is open is an answer to it."""

from __future__ import annotations

from typing import Any

from ...core.gates.entrusted import origin_in, origin_of
from ...core.logic.conditions import fact
from ...core.model import Call, Done, Failed, Observation, Result, Target, Uncertain
from . import gestures
from .reading import sound
from .tab import Tab

BOX = "browser box"
"""What they are called; no thing on a page is: its id begins with its role."""


def boxed(box: Any, last: Observation) -> Observation:
    """A box stops the page: the last look stands, with the box over all of it."""
    message = sound(box.message)
    named = f"{BOX} {message[:80]}".strip()
    parts = [("button", "OK"), *([("button", "Cancel")] if box.type != "alert" else ())]
    if box.type == "prompt":
        parts.append(("textbox", message[:60]))
    targets = tuple(Target(f"{BOX} {label}", role, label) for role, label in parts)
    facts = {fact("dialog", message[:200]), fact("cover", named)}
    facts |= {fact("hides", named, t.id) for t in last.targets}
    facts |= {fact(kind, t.id) for t in targets for kind in ("visible", "enabled")}
    if (there := _origin(box)) != origin_in(last.facts):  # of another tab, or of a page that no look showed yet
        facts |= {fact("foreign", t.id, there) for t in targets}
    return Observation(last.facts | facts, last.covers, (*last.targets, *targets), None, "web")


def _origin(box: Any) -> str:
    return origin_of(box.page.url) if box.page is not None else ""


async def answer_box(tab: Tab, call: Call, wanted: str = "") -> Result:
    """Say yes or no to the box that is open, or write into it; `wanted`: the origin that a secret is meant for."""
    box, yes = tab.watch.box, call.target == f"{BOX} OK"
    if wanted and (there := _origin(box)) != wanted:
        return Failed("other_origin", f"{call.target} is of {there or 'no origin'}, not of {wanted}", "changed")
    tab.watch.begins()
    if call.skill == "fill" and box.type == "prompt":
        await box.accept(str(call.args["text"]))
    elif call.skill == "dismiss" or (call.skill == "click" and call.target in (f"{BOX} OK", f"{BOX} Cancel")):
        await (box.accept() if yes or box.type == "alert" else box.dismiss())
    else:
        return Failed("covered", f"the browser asks: {sound(box.message)[:200]}", "changed")
    tab.watch.unboxed()
    if not await tab.loaded():
        return Uncertain("timeout", f"the page did not answer within {tab.load:g} seconds", anew=tab.has_sent)
    return gestures.verdict(tab.watch.answers, tab.watch.refused) or Done()
