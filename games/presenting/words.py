"""The words of the game as the page of them shows them: the reader's own name for each first."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import get_language

from games.learning.words import GROUPS, Word
from games.option_texts import Text

from .cards import Face
from .rules_examples import cards_of


@dataclass(frozen=True, slots=True)
class Entry:
    """A word with its names, the reader's language first."""

    key: str
    name: str
    others: tuple[str, ...]
    """What it is called in the reader's language as well."""
    abroad: tuple[str, ...]
    """What it is called in the other language."""
    abroad_language: str
    meaning: Text
    cards: list[Face]


@dataclass(frozen=True, slots=True)
class Section:
    key: str
    name: Text
    entries: list[Entry]


def glossary() -> list[Section]:
    """All words of the game, in the order in which a newcomer meets them."""
    return [
        Section(group.key, group.name, [_entry(word) for word in group.words]) for group in GROUPS
    ]


def name_of(word: Word) -> str:
    """What a reader calls it."""
    return word.japanese[0] if get_language() == "ja" else word.english


def _entry(word: Word) -> Entry:
    is_japanese = get_language() == "ja"
    return Entry(
        key=word.key,
        name=name_of(word),
        others=word.japanese[1:] if is_japanese else (),
        abroad=(word.english,) if is_japanese else word.japanese,
        abroad_language="en" if is_japanese else "ja",
        meaning=word.meaning,
        cards=cards_of(word.cards),
    )
