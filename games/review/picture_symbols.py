"""Draws the symbols of `static/cards.svg` with Pillow; it reads the path commands that this file uses."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias
from xml.etree import ElementTree

from django.conf import settings
from PIL import Image, ImageDraw

Point: TypeAlias = tuple[float, float]

STEPS: Final = 12
"""The number of line segments that approximate a curve."""
_TOKEN: Final = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)")
_TAKES: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7, "Z": 0}


def outlines(path: str) -> list[list[Point]]:
    """The closed shapes of a path as polygons."""
    pen = _Pen()
    for command, values in _commands(path):
        pen.draw(command, values)
    return [shape for shape in pen.shapes if len(shape) > 2]


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; a command letter applies until the next one."""
    command, waiting = "", list[float]()
    for token in _TOKEN.findall(path):
        if token.isalpha():
            command = token
            if not _TAKES[command.upper()]:
                yield command, []
            continue
        waiting.append(float(token))
        if len(waiting) == _TAKES[command.upper()]:
            yield command, waiting
            waiting = []
            command = {"M": "L", "m": "l"}.get(command, command)


class _Pen:
    def __init__(self) -> None:
        self.at: Point = (0, 0)
        self.handle: Point = (0, 0)
        """The second control point of the last curve, which a smooth curve mirrors."""
        self.shapes: list[list[Point]] = []

    def draw(self, command: str, values: list[float]) -> None:
        kind = command.upper()
        if kind == "Z":
            self.at = self.shapes[-1][0]
        elif kind in "HV":
            self._to(self._along(command, values[0]))
        elif kind == "A":
            radius, large, sweep = values[0], bool(values[3]), bool(values[4])
            self._arc(radius, large, sweep, self._point(command, values[5:]))
        else:
            points = [self._point(command, values[i : i + 2]) for i in range(0, len(values), 2)]
            self._lines_and_curves(kind, points)
        if kind not in "CS":
            self.handle = self.at

    def _lines_and_curves(self, kind: str, points: list[Point]) -> None:
        if kind == "M":
            self.shapes.append([])
        if kind == "S":
            mirrored = (2 * self.at[0] - self.handle[0], 2 * self.at[1] - self.handle[1])
            points = [mirrored, *points]
        if kind in "ML":
            self._to(points[0])
        else:
            self._curve(*points)

    def _point(self, command: str, values: list[float]) -> Point:
        x, y = values
        return (self.at[0] + x, self.at[1] + y) if command.islower() else (x, y)

    def _along(self, command: str, value: float) -> Point:
        x, y = self.at
        return {"h": (x + value, y), "H": (value, y), "v": (x, y + value), "V": (x, value)}[command]

    def _to(self, point: Point) -> None:
        self.at = point
        self.shapes[-1].append(point)

    def _curve(self, one: Point, two: Point, end: Point) -> None:
        start = self.at
        for step in range(1, STEPS + 1):
            t = step / STEPS
            u = 1 - t
            weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
            corners = (start, one, two, end)
            self._to(
                (
                    sum(w * p[0] for w, p in zip(weights, corners, strict=True)),
                    sum(w * p[1] for w, p in zip(weights, corners, strict=True)),
                )
            )
        self.handle = two

    def _arc(self, radius: float, large: bool, sweep: bool, end: Point) -> None:
        """Draw a circular arc; the file has no ellipses."""
        (x1, y1), (x2, y2) = self.at, end
        half = math.dist(self.at, end) / 2
        radius = max(radius, half)
        away = math.sqrt(max(radius * radius - half * half, 0)) * (-1 if large == sweep else 1)
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        across = ((y1 - y2) / (2 * half), (x2 - x1) / (2 * half))
        cx, cy = middle[0] + away * across[0], middle[1] + away * across[1]
        begin, until = math.atan2(y1 - cy, x1 - cx), math.atan2(y2 - cy, x2 - cx)
        turn = (until - begin) % math.tau if sweep else -((begin - until) % math.tau)
        for step in range(1, 2 * STEPS + 1):
            angle = begin + turn * step / (2 * STEPS)
            self._to((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))


# --- Symbols ---


# Symbols are drawn larger and then reduced, so that edges are smooth.
FINER: Final = 4
_SVG: Final = "{http://www.w3.org/2000/svg}"


class Shape(NamedTuple):
    """The polygons of one colour."""

    tint: str
    """The name of the colour: "currentColor" or a custom property."""
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
    """Draw the symbol in that width and colour; ``others`` gives its further colours by name."""
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
