"""The command that shows Midcourse at work."""

from __future__ import annotations

from typing import Annotated

import typer

from ...core.errors import TaskError, choices
from ...inputs import config


def demo(
    what: Annotated[str, typer.Argument(help="office, robot, web, desktop, local or guide")] = "office",
    seed: Annotated[int, typer.Option(help="the day at the office: another seed, other trouble")] = 9,
    compare_: Annotated[bool, typer.Option("--compare", help="run the same days under the other settings too")] = False,
    seeds: Annotated[int, typer.Option(help="with --compare: how many days")] = 26,
    program: Annotated[str, typer.Option(help="with desktop: mousepad or featherpad")] = "mousepad",
    on: Annotated[str, typer.Option(help="with local and guide: pages, or desktop for a real editor in a window")] = "pages",
    viewer: Annotated[bool, typer.Option("--viewer", help="with robot: MuJoCo's own window")] = False,
) -> None:
    """Show Midcourse at work while things go wrong.

    office: three invoices become a signed report, on real files. robot: an arm at a table. web: an invoice in a browser.
    desktop: a note in an editor, on a display of its own. local: a way is found through menus and dialogs, with turning back.
    guide: the same, with a coarse plan beside it. Both run on pages, or in a real editor with --on desktop.
    """
    home = config.home()
    if what == "robot":
        from .robot import show_robot

        if viewer and not config.has_display():
            raise TaskError("--viewer needs a display; without it pictures are in the run's folder")
        raise typer.Exit(0 if show_robot(home, viewer) else 1)
    if what == "web":
        from .web import show_web

        raise typer.Exit(0 if show_web(home) else 1)
    if what == "desktop":
        from .desktop import show_desktop

        raise typer.Exit(0 if show_desktop(home, program) else 1)
    if what in ("local", "guide"):
        from .finding import show_guide, show_local

        raise typer.Exit(0 if (show_local if what == "local" else show_guide)(home, on) else 1)
    if what != "office":
        raise TaskError(f"no demo {what!r}; {choices(what, ('office', 'robot', 'web', 'desktop', 'local', 'guide'))}")
    from .office import compare_offices, show_office

    if compare_:
        compare_offices(home, seeds, seed)
        return
    raise typer.Exit(0 if show_office(home, seed) else 1)


COMMANDS = {"demo": demo}
