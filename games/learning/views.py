"""The pages of lessons and the glossary. Addresses hold the progress: nothing is stored, no account is needed."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.front_page.showcase import showcase
from games.learning.context import find_step, page, reply_to
from games.learning.glossary import glossary as glossary_sections
from games.learning.lesson import LESSONS, Lesson
from games.learning.stage import steps_of
from games.lobby.rules_form import presets_to_choose
from games.table.forms import action_of
from napoleon.judging.luck import REPLAYS


@login_not_required
@require_safe
def learn_index(request: HttpRequest) -> HttpResponse:
    """List the lessons and what to learn next."""
    lessons = [(lesson, len(steps_of(lesson))) for lesson in LESSONS.values()]
    context = {"lessons": lessons, "presets": presets_to_choose(), "showcase": showcase()}
    return render(request, "games/learning/learn_index.html", context)


@login_not_required
@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """List the terms of the game, each with an anchor of its own."""
    return render(request, "games/learning/glossary.html", {"sections": glossary_sections()})


@login_not_required
@require_safe
def luck(request: HttpRequest) -> HttpResponse:
    """Explain how the site measures the luck of the cards."""
    return render(request, "games/learning/luck.html", {"replays": REPLAYS})


@login_not_required
@require_safe
def learn(request: HttpRequest, game: str) -> HttpResponse:
    """Introduce a game and link to the first page of its lesson."""
    lesson = _lesson(game)
    titles = [step.question.title for step in steps_of(lesson) if step.question]
    return render(request, "games/learning/learn.html", {"lesson": lesson, "titles": titles})


@login_not_required
@require_safe
def learn_step(request: HttpRequest, game: str, number: int) -> HttpResponse:
    """Show a position with its question, and the reply to the answer in the query string."""
    lesson = _lesson(game)
    step = find_step(lesson, number)
    if step is None:
        raise Http404
    context: dict[str, Any] = {"lesson": lesson}
    if "do" not in request.GET:
        return render(
            request, "games/learning/learn_step.html", context | {"page": page(lesson, step)}
        )
    action = action_of(request.GET)
    reply = reply_to(step, action.payload) if action else None
    context |= {"page": page(lesson, step, reply), "is_unread": reply is None}
    return render(request, "games/learning/learn_step.html", context, status=200 if reply else 400)


@login_not_required
@require_safe
def learn_end(request: HttpRequest, game: str) -> HttpResponse:
    """End the lesson and suggest what to do next."""
    lesson = _lesson(game)
    other = next(candidate for candidate in LESSONS.values() if candidate is not lesson)
    return render(request, "games/learning/learn_end.html", {"lesson": lesson, "other": other})


def _lesson(game: str) -> Lesson:
    lesson = LESSONS.get(game)
    if lesson is None:
        raise Http404
    return lesson
