"""A page of a lesson, made of the real table's pieces: the position, what is asked, and what is said to an answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.engine import DealView, IllegalAction, Match, view
from games.option_texts import Text
from games.presenting.board import Board, board
from games.presenting.cards import Face, faces, signs
from games.presenting.hand import Asked
from games.presenting.people import Table
from games.wording import refusal

from .lesson import LEARNER, Lesson, Question
from .stage import DEAL, Json, Step, codes, judged, steps_of

NAMES: Final[tuple[Promise, ...]] = (
    pgettext_lazy("at the table of a lesson", "You"),
    pgettext_lazy("at the table of a lesson", "Aoi"),
    pgettext_lazy("at the table of a lesson", "Ren"),
    pgettext_lazy("at the table of a lesson", "Sora"),
    pgettext_lazy("at the table of a lesson", "Yui"),
)
"""Who sits there, clockwise from the learner."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What is said to an answer."""

    is_right: bool
    text: Text
    refused: str = ""
    """Why the engine does not allow the move at all."""


@dataclass(frozen=True, slots=True)
class Place:
    """A page of the lesson in the line of them all."""

    number: int
    title: Text
    is_current: bool
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonPage:
    """All that a page of a lesson shows."""

    number: int
    of: int
    question: Question | None
    result: Text
    board: Board
    reply: Reply | None
    places: list[Place]
    url: str
    onward: str
    """Where it goes on."""


def find_step(lesson: Lesson, number: int) -> Step | None:
    """The page of that number; None if there is none."""
    steps = steps_of(lesson)
    return steps[number - 1] if 1 <= number <= len(steps) else None


def reply_to(step: Step, move: Json) -> Reply | None:
    """What to say to a move of the learner's; None where nothing was asked."""
    question = step.question
    if question is None:
        return None
    try:
        judged(step, move)
    except IllegalAction as error:
        return Reply(False, question.refused, refusal(error.reason, error.details))
    given = codes(move)
    verdict = next(verdict for verdict in question.verdicts if verdict.fits(given))
    return Reply(verdict.is_right, verdict.text)


def page(lesson: Lesson, step: Step, reply: Reply | None = None) -> LessonPage:
    """The position as it is asked about; after a right answer, as the trick has ended."""
    is_done = reply is not None and reply.is_right
    places = _places(lesson, step)
    return LessonPage(
        number=step.number,
        of=len(places),
        question=step.question,
        result=step.scene.result if step.question is None else "",
        board=_after(step) if is_done else _before(step),
        reply=reply,
        places=places,
        url=_url(lesson, step.number),
        onward=_onward(lesson, step.number, len(places)),
    )


def _places(lesson: Lesson, current: Step) -> list[Place]:
    return [
        Place(
            step.number,
            step.question.title if step.question else _RESULT,
            step is current,
            _url(lesson, step.number),
        )
        for step in steps_of(lesson)
    ]


_RESULT: Final = pgettext_lazy("a page of a lesson", "The result")


def _url(lesson: Lesson, number: int) -> str:
    return reverse("games:learn_step", args=[lesson.key, number])


def _onward(lesson: Lesson, number: int, last: int) -> str:
    if number == last:
        return reverse("games:learn_end", args=[lesson.key])
    return _url(lesson, number + 1)


# --- The table ---


def _table(match: Match) -> Table:
    """The match as the learner may know it."""
    names = tuple(str(name) for name in NAMES[: match.rules.players])
    return Table(view(match, LEARNER), names, frozenset())


def _before(step: Step) -> Board:
    shown = board(_table(step.before), DEAL)
    if step.question is None:
        # There is no match behind it to be won or looked back on.
        return replace(shown, final="", may_review=False)
    if step.question.is_bare and shown.asked is not None:
        return replace(shown, asked=_bare(shown.asked))
    return shown


def _bare(asked: Asked) -> Asked:
    """The same question, without a word on what may be played."""
    return replace(asked, cards=[_plain(face) for face in asked.cards], why="", why_suit="")


def _plain(face: Face) -> Face:
    return replace(face, state="playable")


def _after(step: Step) -> Board:
    table = _table(step.after)
    shown = board(table, DEAL)
    deal = next(iter(table.view.deals), None)
    return replace(shown, asked=_hand_of(deal), since=[]) if deal else shown


def _hand_of(deal: DealView) -> Asked:
    """The hand alone, with nothing to decide."""
    return Asked(kind="wait", strong="", cards=faces(deal.hand, signs(deal.marks)))
