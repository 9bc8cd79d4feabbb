"""The drawings of `static/cards.svg` as small pictures."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

from django.conf import settings
from PIL import Image, ImageDraw

from .paths import Point, outlines

# Drawn larger and then reduced, so that edges are smooth.
FINER: Final = 4
_SVG: Final = "{http://www.w3.org/2000/svg}"


class Shape(NamedTuple):
    """Something of one colour."""

    tint: str
    """The name of its colour: "currentColor", or that of a custom property."""
    polygons: list[list[Point]]


class Symbol(NamedTuple):
    width: float
    height: float
    shapes: list[Shape]


@cache
def _symbols() -> dict[str, Symbol]:
    root = ElementTree.parse(Path(settings.BASE_DIR) / "static" / "cards.svg").getroot()  # noqa: S314  # our own file
    return {str(node.get("id")): _symbol(node) for node in root.iter(f"{_SVG}symbol")}


def _symbol(node: ElementTree.Element) -> Symbol:
    _x, _y, width, height = map(float, str(node.get("viewBox")).split())
    shapes = []
    for child in node:
        for part in [child, *child]:
            fill = str(part.get("fill") or child.get("fill"))
            if polygons := _polygons(part):
                shapes.append(Shape(_tint(fill), polygons))
    return Symbol(width, height, shapes)


def _tint(fill: str) -> str:
    named = re.match(r"var\(--(\w+)", fill)
    return named[1] if named else fill


def _polygons(part: ElementTree.Element) -> list[list[Point]]:
    if part.tag == f"{_SVG}circle":
        x, y, radius = (float(part.get(key, 0)) for key in ("cx", "cy", "r"))
        return outlines(
            f"M{x - radius} {y}A{radius} {radius} 0 1 1 {x + radius} {y}"
            f"A{radius} {radius} 0 1 1 {x - radius} {y}z"
        )
    return outlines(part.get("d", ""))


@lru_cache(maxsize=512)
def symbol(name: str, width: int, colour: str, *others: tuple[str, str]) -> Image.Image:
    """A drawing of that width in that colour; ``others`` are the colours that it has beside."""
    drawn = _symbols()[name]
    scale = width * FINER / drawn.width
    size = (width * FINER, round(drawn.height * scale))
    picture = Image.new("RGBA", size)
    draw = ImageDraw.Draw(picture)
    tints = {"currentColor": colour, **dict(others)}
    for shape in drawn.shapes:
        for polygon in shape.polygons:
            points = [(x * scale, y * scale) for x, y in polygon]
            draw.polygon(points, fill=tints.get(shape.tint, colour))
    return picture.resize((width, size[1] // FINER), Image.Resampling.LANCZOS)
