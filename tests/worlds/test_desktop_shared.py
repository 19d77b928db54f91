"""A display that somebody works at: their touch stops the next act, and nothing that was open is closed."""

import asyncio

from midcourse.core.model import Done, Failed
from midcourse.worlds.desktop import DesktopWorld
from midcourse.worlds.desktop.private import OwnDisplay, PrivateDisplay
from midcourse.worlds.desktop.x11 import X11
from tests.worlds.on_display import does


def test_a_person_who_touches_the_pointer_stops_the_run(tmp_path):
    display = PrivateDisplay((1280, 800))
    theirs = X11(display)
    theirs.start()
    try:
        place = display.place
        theirs.launch(["mousepad"], tmp_path)

        async def story():
            async with DesktopWorld(driver=X11(OwnDisplay(place.display, place.bus)), shared=True) as desk:
                assert isinstance(await does(desk, "wait_for", condition="visible(textbox text)", seconds=20.0), Done)
                assert isinstance(await does(desk, "fill", "textbox text", text="mine"), Done)
                await asyncio.sleep(0.5)
                theirs.move(300, 300)
                stopped = await does(desk, "fill", "textbox text", text="not this")
                assert isinstance(stopped, Failed) and stopped.reason == "person" and stopped.kind == "environment"
                assert "value(textbox text, mine)" in (await desk.observe()).facts
                assert isinstance(await does(desk, "fill", "textbox text", text="and now this"), Done)

        asyncio.run(story())
        assert any(w.program == "mousepad" for w in theirs.windows())
    finally:
        theirs.stop()
