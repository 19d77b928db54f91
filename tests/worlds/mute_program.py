"""A program that draws its window itself and tells nobody what is in it: a question with two buttons and a field.

    python mute_program.py FILE

What is clicked and typed is written to FILE. Each thing has a colour of its own.
"""

# pyright: basic

import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from Xlib import XK, X, display

SIZE = (420, 240)
TITLE = "Terms"
ZONES = {
    "Accept": ("button", (20, 180, 120, 40), "#207020"),
    "Later": ("button", (160, 180, 120, 40), "#203070"),
    "Name": ("textbox", (90, 90, 280, 30), "#fff8e0"),
    "The terms have changed": ("text", (20, 20, 300, 24), "#e6e6e6"),
}


def picture(typed: str = "", said: str = "The terms have changed") -> Image.Image:
    """The window's content."""
    font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 16)
    image = Image.new("RGB", SIZE, "#eeeeee")
    draw = ImageDraw.Draw(image)
    for label, (role, (left, top, width, height), colour) in ZONES.items():
        draw.rectangle((left, top, left + width - 1, top + height - 1), fill=colour)
        if role == "button":
            draw.text((left + 24, top + 9), label, fill="white", font=font)
    draw.text((24, 22), said, fill="black", font=font)
    draw.text((24, 94), "Name", fill="black", font=font)
    draw.text((96, 94), typed, fill="black", font=font)
    return image


def main(file: Path) -> None:
    """Show it until it is closed."""
    x = display.Display()
    screen = x.screen()
    mask = X.ExposureMask | X.ButtonPressMask | X.KeyPressMask
    window = screen.root.create_window(
        300, 200, *SIZE, 0, screen.root_depth, event_mask=mask, background_pixel=screen.white_pixel
    )
    window.set_wm_name(TITLE)
    window.set_wm_class("mute", "Mute")
    pen = window.create_gc()
    window.map()
    typed, said, in_field = "", "The terms have changed", False
    while True:
        event = x.next_event()
        if event.type == X.ButtonPress and event.detail == 1:
            at = (event.event_x, event.event_y)
            hit = next((n for n, (_, (x0, y0, w, h), _) in ZONES.items() if x0 <= at[0] < x0 + w and y0 <= at[1] < y0 + h), "")
            in_field = hit == "Name"
            said = {"Accept": "Thank you", "Later": "We will ask again"}.get(hit, said)
            with file.open("a") as out:
                out.write(f"click {hit or at}\n")
        elif event.type == X.KeyPress and in_field:
            shift = bool(event.state & X.ShiftMask)
            key = XK.keysym_to_string(x.keycode_to_keysym(event.detail, int(shift)))
            if event.state & X.ControlMask:
                continue
            typed = "" if key is None else typed + key
        window.put_pil_image(pen, 0, 0, picture(typed, said))
        x.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
