"""Colours as people see them: deficiencies by Machado, Oliveira and Fernandes (2009), differences by CIEDE2000."""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final, TypeAlias

Triple: TypeAlias = tuple[float, float, float]

# Of severity 1.0, for linear sRGB.
DEFICIENCIES: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_TO_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)


def seen(colour: str, deficiency: str) -> Triple:
    """A colour such as ``#1c5299`` in CIELAB, as a person with that deficiency sees it."""
    x, y, z = _times(_TO_XYZ, _clipped(_times(DEFICIENCIES[deficiency], linear_rgb(colour))))
    fx, fy, fz = (_f(value / white) for value, white in zip((x, y, z), _WHITE, strict=True))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def linear_rgb(colour: str) -> Triple:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = linear_rgb(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _clipped(colour: Triple) -> Triple:
    red, green, blue = (min(max(value, 0.0), 1.0) for value in colour)
    return red, green, blue


def _times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _f(value: float) -> float:
    return value ** (1 / 3) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000 between two colours in CIELAB (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_c = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = (1 - sqrt(mean_c**7 / (mean_c**7 + 25**7))) / 2
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = h2 - h1
    if c1 * c2 == 0:
        turn, mean_h = 0.0, h1 + h2
    elif abs(turn) <= 180:
        mean_h = (h1 + h2) / 2
    else:
        turn -= 360 if turn > 0 else -360
        mean_h = (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    delta_l, delta_c = l2 - l1, c2 - c1
    delta_h = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(mean_h - 30))
        + 0.24 * cos(radians(2 * mean_h))
        + 0.32 * cos(radians(3 * mean_h + 6))
        - 0.20 * cos(radians(4 * mean_h - 63))
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    r_t = -sin(radians(60 * exp(-(((mean_h - 275) / 25) ** 2)))) * (2 * sqrt(mean_c**7 / (mean_c**7 + 25**7)))
    chroma, hue = delta_c / s_c, delta_h / s_h
    return sqrt((delta_l / s_l) ** 2 + chroma**2 + hue**2 + r_t * chroma * hue)
