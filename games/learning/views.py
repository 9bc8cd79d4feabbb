"""The pages of lessons and the glossary. Addresses hold the progress: nothing is stored, no account is needed."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.front_page.showcase import Showcase, showcase
from games.learning.context import StepShown, find_step, page, reply_to
from games.learning.glossary import GlossarySection
from games.learning.glossary import glossary as glossary_sections
from games.learning.lesson import LESSONS, Lesson
from games.learning.stage import steps_of
from games.lobby.rules_form import presets_to_choose
from games.presentation.option_texts import PresetText, Text
from games.table.forms import action_of
from infrastructure.pages import render_page
from napoleon.judging.luck import REPLAYS


@dataclass(frozen=True, slots=True)
class LearnIndexPage:
    lessons: list[tuple[Lesson, int]]
    """Each with the number of its steps."""
    presets: list[tuple[str, PresetText]]
    showcase: Showcase


@dataclass(frozen=True, slots=True)
class GlossaryPage:
    sections: list[GlossarySection]


@dataclass(frozen=True, slots=True)
class LuckPage:
    replays: int


@dataclass(frozen=True, slots=True)
class LearnPage:
    lesson: Lesson
    titles: list[Text]


@dataclass(frozen=True, slots=True)
class LearnStepPage:
    lesson: Lesson
    page: StepShown
    is_unread: bool
    """The answer is not one that the lesson asks for."""


@dataclass(frozen=True, slots=True)
class LearnEndPage:
    lesson: Lesson
    other: Lesson


@login_not_required
@require_safe
def learn_index(request: HttpRequest) -> HttpResponse:
    """List the lessons and what to learn next."""
    lessons = [(lesson, len(steps_of(lesson))) for lesson in LESSONS.values()]
    whole = LearnIndexPage(lessons, presets_to_choose(), showcase())
    return render_page(request, "games/learning/learn_index.html", whole)


@login_not_required
@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """List the terms of the game, each with an anchor of its own."""
    return render_page(request, "games/learning/glossary.html", GlossaryPage(glossary_sections()))


@login_not_required
@require_safe
def luck(request: HttpRequest) -> HttpResponse:
    """Explain how the site measures the luck of the cards."""
    return render_page(request, "games/learning/luck.html", LuckPage(REPLAYS))


@login_not_required
@require_safe
def learn(request: HttpRequest, game: str) -> HttpResponse:
    """Introduce a game and link to the first page of its lesson."""
    lesson = _lesson(game)
    titles = [step.question.title for step in steps_of(lesson) if step.question]
    return render_page(request, "games/learning/learn.html", LearnPage(lesson, titles))


@login_not_required
@require_safe
def learn_step(request: HttpRequest, game: str, number: int) -> HttpResponse:
    """Show a position with its question, and the reply to the answer in the query string."""
    lesson = _lesson(game)
    step = find_step(lesson, number)
    if step is None:
        raise Http404
    is_answer = "do" in request.GET
    action = action_of(request.GET) if is_answer else None
    reply = reply_to(step, action.payload) if action else None
    is_unread = is_answer and reply is None
    whole = LearnStepPage(lesson, page(lesson, step, reply), is_unread)
    status = 400 if is_unread else 200
    return render_page(request, "games/learning/learn_step.html", whole, status=status)


@login_not_required
@require_safe
def learn_end(request: HttpRequest, game: str) -> HttpResponse:
    """End the lesson and suggest what to do next."""
    lesson = _lesson(game)
    other = next(candidate for candidate in LESSONS.values() if candidate is not lesson)
    return render_page(request, "games/learning/learn_end.html", LearnEndPage(lesson, other))


def _lesson(game: str) -> Lesson:
    lesson = LESSONS.get(game)
    if lesson is None:
        raise Http404
    return lesson
