"""A page of a lesson, built from the real table's components: the position, the question, the reply to an answer."""

from dataclasses import dataclass, field, replace
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.learning.lesson import LEARNER, Lesson, LessonQuestion
from games.learning.stage import DEAL, Json, LessonStep, codes, judged, steps_of
from games.presentation.cards import faces, signs
from games.presentation.error_messages import refusal
from games.presentation.option_texts import Text
from games.presentation.reader import Reader
from games.table.board import DealBoard, deal_board
from games.table.planning import TablePlans
from games.table.prompt import Prompt
from napoleon.engine import DealView, IllegalCommand, Match, view

NAMES: Final[tuple[Promise, ...]] = (
    pgettext_lazy("at the table of a lesson", "You"),
    pgettext_lazy("at the table of a lesson", "Aoi"),
    pgettext_lazy("at the table of a lesson", "Ren"),
    pgettext_lazy("at the table of a lesson", "Sora"),
    pgettext_lazy("at the table of a lesson", "Yui"),
)
"""The names at the table, clockwise from the learner."""


@dataclass(frozen=True, slots=True)
class Reply:
    is_right: bool
    text: Text
    refused: str = ""
    """Why the rules forbid the move; empty if they allow it."""


@dataclass(frozen=True, slots=True)
class StagePlace:
    """A page in the lesson's list of pages."""

    number: int
    title: Text
    is_current: bool
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepShown:
    """A page of a lesson: a question, or the result of a deal."""

    number: int
    of: int
    question: LessonQuestion | None
    result: Text
    board: DealBoard
    reply: Reply | None
    places: list[StagePlace]
    url: str
    onward: str
    plans: TablePlans = field(default_factory=TablePlans)
    """None: the fragments of the table ask for them."""


def find_step(lesson: Lesson, number: int) -> LessonStep | None:
    """The page of that number; None if there is none."""
    steps = steps_of(lesson)
    return steps[number - 1] if 1 <= number <= len(steps) else None


ASKED: Final = ("pass", "bid", "raise", "call", "exchange", "play")


def reply_to(step: LessonStep, move: Json) -> Reply | None:
    """The reply to the learner's move; None on a page without a question, and for what no lesson asks."""
    question = step.question
    if question is None or move["type"] not in ASKED:
        return None
    try:
        judged(step, move)
    except IllegalCommand as error:
        return Reply(False, question.refused, refusal(error.reason, error.details))
    given = codes(move)
    verdict = next(verdict for verdict in question.verdicts if verdict.fits(given))
    return Reply(verdict.is_right, verdict.text)


def page(lesson: Lesson, step: LessonStep, reply: Reply | None = None) -> StepShown:
    """The position of the question; after a right answer, the end of its trick."""
    is_done = reply is not None and reply.is_right
    places = _places(lesson, step)
    return StepShown(
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


def _places(lesson: Lesson, current: LessonStep) -> list[StagePlace]:
    return [
        StagePlace(
            step.number, step.question.title if step.question else _RESULT, step is current, _url(lesson, step.number)
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


def _table(match: Match) -> Reader:
    """The match as the learner sees it."""
    names = tuple(str(name) for name in NAMES[: match.rules.players])
    return Reader(view(match, LEARNER), names, {}, is_addressed=True)


def _before(step: LessonStep) -> DealBoard:
    shown = deal_board(_table(step.before), DEAL)
    if step.question is None:
        # No stored match is behind it, so nobody wins it or reviews it.
        return replace(shown, final="", may_review=False)
    if shown.prompt is None:
        return shown
    asked = replace(shown.prompt, may_claim=False, may_concede=False, bots_refuse=False)
    return replace(shown, prompt=_bare(asked) if step.question.is_bare else asked)


def _bare(asked: Prompt) -> Prompt:
    """The same prompt without marks on the playable cards."""
    return replace(asked, cards=[replace(face, state="playable") for face in asked.cards], why="", why_suit="")


def _after(step: LessonStep) -> DealBoard:
    reader = _table(step.after)
    shown = deal_board(reader, DEAL)
    deal = next(iter(reader.view.deals), None)
    return replace(shown, prompt=_hand_of(deal, reader.view.rules.hand_size)) if deal else shown


def _hand_of(deal: DealView, dealt: int) -> Prompt:
    """The hand alone, without a decision."""
    return Prompt(kind="wait", strong="", cards=faces(deal.hand, signs(deal.marks)), dealt=dealt)
