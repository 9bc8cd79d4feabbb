"""Draws a playing card like those of the pages, with the same colours."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from games.review.picture_symbols import symbol

PAPER: Final = "#f5f0e4"
RAISED: Final = "#fffdf6"
MAT: Final = "#ece5d3"
INK: Final = "#22262b"
SOFT: Final = "#5f5b51"
EDGE: Final = "#877e69"
INDIGO: Final = "#1f3f66"
RED: Final = "#b8341c"
GILT: Final = "#9f7829"
CARD_EDGE: Final = "#c9bfa6"
PALE: Final = "#e7e0cf"
PALE_INK: Final = "#8d897d"
PALE_RED: Final = "#b98576"

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


# Fonts with Japanese letters; the first that the system has is used.
WIDE_FONTS: Final = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKjp-Regular.otf",
    "NotoSansJP-Regular.otf",
    "NotoSansJP-Regular.ttf",
    "ipaexg.ttf",
    "ipag.ttf",
)


@lru_cache(maxsize=64)
def font(size: int, *, wide: bool = False) -> Font:
    """Pillow's own font, which has Latin letters and digits, or the system's Japanese one."""
    name = _wide_font() if wide else None
    return ImageFont.truetype(name, size) if name else ImageFont.load_default(size)


@cache
def _wide_font() -> str | None:
    for name in WIDE_FONTS:
        try:
            ImageFont.truetype(name, 10)
        except OSError:
            continue
        return name
    return None


def font_for(text: str, size: int) -> Font | None:
    """A font that has these letters; None if there is none."""
    if all(" " <= letter <= "~" or "\xa1" <= letter <= "\xff" for letter in text):
        return font(size)
    return font(size, wide=True) if _wide_font() else None


def suit_colour(suit: str) -> str:
    return RED if suit in "HD" else INK


@lru_cache(maxsize=512)
def card(code: str, width: int, *, pale: bool = False) -> Image.Image:
    """Draw the card; pale if it was already played."""
    height = round(width * 1.4)
    picture = Image.new("RGBA", (width, height))
    draw = ImageDraw.Draw(picture)
    box = (0, 0, width - 1, height - 1)
    draw.rounded_rectangle(box, width // 14, PALE if pale else RAISED, CARD_EDGE)
    if code == "JK":
        _joker(picture, width, height, pale)
    else:
        _suited(picture, draw, code, width, height, pale)
    return picture


def _colour(code: str, pale: bool) -> str:
    if pale:
        return PALE_RED if code[0] in "HD" else PALE_INK
    return suit_colour(code[0])


def _joker(picture: Image.Image, width: int, height: int, pale: bool) -> None:
    red, gilt = (PALE_RED, PALE_INK) if pale else (RED, GILT)
    star = symbol("star", round(width * 0.3), red)
    picture.alpha_composite(star, (round(width * 0.08), round(width * 0.08)))
    cap = symbol(
        "cap", round(width * 0.62), PALE_INK if pale else INK, ("accent", red), ("gilt", gilt)
    )
    picture.alpha_composite(cap, (round(width * 0.3), height - cap.height - round(width * 0.1)))


def _suited(
    picture: Image.Image, draw: ImageDraw.ImageDraw, code: str, width: int, height: int, pale: bool
) -> None:
    suit, rank = code[0], code[1]
    colour = _colour(code, pale)
    draw.text(
        (width * 0.23, width * 0.28),
        "10" if rank == "T" else rank,
        colour,
        font(round(width * (0.33 if rank == "T" else 0.42))),
        anchor="mm",
        stroke_width=width / 90,
    )
    small = symbol(f"suit-{suit}", round(width * 0.26), colour)
    picture.alpha_composite(small, (round(width * 0.1), round(width * 0.5)))
    size = round(width * (0.44 if rank in "KQJ" else 0.54))
    large = symbol(f"suit-{suit}", size, colour)
    left, top = width - size - round(width * 0.12), height - size - round(width * 0.1)
    picture.alpha_composite(large, (left, top))
    if rank in "KQJ":
        head = symbol(f"head-{rank}", size, colour, ("gilt", PALE_INK if pale else GILT))
        picture.alpha_composite(head, (left, top - head.height - 2))
