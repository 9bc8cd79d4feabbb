"""What a first deal to learn by is made of: scenes, told in a few words each, and questions in them.

Everything here is text and cards; `stage` plays it on the engine. Texts may name cards and suits in brackets,
``[HQ]`` or ``[H]``: pages show them as cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.option_texts import Text

LEARNER: Final = 0
"""The learner's seat in every scene."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said to some of the answers, those that have one of the codes in ``when`` (`stage.codes`).

    An empty ``when`` is said to any answer. Of several that fit, the first is said.
    """

    when: str
    is_right: bool
    text: Text

    def fits(self, codes: set[str]) -> bool:
        return not self.when or not codes.isdisjoint(self.when.split())


def right(when: str, text: Text) -> Verdict:
    return Verdict(when, True, text)


def wrong(when: str, text: Text) -> Verdict:
    return Verdict(when, False, text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A decision of the learner's."""

    key: str
    title: Text
    told: Text
    """What has happened."""
    ask: Text
    verdicts: tuple[Verdict, ...]
    words: str
    """The words of the game that it is about, by their keys (`words`)."""
    section: str
    """The part of the rules that says why, by its anchor on their page."""
    refused: Text = ""
    """What is said beside the engine's refusal."""
    is_bare: bool = False
    """The hand does not show what may be played: to know it is the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A deal, or the beginning of one.

    ``moves`` is what happens in it, in the order of turns: bids as ``11H`` or ``three``, the called card, the discards
    joined by strokes, cards as they are played, a led joker as ``JK=H``. Before the move of the learner that a
    question asks for stands its key with a question mark.
    """

    preset: str
    dealer: int
    hands: tuple[str, ...]
    widow: str = ""
    moves: str
    questions: tuple[Question, ...]
    result: Text = ""
    """What is said of the result, if the deal is played out."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lesson:
    """A game to be learnt by its first deals. There is one of each, so lessons are equal to none but themselves."""

    key: str
    title: Text
    intro: Text
    """What the game is, for somebody who has never heard of it."""
    plan: Text
    """What happens in the lesson."""
    preset: str
    scenes: tuple[Scene, ...]
    end: Text
    """What the learner knows now, and what he may do next."""
