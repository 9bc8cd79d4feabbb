"""Distinguishable names: no invisible characters, and no name that looks like another (Unicode TR 39).

The tables are Unicode's own, of confusable characters by `confusable_homoglyphs` and of properties by `regex`.
"""

import unicodedata
from functools import cache
from typing import Final

import regex
from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

# Invisible characters, and changes of text direction; emoji may contain some of them.
EMOJI: Final = regex.compile(
    r"\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?"
    r"(?:\u200D\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)*"
)
IGNORABLE: Final = regex.compile(r"\p{Default_Ignorable_Code_Point}")
INVISIBLE: Final = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{C}\p{Zl}\p{Zp}\u2800]")
READABLE: Final = regex.compile(r"[\p{L}\p{N}]")
NUMBER: Final = regex.compile(r"[\s\p{N}]+$")
LONGEST: Final = 500
"""In characters; no name is longer. Normalising accents and searching for a final number take quadratic
time."""
# Left-to-right marks, around characters that are written from right to left.
MARKS: Final = "\u200e"

STAFF: Final = (
    pgettext_lazy("a name that nobody may have", "Napoleon"),
    pgettext_lazy("a name that nobody may have", "Admin"),
    pgettext_lazy("a name that nobody may have", "Administrator"),
    pgettext_lazy("a name that nobody may have", "Moderator"),
    pgettext_lazy("a name that nobody may have", "Staff"),
    pgettext_lazy("a name that nobody may have", "Support"),
)
_reserved: list[str | Promise] = [*STAFF]


def reserve(*names: str | Promise) -> None:
    """Reserve names that the site uses; ``%(number)s`` is a placeholder for any number."""
    _reserved.extend(names)
    _reserved_keys.cache_clear()


def tidy(name: str) -> str:
    """The name as stored: in Unicode's form NFKC, with single spaces. Texts too long for a name stay as they are."""
    if len(name) > LONGEST:
        return name
    return " ".join(unicodedata.normalize("NFKC", name).split())


def has_invisible(text: str) -> bool:
    return INVISIBLE.search(EMOJI.sub("", text)) is not None


def is_readable(text: str) -> bool:
    """Whether it has a visible letter or digit."""
    return READABLE.search(INVISIBLE.sub("", text)) is not None


def skeleton(text: str) -> str:
    """Unicode TR 39: two texts look alike if they have the same one.

    >>> skeleton("\\u0410\\u0456") == skeleton("Ai")
    True
    """
    plain = IGNORABLE.sub("", unicodedata.normalize("NFD", text[:LONGEST]))
    # Twice, since a prototype may have several characters, such as "rn" for "m".
    for _pass in range(2):
        plain = "".join(_prototypes().get(character, character) for character in plain)
    return unicodedata.normalize("NFD", plain)


def is_reserved(name: str) -> bool:
    """Whether it looks like one of the site's names, in any language, case and with any number."""
    name = name[:LONGEST]
    return not _reserved_keys().isdisjoint(_keys(name) | _keys(NUMBER.sub("", name)))


def _keys(name: str) -> set[str]:
    return {skeleton(name.casefold()), skeleton(name).casefold()}


@cache
def _reserved_keys() -> frozenset[str]:
    keys: set[str] = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            texts = [str(name) for name in _reserved]
        for text in texts:
            keys |= _keys(text.replace("%(number)s", "").strip())
            # A letter may look like the number.
            keys |= {key for number in range(10) for key in _keys(text.replace("%(number)s", str(number)))}
    return frozenset(keys)


@cache
def _prototypes() -> dict[str, str]:
    """The prototype of each confusable character.

    The package lists the confusable characters of each one, in both directions; the prototype is what all members of
    a group have in common.
    """
    # Loaded on first use, since the tables take 6 MB.
    from confusable_homoglyphs.confusables import confusables_data

    near = {
        character.strip(MARKS): {other["c"].strip(MARKS) for other in others}
        for character, others in confusables_data.items()
    }

    def weight(character: str) -> tuple[int, int, str]:
        return len(near[character]), len(character), character

    return {
        character: max({character, *others}, key=weight) for character, others in near.items() if len(character) == 1
    }
