"""Lessons: scenes with questions, read from ``content/*.toml``.

A lesson is text and cards only; `stage` plays it on the engine. Texts may name cards and suits in brackets, ``[HQ]``
or ``[H]``: pages show them as cards.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext_lazy

from games.presentation.option_texts import Text

LEARNER: Final = 0
"""The learner's seat in every scene."""
CONTENT: Final = Path(__file__).parent / "content"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerVerdict:
    """The reply to every answer that has one of the codes in ``when`` (`stage.codes`); the first that fits is shown.

    An empty ``when`` fits every answer. In the file the codes are the value of ``right`` or ``wrong``.
    """

    when: str
    is_right: bool
    text: Text

    def fits(self, codes: set[str]) -> bool:
        return not self.when or not codes.isdisjoint(self.when.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonQuestion:
    """A decision for the learner."""

    key: str
    title: Text
    told: Text
    """What has happened."""
    ask: Text
    verdicts: tuple[AnswerVerdict, ...]
    words: str
    """The glossary keys of the terms that the question uses."""
    section: str
    """The section of the rules page that explains the answer, by its anchor."""
    refused: Text = ""
    """A hint beside the engine's refusal."""
    is_bare: bool = False
    """The hand does not mark the playable cards: finding them is the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A deal, or the beginning of one.

    ``moves`` lists the moves in the order of turns: bids as ``11H`` or ``three``, the called card, the discards joined
    by slashes, the cards played, a led joker as ``JK=H``, a led card that calls the joker as ``C3!``. A question mark
    and the key of a question stand before the learner's move that it asks for.
    """

    preset: str
    dealer: int
    hands: tuple[str, ...]
    widow: str = ""
    moves: str
    questions: tuple[LessonQuestion, ...]
    result: Text = ""
    """The comment on the result, if the scene plays the deal to its end."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lesson:
    """A game taught by its first deals. Each lesson exists once, so lessons compare by identity."""

    key: str
    title: Text
    intro: Text
    """An introduction to the game for a reader who has never heard of it."""
    plan: Text
    """What happens in the lesson."""
    preset: str
    scenes: tuple[Scene, ...]
    end: Text
    """What the learner knows now and can do next."""


def read_content(name: str) -> dict[str, Any]:
    """Read ``content/<name>.toml``; the texts under its ``translated`` keys are translated when a page shows them."""
    data = tomllib.loads((CONTENT / f"{name}.toml").read_text("utf-8"))
    return _with_lazy_texts(data, frozenset(data.pop("translated")))


def _with_lazy_texts(data: dict[str, Any], translated: frozenset[str]) -> dict[str, Any]:
    return {key: gettext_lazy(value) if key in translated else _inner(value, translated) for key, value in data.items()}


def _inner(value: Any, translated: frozenset[str]) -> Any:
    if isinstance(value, dict):
        return _with_lazy_texts(value, translated)
    return tuple(_inner(item, translated) for item in value) if isinstance(value, list) else value


def _lesson(data: dict[str, Any]) -> Lesson:
    return Lesson(**{**data, "scenes": tuple(map(_scene, data["scenes"]))})


def _scene(data: dict[str, Any]) -> Scene:
    return Scene(**{**data, "questions": tuple(map(_question, data["questions"]))})


def _question(data: dict[str, Any]) -> LessonQuestion:
    return LessonQuestion(**{**data, "verdicts": tuple(map(_verdict, data["verdicts"]))})


def _verdict(data: dict[str, Any]) -> AnswerVerdict:
    is_right = "right" in data
    when = data["right" if is_right else "wrong"]
    return AnswerVerdict(when=when, is_right=is_right, text=data["text"])


LESSONS: Final = {
    lesson.key: lesson for lesson in (_lesson(read_content(name)) for name in ("napoleon", "mighty", "nap"))
}
