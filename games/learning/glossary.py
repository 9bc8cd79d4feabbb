"""The glossary: each term in English and Japanese with its meaning, read from ``content/glossary.toml``."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import get_language

from games.learning.lesson import read_content
from games.presentation.cards import Face
from games.presentation.option_texts import Text
from games.rules_pages.examples import cards_of


@dataclass(frozen=True, slots=True, kw_only=True)
class GlossaryWord:
    """A term of the game; ``key`` is its anchor on the page."""

    key: str
    english: str
    japanese: tuple[str, ...]
    meaning: Text
    cards: str = ""
    """Cards that illustrate it, as the record format names them."""


@dataclass(frozen=True, slots=True)
class GlossaryGroup:
    """Terms that belong together."""

    key: str
    name: Text
    words: tuple[GlossaryWord, ...]


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A term with its names, those in the reader's language first."""

    key: str
    name: str
    others: tuple[str, ...]
    """Further names in the reader's language."""
    abroad: tuple[str, ...]
    """The names in the other language."""
    abroad_language: str
    meaning: Text
    cards: list[Face]


@dataclass(frozen=True, slots=True)
class GlossarySection:
    key: str
    name: Text
    entries: list[GlossaryEntry]


def _group(data: dict[str, Any]) -> GlossaryGroup:
    words = tuple(GlossaryWord(**word) for word in data["words"])
    return GlossaryGroup(data["key"], data["name"], words)


GROUPS: Final = tuple(map(_group, read_content("glossary")["groups"]))
WORDS: Final = {word.key: word for group in GROUPS for word in group.words}


def glossary() -> list[GlossarySection]:
    """All terms, in the order in which a newcomer meets them."""
    return [GlossarySection(group.key, group.name, [_entry(word) for word in group.words]) for group in GROUPS]


def name_of(word: GlossaryWord) -> str:
    """The most common name in the reader's language."""
    return word.japanese[0] if get_language() == "ja" else word.english


def _entry(word: GlossaryWord) -> GlossaryEntry:
    is_japanese = get_language() == "ja"
    return GlossaryEntry(
        key=word.key,
        name=name_of(word),
        others=word.japanese[1:] if is_japanese else (),
        abroad=(word.english,) if is_japanese else word.japanese,
        abroad_language="en" if is_japanese else "ja",
        meaning=word.meaning,
        cards=cards_of(word.cards),
    )
