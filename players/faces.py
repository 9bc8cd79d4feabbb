"""The faces of people: a pattern that follows from their number, or an emblem that they chose.

The number stands in the address of their profile, so a pattern tells nothing that a name does not. It follows neither
from the name nor from the address, and stays when these change. All is drawn in `static/faces.svg`, nothing uploaded.
"""

from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from django.db import models
from django.utils.translation import pgettext_lazy

HUES: Final = 12
HUE_STEP: Final = 360 // HUES
"""In degrees; `static/css/components.css` has the colours of each hue."""
RIMS: Final = 8
MOTIFS: Final = 16
CORES: Final = 6


class Emblem(models.TextChoices):
    """What people may be shown by instead of a pattern; the symbols of the file have the same names."""

    ACORN = "acorn", pgettext_lazy("an emblem", "acorn")
    ANCHOR = "anchor", pgettext_lazy("an emblem", "anchor")
    BELL = "bell", pgettext_lazy("an emblem", "wind bell")
    BOAT = "boat", pgettext_lazy("an emblem", "boat")
    BUTTERFLY = "butterfly", pgettext_lazy("an emblem", "butterfly")
    CARP = "carp", pgettext_lazy("an emblem", "carp")
    CAT = "cat", pgettext_lazy("an emblem", "cat")
    CRANE = "crane", pgettext_lazy("an emblem", "paper crane")
    CUP = "cup", pgettext_lazy("an emblem", "cup")
    DARUMA = "daruma", pgettext_lazy("an emblem", "daruma")
    FAN = "fan", pgettext_lazy("an emblem", "fan")
    FEATHER = "feather", pgettext_lazy("an emblem", "feather")
    FERN = "fern", pgettext_lazy("an emblem", "fern")
    FOX = "fox", pgettext_lazy("an emblem", "fox")
    GOURD = "gourd", pgettext_lazy("an emblem", "gourd")
    KETTLE = "kettle", pgettext_lazy("an emblem", "kettle")
    LANTERN = "lantern", pgettext_lazy("an emblem", "lantern")
    MAPLE = "maple", pgettext_lazy("an emblem", "maple leaf")
    MOON = "moon", pgettext_lazy("an emblem", "moon")
    MOUNTAIN = "mountain", pgettext_lazy("an emblem", "mountain")
    MUSHROOM = "mushroom", pgettext_lazy("an emblem", "mushroom")
    OWL = "owl", pgettext_lazy("an emblem", "owl")
    PINE = "pine", pgettext_lazy("an emblem", "pine")
    PLUM = "plum", pgettext_lazy("an emblem", "plum blossom")
    RABBIT = "rabbit", pgettext_lazy("an emblem", "rabbit")
    SNAIL = "snail", pgettext_lazy("an emblem", "snail")
    TORII = "torii", pgettext_lazy("an emblem", "torii gate")
    TURTLE = "turtle", pgettext_lazy("an emblem", "turtle")
    UMBRELLA = "umbrella", pgettext_lazy("an emblem", "umbrella")
    WHALE = "whale", pgettext_lazy("an emblem", "whale")


class PersonFace(NamedTuple):
    hue: int
    symbols: tuple[str, ...]
    """Drawn over each other."""
    is_bot: bool = False
    """Whether a program of somebody plays there: it is marked wherever its face is shown."""


@lru_cache(maxsize=4096)
def person_face(number: int, emblem: str = "") -> PersonFace:
    """The face of the person with this number.

    >>> person_face(1).symbols, person_face(1, "fox").symbols
    (('rim-1', 'motif-12', 'core-5'), ('fox',))
    """
    digest = sha256(f"face of person {number}".encode()).digest()
    hue = digest[0] % HUES
    if emblem:
        return PersonFace(hue, (emblem,))
    parts = {"rim": RIMS, "motif": MOTIFS, "core": CORES}
    return PersonFace(
        hue, tuple(f"{part}-{byte % n}" for byte, (part, n) in zip(digest[1:], parts.items(), strict=False))
    )
